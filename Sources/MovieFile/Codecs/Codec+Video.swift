extension Set<MovieFormat> {
  /// The file types of all movies, those for phones and music players included.
  static var everywhere: Self { [.mov, .mp4, .m4v, .threeGP] }
  /// The file types of registrations for ISO, and QuickTime.
  static var registered: Self { [.mov, .mp4] }
  static var quickTime: Self { [.mov] }
}

// The codecs of video. Elements of libav give the same samples as ffmpeg.

extension Codec {
  package static let h264 = Codec(
    "h264", "H.264", .video,
    [Entry(["avc1", "avc3"], "video/x-h264,stream-format=avc,alignment=au", in: .everywhere)],
    configurationBox: "avcC", decoders: ["avdec_h264"],
    // ITU-T H.264 and H.265, annex A: 16 at most.
    reorderDepth: 17, written: [Written("avc1", ",stream-format=(string){avc,avc3},alignment=au")])

  /// H.264 of cameras in the byte stream format (ITU-T H.264, annex B), with its parameter sets in the samples. Streams that caps
  /// describe are plain H.264: none has this field.
  package static let avcIntra = Codec(
    "avcIntra", "AVC-Intra", .video,
    [
      Entry(
        [
          "ai12", "ai13", "ai15", "ai16", "ai1p", "ai1q", "ai52", "ai53", "ai55", "ai56", "ai5p", "ai5q", "aivx", "AVin",
        ], "video/x-h264,variant=avc-intra", words: "AVC-Intra", in: .quickTime)
    ], decoders: ["avdec_h264"])

  package static let hevc = Codec(
    "hevc", "HEVC", .video,
    [
      Entry(["hvc1"], "video/x-h265,stream-format=hvc1,alignment=au", words: "H.265", in: .everywhere),
      Entry(["hev1"], "video/x-h265,stream-format=hev1,alignment=au", words: "H.265", in: .everywhere),
    ],
    configurationBox: "hvcC", decoders: ["avdec_h265"], reorderDepth: 17,
    written: [Written("hvc1", ",stream-format=(string){hvc1,hev1},alignment=au")])

  package static let vp8 = Codec(
    "vp8", "VP8", .video, [Entry(["vp08"], "video/x-vp8", in: .registered)], strings: ["vp8"],
    decoders: ["avdec_vp8", "vp8dec"], written: [Written("vp08")], in: [.webm, .ogg])

  package static let vp9 = Codec(
    "vp9", "VP9", .video, [Entry(["vp09"], "video/x-vp9", in: .registered)], strings: ["vp9"],
    decoders: ["avdec_vp9", "vp9dec"], written: [Written("vp09")], in: [.webm])

  package static let av1 = Codec(
    "av1", "AV1", .video, [Entry(["av01"], "video/x-av1,stream-format=obu-stream,alignment=tu", in: .registered)],
    configurationBox: "av1C", decoders: ["av1dec"],
    written: [Written("av01", ",stream-format=obu-stream,alignment=tu")],
    in: [.webm])

  package static let proRes = Codec(
    "proRes", "ProRes", .video,
    [
      Entry(["apcn"], "video/x-prores,variant=standard", words: "Apple ProRes 422", in: .quickTime),
      Entry(["apcs"], "video/x-prores,variant=lt", words: "Apple ProRes 422 LT", in: .quickTime),
      Entry(["apco"], "video/x-prores,variant=proxy", words: "Apple ProRes 422 Proxy", in: .quickTime),
      Entry(["apch"], "video/x-prores,variant=hq", words: "Apple ProRes 422 HQ", in: .quickTime),
      Entry(["ap4h"], "video/x-prores,variant=4444", words: "Apple ProRes 4444", in: .quickTime),
      Entry(["ap4x"], "video/x-prores,variant=4444xq", words: "Apple ProRes 4444 XQ", in: .quickTime),
    ],
    decoders: ["avdec_prores"], isIntraOnly: true, written: [Written("apcn")])

  package static let motionJPEG = Codec(
    "motionJPEG", "JPEG", .video,
    [
      // Also chapter pictures in Apple's files, including audio files.
      Entry(["jpeg"], "image/jpeg,parsed=true", in: [.mov, .mp4, .m4v, .m4a]),
      Entry(["mjpa"], "image/jpeg,parsed=true", words: "Motion JPEG", in: .quickTime),
      Entry(["dmb1"], "image/jpeg,parsed=true", words: "Motion JPEG", in: []),
      Entry(["mp4v"], "image/jpeg,parsed=true", objectTypes: [0x6c], in: .registered),
    ],
    decoders: ["avdec_mjpeg", "jpegdec"], isIntraOnly: true, written: [Written("mp4v", objectType: 0x6c)])

  package static let mpeg4 = Codec(
    "mpeg4", "MPEG-4", .video,
    [
      Entry(
        ["mp4v"], "video/mpeg,mpegversion=4,systemstream=false", words: "MPEG-4 Video", objectTypes: [0x20],
        in: .everywhere),
      Entry(["DIVX"], "video/x-divx,divxversion=5", in: .quickTime),
    ],
    configurationBox: "esds", decoders: ["avdec_mpeg4"], reorderDepth: 4,
    written: [Written("mp4v", objectType: 0x20, ",systemstream=false")])

