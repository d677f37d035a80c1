/// The document types of EBML that hold media: Matroska (RFC 9559), and WebM, a part of it for browsers.
public enum MatroskaDocument: String, Hashable, Sendable, CaseIterable {
  case matroska
  case webM = "webm"

  /// The format's name.
  public var name: String {
    switch self {
    case .matroska: "Matroska"
    case .webM: "WebM"
    }
  }

  /// Throws an error with the reason if files of this type cannot hold a track.
  ///
  /// - Throws: `notStorable`.
  public func check(_ track: TrackDraft) throws(MovieError) {
    guard track.timescale > 0, !track.sampleEntries.isEmpty else {
      throw MovieError(.notStorable, "a track has no format")
    }
    for entry in track.sampleEntries { _ = try MatroskaCodec(entry, handler: track.handlerType, in: self) }
  }

  /// The codecs that Matroska files hold, and that our writers of movies do not write.
  package static let others: [Codec] = [
    .vorbis, .theora, .dts, .ffv1, .huffYUV, .msMPEG4, .windowsMediaVideo, .dirac, .sorenson, .dv, .cinepak, .vp6,
    .flashScreen, .speex, .windowsMediaAudio, .wavPack, .trueAudio, .trueHD, .mlp, .adpcm,
  ]

  /// Returns the reason why files of this type cannot hold a codec; nil if they can.
  package func unsupportedReason(of codec: Codec) -> String? {
    switch self {
    case .matroska: nil
    case .webM: codec.containers.contains(.webm) ? nil : Self.webMCodecs
    }
  }

  static let webMCodecs = "WebM files hold VP8, VP9, AV1, Vorbis and Opus"
}
