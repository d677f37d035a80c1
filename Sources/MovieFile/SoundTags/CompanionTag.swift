/// What a file of sound says beside its ID3 tag, or instead of one: entries with names of their own.
///
/// Programs that know both believe the one or the other: what changes in the ID3 tag has to change here too.
protocol CompanionTag {
  static var keySpace: MetadataKeySpace { get }
  /// What the sources of its items say.
  var container: MetadataSource.Container { get }
  var path: String { get }
  /// In file order.
  var entries: [CompanionEntry] { get set }

  /// The key that the name of an entry is.
  func key(of name: String) -> MetadataKey
  /// The name of the entry that says something; nil if none can.
  func name(of tag: MetadataTag) -> String?
  /// An entry that says values of one tag; nil if it cannot.
  func entry(_ name: String, saying items: [MetadataItem]) -> CompanionEntry?
}

/// An entry as it is stored.
struct CompanionEntry: Hashable, Sendable {
  var name: String
  var flags: UInt32 = 0
  var bytes: [UInt8]
}

extension CompanionTag {
  private func tag(of entry: CompanionEntry) -> MetadataTag? { MetadataTag(Self.keySpace, key(of: entry.name)) }

  /// Says of what has changed what is said now; all else stays byte by byte.
  mutating func follow(from old: [MetadataItem], to new: [MetadataItem]) {
    func places(_ items: [MetadataItem]) -> Set<Int> {
      Set(items.compactMap { $0.source?.container == container && $0.source?.path == path ? $0.source?.entry : nil })
    }
    for place in places(old).subtracting(places(new)).sorted(by: >) where entries.indices.contains(place) {
      entries.remove(at: place)
    }
    for tag in MetadataTag.allCases {
      guard let name = name(of: tag) else { continue }
      let said = Self.items(new, saying: tag)
      guard said.map(\.saying) != Self.items(old, saying: tag).map(\.saying) else { continue }
      let place = entries.firstIndex { self.tag(of: $0) == tag }
      // Pictures are large: one place that says them is enough.
      if place == nil, tag.form == .picture { continue }
      let entry = said.isEmpty ? nil : entry(place.map { entries[$0].name } ?? name, saying: said)
      var kept = entries.filter { self.tag(of: $0) != tag }
      if let entry { kept.insert(entry, at: min(place ?? kept.count, kept.count)) }
      entries = kept
    }
  }

  /// What the ID3 tag says of something, else what this one says, else what another place says.
  private static func items(_ items: [MetadataItem], saying tag: MetadataTag) -> [MetadataItem] {
    let all = items.filter { $0.tag == tag }
    let tagged = all.filter { $0.keySpace == .id3 && $0.source?.container != .id3v1 }
    if !tagged.isEmpty { return tagged }
    let own = all.filter { $0.keySpace == keySpace }
    return own.isEmpty ? all : own
  }
}

extension MetadataItem {
  /// The value, however it is stored.
  fileprivate var saying: MetadataValue { tagText.map { .text($0, .utf8) } ?? value }
}
