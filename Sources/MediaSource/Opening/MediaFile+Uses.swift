import CoreMedia

// The possible uses of a file.

extension MediaFile {
  /// Returns true if samples of any track are encrypted, with keys of a rights manager.
  package func isProtected() throws -> Bool { try usableContainer().isProtected() }

  /// Returns true if any track can be decoded here.
  package func isPlayable() throws -> Bool { try usableContainer().isPlayable() }

  /// Returns true if samples can be read: not of protected media, and not of a playlist, which may have no end.
  package func isReadable() throws -> Bool { try usableContainer().isReadable() }

  /// The container, unless it needs media in other files that it may not use.
  private func usableContainer() throws -> any MediaContainer {
    let container = try container()
    try container.checkReferences()
    return container
  }

  /// Returns true if it can be exported: it is readable and playable.
  package func isExportable() throws -> Bool { try isReadable() && isPlayable() }

  /// Returns true if it is a movie like those of cameras: MPEG-4 or QuickTime; H.264, HEVC, MPEG-4 or JPEG video; AAC
  /// audio or none.
  package func isCameraMovie() throws -> Bool {
    guard try movie() != nil, try isExportable() else { return false }
    let tracks = try tracks().filter(\.isAudiovisual)
    let formats = try tracks.flatMap { try $0.formatDescriptions() }
    let known: Set<CMFormatDescription.MediaSubType> = [
      .h264, .hevc, .mpeg4Video, .jpeg, .mpeg4AAC, .mpeg4AAC_HE, .mpeg4AAC_HE_V2, .linearPCM,
    ]
    return tracks.contains { $0.attributes.mediaType == "vide" }
      && formats.allSatisfy { known.contains($0.mediaSubType) }
  }
}
