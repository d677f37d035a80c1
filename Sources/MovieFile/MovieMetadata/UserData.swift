/// Reads a 'udta' box: QuickTime's user data, and 3GPP's and ISO's (QuickTime File Format, "User data atoms";
/// 3GPP TS 26.244, clause 8.2).
extension MetadataCollector {
  mutating func readUserData(_ box: Box) {
    forEachBox(in: box) { collector, child, index throws(MovieError) in
      let place = MetadataSource(container: .userData, path: box.path.description, entry: index)
      switch child.type {
      case "meta": collector.readMetadataBox(child)
      // Chapters, and free space.
      case "chpl", "free", "skip": break
      default:
        let blank = MetadataItem(
          keySpace: .quickTimeUserData, key: .code(child.type), value: .data([]), source: place)
        try collector.readEntry(child, blank)
      }
    }
  }

  private mutating func readEntry(_ box: Box, _ blank: MetadataItem) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    let bytes = try rest(&reader)
    let isInternational = box.type.rawValue >> 24 == 0xa9
    if isInternational, let texts = InternationalText.list(bytes) {
      for text in texts.prefix(MetadataLimit.itemCount - metadata.items.count) {
        var item = blank.with(text.value)
        item.language = text.language
        add(item)
      }
      return
    }
    if !isInternational, let entry = ISOUserData(box.type, bytes) {
      for value in entry.values {
        var item = blank.with(value)
        if !isQuickTime { item.keySpace = .isoUserData }
        item.language = entry.language
        item.attributes = entry.attributes
        add(item)
      }
      return
    }
    switch box.type {
    // A media characteristic, and the names of a track: plain text. What begins with a zero has fields before it.
    case "tagc", "name",
      "tnam" where bytes.first != 0:
      let text = MetadataTextEncoding.utf8.text(bytes.prefix { $0 != 0 || box.type == "tagc" })
      add(blank.with(text.map { .text($0, .utf8) } ?? .data(bytes)))
    default: add(blank.with(.data(bytes)))
    }
  }
}

/// A text of QuickTime's user data in one of several languages.
struct InternationalText {
  let value: MetadataValue
  let language: MetadataLanguage?

  /// Reads the texts of an entry, each after its length and language; nil if the bytes have another form.
  static func list(_ bytes: [UInt8]) -> [InternationalText]? {
    var list: [InternationalText] = []
    // Lists end with four zero bytes, or fewer, and writers append more.
    let end = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    var rest = bytes[...]
    while rest.count >= 4, list.count < MetadataLimit.itemCount, list.isEmpty || rest.startIndex < end {
      let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
      let code = UInt16(rest[rest.startIndex + 2]) << 8 | UInt16(rest[rest.startIndex + 3])
      rest = rest.dropFirst(4)
      // Some old writers include the size of length and language in the length.
      guard length <= rest.count || (list.isEmpty && length == rest.count + 4) else { return nil }
      let text = rest.prefix(length)
      list.append(InternationalText(value: value(Array(text), code), language: MetadataLanguage(packed: code)))
      rest = rest.dropFirst(length)
    }
    return list.isEmpty ? nil : list
  }

  /// Macintosh languages that use Mac Roman.
  private static let romanLanguages: Set<UInt16> = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 34, 35, 36, 81, 82, 83, 88, 89, 94, 128, 129, 130, 131,
  ]

  /// Decodes text: Unicode for ISO languages, the Macintosh encoding for Macintosh languages; yet nearly all writers
  /// use UTF-8 with any code, and text in other encodings is hardly ever valid UTF-8.
  private static func value(_ bytes: [UInt8], _ code: UInt16) -> MetadataValue {
    if bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]),
      let text = MetadataTextEncoding.utf16.text(bytes)
    {
      return .text(text, .utf16)
    }
    if let text = MetadataTextEncoding.utf8.text(bytes) { return .text(text, .utf8) }
    if romanLanguages.contains(code), let text = MetadataTextEncoding.macRoman.text(bytes) {
      return .text(text, .macRoman)
    }
    return .data(bytes)
  }
}
