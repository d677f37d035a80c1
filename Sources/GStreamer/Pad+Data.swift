package import CGStreamer
internal import CReel

/// The result of a push of data.
package enum Flow: Equatable, Sendable {
  case ok
  /// The peer accepts no more data.
  case endOfStream
  case flushing
  case notLinked
  case notNegotiated
  case error

  package init(_ flow: GstFlowReturn) {
    switch flow {
    case GST_FLOW_EOS: self = .endOfStream
    case GST_FLOW_FLUSHING: self = .flushing
    case GST_FLOW_NOT_LINKED: self = .notLinked
    case GST_FLOW_NOT_NEGOTIATED: self = .notNegotiated
    default: self = flow.rawValue >= 0 ? .ok : .error
    }
  }
}

extension Pad {
  /// The result of the last push out of this source pad.
  package var lastFlow: Flow { Flow(gst_pad_get_last_flow_return(pad)) }

  /// A buffer or event that arrives at a free sink pad.
  package enum Arrival: Sendable {
    case buffer(Buffer)
    case event(Event)
  }

  /// Makes a pad without an element, which feeds an element's input from a thread of ours; activate it before use.
  package static func free(_ direction: Direction, name: String? = nil) -> Pad {
    Pad(retaining: gst_pad_new(name, direction == .source ? GST_PAD_SRC : GST_PAD_SINK))
  }

  /// Makes a free sink pad that calls `body`, on the pushing thread, for each arriving buffer and event.
  package static func collecting(name: String? = nil, _ body: @escaping @Sendable (Arrival) -> Flow) -> Pad {
    let pad = Pad.free(.sink, name: name)
    gst_pad_set_chain_function_full(
      pad.pad,
      { pad, _, buffer in
        let body = Unmanaged<Box<@Sendable (Arrival) -> Flow>>.fromOpaque(pad!.pointee.chaindata).takeUnretainedValue()
        return body.value(.buffer(Buffer(adopting: buffer!))).gst
      }, Unmanaged.passRetained(Box(body)).toOpaque(), { Unmanaged<AnyObject>.fromOpaque($0!).release() })
    gst_pad_set_event_function_full(
      pad.pad,
      { pad, _, event in
        let body = Unmanaged<Box<@Sendable (Arrival) -> Flow>>.fromOpaque(pad!.pointee.eventdata).takeUnretainedValue()
        return body.value(.event(Event(adopting: event!))) == .error ? 0 : 1
      }, Unmanaged.passRetained(Box(body)).toOpaque(), { Unmanaged<AnyObject>.fromOpaque($0!).release() })
    gst_pad_set_query_function_full(
      pad.pad,
      { pad, parent, query in
        switch query!.pointee.type {
        // Decoders copy each frame unless the query answers that padded rows are supported.
        case GST_QUERY_ALLOCATION: creel_offer_pictures(query)
        // A pad without a template takes no other caps than its first: fields of a frame differ in theirs.
        case GST_QUERY_ACCEPT_CAPS: gst_query_set_accept_caps_result(query, 1)
        case GST_QUERY_CAPS:
          var filter: UnsafeMutablePointer<GstCaps>?
          gst_query_parse_caps(query, &filter)
          let caps = filter.map { gst_caps_ref($0) } ?? gst_caps_new_any()
          gst_query_set_caps_result(query, caps)
          gst_caps_unref(caps)
        default: return gst_pad_query_default(pad, parent, query)
        }
        return 1
      }, nil, nil)
    return pad
  }

  /// Activates or deactivates a free pad.
  @discardableResult
  package func setActive(_ active: Bool) -> Bool { gst_pad_set_active(pad, active ? 1 : 0) != 0 }

  /// Handles a buffer as if it came from the peer, on the streaming thread. The buffer is given away.
  package func chain(_ buffer: Buffer) -> Flow { Flow(gst_pad_chain(pad, buffer.give())) }

  /// Pushes a buffer to the peer, and returns when the peer has processed it. The buffer is given away.
  package func push(_ buffer: Buffer) -> Flow { Flow(gst_pad_push(pad, buffer.give())) }
}

extension Flow {
  var gst: GstFlowReturn {
    switch self {
    case .ok: GST_FLOW_OK
    case .endOfStream: GST_FLOW_EOS
    case .flushing: GST_FLOW_FLUSHING
    case .notLinked: GST_FLOW_NOT_LINKED
    case .notNegotiated: GST_FLOW_NOT_NEGOTIATED
    case .error: GST_FLOW_ERROR
    }
  }
}
