// Codecs of AVI and Flash files that no movie holds: their streams are listed, and copied into such files.

extension Codec {
  static let desktop: [Codec] = [
    Codec(
      "msMPEG4", "Microsoft MPEG-4", .video,
      [
        Entry(["DIV3"], "video/x-msmpeg,msmpegversion=43"), Entry(["MP42"], "video/x-msmpeg,msmpegversion=42"),
        Entry(["MPG4"], "video/x-msmpeg,msmpegversion=41"),
      ]),
    Codec("cinepak", "Cinepak", .video, [Entry(["cvid"], "video/x-cinepak", in: .quickTime)]),
    // Uncompressed rows from the bottom to the top, each padded to four bytes.
    Codec("bitmap", "Windows bitmap", .video, [Entry(["DIB "])], isIntraOnly: true, isEntropyCoded: false),
    Codec(
      "vp6", "VP6", .video,
      [Entry(["VP6F"], "video/x-vp6-flash"), Entry(["VP6A"], "video/x-vp6-alpha"), Entry(["VP62"], "video/x-vp6")]),
    Codec(
      "flashScreen", "Flash Screen Video", .video,
      [Entry(["FSV1"], "video/x-flash-screen"), Entry(["FSV2"], "video/x-flash-screen2")]),
    Codec("nellymoser", "Nellymoser", .audio, [Entry(["NELL"], "audio/x-nellymoser")]),
    Codec(
      "flashADPCM", "Flash ADPCM", .audio, [Entry(["swfa"], "audio/x-adpcm,layout=swf")], isEntropyCoded: false),
  ]
}
