import CoreMedia

// The possible uses of a file.

extension MediaFile {
  /// Returns true if samples of any track are encrypted with DRM.
  package func isProtected() throws -> Bool {
    if case .playlist(let presentation) = try contents() { return try presentation.media().isProtected }
    return try tracks().contains { $0.facts.isProtected }
  }

  /// Returns true if any track can be decoded.
  package func isPlayable() throws -> Bool {
    if case .playlist(let presentation) = try contents() { return try presentation.isPlayable() }
    return try tracks().contains { try $0.isAudiovisual && $0.isDecodable() }
  }

  /// Returns true if samples can be read: not of protected media, and not of a presentation, which may be endless.
  package func isReadable() throws -> Bool {
    if case .playlist = try contents() { return false }
    let tracks = try tracks()
    return !tracks.isEmpty && !tracks.contains { $0.facts.isProtected }
  }

  /// Returns true if it can be exported: it is readable and playable.
  package func isExportable() throws -> Bool { try isReadable() && isPlayable() }

  /// Returns true if it is a movie like those of cameras: MPEG-4 or QuickTime; H.264, HEVC, MPEG-4 or JPEG video; AAC
  /// audio or none.
  package func isLikeACamerasMovie() throws -> Bool {
    guard try movie() != nil, try isExportable() else { return false }
    let tracks = try tracks().filter(\.isAudiovisual)
    let formats = try tracks.flatMap { try $0.formatDescriptions() }
    let known: Set<CMFormatDescription.MediaSubType> = [
      .h264, .hevc, .mpeg4Video, .jpeg, .mpeg4AAC, .mpeg4AAC_HE, .mpeg4AAC_HE_V2, .linearPCM,
    ]
    return tracks.contains { $0.facts.mediaType == "vide" } && formats.allSatisfy { known.contains($0.mediaSubType) }
  }
}

extension TrackContent {
  fileprivate var isAudiovisual: Bool { facts.mediaType == "vide" || facts.mediaType == "soun" }
}

extension HLSPresentation {
  /// Returns true if any variant can be decoded, or does not state its codecs.
  fileprivate func isPlayable() throws -> Bool {
    if try media().isProtected { return false }
    guard case .master(let master) = playlist else { return true }
    return master.variants.contains { variant in
      variant.codecs.allSatisfy { CodecString($0).isDecodable }
    }
  }
}
