internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// Maps buffers as frames: what video effects, sources, sinks and compositors share.
class VideoInstance: ElementInstance {
  // Allocated once: a GstVideoFrame is over 600 bytes, and none outlives its call.
  fileprivate let frame = UnsafeMutablePointer<GstVideoFrame>.allocate(capacity: 1)
  fileprivate let info = UnsafeMutablePointer<GstVideoInfo>.allocate(capacity: 1)
  final private(set) var format: VideoFormat?

  deinit {
    frame.deallocate()
    info.deallocate()
  }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    gst_video_info_init(info)
    guard gst_video_info_from_caps(info, caps) != 0 else { return false }
    format = VideoFormat(info.pointee)
    return true
  }

  /// Maps a buffer for the length of a call.
  final func withFrame<R>(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags, at time: CMTime? = nil, isSink: Bool = false,
    _ body: (inout VideoFrame) throws -> R
  ) throws -> R {
    guard let format else { throw GStreamerError.notMapped("a picture without a format") }
    guard creel_frame_map(frame, info, buffer, flags) != 0 else { throw GStreamerError.notMapped("a picture") }
    defer { gst_video_frame_unmap(frame) }
    let shown =
      time
      ?? withSegment(of: element, isSink: isSink) { segment in
        CMTime(
          streamTime(buffer.pointee.pts, in: &segment), onGridOf: format.rate.numerator, over: format.rate.denominator)
      }
    var view = VideoFrame(
      mapped: frame, format: format, time: shown,
      duration: CMTime(
        ClockTime(buffer.pointee.duration), onGridOf: format.rate.numerator, over: format.rate.denominator))
    return try body(&view)
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
    // From one rounded time to the next, so that frames meet without gaps.
    buffer.pointee.duration = end.nanoseconds - start.nanoseconds
    buffer.pointee.offset = UInt(number)
    buffer.pointee.offset_end = UInt(number + 1)
    let time = CMTime(value: Int64(number) * unit, timescale: timescale)
    guard try withFrame(buffer, readWrite, at: time, { try body(&$0, number) }) else { return GST_FLOW_EOS }
    number += 1
    return GST_FLOW_OK
  }
}
