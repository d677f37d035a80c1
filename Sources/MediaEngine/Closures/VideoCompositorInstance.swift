internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import struct MediaGraph.PixelSize

/// Composes one frame of those that several inputs show at the same time.
///
///     sink_0 ▷ (to the output's format) ─┐
///     sink_1 ▷ (to the output's format) ─┼─▷ the closure ▷ src
///
/// Which frame an input shows at a time, GstVideoAggregator decides: the last that began before or then.
final class VideoCompositorInstance: VideoInstance {
  let inputs = SinkPads()
  private let size: @Sendable ([PixelSize]) -> PixelSize
  private let body: ClosureElements.VideoCompositor

  init(size: @escaping @Sendable ([PixelSize]) -> PixelSize, _ body: @escaping ClosureElements.VideoCompositor) {
    self.size = size
    self.body = body
  }

  override func fixate(_ caps: UnsafeMutablePointer<GstCaps>) -> UnsafeMutablePointer<GstCaps>? {
    let wanted = size(inputs.list(of: element).map { Self.size(of: $0.pad) })
    let caps = creel_caps_make_writable(caps)!
    for index in 0..<gst_caps_get_size(caps) {
      let structure = gst_caps_get_structure(caps, index)
      gst_structure_fixate_field_nearest_int(structure, "width", gint(clamping: wanted.width))
      gst_structure_fixate_field_nearest_int(structure, "height", gint(clamping: wanted.height))
      if gst_structure_has_field(structure, "pixel-aspect-ratio") != 0 {
        gst_structure_fixate_field_nearest_fraction(structure, "pixel-aspect-ratio", 1, 1)
      }
    }
    return caps
  }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    let pads = inputs.list(of: element)
    let rate = format?.rate ?? (numerator: 0, denominator: 1)
    // The output's own timeline begins at 0, so its time stamps are media times.
    let time = CMTime(ClockTime(buffer.pointee.pts), onGridOf: rate.numerator, over: rate.denominator)
    try withFrame(buffer, readWrite, at: time) { output in
      let inputs = VideoInputs(ports: pads.map(\.port)) { index, body in Self.lend(pads[index].pad, body) }
      try body(inputs, &output)
    }
    return GST_FLOW_OK
  }

  /// Calls a body with a pad's current frame; returns false if it has none.
  private static func lend(_ pad: Pad, _ body: (borrowing VideoFrame) -> Void) -> Bool {
    let pad = pad.pointer(as: GstVideoAggregatorPad.self)
    guard let frame = gst_video_aggregator_pad_get_prepared_frame(pad) else { return false }
    let format = VideoFormat(frame.pointee.info)
    let buffer = gst_video_aggregator_pad_get_current_buffer(pad)
    let time = streamTime(buffer?.pointee.pts ?? .max, in: &pad.pointee.parent.segment)
    let (numerator, denominator) = (Int(pad.pointee.info.fps_n), Int(pad.pointee.info.fps_d))
    body(
      VideoFrame(
        mapped: frame, format: format, time: CMTime(time, onGridOf: numerator, over: denominator),
        duration: CMTime(buffer.flatMap { ClockTime($0.pointee.duration) }, onGridOf: numerator, over: denominator)))
    return true
  }

  private static func size(of pad: Pad) -> PixelSize {
    let info = pad.pointer(as: GstVideoAggregatorPad.self).pointee.info
    return PixelSize(width: Int(info.width), height: Int(info.height))
  }
}
