package import CGStreamer
internal import CReel

/// A GstEvent: control data between buffers, or upstream.
package final class Event: Sendable {
  /// Never written to once it is here.
  package nonisolated(unsafe) let event: UnsafeMutablePointer<GstEvent>

  package init(adopting event: UnsafeMutablePointer<GstEvent>) { self.event = event }

  package init(retaining event: UnsafeMutablePointer<GstEvent>) {
    creel_mini_ref(event)
    self.event = event
  }

  deinit { creel_mini_unref(event) }

  /// Adds a reference that C takes over (transfer full).
  package func retained() -> UnsafeMutablePointer<GstEvent> {
    creel_mini_ref(event)
    return event
  }

  /// The content of an event; `other` holds the name of kinds without a case.
  package enum Content: Sendable {
    case streamStart(id: String)
    case caps(Caps)
    /// Times from `start` to `stop` are presented; `time` is the media's time at `start`.
    case segment(start: ClockTime?, stop: ClockTime?, time: ClockTime?, rate: Double)
    case tags(Tags)
    case gap(start: ClockTime?, duration: ClockTime?)
    case flushStart
    case flushStop
    case endOfStream
    case other(String)
  }

  package var content: Content {
    switch event.pointee.type {
    case GST_EVENT_STREAM_START:
      var id: UnsafePointer<gchar>?
      gst_event_parse_stream_start(event, &id)
      return .streamStart(id: id.map { String(cString: $0) } ?? "")
    case GST_EVENT_CAPS:
      var caps: UnsafeMutablePointer<GstCaps>?
      gst_event_parse_caps(event, &caps)
      return .caps(Caps(retaining: caps!))
    case GST_EVENT_SEGMENT:
      var segment = GstSegment()
      gst_event_copy_segment(event, &segment)
      return .segment(
        start: ClockTime(segment.start), stop: ClockTime(segment.stop), time: ClockTime(segment.time),
        rate: segment.rate)
    case GST_EVENT_TAG:
      var list: UnsafeMutablePointer<GstTagList>?
      gst_event_parse_tag(event, &list)
      return .tags(Tags(adopting: gst_tag_list_copy(list)))
    case GST_EVENT_GAP:
      var (start, duration): (GstClockTime, GstClockTime) = (.max, .max)
      gst_event_parse_gap(event, &start, &duration)
      return .gap(start: ClockTime(start), duration: ClockTime(duration))
    case GST_EVENT_FLUSH_START: return .flushStart
    case GST_EVENT_FLUSH_STOP: return .flushStop
    case GST_EVENT_EOS: return .endOfStream
    default: return .other(String(cString: gst_event_type_get_name(event.pointee.type)))
    }
  }

  /// The structure of a custom event.
  package var structure: Structure? { gst_event_get_structure(event).map { Structure(copying: $0) } }

  // MARK: Making events

  package static var endOfStream: Event { Event(adopting: gst_event_new_eos()) }
  package static var flushStart: Event { Event(adopting: gst_event_new_flush_start()) }
  package static func flushStop(resetTime: Bool = true) -> Event {
    Event(adopting: gst_event_new_flush_stop(resetTime ? 1 : 0))
  }
  package static func streamStart(id: String) -> Event { Event(adopting: gst_event_new_stream_start(id)) }
  package static func caps(_ caps: Caps) -> Event { Event(adopting: gst_event_new_caps(caps.caps)) }

  /// Makes a segment of unchanged times, from `start` on.
  package static func segment(start: ClockTime = .zero, stop: ClockTime? = nil, time: ClockTime? = nil) -> Event {
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    segment.start = start.nanoseconds
    segment.stop = stop.clockTime
    segment.time = (time ?? start).nanoseconds
    segment.position = start.nanoseconds
    return Event(adopting: gst_event_new_segment(&segment))
  }

  package static func gap(start: ClockTime, duration: ClockTime?) -> Event {
    Event(adopting: gst_event_new_gap(start.nanoseconds, duration.clockTime))
  }

  /// Makes a request upstream for a sync frame as soon as possible.
  package static var wantKeyUnit: Event { Event(adopting: gst_video_event_new_upstream_force_key_unit(.max, 1, 0)) }

  /// Makes an announcement to an encoder, downstream: the first frame from a running time on is a key frame; the next one if it is
  /// nil.
  package static func keyUnitFollows(at time: ClockTime?) -> Event {
    let stamp = time.map { guint64($0.nanoseconds) } ?? .max
    return Event(adopting: gst_video_event_new_downstream_force_key_unit(stamp, stamp, stamp, 1, 0))
  }

  /// Makes a request to an upstream encoder for a sync frame at a running time.
  package static func wantKeyUnit(at time: ClockTime) -> Event {
    Event(adopting: gst_video_event_new_upstream_force_key_unit(time.nanoseconds, 0, 0))
  }
}

extension Pad {
  /// Sends an event from this pad to its peer; `false` if it was refused.
  @discardableResult
  package func push(_ event: Event) -> Bool { gst_pad_push_event(pad, event.retained()) != 0 }

  /// Handles an event as if it had arrived at this pad; `false` if it was refused.
  @discardableResult
  package func send(_ event: Event) -> Bool { gst_pad_send_event(pad, event.retained()) != 0 }
}

extension Element {
  /// Handles an event as an element does: sinks pass it upstream, sources downstream.
  @discardableResult
  package final func send(_ event: Event) -> Bool { gst_element_send_event(element, event.retained()) != 0 }
}
