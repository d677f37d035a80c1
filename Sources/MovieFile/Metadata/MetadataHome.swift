/// What holds metadata, as far as keys and values go: movies and tracks of a kind, an ID3 tag, or Core Audio's texts.
public enum MetadataHome: Hashable, Sendable {
  case movie(MovieFormat, MetadataEncoder.Level)
  /// The tag of a file of sound.
  case id3
  /// The texts of a Core Audio file.
  case coreAudio

  /// That of files of a kind; nil for those that say nothing about themselves.
  public init?(_ format: WritableFormat) {
    switch format {
    case .movie(let format): self = .movie(format, .movie)
    case .sound(.wav), .sound(.aiff), .sound(.aifc): self = .id3
    case .sound(.caf): self = .coreAudio
    case .sound(.amr): return nil
    }
  }

  /// What errors call it.
  var name: String {
    switch self {
    case .movie(let format, _): "\(format.rawValue) files"
    case .id3: "ID3 tags"
    case .coreAudio: "Core Audio files"
    }
  }

  /// Where metadata may stand there, the place that most programs look in first.
  var keySpaces: [MetadataKeySpace] {
    switch self {
    case .movie(let format, _): format.metadataKeySpaces
    case .id3: [.id3]
    case .coreAudio: [.audioFile]
    }
  }

  /// Why it cannot hold items of a key space; nil if it can.
  func refusal(of keySpace: MetadataKeySpace) -> String? {
    switch self {
    case .movie(let format, _): format.refusal(of: keySpace)
    case .id3: keySpace == .id3 ? nil : "ID3 tags hold frames, such as id3:TIT2"
    case .coreAudio: keySpace == .audioFile ? nil : "Core Audio files hold texts, such as caaf:info-title"
    }
  }

  /// Why it cannot hold an item; nil if it can.
  func refusal(of item: MetadataItem) -> String? {
    switch self {
    case .movie(let format, let level): MetadataEncoder(format, level: level).refusal(of: item)
    case .id3, .coreAudio: refusal(of: item.keySpace)
    }
  }

  /// Whether it can hold an item as it is.
  func holds(_ item: MetadataItem) -> Bool {
    guard refusal(of: item) == nil else { return false }
    switch self {
    case .movie(let format, _):
      var entries = MetadataEntries()
      return (try? entries.add([item], format: format)) != nil
    case .id3: return (try? ID3TagDraft.frames([item], version: ID3TagDraft.newVersion)) != nil
    case .coreAudio:
      var texts = InfoTexts(.coreAudio)
      return (try? texts.apply(MetadataChange(from: [], to: [item]))) != nil
    }
  }

  /// The key space in which a tag is best written; nil if there is none.
  public func keySpace(for tag: MetadataTag) -> MetadataKeySpace? {
    keySpaces.first { tag.key(in: $0) != nil }
  }
}
