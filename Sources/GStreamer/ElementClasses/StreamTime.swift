package import CGStreamer
import CoreMedia

/// Returns the stream time of a buffer's time stamp, which differs from the latter after edit lists and seeks; `nil`
/// without a time stamp.
package func streamTime(_ stamp: GstClockTime, in segment: inout GstSegment) -> ClockTime? {
  guard let time = ClockTime(stamp) else { return nil }
  guard segment.format == GST_FORMAT_TIME else { return time }
  return ClockTime(gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, stamp)) ?? time
}

/// Returns the same, also exact for buffers before the start of the media and before a seek's target, which are only
/// decoded.
package func mediaTime(_ stamp: GstClockTime, in segment: inout GstSegment) -> CMTime {
  guard let time = ClockTime(stamp), segment.format == GST_FORMAT_TIME else { return CMTime(ClockTime(stamp)) }
  var result: guint64 = 0
  switch gst_segment_to_stream_time_full(&segment, GST_FORMAT_TIME, time.nanoseconds, &result) {
  case 0: return time.time
  case let sign: return CMTime(value: Int64(sign) * Int64(clamping: result), timescale: 1_000_000_000)
  }
}

/// Calls a body with the segment of an effect or a sink.
package func withSegment<R>(
  of element: UnsafeMutablePointer<GstElement>, isSink: Bool, _ body: (inout GstSegment) throws -> R
) rethrows -> R {
  let raw = UnsafeMutableRawPointer(element)
  return isSink
    ? try body(&raw.assumingMemoryBound(to: GstBaseSink.self).pointee.segment)
    : try body(&raw.assumingMemoryBound(to: GstBaseTransform.self).pointee.segment)
}
