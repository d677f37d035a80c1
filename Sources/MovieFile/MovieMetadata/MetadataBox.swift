/// Reads a 'meta' box: iTunes' item list, QuickTime's with a table of keys, or an ID3 tag (ISO/IEC 14496-12, clause 8.11;
/// QuickTime File Format, "Metadata atom").
extension MetadataCollector {
  mutating func readMetadataBox(_ box: Box) {
    attempt { collector throws(MovieError) in
      // ISO's has version and flags, QuickTime's does not.
      guard box.payloadSize >= 8 else { return }
      let skipping: Int64 = try collector.window.u32(at: box.start + 4) == BoxType("hdlr").rawValue ? 0 : 4
      var list: Box?
      var keys: [MetadataKeyEntry]?
      var tables = LocaleTables()
      var tags: [Box] = []
      collector.forEachBox(in: box, skipping: skipping) { collector, child, _ throws(MovieError) in
        switch child.type {
        case "ilst": list = list ?? child
        case "keys": keys = try MetadataKeyEntry.list(in: child, window: collector.window)
        case "ctry": tables.countries = try LocaleTables.list(in: child, window: collector.window)
        case "lang": tables.languages = try LocaleTables.list(in: child, window: collector.window)
        case "ID32": if tags.count < 16 { tags.append(child) }
        default: break
        }
      }
      if let list { collector.readItemList(list, keys: keys, tables: tables) }
      for tag in tags { collector.readID3(tag) }
    }
  }

  /// Reads a tag in a box (MP4 registration authority, "ID3v2 in MPEG-4 files"): version, flags, language, the tag.
  private mutating func readID3(_ box: Box) {
    attempt { collector throws(MovieError) in
      let source = collector.window.source
      guard let tag = try ID3Tag(from: source, at: box.start + 6) else {
        throw .malformed("'ID32' holds no ID3 tag", in: box)
      }
      guard tag.range.upperBound <= box.end else { throw .malformed("the tag reaches beyond 'ID32'", in: box) }
      let language = MetadataLanguage(packed: try collector.window.u16(at: box.start + 4))
      var metadata = tag.metadata
      // The box's language applies to items without one.
      for index in metadata.items.indices where metadata.items[index].language == nil {
        metadata.items[index].language = language
      }
      collector.append(metadata)
    }
  }
}

/// An entry of QuickTime's table of keys.
struct MetadataKeyEntry {
  let keySpace: MetadataKeySpace
  let key: MetadataKey

  /// - Throws: `malformed` if the table declares more entries than it holds.
  static func list(in box: Box, window: ByteWindow) throws(MovieError) -> [MetadataKeyEntry] {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    let count = try reader.u32()
    guard Int64(count) <= reader.remaining / 8 else {
      throw .malformed("'keys' says that it holds \(count) keys in \(reader.remaining) bytes", in: box)
    }
    guard Int(count) <= MetadataLimit.itemCount, box.size <= 1 << 20 else {
      throw MovieError(.excessive, "'keys' has \(count) keys", box: box.path.description, offset: box.offset)
    }
    var entries: [MetadataKeyEntry] = []
    for _ in 0..<count {
      let size = Int(try reader.u32())
      let namespace = try reader.boxType()
      guard size >= 8 else { throw .malformed("a key has \(size) bytes", in: box, at: reader.position - 8) }
      let bytes = try reader.bytes(size - 8)
      // Four-character codes of user data may be here too.
      let key: MetadataKey =
        if namespace == "udta", bytes.count == 4 {
          .code(bytes.reduce(0) { $0 << 8 | FourCharCode($1) })
        } else {
          MetadataTextEncoding.utf8.text(bytes).map { .name($0) } ?? .data(bytes)
        }
      entries.append(MetadataKeyEntry(keySpace: MetadataKeySpace(rawValue: namespace.text), key: key))
    }
    return entries
  }
}

/// Lists of countries and languages that values refer to by number (QuickTime File Format, "Country list atom").
struct LocaleTables {
  var countries: [UInt16] = []
  var languages: [UInt16] = []

  /// Reads the first entry of each list; values for several countries or languages are rare.
  static func list(in box: Box, window: ByteWindow) throws(MovieError) -> [UInt16] {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    let count = try reader.u32()
    guard count <= 255, Int64(count) <= reader.remaining / 2 else {
      throw .malformed("'\(box.type.text)' says that it holds \(count) lists", in: box)
    }
    var codes: [UInt16] = []
    for _ in 0..<count {
      let length = try reader.u16()
      codes.append(length > 0 ? try reader.u16() : 0)
      try reader.skip(Int64(max(Int(length), 1) - 1) * 2)
    }
    return codes
  }

  /// Returns two letters; nil for all countries.
  func country(_ indicator: UInt16) -> String? {
    let code = resolved(indicator, in: countries)
    let letters = [UInt8(code >> 8), UInt8(code & 0xff)]
    return letters.allSatisfy { (0x41...0x5a).contains($0) } ? String(decoding: letters, as: UTF8.self) : nil
  }

  /// Returns the language; nil for all languages.
  func language(_ indicator: UInt16) -> MetadataLanguage? {
    let code = resolved(indicator, in: languages)
    return code < 0x400 ? nil : MetadataLanguage(packed: code)
  }

  private func resolved(_ indicator: UInt16, in list: [UInt16]) -> UInt16 {
    guard (1...255).contains(indicator) else { return indicator }
    return Int(indicator) <= list.count ? list[Int(indicator) - 1] : 0
  }
}
