extension Set<MovieFormat> {
  /// Apple's file types for music and video.
  fileprivate static var music: Self { [.mov, .mp4, .m4a, .m4v] }
  /// The file types of registrations for 3GPP, ISO and QuickTime.
  fileprivate static var phones: Self { [.mov, .mp4, .threeGP] }
}

// The codecs of audio. Elements of libav give the same samples as ffmpeg.

extension Codec {
  package static let aac = Codec(
    "aac", "AAC", .audio,
    [
      Entry(
        ["aac "], "audio/mpeg,mpegversion=4,stream-format=raw,framed=true", words: "MPEG-4 AAC"),
      Entry(
        ["mp4a"], "audio/mpeg,mpegversion=4,stream-format=raw,framed=true", words: "MPEG-4 AAC",
        objectTypes: [0x40, 0x66, 0x67, 0x68], in: Set(MovieFormat.allCases)),
      Entry(["aach"], "audio/mpeg,mpegversion=4,stream-format=raw,framed=true", words: "MPEG-4 HE-AAC"),
      Entry(["aacp"], "audio/mpeg,mpegversion=4,stream-format=raw,framed=true", words: "MPEG-4 HE-AAC v2"),
      Entry(
        ["aacl", "aace", "aacf", "aacg"], "audio/mpeg,mpegversion=4,stream-format=raw,framed=true",
        words: "MPEG-4 AAC, low delay"),
    ],
    configurationBox: "esds", decoders: ["avdec_aac"],
    // If the encoder signals noise substitution, each decode generates its own noise.
    preRoll: 2, rollDistance: -1, written: [Written("mp4a", objectType: 0x40, ",stream-format=raw")], in: [.adts])

  package static let mpegAudio = Codec(
    "mpegAudio", "MPEG audio", .audio,
    [
      Entry(
        [".mp3"], "audio/mpeg,mpegversion=1,layer=3,parsed=true", words: "MPEG-1 Layer 3 (MP3)", in: .quickTime),
      // Layers I and III have an entry of their own.
      Entry(
        [".mp2"], "audio/mpeg,mpegversion=1,layer=2,parsed=true", words: "MPEG-1 Layer 2 (MP2)", in: .quickTime,
        decoders: ["avdec_mp2float", "mpg123audiodec"]),
      Entry(
        [".mp1"], "audio/mpeg,mpegversion=1,layer=1,parsed=true", words: "MPEG-1 Layer 1 (MP1)", in: .quickTime),
      Entry(["mp4a"], "audio/mpeg,mpegversion=1,layer=3,parsed=true", objectTypes: [0x69, 0x6b], in: .registered),
      Entry(["ms\0U"], "audio/mpeg,mpegversion=1,layer=3,parsed=true", in: .quickTime),
    ],
    strings: ["mp3"], decoders: ["avdec_mp3float", "avdec_mp3"],
    // Layer III borrows bits from earlier packets and overlaps with the previous one.
    preRoll: 10, written: [Written("mp4a", objectType: 0x6b)], in: [.mp3])

  package static let opus = Codec(
    "opus", "Opus", .audio,
    [
      Entry(["opus", "Opus"], "audio/x-opus", in: [.mp4], reason: noQuickTime),
      Entry(["mp4a"], "audio/x-opus", objectTypes: [0xad], in: .registered),
    ],
    // 80 milliseconds, as movies state it.
    decoders: ["opusdec"], preRoll: 40, rollDistance: -4, written: [Written("Opus")], in: [.ogg, .webm])

  package static let vorbis = Codec(
    "vorbis", "Vorbis", .audio,
    [
      Entry(["vorb"], "audio/x-vorbis"),
      Entry(["mp4a"], "audio/x-vorbis", objectTypes: [0xdd], in: .registered),
    ],
    // The first packet only prepares the second.
    strings: ["vorbis"], decoders: ["vorbisdec"], silentPackets: 1, in: [.ogg, .webm])

  package static let flac = Codec(
    "flac", "FLAC", .audio,
    [
      Entry(
        ["flac", "fLaC"], "audio/x-flac,framed=true", words: "Free Lossless Audio Codec (FLAC)", in: [.mp4],
        reason: noQuickTime)
    ],
    decoders: ["avdec_flac"], preRoll: 0, written: [Written("fLaC", ",framed=true")], in: [.flac, .ogg])

  package static let alac = Codec(
    "alac", "Apple Lossless", .audio,
    [Entry(["alac"], "audio/x-alac", words: "Apple Lossless Audio (ALAC)", in: .music)],
    decoders: ["avdec_alac"], preRoll: 0, written: [Written("alac")])

  package static let ac3 = Codec(
    "ac3", "AC-3", .audio,
    [
      Entry(["ac-3"], "audio/x-ac3,framed=true", words: "AC-3 (ATSC A/52)", in: .music),
      Entry(["mp4a"], "audio/x-ac3,framed=true", objectTypes: [0xa5], in: .registered),
    ],
    decoders: ["avdec_ac3", "a52dec"], written: [Written("ac-3", ",framed=true")], in: [.ac3])

