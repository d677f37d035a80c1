/// A container of metadata: movies and tracks of a format, an ID3 tag, Core Audio's texts, Matroska's tags, or the comments of FLAC and Ogg.
public enum MetadataDestination: Hashable, Sendable {
  case movie(MovieFormat, MetadataEncoder.Level)
  /// The tag of an audio file.
  case id3
  /// The texts of a Core Audio file.
  case coreAudio
  /// The tags and attachments of a Matroska file.
  case matroska
  /// The tags of a WebM file, which has no attachments.
  case webM
  /// The comments and pictures of a FLAC or Ogg file.
  case vorbisComment

  /// Makes the container of a file type; nil for types without metadata.
  public init?(_ format: WritableFormat) {
    switch format {
    case .movie(let format): self = .movie(format, .movie)
    case .audio(.wav), .audio(.aiff), .audio(.aifc), .audio(.mp3): self = .id3
    case .audio(.caf): self = .coreAudio
    case .audio(.flac): self = .vorbisComment
    case .audio(.amr): return nil
    case .matroska(.matroska): self = .matroska
    case .matroska(.webM): self = .webM
    }
  }

  /// The name of the container in errors.
  var name: String {
    switch self {
    case .movie(let format, _): "\(format.rawValue) files"
    case .id3: "ID3 tags"
    case .coreAudio: "Core Audio files"
    case .matroska: "Matroska files"
    case .webM: "WebM files"
    case .vorbisComment: "FLAC and Ogg files"
    }
  }

  /// The key spaces of the container; the one that most programs read is first.
  var keySpaces: [MetadataKeySpace] {
    switch self {
    case .movie(let format, _): format.metadataKeySpaces
    case .id3: [.id3]
    case .coreAudio: [.audioFile]
    case .matroska, .webM: [.matroska]
    case .vorbisComment: [.vorbisComment]
    }
  }

  /// Returns the reason why it cannot hold items of a key space; nil if it can.
  func unsupportedReason(of keySpace: MetadataKeySpace) -> String? {
    switch self {
    case .movie(let format, _): format.unsupportedReason(of: keySpace)
    case .id3: keySpace == .id3 ? nil : "ID3 tags hold frames, such as id3:TIT2"
    case .coreAudio: keySpace == .audioFile ? nil : "Core Audio files hold texts, such as caaf:info-title"
    case .matroska, .webM: keySpace == .matroska ? nil : "\(name) hold tags by name, such as TITLE"
    case .vorbisComment: keySpace == .vorbisComment ? nil : "\(name) hold comments by name, such as TITLE"
    }
  }

  /// Returns the reason why it cannot hold an item; nil if it can.
  func unsupportedReason(of item: MetadataItem) -> String? {
    switch self {
    case .movie(let format, let level): MetadataEncoder(format, level: level).unsupportedReason(of: item)
    case .webM where item.value.image != nil: "WebM files have no attachments"
    case .id3, .coreAudio, .matroska, .webM, .vorbisComment: unsupportedReason(of: item.keySpace)
    }
  }

  /// True if it can hold an item unchanged.
  func holds(_ item: MetadataItem) -> Bool {
    guard unsupportedReason(of: item) == nil else { return false }
    switch self {
    case .movie(let format, _):
      var entries = MetadataEntries()
      return (try? entries.add([item], format: format)) != nil
    case .id3: return (try? ID3TagDraft.frames([item], version: ID3TagDraft.newVersion)) != nil
    case .matroska: return item.value.image != nil || item.tagText != nil || item.isAttachment
    case .webM: return item.tagText != nil
    case .vorbisComment: return (try? FLACTags.blocks([item])) != nil
    case .coreAudio:
      var texts = InfoTexts(.coreAudio)
      return (try? texts.apply(MetadataChange(from: [], to: [item]))) != nil
    }
  }

  /// Returns the best key space for a tag; nil if there is none.
  public func keySpace(for tag: MetadataTag) -> MetadataKeySpace? {
    keySpaces.first { tag.key(in: $0) != nil }
  }
}
