// Codecs that are not decoded here: files and streams are listed with their names, and movies hold copies of their
// samples.

extension Codec {
  package static let dirac = Codec(
    "dirac", "Dirac", .video, [Entry(["drac"], "video/x-dirac", in: .registered)])

  static let others: [Codec] = [
    dirac,
    // Dolby Vision, HEVC and H.264 in layers.
    Codec("dolbyVision", "Dolby Vision", .video, [Entry(["dvh1", "dvhe", "dva1", "dvav"], in: [.mov, .mp4, .m4v])]),
    Codec(
      "layeredH264", "H.264", .video,
      [Entry(["avc2", "avc4", "svc1", "svc2", "mvc1", "mvc2", "mvc3", "mvc4"], in: .registered)]),
    Codec(
      "layeredHEVC", "H.265", .video,
      [Entry(["hvc2", "hev2", "hvc3", "hev3", "lhv1", "lhe1", "hvt1", "hvt2"], in: .registered)]),
    Codec("vvc", "H.266", .video, [Entry(["vvc1", "vvi1", "vvs1"], in: .registered)]),
    Codec("evc", "EVC", .video, [Entry(["evc1", "evs1", "evs2"], in: .registered)]),
    Codec(
      "vc1", "VC-1", .video,
      [Entry(["vc-1"], in: .registered), Entry(["WVC1"], "video/x-wmv,wmvversion=3,format=WVC1")]),
    Codec(
      "registeredVideo", "", .video,
      [Entry(["avs3", "j2ki", "uncv", "apv1", "rv60", "resv"], in: .registered)]),
    // QuickTime's own: uncompressed video, editing codecs, and old ones.
    Codec(
      "quickTimeVideo", "", .video,
      [
        Entry(
          [
            "NONE", "2Vuy", "yuvu", "a2vy", "y408", "24BG", "L555", "L565", "B565", "b16g", "b48r", "b64a", "b32a",
            "R10k", "r210", "r408", "I420", "yv12", "aprn", "aprh", "AVDJ", "AVup", "icod", "mjpb", "rpza",
            "smc ", "SVQ3", "8BPS", "WRLE", "tiff", "qdrw", "kpcd", "Hap1", "Hap5", "HapY",
            "HapM", "H263", "XVID", "VP80",
          ], in: .quickTime)
      ]),
    Codec("otherMPEG4Video", "", .video, [Entry(["mp4v"], in: .registered)]),

    Codec("ac4", "AC-4", .audio, [Entry(["ac-4"], in: [.mp4], reason: noQuickTime)]),
    Codec(
      "mpegH", "MPEG-H", .audio, [Entry(["mha1", "mha2", "mhm1", "mhm2"], in: [.mp4], reason: noQuickTime)]),
    Codec("phoneAudio", "", .audio, [Entry(["sawp", "sevs"], in: [.mov, .mp4, .threeGP])]),
    Codec(
      "registeredAudio", "", .audio,
      [
        Entry(
          ["m4ae", "dra1", "g719", "g726", "a3ds", "sevc", "sqcp", "ssmv"], in: [.mp4], reason: noQuickTime)
      ]),
    Codec(
      "quickTimeAudio", "", .audio,
      [
        Entry(
          ["MAC3", "MAC6", "QDM2", "QDMC", "Qclp", "Qclq", "agsm", "dvca", "vdva"], in: .quickTime)
      ]),
    Codec("otherMPEG4Audio", "", .audio, [Entry(["mp4a"], in: .registered)]),

    Codec(
      "text", "Timed text", .subtitle,
      [
        Entry(["utf8"], "text/x-raw"), Entry(["tx3g"], "text/x-raw"),
        Entry(["text"], "text/x-raw", words: "QuickTime text"),
      ]),
    Codec(
      "webVTT", "WebVTT", .subtitle, [Entry(["wvtt"], "application/x-subtitle-vtt"), Entry(["wvtt"], "text/vtt")]),
    Codec("ttml", "TTML", .subtitle, [Entry(["stpp"], "application/ttml+xml")]),
    Codec("ssa", "SSA", .subtitle, [Entry(["ssa "], "application/x-ssa"), Entry(["ass "], "application/x-ass")]),
    Codec("subRip", "SubRip", .subtitle, [Entry(["srt "], "application/x-subtitle")]),
    Codec(
      "kate", "Kate", .subtitle, [Entry(["kate"], "application/x-kate"), Entry(["kate"], "subtitle/x-kate")]),
    Codec("dvdSubtitles", "DVD subtitles", .subtitle, [Entry(["dvds"], "subpicture/x-dvd")]),
    Codec("pgs", "PGS", .subtitle, [Entry(["pgs "], "subpicture/x-pgs")]),
    Codec("dvbSubtitles", "DVB subtitles", .subtitle, [Entry(["dvbs"], "subpicture/x-dvb")]),
    Codec("cea608", "CEA-608 captions", .captions, [Entry(["c608"], "closedcaption/x-cea-608")]),
    Codec("cea708", "CEA-708 captions", .captions, [Entry(["c708"], "closedcaption/x-cea-708")]),
    Codec("timeCode", "Time code", .metadata, [Entry(["tmcd"])]),
    Codec("timedMetadata", "Timed metadata", .metadata, [Entry(["mebx"])]),
  ]
}
