extension Metadata {
  /// The items of a file with tags of several kinds, without items that repeat a better one: ID3v2 has precedence over
  /// APE, APE over texts in chunks, and these over ID3v1 at the end, which may have truncated them.
  public var itemsByPrecedence: [MetadataItem] {
    func place(_ item: MetadataItem) -> MetadataSource? {
      var source = item.source
      source?.entry = 0
      return source
    }
    let ranks = { (item: MetadataItem) in
      switch item.source?.container {
      case .ape: 1
      case .coreAudio: 2
      case .id3v1: 3
      default: 0
      }
    }
    var best: [MetadataTag: MetadataItem] = [:]
    for item in items {
      guard let tag = item.tag else { continue }
      if let known = best[tag], ranks(known) <= ranks(item) { continue }
      best[tag] = item
    }
    return items.filter { item in
      guard let tag = item.tag, let first = best[tag] else { return true }
      return place(first) == place(item)
    }
  }
}
