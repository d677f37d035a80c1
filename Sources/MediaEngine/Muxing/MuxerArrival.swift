internal import GStreamer
internal import CGStreamer

/// The running times of an input's data.
///
/// Used by the input's streaming thread.
final class MuxerArrival {
  let kind: MuxerInput.Kind
  let overflow: SampleOverflow
  private var segment = GstSegment()

  /// - Parameter temporaryFolder: The folder of files for samples that memory has no room for; nil for the system's.
  init(_ kind: MuxerInput.Kind, temporaryFolder: String?) {
    self.kind = kind
    overflow = SampleOverflow(in: temporaryFolder)
    gst_segment_init(&segment, GST_FORMAT_TIME)
  }

  /// Returns true if a buffer is written to the file: audio headers and empty buffers are not.
  func isSample(_ buffer: Buffer) -> Bool {
    guard kind == .video || kind == .audio else { return true }
    return buffer.byteCount > 0 && !(kind == .audio && buffer.flags.contains(.header))
  }

  func setSegment(_ event: Event) { segment = GstSegment(of: event) }

  /// Returns the running time of a buffer, in nanoseconds; nil if it has none.
  func time(of buffer: Buffer) -> Int64? { segment.runningTime(of: buffer) }

  /// Returns the end of a gap in running time, in nanoseconds; nil if the event does not have it.
  func end(ofGap event: Event) -> Int64? {
    guard case .gap(let start?, let duration) = event.content else { return nil }
    return segment.runningTime(at: start.nanoseconds &+ (duration?.nanoseconds ?? 0))
  }
}

extension GstSegment {
  /// Creates the segment of an event; one of all time if its format is not time.
  init(of event: Event) {
    self.init()
    gst_event_copy_segment(event.event, &self)
    if format != GST_FORMAT_TIME { gst_segment_init(&self, GST_FORMAT_TIME) }
  }

  /// Returns the running time of a buffer's decoding, or else of its presentation; in nanoseconds, negative before the
  /// segment.
  func runningTime(of buffer: Buffer) -> Int64? {
    (buffer.decodeTime ?? buffer.presentationTime).flatMap { runningTime(at: $0.nanoseconds) }
  }

  /// Returns the running time of a time stamp, in nanoseconds; negative before the segment.
  func runningTime(at stamp: UInt) -> Int64? {
    var (segment, running) = (self, guint64(0))
    let sign = gst_segment_to_running_time_full(&segment, GST_FORMAT_TIME, guint64(stamp), &running)
    guard sign != 0, running != .max else { return nil }
    return sign > 0 ? Int64(clamping: running) : -Int64(clamping: running)
  }
}
