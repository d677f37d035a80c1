internal import CGStreamer
internal import CReel

/// The result of a probe for the data it saw.
package enum ProbeAction: Sendable {
  /// The data pass.
  case pass
  /// The data are dropped; the sender sees success.
  case drop
  /// The data are dropped, and the sender is told to stop, as at the end of the stream.
  case finish
  /// The probe has handled the data; the sender gets this result.
  case handled(Flow)
  /// The data pass, and the probe is removed.
  case remove
  /// The data pass a blocking probe.
  case letThrough
  /// The data wait here until ``Probe/remove()`` is called.
  case wait
}

/// A probe that watches a pad until it is removed, or the pad is released.
package final class Probe: Sendable {
  private let pad: Pad
  private let id: gulong

  fileprivate init(pad: Pad, id: gulong) {
    self.pad = pad
    self.id = id
  }

  package func remove() { gst_pad_remove_probe(pad.pad, id) }
}

/// The data at a probe; valid during the call only.
package struct ProbeInfo {
  fileprivate let info: UnsafeMutablePointer<GstPadProbeInfo>
  fileprivate let padPointer: UnsafeMutablePointer<GstPad>

  /// The watched pad; a probe that captured it would retain it for ever.
  package var pad: Pad { Pad(retaining: padPointer) }

  /// The number of buffers and bytes: one buffer, or a list of them.
  package var size: (buffers: Int, bytes: Int) {
    if let list { return (Int(gst_buffer_list_length(list)), Int(gst_buffer_list_calculate_size(list))) }
    guard let buffer else { return (0, 0) }
    return (1, Int(gst_buffer_get_size(buffer)))
  }

  /// The presentation and decode times of the first buffer and its duration, in the stream's segment.
  package var time: (start: ClockTime?, decode: ClockTime?, duration: ClockTime?) {
    guard let buffer = firstBuffer else { return (nil, nil, nil) }
    return (ClockTime(buffer.pointee.pts), ClockTime(buffer.pointee.dts), ClockTime(buffer.pointee.duration))
  }

  /// True if the first buffer cannot be decoded without others.
  package var isDelta: Bool {
    firstBuffer.map { creel_buffer_flags($0) & GST_BUFFER_FLAG_DELTA_UNIT.rawValue != 0 } ?? false
  }

  /// True for a SEGMENT event: later times belong to the new segment.
  package var isSegment: Bool { isEvent && creel_probe_event(info)?.pointee.type == GST_EVENT_SEGMENT }

  /// True for a STREAM_START event, before any data of the stream.
  package var isStreamStart: Bool { isEvent && creel_probe_event(info)?.pointee.type == GST_EVENT_STREAM_START }

  /// True for the question whether bytes can be written, or read, at any position.
  package var isSeekingQuery: Bool {
    has(GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM)
      && gst_pad_probe_info_get_query(info)?.pointee.type == GST_QUERY_SEEKING
  }

  /// The caps of a CAPS event.
  package var caps: Caps? {
    guard isEvent, let event = creel_probe_event(info), event.pointee.type == GST_EVENT_CAPS else { return nil }
    var caps: UnsafeMutablePointer<GstCaps>?
    gst_event_parse_caps(event, &caps)
    return caps.map { Caps(retaining: $0) }
  }

  /// True for an EOS event.
  package var isEndOfStream: Bool { isEvent && creel_probe_event(info)?.pointee.type == GST_EVENT_EOS }

  /// The running time for which an event asks for a key frame upstream; nil for one as soon as possible, and for other data.
  package var requestedKeyUnit: ClockTime? {
    guard has(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM), let event = creel_probe_event(info) else { return nil }
    var time: GstClockTime = 0
    guard gst_video_event_parse_upstream_force_key_unit(event, &time, nil, nil) != 0 else { return nil }
    return ClockTime(time)
  }

  /// Announces another rate downstream in a SEGMENT event; other data are unchanged.
  package func setRate(_ rate: Double) {
    guard isEvent, let event = creel_probe_event(info), event.pointee.type == GST_EVENT_SEGMENT else { return }
    var segment = GstSegment()
    gst_event_copy_segment(event, &segment)
    (segment.rate, segment.applied_rate) = (rate, 1)
    creel_probe_set_segment(info, &segment)
  }

  /// Puts other caps in the place of those of a CAPS event; other data are unchanged.
  func replaceCaps(_ other: Caps) {
    guard isEvent, let event = creel_probe_event(info), event.pointee.type == GST_EVENT_CAPS else { return }
    creel_probe_set_caps(info, other.caps)
  }

  /// Puts another buffer in the place of the buffer; a list of buffers is unchanged.
  package func replaceBuffer(_ other: Buffer) {
    guard let buffer else { return }
    creel_probe_set_buffer(info, other.give())
    creel_mini_unref(buffer)
  }

  /// The buffer, retained beyond the call; nil for lists of buffers and events.
  package var retainedBuffer: Buffer? { buffer.map { Buffer(retaining: $0) } }

  /// The buffer, or those of a list, retained beyond the call; none for events.
  package var retainedBuffers: [Buffer] {
    guard let list else { return retainedBuffer.map { [$0] } ?? [] }
    return (0..<gst_buffer_list_length(list)).compactMap { gst_buffer_list_get(list, $0).map { Buffer(retaining: $0) } }
  }

  /// The event, retained beyond the call; nil for buffers.
  package var retainedEvent: Event? {
    guard isEvent || has(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM), let event = creel_probe_event(info) else { return nil }
    return Event(retaining: event)
  }

  private func has(_ type: GstPadProbeType) -> Bool { creel_probe_type(info).rawValue & type.rawValue != 0 }

  private var isEvent: Bool { has(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) }

  private var buffer: UnsafeMutablePointer<GstBuffer>? {
    has(GST_PAD_PROBE_TYPE_BUFFER) ? creel_probe_buffer(info) : nil
  }

  private var list: OpaquePointer? {
    has(GST_PAD_PROBE_TYPE_BUFFER_LIST) ? gst_pad_probe_info_get_buffer_list(info) : nil
  }

  private var firstBuffer: UnsafeMutablePointer<GstBuffer>? {
    if let list, gst_buffer_list_length(list) > 0 { return gst_buffer_list_get(list, 0) }
    return buffer
  }
}

