internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import Foundation
import MovieFile

/// The units in which a source's times are whole numbers: said by sources, downstream, for those that write files.
///
///     VideoTrackSource ─▷ scale ─▷ x264enc ─▷ h264parse ─▷ mux
///        units 1/90000, stamps in nanoseconds ─────▶ 1/90000 again, exactly
///
/// Buffers carry nanoseconds. A unit is so much longer that a stamp which was rounded from units gives them back without an
/// error. A stream whose frame rate was changed on the way has other times, and the units that its own caps say.
struct MediaUnits: Equatable {
  let timescale: Int32
  /// The frame rate that the source says; nil if it says none.
  private(set) var rate: Fraction?
  /// The sample description of stored samples, as their file has it; nil if it is not known.
  var entry: Entry?

  /// A sample entry of a movie, in the layout of its kind of file.
  struct Entry: Hashable {
    let bytes: [UInt8]
    let isQuickTime: Bool

    /// The largest that is sent along.
    private static let limit = 1 << 16

    /// - Returns: Nil for a description that was not read from a movie.
    init?(_ description: CMFormatDescription) {
      let keys: [(CMFormatDescription.Extensions.Key, Bool)] = [
        (.verbatimISOSampleEntry, false), (.verbatimSampleDescription, true),
      ]
      for (key, isQuickTime) in keys {
        guard let data = description.extensions[key]?.propertyListRepresentation as? Data else { continue }
        guard data.count >= 16, data.count <= Self.limit else { return nil }
        (bytes, self.isQuickTime) = ([UInt8](data), isQuickTime)
        return
      }
      return nil
    }

    /// True if the samples are timecode, of which there is none for some times.
    var isTimeCode: Bool { bytes.count >= 8 && bytes[4..<8].elementsEqual("tmcd".utf8) }

    /// Returns a sample of timecode as it counts some time later; nil for other samples.
    func timeCode(_ sample: [UInt8], after time: CMTime) -> [UInt8]? {
      func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
      guard isTimeCode, time.isNumber, time > .zero, bytes.count >= 32, sample.count >= 4 else { return nil }
      let (scale, duration) = (number(bytes[24..<28]), number(bytes[28..<32]))
      guard duration > 0 else { return nil }
      let frames = ExactScale.nearest(
        Int128(time.value) * Int128(scale), over: Int128(time.timescale) * Int128(duration))
      let count = number(sample[0..<4]) &+ UInt32(truncatingIfNeeded: frames)
      return count.bigEndianBytes + sample[4...]
    }

    /// The keys of boxed metadata, how timecode counts, or the look of text.
    ///
    /// - Throws: `MovieError` with `notStorable` for metadata, timecode and text of other forms.
    init(keys description: CMFormatDescription) throws(MovieError) {
      let entry = try SampleEntry(description, in: .mov)
      (bytes, isQuickTime) = (entry.bytes, true)
      guard bytes.count <= Self.limit else {
        throw MovieError(.excessive, "the keys of metadata have \(bytes.count) bytes")
      }
    }

    fileprivate init(bytes: [UInt8], isQuickTime: Bool) { (self.bytes, self.isQuickTime) = (bytes, isQuickTime) }
  }

  struct Fraction: Equatable {
    let numerator: Int32
    let denominator: Int32
  }

  /// The finest units that nanoseconds tell apart with certainty.
  private static let finest: Int32 = 100_000_000
  private static let name = "reel-media-units"

  /// - Returns: Nil for units that are too fine to be recovered.
  init?(timescale: Int32, rate: Fraction? = nil) {
    guard timescale > 0, timescale <= Self.finest else { return nil }
    (self.timescale, self.rate) = (timescale, rate)
  }

  /// The units of times that say none: frames of all usual rates have whole durations in them, those of 24000/1001 and 60000/1001 too.
  static let usualScale: Int32 = 360_000

  /// The least units a second of a file's times, so that those of frames that come later have room in between.
  private static let coarsest: Int32 = 10_000

  /// The units in which the first of a program's samples begins and ends.
  ///
  /// - Returns: Nil where the sample says none that can be recovered: whole seconds are whole in all units, and their timescale says
  ///   nothing of those of the times to come.
  init?(ofFirst time: CMTime, lasting duration: CMTime, decoded decodeTime: CMTime = .invalid) {
    let known = [time, duration, decodeTime].filter { $0.isNumeric && $0.timescale > 1 }
    guard !known.isEmpty, let common = leastCommonMultiple(of: known.map(\.timescale)) else { return nil }
    let (timescale, overflow) = common.multipliedReportingOverflow(by: max(1, (Self.coarsest - 1) / common + 1))
    guard !overflow else { return nil }
    self.init(timescale: timescale)
  }

  /// The same of a source that gives a format.
  func of(_ format: Caps) -> MediaUnits {
    guard case .fraction(let count, let seconds)? = format.first?["framerate"], count > 0, seconds > 0 else {
      return self
    }
    var units = self
    units.rate = Fraction(numerator: count, denominator: seconds)
    return units
  }

  /// The units that an event says; nil for events of other kinds.
  init?(_ event: Event) {
    guard event.event.pointee.type == GST_EVENT_CUSTOM_DOWNSTREAM_STICKY,
      let structure = gst_event_get_structure(event.event), gst_structure_has_name(structure, Self.name) != 0
    else { return nil }
    var timescale: gint = 0
    guard gst_structure_get_int(structure, "timescale", &timescale) != 0 else { return nil }
    var (numerator, denominator): (gint, gint) = (0, 0)
    let hasRate = gst_structure_get_fraction(structure, "rate", &numerator, &denominator) != 0
    self.init(
      timescale: timescale,
      rate: hasRate ? Fraction(numerator: numerator, denominator: denominator) : nil)
    if let digits = event.structure?["entry"]?.string {
      var isQuickTime: gboolean = 0
      gst_structure_get_boolean(structure, "quicktime", &isQuickTime)
      entry = Entry(bytes: Self.bytes(ofHex: digits), isQuickTime: isQuickTime != 0)
    }
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    let digits = text.utf8.compactMap { $0 < 58 ? $0 &- 48 : $0 < 103 ? $0 &- 87 : nil }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The event that says them; it stays on the pads that it has passed.
  var event: Event? {
    let fraction = rate.map { ",rate=(fraction)\($0.numerator)/\($0.denominator)" } ?? ""
    let description =
      entry.map { ",entry=(string)\"\(Self.hex($0.bytes))\",quicktime=(boolean)\($0.isQuickTime)" } ?? ""
    let text = "\(Self.name),timescale=(int)\(timescale)\(fraction)\(description);"
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
