/// Texts of an audio file beside its ID3 tag, or instead of one: entries with names of their own.
///
/// Programs that support both may prefer either: changes to the ID3 tag must be made here too.
protocol CompanionTag {
  static var keySpace: MetadataKeySpace { get }
  /// The container in the sources of its items.
  var container: MetadataSource.Container { get }
  var path: String { get }
  /// In file order.
  var entries: [CompanionEntry] { get set }

  /// Returns the key of an entry's name.
  func key(of name: String) -> MetadataKey
  /// Returns the name of the entry for a tag; nil if there is none.
  func name(of tag: MetadataTag) -> String?
  /// Returns an entry with values of one tag; nil if it cannot hold them.
  func entry(_ name: String, saying items: [MetadataItem]) -> CompanionEntry?
}

extension CompanionTag {
  private func tag(of entry: CompanionEntry) -> MetadataTag? { MetadataTag(Self.keySpace, key(of: entry.name)) }

  /// Updates the entries of changed items; all others are kept byte for byte.
  mutating func follow(from old: [MetadataItem], to new: [MetadataItem]) {
    func places(_ items: [MetadataItem]) -> Set<Int> {
      Set(items.compactMap { $0.source?.container == container && $0.source?.path == path ? $0.source?.entry : nil })
    }
    for place in places(old).subtracting(places(new)).sorted(by: >) where entries.indices.contains(place) {
      entries.remove(at: place)
    }
    for tag in MetadataTag.allCases {
      guard let name = name(of: tag) else { continue }
      let storedItems = Self.items(new, saying: tag)
      guard storedItems.map(\.saying) != Self.items(old, saying: tag).map(\.saying) else { continue }
      let place = entries.firstIndex { self.tag(of: $0) == tag }
      // Pictures are large: one place for them is enough.
      if place == nil, tag.form == .picture { continue }
      let entry = storedItems.isEmpty ? nil : entry(place.map { entries[$0].name } ?? name, saying: storedItems)
      var kept = entries.filter { self.tag(of: $0) != tag }
      if let entry { kept.insert(entry, at: min(place ?? kept.count, kept.count)) }
      entries = kept
    }
  }

  /// Returns the items of a tag: from the ID3 tag, else from this one, else from another place.
  private static func items(_ items: [MetadataItem], saying tag: MetadataTag) -> [MetadataItem] {
    let all = items.filter { $0.tag == tag }
    let tagged = all.filter { $0.keySpace == .id3 && $0.source?.container != .id3v1 }
    if !tagged.isEmpty { return tagged }
    let own = all.filter { $0.keySpace == keySpace }
    return own.isEmpty ? all : own
  }
}

extension MetadataItem {
  /// The value, independent of its storage.
  fileprivate var saying: MetadataValue { tagText.map { .text($0, .utf8) } ?? value }
}
