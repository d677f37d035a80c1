package import CGStreamer
// The compiler imports the enums of seeks from one of the two modules, whichever it loads first.
internal import CReel

/// The precision of a seek.
public enum SeekPrecision: Sendable {
  /// To the exact frame and sample.
  case exact
  /// To a sync frame, which is fast: the last one before, the first one after, or the nearest.
  case syncBefore, syncAfter, syncNearest

  package init(_ flags: GstSeekFlags) {
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