  package static let mpeg2 = Codec(
    "mpeg2", "MPEG-2", .video,
    [
      // HDV, XDCAM and IMX have a code for each size and rate.
      Entry(
        [
          "mp2v", "m2v1", "hdv1", "hdv2", "hdv3", "hdv4", "hdv5", "hdv6", "hdv7", "hdv8", "hdv9", "hdva", "xdv1", "xdv2",
          "xdv3", "xdv4", "xdv5", "xdv6", "xdv7", "xdv8", "xdv9", "xdva", "xdvb", "xdvc", "xdvd", "xdve", "xdvf", "xd51",
          "xd54", "xd55", "xd59", "xd5a", "xd5b", "xd5c", "xd5d", "xd5e", "xd5f", "xdhd", "xdh2", "mx3n", "mx3p", "mx4n",
          "mx4p", "mx5n", "mx5p",
        ], "video/mpeg,mpegversion=2,systemstream=false", words: "MPEG-2 Video", in: .quickTime),
      Entry(
        ["mp4v"], "video/mpeg,mpegversion=2,systemstream=false", objectTypes: [0x60, 0x61, 0x62, 0x63, 0x64, 0x65],
        in: .registered),
    ],
    configurationBox: "esds", decoders: ["avdec_mpeg2video", "mpeg2dec"], reorderDepth: 4,
    written: [Written("mp4v", objectType: 0x61, ",systemstream=false")])

  package static let mpeg1 = Codec(
    "mpeg1", "MPEG-1", .video,
    [
      Entry(
        ["mp1v", "m1v1"], "video/mpeg,mpegversion=1,systemstream=false", words: "MPEG-1 Video", in: .quickTime),
      Entry(["mp4v"], "video/mpeg,mpegversion=1,systemstream=false", objectTypes: [0x6a], in: .registered),
    ],
    configurationBox: "esds", decoders: ["avdec_mpeg2video", "mpeg2dec"], reorderDepth: 4,
    written: [Written("mp4v", objectType: 0x6a, ",systemstream=false")])

  package static let h263 = Codec(
    "h263", "H.263", .video,
    [
      // QuickTime's name, and the registered one.
      Entry(["h263"], "video/x-h263,variant=itu", in: .quickTime),
      Entry(["s263"], "video/x-h263,variant=itu", in: [.mov, .mp4, .threeGP]),
    ],
    decoders: ["avdec_h263"], written: [Written("s263")])

  package static let theora = Codec(
    "theora", "Theora", .video, [Entry(["theo"], "video/x-theora")], strings: ["theora"], configurationBox: "glbl",
    decoders: ["theoradec"], in: [.ogg])

  package static let sorenson = Codec(
    "sorenson", "Sorenson H.263", .video, [Entry(["FLV1"], "video/x-flash-video,flvversion=1", in: .quickTime)],
    decoders: ["avdec_flv"])

  package static let dnxhd = Codec(
    "dnxhd", "DNxHD", .video, [Entry(["AVdn", "AVdh"], "video/x-dnxhd", in: .quickTime)],
    decoders: ["avdec_dnxhd"], isIntraOnly: true)

  // libav's decoder mixes up frames.
  package static let png = Codec(
    "png", "PNG", .video,
    [
      Entry(["png "], "image/png,parsed=true", in: [.mov, .mp4, .m4v, .m4a]),
      Entry(["mp4v"], "image/png,parsed=true", objectTypes: [0x6d], in: .registered),
    ],
    decoders: ["pngdec"], isIntraOnly: true, isEntropyCoded: false, written: [Written("mp4v", objectType: 0x6d)])

  package static let animation = Codec(
    "animation", "Apple Animation", .video, [Entry(["rle "], "video/x-rle,layout=quicktime", in: .quickTime)],
    decoders: ["avdec_qtrle"], isEntropyCoded: false)

  package static let cineForm = Codec(
    "cineForm", "GoPro CineForm", .video, [Entry(["CFHD"], "video/x-cineform", in: .quickTime)],
    decoders: ["avdec_cfhd"], isIntraOnly: true)

  package static let jpeg2000 = Codec(
    "jpeg2000", "JPEG 2000", .video, [Entry(["mjp2"], "image/x-j2c", in: .registered)],
    decoders: ["avdec_jpeg2000"], isIntraOnly: true)

  package static let sorensonVideo = Codec(
    "sorensonVideo", "Sorenson Video", .video, [Entry(["SVQ1"], "video/x-svq,svqversion=1", in: .quickTime)],
    decoders: ["avdec_svq1"])

  package static let raw = Codec(
    "raw", "Uncompressed video", .video,
    [
      Entry(["raw "], "video/x-raw,format=RGB", depth: 24, in: .quickTime),
      Entry(["raw "], "video/x-raw,format=ARGB", depth: 32),
      Entry(["2vuy"], "video/x-raw,format=UYVY", in: .quickTime),
      Entry(["yuvs"], "video/x-raw,format=YUY2", in: .quickTime),
      Entry(["v210"], "video/x-raw,format=v210", in: .quickTime),
      Entry(["BGRA"], "video/x-raw,format=BGRA", in: .quickTime),
      Entry(["RGBA"], "video/x-raw,format=RGBA", in: .quickTime),
      Entry(["ABGR"], "video/x-raw,format=ABGR", in: .quickTime),
      Entry(["yuv2", "v216", "v308", "v408", "v410"], in: .quickTime),
    ],
    decoders: ["identity"], isIntraOnly: true, isEntropyCoded: false)
}
