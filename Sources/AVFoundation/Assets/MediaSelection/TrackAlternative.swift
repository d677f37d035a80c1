internal import MediaSource

/// A track of a file that has alternatives.
struct TrackAlternative: SelectableMedia {
  let track: AVAssetTrack

  var mediaType: AVMediaType { track.mediaType }
  var characteristics: [AVMediaCharacteristic] { track.characteristics }
  var selection: MetadataSelection { MetadataSelection(items: track.metadata) }
  var isPlayable: Bool { track.isPlayable }
  var language: String? { track.extendedLanguageTag ?? track.languageCode }
  var isDefault: Bool { track.isEnabled }

  var identity: AVMediaSelectionOption.Identity {
    let tag = language.flatMap { LanguageTag($0)?.identifier }
    return AVMediaSelectionOption.Identity(trackID: track.trackID, mediaType: mediaType, language: tag)
  }

  var mediaSubTypes: [FourCharCode] {
    var codes: [FourCharCode] = []
    for description in track.descriptions where !codes.contains(description.mediaSubType.rawValue) {
      codes.append(description.mediaSubType.rawValue)
    }
    return codes
  }

  /// Subtitles associated with audio, and forced ones associated with others (QuickTime File Format, "Track
  /// references").
  var associatedTrackIDs: [CMPersistentTrackID] {
    track.content?.attributes.references.filter { ["folw", "forc", "subt"].contains($0.type) }
      .flatMap { $0.trackIDs.map { CMPersistentTrackID(bitPattern: $0) } } ?? []
  }
}

extension AVMediaSelectionGroup {
  /// Returns the groups of tracks: for each characteristic the first alternate group that has a track with it.
  static func groups(of tracks: [AVAssetTrack]) -> [AVMediaCharacteristic: AVMediaSelectionGroup] {
    var groups: [AVMediaCharacteristic: AVMediaSelectionGroup] = [:]
    for characteristic in characteristics {
      let fitting = tracks.filter { $0.alternateGroup != 0 && $0.hasMediaCharacteristic(characteristic) }
      let members = fitting.filter { $0.alternateGroup == fitting[0].alternateGroup }
      groups[characteristic] = AVMediaSelectionGroup(
        members.map { TrackAlternative(track: $0) }, for: characteristic)
    }
    return groups
  }
}

extension AVAssetTrack {
  /// The alternate group of the track; 0 for none.
  fileprivate var alternateGroup: Int { content?.attributes.alternateGroup ?? 0 }
}