extension Pad {
  /// The data that a probe watches.
  package struct ProbeKinds: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Buffers and lists of buffers.
    package static let buffers = ProbeKinds(
      rawValue: GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue)
    /// Serialised downstream events: caps, segments, the end of the stream.
    package static let events = ProbeKinds(rawValue: GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue)
    /// Questions to the elements behind.
    package static let queries = ProbeKinds(rawValue: GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue)
    /// Events from readers: seeks, requests.
    package static let requests = ProbeKinds(rawValue: GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue)
    /// The start and stop of a flush.
    package static let flushes = ProbeKinds(rawValue: GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue)
    /// The data block while the result is `wait` or `pass`.
    package static let blocking = ProbeKinds(rawValue: GST_PAD_PROBE_TYPE_BLOCK.rawValue)
    /// The moment when no data pass through the pad.
    package static let idle = ProbeKinds(rawValue: GST_PAD_PROBE_TYPE_IDLE.rawValue)
    /// Reads of an element that takes bytes where it wants them, blocked until the probe is removed.
    package static let blockedReads = ProbeKinds(
      rawValue: GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue)
    /// All downstream data, blocked until the probe is removed.
    package static let block = ProbeKinds(rawValue: GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM.rawValue)
  }

  /// Calls `body` on the streaming thread for all data of these kinds that pass the pad.
  @discardableResult
  package func addProbe(_ kinds: ProbeKinds, _ body: @escaping @Sendable (ProbeInfo) -> ProbeAction) -> Probe {
    let id = gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds.rawValue),
      { pad, info, box in
        guard let pad, let info, let box else { return GST_PAD_PROBE_OK }
        switch Unmanaged<Box<@Sendable (ProbeInfo) -> ProbeAction>>.fromOpaque(box).takeUnretainedValue().value(
          ProbeInfo(info: info, padPointer: pad))
        {
        // A blocking probe that returns OK holds the data; any other lets them pass.
        case .pass, .wait: return GST_PAD_PROBE_OK
        case .letThrough: return GST_PAD_PROBE_PASS
        case .drop: return GST_PAD_PROBE_DROP
        case .finish:
          creel_probe_handled(info, GST_FLOW_EOS)
          return GST_PAD_PROBE_HANDLED
        case .handled(let flow):
          creel_probe_handled(info, flow.gst)
          return GST_PAD_PROBE_HANDLED
        case .remove: return GST_PAD_PROBE_REMOVE
        }
      },
      Unmanaged.passRetained(Box(body)).toOpaque(),
      { box in
        if let box { Unmanaged<AnyObject>.fromOpaque(box).release() }
      })
    return Probe(pad: self, id: id)
  }

  /// Keeps buffers and the end of the stream from the element of this input once it has refused a buffer as not negotiated.
  package func stayRefused() { creel_pad_stay_refused(pad) }

  /// Pushes EOS out of this source pad; on the streaming thread, from a probe.
  package func pushEndOfStream() { gst_pad_push_event(pad, gst_event_new_eos()) }

  /// Returns the running time of a time in the stream's segment, by the latest SEGMENT event.
  package func runningTime(of time: ClockTime) -> ClockTime? {
    guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { gst_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    guard let segment, segment.pointee.format == GST_FORMAT_TIME else { return nil }
    return ClockTime(gst_segment_to_running_time(segment, GST_FORMAT_TIME, time.nanoseconds))
  }

  /// Returns the running time after this source pad, whose offset may shift it.
  package func runningTimeBehind(of time: ClockTime) -> ClockTime? {
    runningTime(of: time).map { ClockTime(nanoseconds: UInt(clamping: Int(clamping: $0.nanoseconds) + offset)) }
  }

  /// Returns the media time of a time in the stream's segment; nil before the media's beginning.
  package func streamTime(of time: ClockTime) -> ClockTime? {
    guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { gst_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    var result: guint64 = 0
    // Also for times before the segment, such as that of the frame displayed at its start.
    guard let segment, segment.pointee.format == GST_FORMAT_TIME,
      gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, time.nanoseconds, &result) > 0
    else { return nil }
    return ClockTime(nanoseconds: result)
  }

  /// The duration of the stream, by a query to its producer.
  package var streamDuration: ClockTime? {
    var duration: gint64 = -1
    guard gst_pad_query_duration(pad, GST_FORMAT_TIME, &duration) != 0, duration >= 0 else { return nil }
    return ClockTime(nanoseconds: UInt(duration))
  }

  /// True if the data come from a source that follows a clock, as upstream reports it.
  package var isPeerLive: Bool {
    let query = gst_query_new_latency()!
    defer { creel_mini_unref(query) }
    guard gst_pad_peer_query(pad, query) != 0 else { return false }
    var isLive: gboolean = 0
    gst_query_parse_latency(query, &isLive, nil, nil)
    return isLive != 0
  }

  /// The duration of the stream at a sink pad, by a query to the peer.
  package var peerDuration: ClockTime? {
    var duration: gint64 = -1
    guard gst_pad_peer_query_duration(pad, GST_FORMAT_TIME, &duration) != 0, duration >= 0 else { return nil }
    return ClockTime(nanoseconds: UInt(duration))
  }

  /// The identifier of the stream.
  package var streamID: String? { takeText(gst_pad_get_stream_id(pad)) }

  /// The tags that have passed, the oldest first.
  package var tags: [Tags] {
    var tags: [Tags] = []
    while let event = gst_pad_get_sticky_event(pad, GST_EVENT_TAG, guint(tags.count)) {
      defer { gst_event_unref(event) }
      var list: UnsafeMutablePointer<GstTagList>?
      gst_event_parse_tag(event, &list)
      guard let copy = list.flatMap({ gst_tag_list_copy($0) }) else { break }
      tags.append(Tags(adopting: copy))
    }
    return tags
  }

  /// The tags of the stream, including those still on their way: on the pads of the enclosing bin.
  package var streamTags: [Tags] {
    guard let id = streamID, let bin = parent as? Bin else { return tags }
    return tags + bin.elements.flatMap(\.pads).filter { $0.direction == .source && $0.streamID == id }.flatMap(\.tags)
  }
}
