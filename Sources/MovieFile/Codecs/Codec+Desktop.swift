// Codecs of AVI, Flash, Windows, cameras and archives, which few movies hold: their streams are listed and copied, and decoded where a
// decoder is named. Runs of zeros mean nothing in most.

extension Codec {
  // The configuration of these is in a box that ffmpeg writes into movies.

  package static let ffv1 = Codec(
    "ffv1", "FFV1", .video, [Entry(["FFV1"], "video/x-ffv,ffvversion=1", in: .registered)],
    configurationBox: "glbl", decoders: ["avdec_ffv1"], isEntropyCoded: false)

  package static let huffYUV = Codec(
    "huffYUV", "HuffYUV", .video, [Entry(["HFYU"], "video/x-huffyuv")], configurationBox: "glbl",
    decoders: ["avdec_huffyuv"], isIntraOnly: true, isEntropyCoded: false)

  package static let windowsMediaVideo = Codec(
    "windowsMediaVideo", "Windows Media Video", .video,
    [
      Entry(["WMV3"], "video/x-wmv,wmvversion=3,format=WMV3", decoders: ["avdec_wmv3"]),
      Entry(["WMV1"], "video/x-wmv,wmvversion=1", decoders: ["avdec_wmv1"]),
      Entry(["WMV2"], "video/x-wmv,wmvversion=2", decoders: ["avdec_wmv2"]),
    ], configurationBox: "glbl", isEntropyCoded: false)

  package static let wavPack = Codec(
    "wavPack", "WavPack", .audio, [Entry(["wvpk"], "audio/x-wavpack,framed=true")], decoders: ["wavpackdec"],
    preRoll: 0, isEntropyCoded: false)

  // The decoder counts packets to find the last one, which is shorter: decoding begins with the first.
  package static let trueAudio = Codec(
    "trueAudio", "True Audio", .audio, [Entry(["TTA1"], "audio/x-tta")], decoders: ["avdec_tta"],
    isEntropyCoded: false)

  // Frames of a packet may begin in the one before, and overlap with the last of it. Professional, lossless, voice.
  package static let windowsMediaAudio = Codec(
    "windowsMediaAudio", "Windows Media Audio", .audio,
    [
      Entry(["WMA2"], "audio/x-wma,wmaversion=2", decoders: ["avdec_wmav2"]),
      Entry(["WMA1"], "audio/x-wma,wmaversion=1", decoders: ["avdec_wmav1"]),
      Entry(["WMA3"], "audio/x-wma,wmaversion=3", decoders: ["avdec_wmapro"]),
      Entry(["WMA4"], "audio/x-wma,wmaversion=4", decoders: ["avdec_wmalossless"]),
      Entry(["WMAS"], "audio/x-wms", decoders: ["avdec_wmavoice"]),
    ], isEntropyCoded: false)

  package static let msMPEG4 = Codec(
    "msMPEG4", "Microsoft MPEG-4", .video,
    [
      Entry(["DIV3"], "video/x-msmpeg,msmpegversion=43", decoders: ["avdec_msmpeg4"]),
      Entry(["MP42"], "video/x-msmpeg,msmpegversion=42", decoders: ["avdec_msmpeg4v2"]),
      Entry(["MPG4"], "video/x-msmpeg,msmpegversion=41", decoders: ["avdec_msmpeg4v1"]),
    ], isEntropyCoded: false)

  package static let cinepak = Codec(
    "cinepak", "Cinepak", .video, [Entry(["cvid"], "video/x-cinepak", in: .quickTime)], decoders: ["avdec_cinepak"],
    isEntropyCoded: false)

  // Decoded in Swift: libav's decoder changes the frame that it gave before, which its element takes for that one again.
  package static let gif = Codec(
    "gif", "GIF", .video, [Entry(["gif "], "image/gst-libav-gif,parsed=true", in: .quickTime)], isEntropyCoded: false)

  package static let dv = Codec(
    "dv", "DV", .video,
    [
      Entry(
        [
          "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvh2", "dvh3", "dvh4", "dvh5", "dvh6", "dvhp", "dvhq", "dv1n",
          "dv1p", "AVdv", "AVd1",
        ], "video/x-dv,systemstream=false", in: .quickTime)
    ], decoders: ["avdec_dvvideo"], isIntraOnly: true, isEntropyCoded: false)

  package static let vp6 = Codec(
    "vp6", "VP6", .video,
    [Entry(["VP6F"], "video/x-vp6-flash"), Entry(["VP6A"], "video/x-vp6-alpha"), Entry(["VP62"], "video/x-vp6")])

  package static let flashScreen = Codec(
    "flashScreen", "Flash Screen Video", .video,
    [Entry(["FSV1"], "video/x-flash-screen"), Entry(["FSV2"], "video/x-flash-screen2")])

  static let desktop: [Codec] = [
    msMPEG4, cinepak, gif, ffv1, huffYUV, windowsMediaVideo, dv, wavPack, trueAudio, windowsMediaAudio, vp6,
    flashScreen,
    // Uncompressed rows from the bottom to the top, each padded to four bytes.
    Codec("bitmap", "Windows bitmap", .video, [Entry(["DIB "])], isIntraOnly: true, isEntropyCoded: false),
    Codec("nellymoser", "Nellymoser", .audio, [Entry(["NELL"], "audio/x-nellymoser")]),
    Codec(
      "flashADPCM", "Flash ADPCM", .audio, [Entry(["swfa"], "audio/x-adpcm,layout=swf")], isEntropyCoded: false),
  ]
}
