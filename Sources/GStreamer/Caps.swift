package import CGStreamer
internal import CReel

/// Descriptions of formats, best first; immutable, so it may be used from any thread.
package final class Caps: Sendable {
  /// Never written to: a change is made to a copy.
  package nonisolated(unsafe) let caps: UnsafeMutablePointer<GstCaps>

  package init(adopting caps: UnsafeMutablePointer<GstCaps>) { self.caps = caps }

  package init(retaining caps: UnsafeMutablePointer<GstCaps>) {
    creel_mini_ref(caps)
    self.caps = caps
  }

  deinit { creel_mini_unref(caps) }

  /// Parses GStreamer's text form: `video/x-raw, format=I420, width=[1,1920]`, `ANY`, `EMPTY`.
  package convenience init(_ text: String) throws(GStreamerError) {
    try GStreamerLibrary.start()
    guard let caps = gst_caps_from_string(text) else { throw .badCaps(text) }
    self.init(adopting: caps)
  }

  package static var any: Caps { Caps(adopting: gst_caps_new_any()) }

  /// The form that ``init(_:)`` parses.
  package var text: String { takeText(gst_caps_to_string(caps)) ?? "" }

  package var isAny: Bool { gst_caps_is_any(caps) != 0 }
  package var isEmpty: Bool { gst_caps_is_empty(caps) != 0 }
  /// True if it describes exactly one format, without ranges or alternatives.
  package var isFixed: Bool { gst_caps_is_fixed(caps) != 0 }

  /// The alternatives, best first; none for `ANY`.
  package var structures: [Structure] {
    (0..<gst_caps_get_size(caps)).map { Structure(copying: gst_caps_get_structure(caps, $0)) }
  }

  /// The first alternative.
  package var first: Structure? {
    gst_caps_get_size(caps) > 0 ? Structure(copying: gst_caps_get_structure(caps, 0)) : nil
  }

  /// Returns the formats in both, in the order of this one.
  package func intersected(with other: Caps) -> Caps {
    Caps(adopting: gst_caps_intersect_full(caps, other.caps, GST_CAPS_INTERSECT_FIRST))
  }

  /// Returns the formats in either.
  package func merged(with other: Caps) -> Caps {
    creel_mini_ref(caps)
    creel_mini_ref(other.caps)
    return Caps(adopting: gst_caps_merge(caps, other.caps))
  }

  package func canIntersect(_ other: Caps) -> Bool { gst_caps_can_intersect(caps, other.caps) != 0 }
  package func isSubset(of other: Caps) -> Bool { gst_caps_is_subset(caps, other.caps) != 0 }

  /// Returns one of these formats, with all open choices made by GStreamer's rules; `nil` if there is none.
  package func fixated() -> Caps? {
    guard !isAny, !isEmpty else { return nil }
    creel_mini_ref(caps)
    return Caps(adopting: gst_caps_fixate(caps))
  }
}

extension Caps: Equatable, CustomStringConvertible {
  /// Returns true if both describe the same formats, regardless of their notation.
  package static func == (a: Caps, b: Caps) -> Bool { gst_caps_is_equal(a.caps, b.caps) != 0 }
  package var description: String { text }
}
