/// The video codec.
enum VideoCodec: String, CaseIterable, Sendable {
  case h264, hevc, mpeg4, vp9, vp8, av1, mpeg2, mjpeg, theora, prores, ffv1, h263, flv1, none

  /// FFmpeg's encoder and options, fast and nearly lossless: flat frames need few bits.
  var ffmpegEncoder: String {
    switch self {
    case .h264: "libx264 -preset veryfast -crf 16 -g 25"
    case .hevc: "libx265 -preset ultrafast -crf 16 -x265-params log-level=none:keyint=25:pools=none:frame-threads=1"
    case .mpeg4: "mpeg4 -q:v 2 -g 25"
    case .vp9: "libvpx-vp9 -crf 16 -b:v 1M -deadline realtime -cpu-used 8 -g 25"
    case .vp8: "libvpx -crf 8 -b:v 1M -deadline realtime -cpu-used 8 -g 25"
    case .av1: "libaom-av1 -crf 16 -b:v 1M -usage realtime -cpu-used 8 -g 25"
    case .mpeg2: "mpeg2video -q:v 2 -g 25"
    case .mjpeg: "mjpeg -q:v 2"
    case .theora: "libtheora -q:v 8 -g 25"
    case .prores: "prores_ks"
    case .ffv1: "ffv1 -level 3 -g 25"
    case .h263: "h263 -q:v 2 -g 25"
    case .flv1: "flv -q:v 2 -g 25"
    case .none: ""
    }
  }

  /// The GStreamer encoder and parser; nil if the matrix has no such stream from GStreamer.
  var gstreamerEncoder: String? {
    switch self {
    case .h264: "x264enc speed-preset=veryfast pass=qual quantizer=16 key-int-max=25 ! h264parse"
    case .hevc: "x265enc speed-preset=ultrafast key-int-max=25 ! h265parse"
    case .mpeg4: "avenc_mpeg4 quantizer=2 gop-size=25"
    case .vp9: "vp9enc deadline=1 cpu-used=8 target-bitrate=1000000 keyframe-max-dist=25 ! vp9parse"
    case .vp8: "vp8enc deadline=1 cpu-used=8 target-bitrate=1000000 keyframe-max-dist=25"
    case .mjpeg: "jpegenc quality=95 ! jpegparse"
    case .theora: "theoraenc quality=60 keyframe-force=25"
    case .mpeg2, .av1, .prores, .ffv1, .h263, .flv1, .none: nil
    }
  }

  var frameTraits: [FrameTrait] {
    switch self {
    case .h264: [.plain, .bframes, .variable, .tenBit, .interlaced, .single]
    case .hevc: [.plain, .bframes, .variable, .tenBit, .single]
    case .mpeg4: [.plain, .bframes, .variable, .odd, .interlaced, .single]
    case .vp9, .av1: [.plain, .variable, .odd, .tenBit, .single]
    case .vp8, .mjpeg: [.plain, .variable, .odd, .single]
    case .mpeg2: [.plain, .bframes, .odd, .interlaced, .single]
    case .theora: [.plain, .odd, .single]
    case .prores: [.plain, .variable, .interlaced, .single]
    case .ffv1: [.plain, .variable, .odd, .tenBit, .single]
    case .h263: [.plain, .variable, .single]
    case .flv1: [.plain, .variable, .odd, .single]
    case .none: [.plain]
    }
  }
}

/// A property of the frames.
enum FrameTrait: String, CaseIterable, Sendable {
  /// 75 frames of 176x144, a 25th of a second each.
  case plain
  /// In another decode order than presentation order.
  case bframes
  /// With variable durations: frames are missing, up to three in a row.
  case variable = "vfr"
  /// 97x61.
  case odd
  case tenBit = "10bit"
  /// Encoded and marked as two fields, the upper one first.
  case interlaced
  /// A single frame.
  case single = "one"
}
