/// Reads the fields of a frame's contents in order; nil past the end.
struct ID3FrameFields {
  private let bytes: [UInt8]
  private var position = 0
  /// The encoding of the following texts; nil if the frame's first byte names none.
  private var encoding: MetadataTextEncoding?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var rest: ArraySlice<UInt8> { bytes[position...] }

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads the byte with the encoding of the texts (ID3v2.4, clause 4).
  mutating func readEncoding() -> MetadataTextEncoding? {
    switch byte() {
    case 0: encoding = .latin1
    case 1: encoding = .utf16
    case 2: encoding = .utf16BigEndian
    case 3: encoding = .utf8
    default: encoding = nil
    }
    return encoding
  }

  /// Reads three letters of ISO 639-2; the inner value is nil if the frame names no language.
  mutating func language() -> MetadataLanguage?? {
    guard let bytes = take(3) else { return nil }
    let isLanguage = bytes.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7a }
    return .some(isLanguage ? .tag(String(decoding: bytes.map { $0 | 0x20 }, as: UTF8.self)) : nil)
  }

  /// Reads a text that ends with a zero character, or with the contents.
  mutating func string(_ encoding: MetadataTextEncoding) -> String? {
    let rest = rest
    let end = Self.terminator(in: rest, encoding)
    position = end.map { $0 + Self.unitSize(encoding) } ?? bytes.count
    return encoding.text(rest[..<(end ?? rest.endIndex)])
  }

  /// Returns all remaining texts. A zero character after the last one does not start another; beyond the limit, all are
  /// one text.
  func strings(_ encoding: MetadataTextEncoding) -> [String]? {
    var parts: [ArraySlice<UInt8>] = []
    var rest = rest
    while !rest.isEmpty, parts.count <= MetadataLimit.textCount {
      guard let end = Self.terminator(in: rest, encoding) else {
        parts.append(rest)
        rest = []
        break
      }
      parts.append(rest[..<end])
      rest = rest[(end + Self.unitSize(encoding))...]
    }
    if parts.count > MetadataLimit.textCount { return encoding.text(self.rest).map { [$0] } }
    // Writers pad with zeros.
    while parts.count > 1, parts.last?.allSatisfy({ $0 == 0 }) == true { parts.removeLast() }
    var texts: [String] = []
    for part in parts {
      guard let text = encoding.text(Self.marked(part, like: parts[0], encoding)) else { return nil }
      texts.append(text)
    }
    return texts.isEmpty ? [""] : texts
  }

  /// UTF-16 text without a byte order mark has the byte order of the text before it.
  private static func marked(
    _ text: ArraySlice<UInt8>, like first: ArraySlice<UInt8>, _ encoding: MetadataTextEncoding
  ) -> ArraySlice<UInt8> {
    let marks: [[UInt8]] = [[0xfe, 0xff], [0xff, 0xfe]]
    guard encoding == .utf16, !marks.contains(where: { text.starts(with: $0) }),
      let mark = marks.first(where: { first.starts(with: $0) })
    else { return text }
    return mark + text
  }

  private static func unitSize(_ encoding: MetadataTextEncoding) -> Int {
    encoding == .utf16 || encoding == .utf16BigEndian ? 2 : 1
  }

  /// Returns the index of the first zero character.
  private static func terminator(in bytes: ArraySlice<UInt8>, _ encoding: MetadataTextEncoding) -> Int? {
    guard unitSize(encoding) == 2 else { return bytes.firstIndex(of: 0) }
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      if bytes[index] == 0, bytes[index + 1] == 0 { return index }
      index += 2
    }
    return nil
  }
}
