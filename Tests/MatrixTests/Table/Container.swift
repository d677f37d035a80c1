/// A container, with the codecs that ffmpeg and GStreamer can put into it.
enum Container: String, CaseIterable, Sendable {
  case mp4, mov, fmp4, mkv, webm, ts, mpg, flv, avi, ogg
  case threeGP = "3gp"
  case m4a, wav, flac, mp3, adts, aiff, caf, amr

  /// The file name extension.
  var ending: String {
    switch self {
    case .fmp4: "mp4"
    case .adts: "aac"
    default: rawValue
    }
  }

  var videoCodecs: [VideoCodec] {
    switch self {
    case .mp4: [.none, .h264, .hevc, .vp9, .av1, .mpeg4, .mjpeg]
    case .mov: [.none, .h264, .hevc, .mpeg4, .mpeg2, .mjpeg, .prores]
    case .fmp4: [.none, .h264, .hevc, .vp9, .av1]
    case .mkv: [.none, .h264, .hevc, .vp8, .vp9, .av1, .mpeg4, .mpeg2, .mjpeg, .theora, .ffv1]
    case .webm: [.none, .vp8, .vp9, .av1]
    case .ts: [.none, .h264, .hevc, .mpeg2, .mpeg4]
    case .mpg: [.none, .mpeg2, .h264]
    case .flv: [.none, .h264, .flv1]
    case .avi: [.none, .mpeg4, .mjpeg, .h264, .ffv1]
    case .ogg: [.none, .theora, .vp8]
    case .threeGP: [.none, .h264, .h263, .mpeg4]
    case .m4a, .wav, .flac, .mp3, .adts, .aiff, .caf, .amr: [.none]
    }
  }

  var audioCodecs: [AudioCodec] {
    switch self {
    case .mp4: [.none, .aac, .mp3, .opus, .flac, .ac3, .alac]
    case .mov: [.none, .aac, .mp3, .pcm, .alac, .ac3]
    case .fmp4: [.none, .aac, .opus, .flac, .ac3]
    case .mkv: [.none, .aac, .mp3, .opus, .vorbis, .pcm, .flac, .ac3, .mp2]
    case .webm: [.none, .opus, .vorbis]
    case .ts: [.none, .aac, .mp3, .mp2, .ac3, .opus]
    case .mpg: [.none, .mp2, .ac3]
    case .flv: [.none, .aac, .mp3]
    case .avi: [.none, .mp3, .pcm, .ac3, .mp2]
    case .ogg: [.none, .vorbis, .opus, .flac]
    case .threeGP: [.none, .aac, .amr]
    case .m4a: [.aac, .alac]
    case .wav, .aiff: [.pcm]
    case .flac: [.flac]
    case .mp3: [.mp3]
    case .adts: [.aac]
    case .caf: [.pcm, .alac]
    case .amr: [.amr]
    }
  }

  /// True if frames may have different durations.
  var allowsVariableRate: Bool {
    switch self {
    case .mpg, .avi, .ogg: false
    default: true
    }
  }

  /// True if audio may begin later than the frames. An AVI file has one start for all its streams.
  var allowsLateAudio: Bool { self != .avi }

  /// True if ffmpeg writes an edit list when it copies from the middle of a file.
  var hasEditLists: Bool { self == .mp4 || self == .mov }

  /// The GStreamer muxer for it; nil if the matrix has no such file from GStreamer.
  var gstreamerMuxer: String? {
    switch self {
    case .mp4: "mp4mux"
    case .mov: "qtmux"
    case .fmp4: "mp4mux fragment-duration=1000"
    case .mkv: "matroskamux"
    case .webm: "webmmux"
    case .ts: "mpegtsmux"
    case .flv: "flvmux"
    case .avi: "avimux"
    case .ogg: "oggmux"
    case .mpg, .threeGP, .m4a, .wav, .flac, .mp3, .adts, .aiff, .caf, .amr: nil
    }
  }
}
