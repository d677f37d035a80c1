/// An APE tag: names and texts after the audio of MP3, WavPack, Monkey's Audio and Musepack files, or before it.
///
/// Source: Hydrogenaudio Knowledgebase, "APEv2 specification" and "APE Tags Header".
public struct APETag: Hashable, Sendable {
  /// The size of a header and of a footer, in bytes.
  static let endSize: Int64 = 32
  static let signature = Array("APETAGEX".utf8)

  /// The byte range of the tag in the file, header and footer included.
  public let range: Range<Int64>
  public private(set) var metadata = Metadata()
  /// The items as stored.
  var entries: [CompanionEntry] = []
  /// The tag's name in errors and sources; the second tag of a file has a name of its own.
  var path = "" {
    didSet { for index in metadata.items.indices { metadata.items[index].source?.path = path } }
  }

  /// Reads the tag whose footer ends at a byte; nil if none does.
  ///
  /// - Throws: Read errors of the source.
  init?(endingAt end: Int64, of source: any ByteSource) throws(MovieError) {
    guard end >= Self.endSize, let footer = End(try source.bytes(at: end - Self.endSize, count: Int(Self.endSize))),
      !footer.isHeader
    else { return nil }
    let start = end - footer.size - (footer.hasHeader ? Self.endSize : 0)
    guard start >= 0 else { return nil }
    range = start..<end
    try readItems(of: source, in: end - footer.size..<end - Self.endSize, footer)
  }

  /// Reads the tag whose header begins at a byte; nil if none does.
  ///
  /// - Throws: Read errors of the source.
  init?(at start: Int64, of source: any ByteSource) throws(MovieError) {
    guard source.size - start >= Self.endSize,
      let header = End(try source.bytes(at: start, count: Int(Self.endSize))), header.isHeader,
      header.size <= source.size - start - Self.endSize
    else { return nil }
    range = start..<start + Self.endSize + header.size
    let end = range.upperBound - (header.hasFooter ? Self.endSize : 0)
    try readItems(of: source, in: start + Self.endSize..<end, header)
  }

  private mutating func readItems(
    of source: any ByteSource, in range: Range<Int64>, _ end: End
  ) throws(MovieError) {
    let window = ByteWindow(source, capacity: 4096)
    path = "APEv\(end.version / 1000)"
    var (offset, total) = (range.lowerBound, 0 as Int64)
    func problem(_ code: MovieError.Code, _ message: String) {
      metadata.problems.append(MovieError(code, message, box: path, offset: offset))
    }
    for index in 0..<min(end.count, MetadataLimit.itemCount) {
      // Two numbers, a name of at least two letters, and the zero after it.
      guard range.upperBound - offset >= 11 else { return problem(.truncated, "an item is cut off") }
      let size = Int64(try window.u32(at: offset).byteSwapped)
      let flags = try window.u32(at: offset + 4).byteSwapped
      let head = try window.bytes(at: offset + 8, count: Int(min(256, range.upperBound - offset - 8)))
      guard let length = head.firstIndex(of: 0), length > 0, head[..<length].allSatisfy({ 0x20...0x7e ~= $0 }) else {
        return problem(.malformed, "an item has no name")
      }
      let start = offset + 8 + Int64(length) + 1
      guard size <= range.upperBound - start else {
        return problem(.truncated, "an item has \(size) bytes, fewer are left")
      }
      total += size
      guard size <= MetadataLimit.valueSize, total <= MetadataLimit.totalSize else {
        return problem(.excessive, "the items have more than \(total) bytes")
      }
      let blank = MetadataItem(
        keySpace: .ape, key: .name(String(decoding: head[..<length], as: UTF8.self)), value: .data([]),
        source: MetadataSource(container: .ape, path: path, entry: index))
      let bytes = try source.bytes(at: start, count: Int(size))
      metadata.items += Self.items(bytes, kind: flags >> 1 & 3, isLatin: end.version < 2000, blank)
      // Texts of the first version are Latin; they are written as those of the second.
      let stored = end.version < 2000 ? MetadataTextEncoding.latin1.text(bytes).map { Array($0.utf8) } : bytes
      entries.append(CompanionEntry(name: blank.key.description, flags: flags, bytes: stored ?? bytes))
      offset = start + size
    }
  }

  /// - Parameter kind: 0 for texts, 1 for data, 2 for an address.
  private static func items(_ bytes: [UInt8], kind: UInt32, isLatin: Bool, _ blank: MetadataItem) -> [MetadataItem] {
    guard kind == 1 else {
      // Multiple values are separated by zeros.
      return bytes.split(separator: 0, maxSplits: MetadataLimit.textCount, omittingEmptySubsequences: false).map {
        part in
        let latin = String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) }))
        return blank.with(isLatin ? .text(latin, .latin1) : .text(String(decoding: part, as: UTF8.self), .utf8))
      }
    }
    let name = blank.key.description.uppercased()
    guard name.hasPrefix("COVER ART"), let zero = bytes.firstIndex(of: 0) else { return [blank.with(.data(bytes))] }
    // A picture follows the name of its file.
    let picture = Array(bytes[(zero + 1)...])
    var item = blank.with(MetadataImageFormat(signatureOf: picture).map { .image($0, picture) } ?? .data(picture))
      .with(.fileName, .text(String(decoding: bytes[..<zero], as: UTF8.self)))
    let kinds: [String: Int64] = ["COVER ART (FRONT)": 3, "COVER ART (BACK)": 4]
    if let kind = kinds[name] { item = item.with(.pictureType, .number(kind)) }
    return [item]
  }

  /// A header or footer.
  private struct End {
    /// The version: 1000 or 2000.
    let version: Int
    /// The size of the items and the footer, in bytes.
    let size: Int64
    let count: Int
    let hasHeader: Bool
    let hasFooter: Bool
    let isHeader: Bool

    init?(_ bytes: [UInt8]) {
      func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }
      guard bytes.count >= 32, bytes.starts(with: APETag.signature) else { return nil }
      version = number(8)
      size = Int64(number(12))
      count = number(16)
      // The first version has no flags, and a footer only.
      let flags = version < 2000 ? 0 : number(20)
      (hasHeader, hasFooter, isHeader) = (flags >> 31 & 1 == 1, flags >> 30 & 1 == 0, flags >> 29 & 1 == 1)
      guard size >= (hasFooter ? APETag.endSize : 0) else { return nil }
    }
  }
}
