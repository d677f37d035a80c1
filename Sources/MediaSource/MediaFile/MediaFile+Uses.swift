import CoreMedia

// What can be done with a file.

extension MediaFile {
  /// Whether samples of any track are encrypted, with keys of a rights manager.
  package func isProtected() throws -> Bool {
    if case .playlist(let presentation) = try contents() { return try presentation.media().isProtected }
    return try tracks().contains { $0.facts.isProtected }
  }

  /// Whether there is anything that can be seen or heard here.
  package func isPlayable() throws -> Bool {
    if case .playlist(let presentation) = try contents() { return try presentation.isPlayable() }
    return try tracks().contains { try $0.isAudiovisual && $0.isDecodable() }
  }

  /// Whether samples can be taken out of it: not of protected media, and not of a presentation, which may have no end.
  package func isReadable() throws -> Bool {
    if case .playlist = try contents() { return false }
    let tracks = try tracks()
    return !tracks.isEmpty && !tracks.contains { $0.facts.isProtected }
  }

  /// Whether it can be exported: it can be read, and something in it can be decoded.
  package func isExportable() throws -> Bool { try isReadable() && isPlayable() }

  /// Whether it is a movie as cameras make them: MPEG-4 or QuickTime, H.264, HEVC, MPEG-4 or JPEG pictures, sound of AAC or none.
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
  /// Whether any variant can be decoded; one that does not say what it is may be.
  fileprivate func isPlayable() throws -> Bool {
    if try media().isProtected { return false }
    guard case .master(let master) = playlist else { return true }
    return master.variants.contains { variant in
      variant.codecs.allSatisfy { CodecString($0).isDecodable }
    }
  }
}
