internal import CGStreamer
// The compiler imports the enums of seeks from one of the two modules, whichever it loads first.
internal import CReel
import CoreMedia

extension Element {
  /// Flushes the pipeline and continues at another time; blocks for streaming threads.
  ///
  /// With a negative rate, the media before the time are played in reverse.
  /// - Returns: true if the seek was accepted.
  package func seek(to time: ClockTime, rate: Double, _ precision: SeekPrecision) -> Bool {
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

  /// Changes the speed of the sinks that follow a clock at once, and throws nothing away.
  ///
  /// All sources have to be elements of ours, and the direction has to stay.
  /// - Returns: true if it was accepted.
  package func changeRate(to rate: Double) -> Bool {
    gst_element_seek(
      element, rate, GST_FORMAT_TIME, GST_SEEK_FLAG_INSTANT_RATE_CHANGE, GST_SEEK_TYPE_NONE, -1, GST_SEEK_TYPE_NONE, -1)
      != 0
  }

  /// True if the element is one of ours.
  package var hasInstance: Bool { creel_element_instance(element) != nil }
}

extension Pad {
  /// True if the stream of this source pad is seekable.
  package var isSeekable: Bool {
    let query = gst_query_new_seeking(GST_FORMAT_TIME)
    defer { gst_query_unref(query) }
    guard gst_pad_query(pad, query) != 0 else { return false }
    var seekable: gboolean = 0
    gst_query_parse_seeking(query, nil, &seekable, nil, nil)
    return seekable != 0
  }
}
