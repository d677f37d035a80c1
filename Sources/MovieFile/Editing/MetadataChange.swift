/// The difference between the metadata of a file and those that it shall have, entry by entry.
struct MetadataChange {
  /// The new items of entries that change; none if the entry goes.
  private(set) var entries: [MetadataSource: [MetadataItem]] = [:]
  /// Items that no entry of the file holds.
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

  /// The new items of an entry of the file; nil if it stays as it is.
  func items(_ container: MetadataSource.Container, _ path: BoxPath, _ entry: Int) -> [MetadataItem]? {
    entries.isEmpty
      ? nil : entries[MetadataSource(container: container, path: path.description, entry: entry)]
  }
}
