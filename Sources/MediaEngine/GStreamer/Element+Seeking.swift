internal import CGStreamer
// The compiler sees the enums of seeks in one of the two, whichever it loads first.
internal import CReel
import CoreMedia

extension Element {
  /// How near to a time a seek comes.
  enum SeekPrecision: Sendable {
    /// To the very picture and sample.
    case exact
    /// To a picture that needs no other, which is quick: the last one before, the first one after, or the nearest.
    case syncBefore, syncAfter, syncNearest

    init(_ flags: GstSeekFlags) {
      func has(_ flag: GstSeekFlags) -> Bool { flags.rawValue & flag.rawValue != 0 }
      self =
        switch (has(GST_SEEK_FLAG_KEY_UNIT), has(GST_SEEK_FLAG_SNAP_BEFORE), has(GST_SEEK_FLAG_SNAP_AFTER)) {
        case (false, _, _): .exact
        case (true, true, true): .syncNearest
        case (true, false, true): .syncAfter
        case (true, _, false): .syncBefore
        }
    }
  }

  /// Throws away what is under way and goes on elsewhere; it waits for streaming threads.
  ///
  /// With a negative rate, what comes before the time is given backwards.
  /// - Returns: whether it was accepted.
  func seek(to time: ClockTime, rate: Double, _ precision: SeekPrecision) -> Bool {
    var flags = GST_SEEK_FLAG_FLUSH.rawValue
    switch precision {
    case .exact: flags |= GST_SEEK_FLAG_ACCURATE.rawValue
    case .syncBefore: flags |= GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue
    case .syncAfter: flags |= GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_AFTER.rawValue
    case .syncNearest: flags |= GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_NEAREST.rawValue
    }
    let position = Int(clamping: time.nanoseconds)
    let (start, stop) = rate < 0 ? (0, position) : (position, -1)
    return gst_element_seek(
      element, rate, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags), GST_SEEK_TYPE_SET, start,
      stop < 0 ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET, stop) != 0
  }
}

extension Pad {
  /// Whether what comes through this source pad can be given from any time on.
  var isSeekable: Bool {
    let query = gst_query_new_seeking(GST_FORMAT_TIME)
    defer { gst_query_unref(query) }
    guard gst_pad_query(pad, query) != 0 else { return false }
    var seekable: gboolean = 0
    gst_query_parse_seeking(query, nil, &seekable, nil, nil)
    return seekable != 0
  }
}

/// What a source was asked to give, on its own axis, and in which direction.
struct SoughtSegment: Sendable {
  let start: CMTime
  /// Positive infinity: up to the end.
  let end: CMTime
  let rate: Double
  var isReverse: Bool { rate < 0 }

  init(_ segment: GstSegment) {
    start = Self.time(segment.start)
    end = segment.stop == .max ? .positiveInfinity : Self.time(segment.stop)
    rate = segment.rate
  }

  /// Nanoseconds were rounded: whatever starts within half of one was meant.
  static func time(_ nanoseconds: UInt) -> CMTime {
    guard nanoseconds > 0, nanoseconds < UInt(Int64.max / 4) else { return CMTime(ClockTime(nanoseconds)) }
    return CMTime(value: 2 * Int64(nanoseconds) + 1, timescale: 2_000_000_000)
  }
}
