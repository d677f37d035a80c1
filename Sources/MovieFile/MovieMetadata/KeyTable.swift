/// QuickTime's table of keys, to which entries refer by number, under construction.
struct KeyTable {
  private var keys: [MetadataEntries.KeyEntry] = []
  /// The first number of each key.
  private var numbers: [MetadataEntries.KeyEntry: UInt32] = [:]

  init() {}

  private mutating func append(_ key: MetadataEntries.KeyEntry) {
    keys.append(key)
    if numbers[key] == nil { numbers[key] = UInt32(keys.count) }
  }

  /// - Throws: `malformed` for a damaged table: its numbers would change their meaning.
  init(_ draft: BoxDraft, window: ByteWindow) throws(MovieError) {
    guard let box = draft.original else { return }
    let entries = try MetadataKeyEntry.list(in: box, window: window)
    var reader = PayloadReader(box, window: window)
    try reader.skip(8)
    for _ in entries {
      let size = Int(try reader.u32())
      let namespace = try reader.boxType()
      append(MetadataEntries.KeyEntry(namespace: namespace, name: try reader.bytes(size - 8)))
    }
  }

  /// Returns the number of a key, which is added if necessary.
  mutating func number(of key: MetadataEntries.KeyEntry) -> UInt32 {
    if numbers[key] == nil { append(key) }
    return numbers[key] ?? 0
  }

  /// Removes keys without entries, and renumbers the entries; does nothing if an entry refers to a missing key.
  mutating func removeUnused(_ entries: inout [BoxDraft]) {
    let used = Set(entries.map(\.type.rawValue))
    guard used.allSatisfy({ $0 > 0 && $0 <= keys.count }) else { return }
    var kept = KeyTable()
    var renumbered: [UInt32: UInt32] = [:]
    for (index, key) in keys.enumerated() where used.contains(UInt32(index + 1)) {
      kept.append(key)
      renumbered[UInt32(index + 1)] = UInt32(kept.keys.count)
    }
    self = kept
    for index in entries.indices {
      entries[index].type = BoxType(rawValue: renumbered[entries[index].type.rawValue] ?? 0)
    }
  }

  /// The 'keys' box.
  var box: RawBox {
    RawBox("keys") { box in
      box.u32(0)
      box.u32(UInt32(keys.count))
      for key in keys { key.write(to: &box) }
    }
  }
}
