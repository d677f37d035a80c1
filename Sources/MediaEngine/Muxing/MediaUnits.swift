internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// The units in which a source's times are whole numbers: said by sources, downstream, for those that write files.
///
///     FrameSource ─▷ scale ─▷ x264enc ─▷ h264parse ─▷ mux
///        units 1/90000, stamps in nanoseconds ─────▶ 1/90000 again, exactly
///
/// Buffers carry nanoseconds. A unit is so much longer that a stamp which was rounded from units gives them back without an
/// error. A stream whose frame rate was changed on the way has other times, and the units that its own caps say.
struct MediaUnits: Equatable {
  let timescale: Int32
  /// The frame rate that the source says; nil if it says none.
  let rate: Fraction?
  /// True if the buffers are samples as a file has them, with the decode times that they have there.
  let isStored: Bool

  struct Fraction: Equatable {
    let numerator: Int32
    let denominator: Int32
  }

  /// The finest units that nanoseconds tell apart with certainty.
  private static let finest: Int32 = 100_000_000
  private static let name = "reel-media-units"

  /// - Returns: Nil for units that are too fine to be recovered.
  init?(timescale: Int32, isStored: Bool, rate: Fraction? = nil) {
    guard timescale > 0, timescale <= Self.finest else { return nil }
    (self.timescale, self.isStored, self.rate) = (timescale, isStored, rate)
  }

  /// The same of a source that gives a format.
  func of(_ format: Caps) -> MediaUnits {
    guard let structure = format.first, let rate = PictureFields(structure).rate else { return self }
    return MediaUnits(timescale: timescale, isStored: isStored, rate: Fraction(numerator: rate.0, denominator: rate.1))
      ?? self
  }

  /// The units that an event says; nil for events of other kinds.
  init?(_ event: Event) {
    guard event.event.pointee.type == GST_EVENT_CUSTOM_DOWNSTREAM_STICKY,
      let structure = gst_event_get_structure(event.event), gst_structure_has_name(structure, Self.name) != 0
    else { return nil }
    var (timescale, isStored): (gint, gboolean) = (0, 0)
    guard gst_structure_get_int(structure, "timescale", &timescale) != 0,
      gst_structure_get_boolean(structure, "stored", &isStored) != 0
    else { return nil }
    var (numerator, denominator): (gint, gint) = (0, 0)
    let hasRate = gst_structure_get_fraction(structure, "rate", &numerator, &denominator) != 0
    self.init(
      timescale: timescale, isStored: isStored != 0,
      rate: hasRate ? Fraction(numerator: numerator, denominator: denominator) : nil)
  }

  /// The event that says them; it stays on the pads that it has passed.
  var event: Event? {
    let fraction = rate.map { ",rate=(fraction)\($0.numerator)/\($0.denominator)" } ?? ""
    let text = "\(Self.name),timescale=(int)\(timescale),stored=(boolean)\(isStored)\(fraction);"
    guard let structure = gst_structure_from_string(text, nil) else { return nil }
    return Event(adopting: creel_custom_event(structure, 1))
  }

  /// True if the times of a stream that begins with a buffer are the source's: of its rate, or whole numbers of units.
  ///
  /// Parsers give buffers the duration of an even rate, whatever it was.
  func hold(_ buffer: Buffer, _ caps: Caps) -> Bool {
    guard let start = buffer.presentationTime?.nanoseconds, isWhole(start) else { return false }
    if let rate, rate == of(caps).rate { return true }
    return buffer.duration.map { isWhole(start &+ $0.nanoseconds) } ?? true
  }

  /// The whole number of units that nanoseconds stand for, where each end of a difference may have been rounded; nil if they
  /// stand for none.
  func time(_ time: ClockTime) -> CMTime? {
    let count = gst_util_uint64_scale_round(guint64(time.nanoseconds), guint64(timescale), 1_000_000_000)
    let exact = gst_util_uint64_scale_round(count, 1_000_000_000, guint64(timescale))
    guard max(exact, guint64(time.nanoseconds)) - min(exact, guint64(time.nanoseconds)) <= 2 else { return nil }
    return CMTime(value: Int64(clamping: count), timescale: timescale)
  }

  private func isWhole(_ stamp: UInt) -> Bool {
    let count = gst_util_uint64_scale_round(guint64(stamp), guint64(timescale), 1_000_000_000)
    let exact = gst_util_uint64_scale_round(count, 1_000_000_000, guint64(timescale))
    return max(exact, guint64(stamp)) - min(exact, guint64(stamp)) <= 1
  }
}
