/// Which kinds of file hold a coding of pictures or sound: the one table that every writer asks.
///
/// QuickTime files hold whatever has a name of four characters, but for what is defined for ISO's files alone. The others hold
/// what is registered for files of their family (MP4 Registration Authority, sample entries; 3GPP TS 26.244, clause 6; Apple's and
/// ffmpeg's files for music and video players): what nobody has registered is read by nobody.
struct StorableCoding: Sendable {
  let codecs: [BoxType]
  let formats: Set<MovieFormat>
  /// Of MPEG-4's entries, which codings are meant (MP4 Registration Authority, object types); nil for all.
  var objectTypes: Set<UInt8>?
  /// Why other kinds of file do not hold it, where that is peculiar to it.
  var reason: String?

  static let table: [StorableCoding] = [
    // Pictures that phones, music players and everybody else show.
    .init(codecs: ["avc1", "avc3", "hvc1", "hev1"], formats: [.mov, .mp4, .m4v, .threeGP]),
    .init(codecs: ["mp4v"], formats: [.mov, .mp4, .m4v, .threeGP], objectTypes: [0x20]),
    .init(codecs: ["dvh1", "dvhe", "dva1", "dvav"], formats: [.mov, .mp4, .m4v]),
    // The pictures of chapters, in Apple's files, those of sound too.
    .init(codecs: ["jpeg", "png "], formats: [.mov, .mp4, .m4v, .m4a]),
    .init(codecs: ["s263"], formats: [.mov, .mp4, .threeGP]),
    .init(codecs: ["mp4v"], formats: [.mov, .mp4]),
    .init(
      codecs: [
        "avc2", "avc4", "svc1", "svc2", "mvc1", "mvc2", "mvc3", "mvc4", "hvc2", "hev2", "hvc3", "hev3", "lhv1", "lhe1",
        "hvt1", "hvt2", "vvc1", "vvi1", "vvs1", "evc1", "evs1", "evs2", "vp08", "vp09", "av01", "avs3", "drac", "vc-1",
        "mjp2", "j2ki", "FFV1", "uncv", "apv1", "rv60", "resv",
      ], formats: [.mov, .mp4]),
    // Sound.
    .init(codecs: ["mp4a"], formats: Set(MovieFormat.allCases), objectTypes: [0x40, 0x66, 0x67, 0x68]),
    .init(codecs: ["alac", "ac-3", "ec-3"], formats: [.mov, .mp4, .m4a, .m4v]),
    .init(codecs: ["samr", "sawb", "sawp", "sevs"], formats: [.mov, .mp4, .threeGP]),
    .init(codecs: ["mp4a"], formats: [.mov, .mp4]),
    .init(codecs: ["ipcm", "fpcm"], formats: [.mp4], reason: "QuickTime has other names for stored samples"),
    .init(
      codecs: [
        "Opus", "fLaC", "flac", "opus", "ac-4", "mlpa", "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "dtsy", "dts-", "dts+",
        "mha1", "mha2", "mhm1", "mhm2", "m4ae", "dra1", "g719", "g726", "a3ds", "sevc", "sqcp", "ssmv",
      ], formats: [.mp4], reason: "nobody has said how QuickTime files store it"),
    // QuickTime's own: stored pictures, cameras' and editors' codings, and the old ones.
    .init(
      codecs: [
        "raw ", "NONE", "2vuy", "2Vuy", "yuv2", "yuvs", "yuvu", "v210", "v216", "v308", "v408", "v410", "a2vy", "y408",
        "BGRA", "RGBA", "ABGR", "24BG", "L555", "L565", "B565", "b16g", "b48r", "b64a", "b32a", "R10k", "r210", "r408",
        "I420", "yv12", "ap4h", "ap4x", "apch", "apcn", "apcs", "apco", "aprn", "aprh", "AVdn", "AVdh", "AVDJ", "AVup",
        "CFHD", "icod", "mjpa", "mjpb", "dmb1", "rle ", "rpza", "smc ", "cvid", "SVQ1", "SVQ3", "8BPS", "WRLE", "tiff",
        "gif ", "qdrw", "kpcd", "Hap1", "Hap5", "HapY", "HapM", "h263", "H263", "FLV1", "DIVX", "XVID", "VP80", "dvc ",
        "dvcp", "dvpp", "dv5n", "dv5p", "dvh2", "dvh3", "dvh4", "dvh5", "dvh6", "dvhp", "dvhq", "dv1n", "dv1p", "AVdv",
        "AVd1", "mp1v", "m1v1", "mp2v", "m2v1", "hdv1", "hdv2", "hdv3", "hdv4", "hdv5", "hdv6", "hdv7", "hdv8", "hdv9",
        "hdva", "xdv1", "xdv2", "xdv3", "xdv4", "xdv5", "xdv6", "xdv7", "xdv8", "xdv9", "xdva", "xdvb", "xdvc", "xdvd",
        "xdve", "xdvf", "xd51", "xd54", "xd55", "xd59", "xd5a", "xd5b", "xd5c", "xd5d", "xd5e", "xd5f", "xdhd", "xdh2",
        "mx3n", "mx3p", "mx4n", "mx4p", "mx5n", "mx5p",
      ], formats: [.mov]),
    .init(
      codecs: [
        "twos", "sowt", "in24", "in32", "fl32", "fl64", "lpcm", "ulaw", "alaw", "ima4", "MAC3", "MAC6", "QDM2", "QDMC",
        "Qclp", "Qclq", "agsm", "dvca", "vdva", ".mp1", ".mp2", ".mp3", "ms\0\u{2}", "ms\0\u{11}", "ms\0U",
      ], formats: [.mov]),
  ]

  private static let rows: [BoxType: [StorableCoding]] = {
    var rows: [BoxType: [StorableCoding]] = [:]
    for row in table { for codec in row.codecs { rows[codec, default: []].append(row) } }
    return rows
  }()

  /// Why files of a kind do not hold pictures or sound of a coding; nil if they do.
  ///
  /// - Parameter objectType: Of MPEG-4's entries, what is meant; nil if it is not known, and for all others.
  static func refusal(of codec: BoxType, objectType: UInt8?, in format: MovieFormat) -> String? {
    let rows = rows[codec]?.filter { row in
      guard let types = row.objectTypes, let objectType else { return true }
      return types.contains(objectType)
    }
    // Numbers are depths of QuickTime's stored pictures.
    guard let rows, let first = rows.first else {
      return format == .mov ? nil : codec.rawValue <= 40 ? onlyQuickTime : "nobody has registered it for such files"
    }
    if rows.contains(where: { $0.formats.contains(format) }) { return nil }
    switch format {
    case .mov: return first.reason ?? "nobody has said how QuickTime files store it"
    case .threeGP: return "3GPP's files hold H.263, H.264, HEVC, MPEG-4, AAC, AMR and timed text"
    case .mp4, .m4a, .m4v:
      guard first.formats.contains(.mp4) else { return onlyQuickTime }
      return format == .m4a
        ? "music players' files hold AAC, Apple Lossless, AC-3 and E-AC-3"
        : "Apple's video files hold H.264, HEVC, MPEG-4, AAC, Apple Lossless, AC-3 and E-AC-3"
    }
  }

  private static let onlyQuickTime = "only QuickTime files know it"
}
