internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// The output of a transform: sends events before buffers, and keeps times in the announced segment.
///
///     stream-start ─▶ caps ─▶ segment, tags … ─▶ buffers
///
/// The output's format is known with the first unit, so everything that follows the caps waits until then.
final class TransformOutputStream {
  private let pad: Pad
  /// True if the output has times, although the input is a sequence of bytes.
  private let hasTimes: Bool
  /// The first format of the input.
  private(set) var inputFormat: Structure?
  /// The segment of the input's and output's time stamps.
  private(set) var segment = GstSegment()
  private var waiting: [Event] = []
  private var caps: Caps?
  /// The times of the unit that is being read and its time stamps: output of the same time gets the same stamps.
  private var current: Current?
  /// Set when downstream refuses more data; thrown again if the code ignored the error.
  private var flowError: FlowError?

  private struct Current {
    let time: CMTime
    let duration: CMTime
    let stamp: GstClockTime
    let span: GstClockTime
  }

  init(_ pad: Pad, hasTimes: Bool) {
    self.pad = pad
    self.hasTimes = hasTimes
    gst_segment_init(&segment, GST_FORMAT_TIME)
  }

  /// Resets after a flush: downstream may accept data again.
  func flush() {
    flowError = nil
    current = nil
    gst_segment_init(&segment, GST_FORMAT_TIME)
  }

  func setInput(_ caps: Caps) { inputFormat = caps.first }

  /// Begins the reading of a unit.
  func begin(_ buffer: UnsafeMutablePointer<GstBuffer>, time: CMTime, duration: CMTime) {
    current = Current(time: time, duration: duration, stamp: buffer.pointee.pts, span: buffer.pointee.duration)
  }

  // MARK: - Events

  /// Forwards an event, immediately or when the caps are known.
  func forward(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    var event = event
    let type = event.pointee.type
    if type == GST_EVENT_SEGMENT {
      gst_event_copy_segment(event, &segment)
      if hasTimes, segment.format != GST_FORMAT_TIME {
        gst_segment_init(&segment, GST_FORMAT_TIME)
        let number = gst_event_get_seqnum(event)
        creel_mini_unref(event)
        event = gst_event_new_segment(&segment)
        gst_event_set_seqnum(event, number)
      }
    }
    let isSerialized = gst_event_type_get_flags(type).rawValue & GST_EVENT_TYPE_SERIALIZED.rawValue != 0
    let canGoFirst = [GST_EVENT_STREAM_START, GST_EVENT_FLUSH_STOP].contains(type)
    if caps == nil, isSerialized, !canGoFirst {
      waiting.append(Event(adopting: event))
      return true
    }
    return gst_pad_push_event(pad.pad, event) != 0
  }

  /// Sends the waiting events, and the end of the stream; also for an empty stream.
  func end(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    release()
    return gst_pad_push_event(pad.pad, event) != 0
  }

  private func release() {
    for event in waiting { pad.push(event) }
    waiting = []
  }

  // MARK: - Units

  /// Sends the caps of the next units, unless they are unchanged.
  func announce(_ caps: Caps) throws {
    if let flowError { throw flowError }
    if let known = self.caps, known == caps { return }
    guard caps.isFixed else { throw GStreamerError.badCaps(caps.text) }
    self.caps = caps
    guard pad.push(.caps(caps)) else { throw GStreamerError.badCaps("\(caps.text), which the next node refuses,") }
    release()
  }

  /// Sends a unit, with ownership of its buffer.
  func push(
    _ buffer: Buffer, at time: CMTime, decodeTime: CMTime = .invalid, duration: CMTime
  ) throws {
    if let flowError { throw flowError }
    let c = buffer.buffer
    if let current, current.time == time {
      c.pointee.pts = current.stamp
      if duration == current.duration { c.pointee.duration = current.span }
    } else {
      c.pointee.pts = position(of: time)
    }
    if duration != current?.duration { c.pointee.duration = ClockTime.stamp(duration).clockTime }
    c.pointee.dts = position(of: decodeTime)
    let flow = gst_pad_push(pad.pad, buffer.give())
    if flow != GST_FLOW_OK {
      let flowError = FlowError(flow: flow)
      self.flowError = flowError
      throw flowError
    }
  }

  /// Sends audio that lies some samples behind the beginning of a buffer that came; the first has all that the buffer said of itself.
  func send(_ buffer: Buffer, after first: Buffer, samples: Int, rate: Int) throws {
    if let flowError { throw flowError }
    if samples == 0 {
      buffer.takeDescription(of: first)
    } else if let start = first.presentationTime {
      buffer.buffer.pointee.pts = start.nanoseconds + ClockTime(samples: Int64(samples), at: rate).nanoseconds
    }
    buffer.buffer.pointee.duration = .max
    let flow = gst_pad_push(pad.pad, buffer.give())
    if flow != GST_FLOW_OK {
      let flowError = FlowError(flow: flow)
      self.flowError = flowError
      throw flowError
    }
  }

  /// Returns the time stamp of a media time; edit lists and seeks shift them against each other.
  private func position(of time: CMTime) -> GstClockTime {
    guard let time = ClockTime.stamp(time) else { return .max }
    guard segment.format == GST_FORMAT_TIME else { return time.nanoseconds }
    let position = gst_segment_position_from_stream_time(&segment, GST_FORMAT_TIME, time.nanoseconds)
    return position == .max ? time.nanoseconds : position
  }
}

/// The flow return of a link whose downstream did not take a buffer: the end of the stream, or its teardown.
struct FlowError: Error, CustomStringConvertible {
  let flow: GstFlowReturn
  var description: String { "the next node takes nothing more (\(String(cString: gst_flow_get_name(flow))))" }
}
