/// The list of texts that many WAVE files have beside or instead of an ID3 tag ('LIST' of the type 'INFO'; Microsoft,
/// Multimedia Programming Interface 1.0, "INFO List Chunk").
///
/// Programs that know both believe this one: what changes in the tag has to change here too.
struct RIFFInfo {
  private var entries: [(name: String, bytes: [UInt8])] = []

  /// - Parameter contents: Those of a 'LIST' chunk; nil if it is a list of something else, or damaged.
  init?(_ contents: [UInt8]) {
    guard contents.starts(with: "INFO".utf8) else { return nil }
    var rest = contents.dropFirst(4)
    while rest.count >= 8 {
      let head = Array(rest.prefix(8))
      let size = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard size <= rest.count - 8 else { return nil }
      entries.append((String(decoding: head[..<4], as: UTF8.self), Array(rest.dropFirst(8).prefix(size))))
      rest = rest.dropFirst(8 + size + size % 2)
    }
  }

  private static let names: [(tag: MetadataTag, name: String)] = [
    (.title, "INAM"), (.artist, "IART"), (.album, "IPRD"), (.comment, "ICMT"), (.date, "ICRD"), (.genre, "IGNR"),
    (.track, "IPRT"), (.copyright, "ICOP"), (.software, "ISFT"), (.keywords, "IKEY"),
  ]

  /// Says of what has changed what is said now.
  mutating func update(from old: [MetadataItem], to new: [MetadataItem]) {
    func text(_ items: [MetadataItem], _ tag: MetadataTag) -> String? { items.lazy.first { $0.tag == tag }?.tagText }
    for (tag, name) in Self.names {
      let said = text(new, tag)
      guard said != text(old, tag) else { continue }
      let place = entries.firstIndex { $0.name == name } ?? entries.count
      entries.removeAll { $0.name == name }
      if let said { entries.insert((name, Array(said.utf8) + [0]), at: min(place, entries.count)) }
    }
  }

  /// The whole chunk; nothing if there is nothing in it.
  var chunk: [UInt8] {
    guard !entries.isEmpty else { return [] }
    var contents = Array("INFO".utf8)
    for (name, bytes) in entries {
      contents += Array(name.utf8)
      contents.append(little: UInt32(bytes.count))
      contents += bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    var chunk = Array("LIST".utf8)
    chunk.append(little: UInt32(contents.count))
    return chunk + contents
  }
}