  package static let enhancedAC3 = Codec(
    "enhancedAC3", "E-AC-3", .audio,
    [
      Entry(["ec-3"], "audio/x-eac3,framed=true", words: "E-AC-3 (ATSC A/52B)", in: .music),
      Entry(["mp4a"], "audio/x-eac3,framed=true", objectTypes: [0xa6], in: .registered),
    ],
    decoders: ["avdec_eac3"], written: [Written("ec-3", ",framed=true")])

  package static let amr = Codec(
    "amr", "AMR", .audio, [Entry(["samr"], "audio/AMR", words: "Adaptive Multi Rate (AMR)", in: .phones)],
    decoders: ["avdec_amrnb", "amrnbdec"], written: [Written("samr")], in: [.amr])

  // libav's decoder fails to negotiate a format with GStreamer.
  package static let amrWideband = Codec(
    "amrWideband", "AMR-WB", .audio,
    [Entry(["sawb"], "audio/AMR-WB", words: "Adaptive Multi Rate (AMR), wide band", in: .phones)],
    decoders: ["amrwbdec"], written: [Written("sawb")], in: [.amr])

  package static let speex = Codec(
    "speex", "Speex", .audio, [Entry(["spex"], "audio/x-speex")], decoders: ["speexdec"], isEntropyCoded: false)

  // The filters and predictors of a core go on from frame to frame.
  package static let dts = Codec(
    "dts", "DTS", .audio,
    [
      Entry(["dts "], "audio/x-dts"),
      Entry(
        ["dtsc", "dtse", "dtsh", "dtsl", "dtsx", "dtsy", "dts-", "dts+"], "audio/x-dts", in: [.mp4],
        reason: noQuickTime),
      Entry(["mp4a"], "audio/x-dts", objectTypes: [0xa9], in: .registered),
    ],
    decoders: ["avdec_dca"], isEntropyCoded: false)

  // An access unit with a major sync, at which decoding can begin, is one of 128 at least.
  package static let trueHD = Codec(
    "trueHD", "TrueHD", .audio, [Entry(["mlpa"], "audio/x-true-hd", in: [.mp4], reason: noQuickTime)],
    decoders: ["avdec_truehd"], preRoll: 128, isEntropyCoded: false)

  package static let mlp = Codec(
    "mlp", "MLP", .audio, [Entry(["mlp "], "audio/x-mlp")], decoders: ["avdec_mlp"], preRoll: 128,
    isEntropyCoded: false)

  package static let uLaw = Codec(
    "uLaw", "mu-law", .audio, [Entry(["ulaw"], "audio/x-mulaw", words: "Mu-Law", in: .quickTime)],
    decoders: ["mulawdec"], preRoll: 0, isEntropyCoded: false, written: [Written("ulaw")], in: [.wave])

  package static let aLaw = Codec(
    "aLaw", "A-law", .audio, [Entry(["alaw"], "audio/x-alaw", words: "A-Law", in: .quickTime)],
    decoders: ["alawdec"], preRoll: 0, isEntropyCoded: false, written: [Written("alaw")], in: [.wave])

  /// One decoder for each layout of blocks: only layouts whose block size is known.
  package static let adpcm = Codec(
    "adpcm", "ADPCM", .audio,
    [
      Entry(
        ["ima4"], "audio/x-adpcm,layout=quicktime", words: "IMA ADPCM", in: .quickTime,
        decoders: ["avdec_adpcm_ima_qt"]),
      // Microsoft's and Intel's, by their format tags in WAVE files.
      Entry(
        ["ms\0\u{2}"], "audio/x-adpcm,layout=microsoft", words: "Microsoft ADPCM", in: .quickTime,
        decoders: ["avdec_adpcm_ms"]),
      // libav's decoder needs the bits of a sample, which GStreamer's caps do not have.
      Entry(
        ["ms\0\u{11}"], "audio/x-adpcm,layout=dvi", words: "DVI ADPCM", in: .quickTime, decoders: ["adpcmdec"]),
    ],
    isEntropyCoded: false)

  package static let pcm = Codec(
    "pcm", "PCM", .audio,
    [
      Entry(["lpcm"], "audio/x-raw,layout=interleaved", in: .quickTime),
      Entry(["twos", "sowt", "in24", "in32", "fl32", "fl64"], "audio/x-raw,layout=interleaved", in: .quickTime),
      Entry(
        ["ipcm", "fpcm"], "audio/x-raw,layout=interleaved", in: [.mp4],
        reason: "QuickTime has other names for stored samples"),
    ],
    strings: ["1"], preRoll: 0, isEntropyCoded: false,
    // PCM is written under QuickTime's names: hardly any program reads ISO's.
    written: [
      Written("lpcm", ",layout=interleaved,format=(string){S16LE,S16BE,S24LE,S24BE,S32LE,S32BE,U8,S8}"),
      Written("lpcm", ",layout=interleaved,format=(string){F32LE,F32BE,F64LE,F64BE}"),
    ], in: [.wave, .aiff, .aifc])

  static let noQuickTime = "no specification says how QuickTime files store it"
}
