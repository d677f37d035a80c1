/// What holds metadata, as far as keys and values go: movies and tracks of a kind, or an ID3 tag.
public enum MetadataHome: Hashable, Sendable {
  case movie(MovieFormat, MetadataEncoder.Level)
  /// The tag of a file of sound.
  case id3

  /// What errors call it.
  var name: String {
    switch self {
    case .movie(let format, _): "\(format.rawValue) files"
    case .id3: "ID3 tags"
    }
  }

  /// Where metadata may stand there, the place that most programs look in first.
  var keySpaces: [MetadataKeySpace] {
    switch self {
    case .movie(let format, _): format.metadataKeySpaces
    case .id3: [.id3]
    }
  }

  /// Why it cannot hold items of a key space; nil if it can.
  func refusal(of keySpace: MetadataKeySpace) -> String? {
    switch self {
    case .movie(let format, _): format.refusal(of: keySpace)
    case .id3: keySpace == .id3 ? nil : "ID3 tags hold frames, such as id3:TIT2"
    }
  }

  /// Why it cannot hold an item; nil if it can.
  func refusal(of item: MetadataItem) -> String? {
    switch self {
    case .movie(let format, let level): MetadataEncoder(format, level: level).refusal(of: item)
    case .id3: refusal(of: item.keySpace)
    }
  }

  /// The key space in which a tag is best written; nil if there is none.
  func keySpace(for tag: MetadataTag) -> MetadataKeySpace? {
    keySpaces.first { tag.key(in: $0) != nil }
  }
}
