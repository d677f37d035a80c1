/// QuickTime's table of keys, to which entries refer by number, while it is being changed.
struct KeyTable {
  private var keys: [MetadataEntries.KeyEntry] = []

  init() {}

  /// - Throws: `malformed` if it is no table: its numbers would mean something else afterwards.
  init(_ draft: BoxDraft, window: ByteWindow) throws(MovieError) {
    guard let box = draft.original else { return }
    let entries = try MetadataKeyEntry.list(in: box, window: window)
    var reader = PayloadReader(box, window: window)
    try reader.skip(8)
    for _ in entries {
      let size = Int(try reader.u32())
      let namespace = try reader.boxType()
      keys.append(MetadataEntries.KeyEntry(namespace: namespace, name: try reader.bytes(size - 8)))
    }
  }

  /// The number of a key, which is added if need be.
  mutating func number(of key: MetadataEntries.KeyEntry) -> UInt32 {
    if let index = keys.firstIndex(of: key) { return UInt32(index + 1) }
    keys.append(key)
    return UInt32(keys.count)
  }

  /// Removes keys to which no entry refers, and numbers the entries anew; not if one refers to a key that is not there.
  mutating func removeUnused(_ entries: inout [BoxDraft]) {
    let used = Set(entries.map(\.type.rawValue))
    guard used.allSatisfy({ $0 > 0 && $0 <= keys.count }) else { return }
    var numbers: [UInt32: UInt32] = [:]
    var kept: [MetadataEntries.KeyEntry] = []
    for (index, key) in keys.enumerated() where used.contains(UInt32(index + 1)) {
      kept.append(key)
      numbers[UInt32(index + 1)] = UInt32(kept.count)
    }
    keys = kept
    for index in entries.indices {
      entries[index].type = BoxType(rawValue: numbers[entries[index].type.rawValue] ?? 0)
    }
  }

  var box: BoxDraft {
    var writer = BoxWriter()
    writer.u32(0)
    writer.u32(UInt32(keys.count))
    for key in keys { key.write(to: &writer) }
    return BoxDraft("keys", bytes: writer.contents)
  }
}
