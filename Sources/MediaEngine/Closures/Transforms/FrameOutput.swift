internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
public import CoreMedia

/// The output of a `Transform` for frames. Valid only during the call that receives it.
public struct FrameOutput: ~Copyable {
  private let stream: TransformOutputStream
  private let format: PixelFormat
  private let framePool = OutputFramePool()

  init(stream: TransformOutputStream, format: PixelFormat) {
    self.stream = stream
    self.format = format
  }

  /// Draws a frame and sends it; blocks while the next node is busy.
  ///
  /// The size may change from one frame to the next. Frame rate and pixel aspect ratio are those of the input; so is
  /// the colorimetry, if the layout is the same.
  ///
  /// - Parameters:
  ///   - width: 1 to 16384 pixels, like `height`.
  ///   - format: the layout of the samples; the output's first layout by default.
  ///   - time: the presentation time, on the input's timeline.
  ///   - duration: the duration; invalid if unknown.
  ///   - body: draws the whole frame: the memory has the contents of an earlier one.
  /// - Throws: The errors of `body`, and an error when the stream is being torn down; rethrow it.
  public borrowing func draw(
    width: Int, height: Int, format: PixelFormat? = nil, at time: CMTime, duration: CMTime = .invalid,
    _ body: (inout VideoFrame) throws -> Void
  ) throws {
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw GStreamerError.badCaps("a picture of \(width)x\(height)")
    }
    let buffer = try framePool.buffer(
      stream, format: format ?? self.format, width: width, height: height, at: time, duration: duration, body)
    try stream.push(buffer, at: time, duration: duration)
  }
}

/// The frames of an output: a pool of frames of one format.
final class OutputFramePool {
  private let reader = MappedFrameReader()
  private var caps: Caps?
  private var key: Key?
  private var pool: UnsafeMutablePointer<GstBufferPool>?

  private struct Key: Equatable {
    let format: PixelFormat
    let width: Int
    let height: Int
    let input: String?
  }

  deinit { drain() }

  private func drain() {
    guard let pool else { return }
    gst_buffer_pool_set_active(pool, 0)
    gst_object_unref(pool)
    self.pool = nil
  }

  fileprivate func buffer(
    _ stream: TransformOutputStream, format: PixelFormat, width: Int, height: Int, at time: CMTime, duration: CMTime,
    _ body: (inout VideoFrame) throws -> Void
  ) throws -> Buffer {
    let key = Key(format: format, width: width, height: height, input: stream.inputFormat?.text)
    if key != self.key {
      let caps = try Self.caps(key, stream.inputFormat)
      guard reader.setCaps(caps.caps) else { throw GStreamerError.badCaps(caps.text) }
      try fill(caps)
      self.caps = caps
      self.key = key
    }
    if let caps { try stream.announce(caps) }
    var made: UnsafeMutablePointer<GstBuffer>?
    guard let pool, gst_buffer_pool_acquire_buffer(pool, &made, nil) == GST_FLOW_OK, let made else {
      throw GStreamerError.notMapped("a picture of \(width)x\(height)")
    }
    let buffer = Buffer(adopting: made)
    try reader.draw(made, at: time, duration: duration, body)
    return buffer
  }

  private func fill(_ caps: Caps) throws {
    var info = GstVideoInfo()
    gst_video_info_init(&info)
    guard gst_video_info_from_caps(&info, caps.caps) != 0, let new = gst_video_buffer_pool_new() else {
      throw GStreamerError.badCaps(caps.text)
    }
    drain()
    pool = new
    let configuration = gst_buffer_pool_get_config(new)
    gst_buffer_pool_config_set_params(configuration, caps.caps, guint(info.size), 0, 0)
    guard gst_buffer_pool_set_config(new, configuration) != 0, gst_buffer_pool_set_active(new, 1) != 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
  }

  private static func caps(_ key: Key, _ input: Structure?) throws -> Caps {
    var text = "video/x-raw, format=(string)\(key.format), width=(int)\(key.width), height=(int)\(key.height)"
    let kept =
      ["framerate", "pixel-aspect-ratio"]
      + (input?["format"]?.string == key.format.rawValue ? ["colorimetry", "chroma-site"] : [])
    for field in kept {
      if let value = input?[field]?.capsText {
        text += ", \(field)=\(value)"
      } else if field == "framerate" {
        // An unknown rate.
        text += ", framerate=(fraction)0/1"
      }
    }
    return try Caps(text)
  }
}

extension FieldValue {
  /// The value in the syntax of caps; nil for values that transforms do not pass on.
  var capsText: String? {
    switch self {
    case .int(let value): "(int)\(value)"
    case .fraction(let numerator, let denominator): "(fraction)\(numerator)/\(denominator)"
    case .string(let text): "(string)\(text)"
    default: nil
    }
  }
}
