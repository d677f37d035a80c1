package import CGStreamer
internal import CReel

/// A GstPad: one end of a link.
package final class Pad: ObjectReference {
  private let object: Object
  package var raw: UnsafeMutableRawPointer { object.raw }

  package init(adopting raw: UnsafeMutableRawPointer) { object = Object(adopting: raw) }
  package init(retaining raw: UnsafeMutableRawPointer) { object = Object(retaining: raw) }

  package enum Direction: Sendable {
    /// The pad produces data.
    case source
    /// The pad receives data.
    case sink

    package init(_ direction: GstPadDirection) { self = direction == GST_PAD_SRC ? .source : .sink }
  }

  package var pad: UnsafeMutablePointer<GstPad> { pointer(as: GstPad.self) }

  package var direction: Direction { Direction(creel_pad_direction(pad)) }
  package var isLinked: Bool { gst_pad_is_linked(pad) != 0 }
  /// True if the end of the stream has passed.
  package var isAtEnd: Bool { creel_pad_is_eos(pad) != 0 }

  /// True if a thread is pushing data into this sink pad.
  package var isBusy: Bool { creel_pad_is_busy(pad) != 0 }

  /// The internal sink pad through which all data of a bin's source pad pass.
  package var entrance: Pad? { creel_pad_internal(pad).map { Pad(adopting: $0) } }

  /// Blocks until no thread is pushing into this sink pad.
  package func waitUntilIdle() { creel_pad_wait(pad) }

  /// The offset of this source pad's running time, in nanoseconds.
  package var offset: Int {
    get { gst_pad_get_offset(pad) }
    set { gst_pad_set_offset(pad, newValue) }
  }

  /// The pad at the other end.
  package var peer: Pad? { gst_pad_get_peer(pad).map { Pad(adopting: $0) } }

  /// The element that owns the pad.
  package var parent: Element? {
    guard let parent = gst_pad_get_parent_element(pad) else { return nil }
    defer { gst_object_unref(parent) }
    return Element.wrap(retaining: parent)
  }

  /// The name with that of the element: `decoder.src`.
  package var label: String { (parent.map { $0.name + "." } ?? "") + name }

  /// The negotiated format; nil before negotiation.
  package var currentCaps: Caps? { gst_pad_get_current_caps(pad).map { Caps(adopting: $0) } }

  /// All formats that the pad can have in its element's present state.
  package var possibleCaps: Caps { Caps(adopting: gst_pad_query_caps(pad, nil)) }

  /// The conflict if no format fits this link.
  package var conflict: CapsConflict? {
    guard let peer else { return nil }
    let (source, sink) = direction == .source ? (self, peer) : (peer, self)
    return source.possibleCaps.firstConflictingField(with: sink.possibleCaps)
  }

  /// Links this output to an input.
  ///
  /// Throws ``GStreamerError/notLinked(source:sink:reason:)``; for disjoint formats the reason holds both sides and the
  /// first conflicting field.
  package func link(to sink: Pad) throws(GStreamerError) {
    let result = gst_pad_link(pad, sink.pad)
    if result == GST_PAD_LINK_OK { return }
    throw .notLinked(source: label, sink: sink.label, reason: linkError(result, sink))
  }

  package func unlink() {
    guard let peer else { return }
    _ = direction == .source ? gst_pad_unlink(pad, peer.pad) : gst_pad_unlink(peer.pad, pad)
  }

  private func linkError(_ result: GstPadLinkReturn, _ sink: Pad) -> PadLinkError {
    switch result {
    case GST_PAD_LINK_WRONG_DIRECTION: return .wrongDirection
    case GST_PAD_LINK_WAS_LINKED: return .alreadyLinked
    case GST_PAD_LINK_WRONG_HIERARCHY: return .differentBins
    case GST_PAD_LINK_NOSCHED: return .scheduling
    case GST_PAD_LINK_NOFORMAT:
      return possibleCaps.firstConflictingField(with: sink.possibleCaps).map { .caps($0) } ?? .refused
    default: return .refused
    }
  }
}

extension Pad: Equatable {
  package static func == (a: Pad, b: Pad) -> Bool { a.raw == b.raw }
}
