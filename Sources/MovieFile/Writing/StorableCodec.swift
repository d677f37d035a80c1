/// The movie formats that hold a codec, from the table of codecs; used by all writers.
///
/// QuickTime files hold every codec with a four-character code, except those that are defined for ISO files alone. The
/// other formats hold the codecs registered for their family (MP4 Registration Authority, sample entries; 3GPP TS
/// 26.244, clause 6; Apple's and ffmpeg's files for music and video players): readers know no others.
enum StorableCodec {
  private static let entries: [BoxType: [Codec.Entry]] = {
    var result: [BoxType: [Codec.Entry]] = [:]
    for entry in Codec.all.flatMap(\.entries) where !entry.movies.isEmpty {
      for code in entry.codes { result[code, default: []].append(entry) }
    }
    return result
  }()

  /// Returns the reason why a format does not hold video or audio of a codec; nil if it does.
  ///
  /// - Parameter objectType: The object type of MPEG-4's entries; nil if it is not known, and for all other entries.
  static func unsupportedReason(of codec: BoxType, objectType: UInt8?, in format: MovieFormat) -> String? {
    let rows = entries[codec]?.filter { entry in
      guard let types = entry.objectTypes, let objectType else { return true }
      return types.contains(objectType)
    }
    // Numbers are bit depths of QuickTime's uncompressed video.
    guard let rows, let first = rows.first else {
      return format == .mov ? nil : codec.rawValue <= 40 ? onlyQuickTime : "it is not registered for such files"
    }
    if rows.contains(where: { $0.movies.contains(format) }) { return nil }
    switch format {
    case .mov: return first.reason ?? Codec.noQuickTime
    case .threeGP: return "3GPP's files hold H.263, H.264, HEVC, MPEG-4, AAC, AMR and timed text"
    case .mp4, .m4a, .m4v:
      guard first.movies.contains(.mp4) else { return onlyQuickTime }
      return format == .m4a
        ? "music players' files hold AAC, Apple Lossless, AC-3 and E-AC-3"
        : "Apple's video files hold H.264, HEVC, MPEG-4, AAC, Apple Lossless, AC-3 and E-AC-3"
    }
  }

  private static let onlyQuickTime = "only QuickTime files know it"
}
