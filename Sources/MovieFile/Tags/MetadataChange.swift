/// The difference between a file's metadata and the new metadata, entry by entry.
struct MetadataChange {
  /// The new items of changed entries; none for a removed entry.
  private(set) var entries: [MetadataSource: [MetadataItem]] = [:]
  /// Items without an entry in the file.
  private(set) var fresh: [MetadataItem] = []

  init(from old: [MetadataItem], to new: [MetadataItem]) {
    var found: [MetadataSource: [MetadataItem]] = [:]
    for item in old { if let source = item.source { found[source, default: []].append(item) } }
    var kept: [MetadataSource: [MetadataItem]] = [:]
    for item in new {
      // An entry cannot move to another key space.
      if let source = item.source, found[source]?.first?.keySpace == item.keySpace {
        kept[source, default: []].append(item)
      } else {
        var item = item
        item.source = nil
        fresh.append(item)
      }
    }
    for (source, items) in found where kept[source] != items { entries[source] = kept[source] ?? [] }
  }

  var isEmpty: Bool { entries.isEmpty && fresh.isEmpty }

  /// Returns the new items of an entry of the file; nil if it is unchanged.
  func items(_ container: MetadataSource.Container, _ path: BoxPath, _ entry: Int) -> [MetadataItem]? {
    entries.isEmpty
      ? nil : entries[MetadataSource(container: container, path: path.description, entry: entry)]
  }
}
