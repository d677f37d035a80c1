extension APETag: CompanionTag {
  static let keySpace = MetadataKeySpace.ape
  var container: MetadataSource.Container { .ape }

  func key(of name: String) -> MetadataKey { .name(name) }

  func name(of tag: MetadataTag) -> String? {
    // A name that APE tags use for another tag is that tag's key.
    guard let key = tag.key(in: .ape), MetadataTag(.ape, key) == tag else { return nil }
    return key.description
  }

  func entry(_ name: String, saying items: [MetadataItem]) -> CompanionEntry? {
    if let picture = items.first?.value.image {
      // The picture follows the name of its file.
      return CompanionEntry(name: name, flags: 2, bytes: [0] + picture)
    }
    let texts = items.compactMap(\.tagText).filter { !$0.utf8.contains(0) }
    return texts.isEmpty ? nil : CompanionEntry(name: name, bytes: Array(texts.joined(separator: "\0").utf8))
  }

  /// Returns the whole tag, in version 2; empty for a tag without entries.
  ///
  /// - Throws: `notStorable` if the tag is longer than its size fields can hold.
  func bytes() throws(MovieError) -> [UInt8] {
    guard !entries.isEmpty else { return [] }
    var items: [UInt8] = []
    for entry in entries {
      items.append(little: UInt32(clamping: entry.bytes.count))
      items.append(little: entry.flags)
      items += Array(entry.name.utf8) + [0] + entry.bytes
    }
    guard items.count < 1 << 28 else {
      throw .notStorable("an APE tag of \(items.count) bytes is longer than readers take")
    }
    func end(isHeader: Bool) -> [UInt8] {
      var end = Self.signature
      for number in [2000, UInt32(items.count) + UInt32(Self.endSize), UInt32(entries.count)] {
        end.append(little: number)
      }
      end.append(little: UInt32(1 << 31 | (isHeader ? 1 << 29 : 0)))
      return end + [UInt8](repeating: 0, count: 8)
    }
    return end(isHeader: true) + items + end(isHeader: false)
  }
}
