/// The 128 bytes at the end of old MP3 files, in version 1.0 or 1.1.
///
/// It has no keys: its fields are reported under those of the ID3v2.3 frames with the same meaning.
enum ID3v1 {
  static let size: Int64 = 128

  /// True if the file ends with a tag.
  static func exists(in source: any ByteSource) throws(MovieError) -> Bool {
    guard source.size >= size else { return false }
    return try source.bytes(at: source.size - size, count: 3).elementsEqual("TAG".utf8)
  }

  /// Returns the metadata of the tag at the end; empty if there is none.
  static func metadata(of source: any ByteSource) throws(MovieError) -> Metadata {
    guard try exists(in: source) else { return Metadata() }
    let bytes = try source.bytes(at: source.size - size, count: Int(size))
    var items: [MetadataItem] = []
    func add(_ key: BoxType, _ value: MetadataValue) {
      items.append(
        MetadataItem(
          keySpace: .id3, key: .code(key), value: value,
          source: MetadataSource(container: .id3v1, path: "ID3v1", entry: items.count)))
    }
    func addText(_ key: BoxType, _ field: Range<Int>) {
      let text = bytes[field].prefix { $0 != 0 }
      let kept = text.prefix((text.lastIndex { $0 != 0x20 } ?? text.startIndex - 1) + 1 - text.startIndex)
      if !kept.isEmpty { add(key, .text(MetadataTextEncoding.latin1.text(kept) ?? "", .latin1)) }
    }
    addText("TIT2", 3..<33)
    addText("TPE1", 33..<63)
    addText("TALB", 63..<93)
    addText("TYER", 93..<97)
    // Version 1.1 uses the last two bytes of the comment: a zero and the track number.
    let hasTrack = bytes[125] == 0 && bytes[126] != 0
    addText("COMM", 97..<(hasTrack ? 125 : 127))
    if hasTrack { add("TRCK", .unsigned(UInt64(bytes[126]), byteCount: 1)) }
    if bytes[127] != 255 { add("TCON", .unsigned(UInt64(bytes[127]), byteCount: 1)) }
    return Metadata(items: items)
  }
}
