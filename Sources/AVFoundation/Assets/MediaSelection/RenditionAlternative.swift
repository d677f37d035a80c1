internal import MediaSource
internal import MediaEngine
internal import MovieFile

/// A rendition of a playlist of HTTP Live Streaming (RFC 8216, section 4.3.4.1).
struct RenditionAlternative: SelectableMedia {
  let rendition: HLSPlaylist.Rendition
  /// The formats that the playlist lists for all its media of this kind.
  let codecs: [CodecString]

  var mediaType: AVMediaType {
    switch rendition.kind {
    case .audio: .audio
    case .video: .video
    case .subtitles: .subtitle
    case .closedCaptions: .closedCaption
    }
  }

  var identity: AVMediaSelectionOption.Identity {
    AVMediaSelectionOption.Identity(
      name: "\(rendition.group)/\(rendition.name)", mediaType: mediaType,
      language: rendition.language.flatMap { LanguageTag($0)?.identifier })
  }

  var mediaSubTypes: [FourCharCode] {
    var codes: [FourCharCode] = []
    for code in codecs.compactMap(\.subType) where !codes.contains(code) { codes.append(code) }
    return codes
  }

  var characteristics: [AVMediaCharacteristic] {
    var all: [AVMediaCharacteristic] =
      switch rendition.kind {
      case .audio: [.audible]
      case .video: [.visual, .frameBased]
      case .subtitles, .closedCaptions: [.legible]
      }
    if rendition.isForced { all.append(.containsOnlyForcedSubtitles) }
    all += rendition.characteristics.map { AVMediaCharacteristic($0) }.filter { !all.contains($0) }
    if !all.contains(.isAuxiliaryContent), !all.contains(.isMainProgramContent) { all.append(.isMainProgramContent) }
    return all
  }

  /// The name in the playlist.
  var selection: MetadataSelection {
    let title = MetadataItem(
      keySpace: .common, key: .name(CommonMetadataKey.title.rawValue), value: .text(rendition.name, .utf8),
      language: rendition.language.map { .tag($0) })
    return MetadataSelection(items: [AVMetadataItem(title)])
  }

  var isPlayable: Bool { codecs.allSatisfy(\.isDecodable) }
  var language: String? { rendition.language }
  var isDefault: Bool { rendition.isDefault }
  var associatedTrackIDs: [CMPersistentTrackID] { [] }
}

extension CodecString {
  /// The `CMFormatDescription` subtype of the format; nil for one without a four-character code.
  fileprivate var subType: FourCharCode? {
    let name = text.split(separator: ".").first.map(String.init) ?? ""
    if name == "mp4a" { return kAudioFormatMPEG4AAC }
    return name.utf8.count == 4 ? BoxType(string: name).rawValue : nil
  }
}

extension AVMediaSelectionGroup {
  /// Returns the groups of renditions by characteristic.
  static func groups(of renditions: [RenditionAlternative]) -> [AVMediaCharacteristic: AVMediaSelectionGroup] {
    var groups: [AVMediaCharacteristic: AVMediaSelectionGroup] = [:]
    for characteristic in characteristics {
      let members = renditions.filter { $0.characteristics.contains(characteristic) }
      groups[characteristic] = AVMediaSelectionGroup(members, for: characteristic)
    }
    return groups
  }
}

extension MediaFile {
  /// Returns the renditions of the variant that a playlist's playback starts with; none for files.
  func renditions() throws -> [RenditionAlternative] {
    guard case .master(let master)? = try container().presentation?.playlist else { return [] }
    let first = master.variants.first
    return master.renditions.filter { rendition in
      first?.groups[rendition.kind.rawValue].map { $0 == rendition.group } ?? false
    }.map { rendition in
      let kind: CodecString.Kind =
        switch rendition.kind {
        case .audio: .audio
        case .video: .video
        case .subtitles, .closedCaptions: .text
        }
      return RenditionAlternative(
        rendition: rendition, codecs: (first?.codecs ?? []).map { CodecString($0) }.filter { $0.kind == kind })
    }
  }
}
