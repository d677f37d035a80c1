internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// Maps buffers as frames: what video effects, sources, sinks and compositors share.
class VideoInstance: ElementInstance {
  private let reader = MappedFrameReader()
  final var format: VideoFormat? { reader.format }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool { reader.setCaps(caps) }

  /// Maps a buffer for the duration of a call.
  final func withFrame<R>(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags, at time: CMTime? = nil, isSink: Bool = false,
    _ body: (inout VideoFrame) throws -> R
  ) throws -> R {
    try reader.withFrame(buffer, flags) { format in
      func onGrid(_ time: ClockTime?) -> CMTime {
        CMTime(time, onGridOf: format.rate.numerator, over: format.rate.denominator)
      }
      let shown =
        time
        ?? withSegment(of: element, isSink: isSink) { segment in
          onGrid(streamTime(buffer.pointee.pts, in: &segment))
        }
      return (shown, onGrid(ClockTime(buffer.pointee.duration)))
    } body: { frame in
      try body(&frame)
    }
  }
}

final class VideoEffectInstance: VideoInstance {
  private let body: ClosureElements.VideoEffect
  init(_ body: @escaping ClosureElements.VideoEffect) { self.body = body }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    try withFrame(buffer, readWrite) { try body(&$0) }
    return GST_FLOW_OK
  }
}

final class VideoSinkInstance: VideoInstance {
  private let body: ClosureElements.VideoSink
  private let atEnd: ClosureElements.Finish

  init(_ body: @escaping ClosureElements.VideoSink, _ finish: @escaping ClosureElements.Finish) {
    self.body = body
    atEnd = finish
  }

  override func attached() { configureSink() }
  override func finish() throws { try atEnd() }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    try withFrame(buffer, GST_MAP_READ, isSink: true) { try body($0) }
    return GST_FLOW_OK
  }
}

final class VideoSourceInstance: VideoInstance {
  private let body: ClosureElements.VideoSource
  private var number = 0
  init(_ body: @escaping ClosureElements.VideoSource) { self.body = body }

  override func attached() { configureSource() }

  override func start() { number = 0 }

  override func fixate(_ caps: UnsafeMutablePointer<GstCaps>) -> UnsafeMutablePointer<GstCaps>? {
    let caps = creel_caps_make_writable(caps)!
    for index in 0..<gst_caps_get_size(caps) {
      let structure = gst_caps_get_structure(caps, index)
      gst_structure_fixate_field_nearest_int(structure, "width", 1280)
      gst_structure_fixate_field_nearest_int(structure, "height", 720)
      gst_structure_fixate_field_nearest_fraction(structure, "framerate", 30, 1)
    }
    return caps
  }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    guard let rate = format?.rate, rate.numerator > 0 else {
      throw GStreamerError.badCaps("a source of pictures needs a frame rate")
    }
    let (unit, timescale) = (Int64(rate.denominator), Int32(rate.numerator))
    let start = ClockTime(UInt(number), times: UInt(rate.denominator), over: UInt(rate.numerator))
    let end = ClockTime(UInt(number + 1), times: UInt(rate.denominator), over: UInt(rate.numerator))
    buffer.pointee.pts = start.nanoseconds
    // From one rounded time to the next, so that frames are contiguous.
    buffer.pointee.duration = end.nanoseconds - start.nanoseconds
    buffer.pointee.offset = UInt(number)
    buffer.pointee.offset_end = UInt(number + 1)
    let time = CMTime(value: Int64(number) * unit, timescale: timescale)
    guard try withFrame(buffer, readWrite, at: time, { try body(&$0, number) }) else { return GST_FLOW_EOS }
    number += 1
    return GST_FLOW_OK
  }
}
