import Foundation

/// A comment list of Vorbis, Opus, FLAC and Theora: names and texts in UTF-8 (Xiph.Org, "Ogg Vorbis I format
/// specification: comment field and header specification").
struct VorbisComments: Sendable {
  /// The name of the program that encoded the stream, as it is stored.
  private(set) var vendor: ArraySlice<UInt8> = []
  /// The comments as they are stored, also those without a name.
  private(set) var stored: [ArraySlice<UInt8>] = []
  /// The names as written, the texts, and the index of each among all stored comments.
  private(set) var fields: [(name: String, text: String, entry: Int)] = []
  /// The bytes after the list.
  private(set) var rest: ArraySlice<UInt8>
  /// True if the list is truncated.
  private(set) var isCut = false
  /// True if all comments were read: longer lists are read in part.
  private(set) var isWhole = false

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    read()
  }

  private mutating func read() {
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number() -> Int? { take(4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } }
    // The vendor string.
    guard let length = number(), let vendor = take(length), let count = number() else {
      isCut = true
      return
    }
    self.vendor = vendor
    for entry in 0..<min(count, MetadataLimit.itemCount) {
      guard let length = number(), let field = take(length) else {
        isCut = true
        return
      }
      stored.append(field)
      guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { continue }
      fields.append(
        (
          String(decoding: field[..<equals], as: UTF8.self),
          String(decoding: field[field.index(after: equals)...], as: UTF8.self), entry
        ))
    }
    isWhole = stored.count == count
  }

  /// Returns the bytes of a list.
  static func list(vendor: some Collection<UInt8>, _ comments: [some Collection<UInt8>]) -> [UInt8] {
    var list: [UInt8] = []
    func append(_ bytes: some Collection<UInt8>) {
      list.append(little: UInt32(truncatingIfNeeded: bytes.count))
      list += bytes
    }
    append(vendor)
    list.append(little: UInt32(truncatingIfNeeded: comments.count))
    for comment in comments { append(comment) }
    return list
  }

  /// Returns the comments as items, except chapters, which are in `chapters`.
  func items(path: String) -> [MetadataItem] {
    fields.compactMap { field in
      guard !Self.isOfChapter(field.name) else { return nil }
      let source = MetadataSource(container: .vorbisComment, path: path, entry: field.entry)
      let blank = MetadataItem(
        keySpace: .vorbisComment, key: .name(field.name), value: .text(field.text, .utf8), source: source)
      switch field.name.uppercased() {
      case "METADATA_BLOCK_PICTURE":
        return Data(base64Encoded: field.text).flatMap { FLACPicture(Array($0)) }.map { $0.item(blank) } ?? blank
      case "COVERART":
        guard let bytes = Data(base64Encoded: field.text).map(Array.init),
          let format = MetadataImageFormat(signatureOf: bytes)
        else { return blank }
        return blank.with(.image(format, bytes))
      default: return blank
      }
    }
  }

  /// Reads chapters in comments such as `CHAPTER001=00:01:30.000` and `CHAPTER001NAME=Second` (Xiph.Org wiki, "Chapter
  /// Extension").
  ///
  /// - Parameter end: The end of the last chapter.
  func chapters(until end: CMTime?) -> [Chapter] {
    var starts: [Int: CMTime] = [:]
    var names: [Int: String] = [:]
    for field in fields {
      guard let (number, isName) = Self.chapter(field.name) else { continue }
      if isName { names[number] = field.text } else { starts[number] = Self.time(field.text) }
    }
    let sorted = starts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return sorted.enumerated().map { index, entry in
      let next = index + 1 < sorted.count ? sorted[index + 1].value : max(end ?? entry.value, entry.value)
      return Chapter(timeRange: CMTimeRange(start: entry.value, end: next), title: names[entry.key] ?? "")
    }
  }

  /// True for the name of a comment that says a chapter's time or name.
  static func isOfChapter(_ name: String) -> Bool { name.uppercased().hasPrefix("CHAPTER") && chapter(name) != nil }

  /// Returns the number in a chapter's key, and true for the key of the chapter's name; nil for other keys.
  private static func chapter(_ name: String) -> (number: Int, isName: Bool)? {
    guard let match = name.uppercased().wholeMatch(of: /CHAPTER(\d{2,3})(NAME)?/), let number = Int(match.1) else {
      return nil
    }
    return (number, match.2 != nil)
  }

  private static func time(_ text: String) -> CMTime? {
    guard let match = text.wholeMatch(of: /(\d{1,4}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?/), let hours = Int64(match.1),
      let minutes = Int64(match.2), let seconds = Int64(match.3),
      let thousandths = Int64((match.4.map(String.init) ?? "").padding(toLength: 3, withPad: "0", startingAt: 0))
    else { return nil }
    return CMTime(value: ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths, timescale: 1000)
  }
}

/// A picture as FLAC stores it (RFC 9639, section 8.8): the fields of ID3's attached pictures, sizes, and the picture.
struct FLACPicture {
  let kind: Int64
  let mimeType: String
  let description: String
  /// The range of the picture in the block.
  let range: Range<Int>
  /// The bytes of the picture that have been read.
  let bytes: [UInt8]

  /// Reads a block, or its first part; nil if it is malformed.
  init?(_ block: [UInt8]) {
    var position = 0
    func number() -> Int? {
      guard block.count - position >= 4 else { return nil }
      defer { position += 4 }
      return block[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    func text() -> String? {
      guard let length = number(), length <= block.count - position else { return nil }
      defer { position += length }
      return String(decoding: block[position..<position + length], as: UTF8.self)
    }
    guard let kind = number(), let mimeType = text(), let description = text(), number() != nil, number() != nil,
      number() != nil, number() != nil, let size = number()
    else { return nil }
    (self.kind, self.mimeType, self.description) = (Int64(kind), mimeType, description)
    range = position..<position + size
    bytes = Array(block[position...].prefix(size))
  }

  func item(_ blank: MetadataItem) -> MetadataItem {
    // "-->" as the type marks the address of an external picture.
    let value: MetadataValue =
      mimeType == "-->"
      ? .text(String(decoding: bytes, as: UTF8.self), .utf8)
      : MetadataImageFormat(signatureOf: bytes).map { .image($0, bytes) } ?? .data(bytes)
    return blank.with(.mimeType, .text(mimeType)).with(.pictureType, .number(kind))
      .with(.description, .text(description)).with(value)
  }
}
