/// The audio codec.
enum AudioCodec: String, CaseIterable, Sendable {
  case aac, mp3, opus, vorbis, pcm, flac, ac3, alac, mp2, amr, none

  /// Returns the name of ffmpeg's encoder.
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
    // FFmpeg has no encoder for it: GStreamer's stream is copied.
    case .amr: "copy"
    case .none: ""
    }
  }

  /// The GStreamer encoder and parser; nil if the matrix has no such stream from GStreamer.
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

/// The channels of the audio.
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

  /// The word in the name of a cell, where dots are separators.
  var word: String { self == .surround ? "surround" : rawValue }
}

/// The times of the audio, and the edit list.
enum Timing: String, CaseIterable, Sendable {
  /// Frames and audio from 0 to 3 s.
  case whole
  /// The audio begins at 1.2 s.
  case late
  /// The audio ends at 0.9 s.
  case short
  /// An edit list omits the beginning, up to a time within a GOP.
  case edited
}

/// The program that made a file.
enum Maker: String, CaseIterable, Sendable {
  case ffmpeg
  case gstreamer = "gst"
}
