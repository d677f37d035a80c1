/// How sound is coded.
enum AudioCodec: String, CaseIterable, Sendable {
  case aac, mp3, opus, vorbis, pcm, flac, ac3, alac, mp2, amr, none

  /// What ffmpeg encodes with.
  func ffmpegEncoder(in container: Container) -> String {
    switch self {
    case .aac: "aac"
    case .mp3: "libmp3lame"
    case .opus: "libopus"
    case .vorbis: "libvorbis"
    case .pcm: [.aiff, .caf, .mov].contains(container) ? "pcm_s16be" : "pcm_s16le"
    case .flac: "flac"
    case .ac3: "ac3"
    case .alac: "alac"
    case .mp2: "mp2"
    // ffmpeg has no encoder for it: GStreamer's stream is copied.
    case .amr: "copy"
    case .none: ""
    }
  }

  /// The GStreamer encoder with what has to follow it; nil if the matrix takes no such stream from GStreamer.
  var gstreamerEncoder: String? {
    switch self {
    case .aac: "avenc_aac ! aacparse"
    case .mp3: "lamemp3enc ! mpegaudioparse"
    case .opus: "opusenc ! opusparse"
    case .vorbis: "vorbisenc"
    case .pcm: "identity"
    case .flac: "flacenc ! flacparse"
    case .ac3: "avenc_ac3 ! ac3parse"
    case .mp2: "avenc_mp2 ! mpegaudioparse"
    case .alac, .amr, .none: nil
    }
  }

  var speakers: [Speakers] {
    switch self {
    case .mp3, .mp2: [.stereo, .mono]
    case .amr: [.mono]
    case .none: [.stereo]
    default: Speakers.allCases
    }
  }
}

/// The channels of the sound.
enum Speakers: String, CaseIterable, Sendable {
  case stereo, mono
  case surround = "5.1"

  var count: Int {
    switch self {
    case .stereo: 2
    case .mono: 1
    case .surround: 6
    }
  }

  /// As it stands in the name of a cell, where dots separate.
  var word: String { self == .surround ? "surround" : rawValue }
}

/// When there is sound, and what of the file is shown.
enum Timing: String, CaseIterable, Sendable {
  /// Frames and sound from 0 to 3 s.
  case whole
  /// The sound begins at 1.2 s.
  case late
  /// The sound ends at 0.9 s.
  case short
  /// An edit list cuts off the beginning, up to a time within a group of pictures.
  case edited
}

/// The program that made a file.
enum Maker: String, CaseIterable, Sendable {
  case ffmpeg
  case gstreamer = "gst"
}
