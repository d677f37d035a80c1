internal import CoreMedia
import Foundation
package import MediaGraph

/// A timeline as OpenTimelineIO's JSON, which editing programs exchange.
///
///     Timeline.1 ─▷ Stack.1 ─▷ Track.1 (Video, Audio) ─▷ Clip.2, Gap.1, Transition.1, Stack.1
///
/// Cuts, gaps, transitions, linear speeds, nested stacks, markers, and the ranges of tracks and stacks are kept. A clip's other fields
/// travel in its metadata, under the key `reel`, so that a timeline of Reel's comes back as it was.
///
/// Source: OpenTimelineIO's specification of its file format, and of its schemas.
package struct OpenTimeline: Sendable {
  /// The kind of the generators that are titles.
  static let titleKind = "reel.title"

  package var timeline: Timeline
  /// Notes for people on what the timeline is without, of the file.
  package private(set) var notes: [String] = []

  package init(_ timeline: Timeline) { self.timeline = timeline }

  /// Reads a file.
  ///
  /// - Throws: `Diagnostic` for a file that cannot be read, or that has what a timeline does not.
  package init(contentsOf path: String) throws {
    let url = URL(fileURLWithPath: path)
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw Diagnostic("cannot read '\(path)'", kind: .input, underlying: error)
    }
    try self.init(json: data, of: path, relativeTo: url.deletingLastPathComponent())
  }

  /// - Parameters:
  ///   - name: The name of the file in errors.
  ///   - folder: The folder of relative locations.
  /// - Throws: `Diagnostic`.
  package init(json: Data, of name: String, relativeTo folder: URL) throws {
    let object: Any
    do {
      object = try JSONSerialization.jsonObject(with: json)
    } catch {
      throw Diagnostic("'\(name)' is no JSON", kind: .input, underlying: error)
    }
    var reader = OTIOReader(name: name, folder: folder)
    timeline = try reader.timeline(OTIOObject(object, at: name))
    notes = reader.notes
  }

  /// The JSON, with keys in alphabetical order. Opens files whose length is not written. Blocks.
  ///
  /// - Parameter folder: The folder of the file, from which relative paths are written; as they are if nil.
  /// - Throws: As ``RenderPlan``.
  package func text(name: String, relativeTo folder: URL? = nil) throws -> String {
    let object = try OTIOWriter(name: name, folder: folder).object(of: timeline)
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

/// An object of OpenTimelineIO's JSON, with its place for errors.
struct OTIOObject {
  let fields: [String: Any]
  let place: String

  /// - Throws: `Diagnostic` for anything but an object with a schema.
  init(_ value: Any?, at place: String) throws {
    guard let fields = value as? [String: Any], fields["OTIO_SCHEMA"] is String else {
      throw Diagnostic("\(place) is no object of OpenTimelineIO", kind: .input, cause: "it has no OTIO_SCHEMA")
    }
    (self.fields, self.place) = (fields, place)
  }

  /// The name of the schema, without its version.
  var schema: String { (fields["OTIO_SCHEMA"] as? String).map { String($0.prefix { $0 != "." }) } ?? "" }

  func text(_ key: String) -> String { fields[key] as? String ?? "" }

  /// An object in a field; nil if there is none.
  func object(_ key: String) throws -> OTIOObject? {
    guard let value = fields[key], !(value is NSNull) else { return nil }
    return try OTIOObject(value, at: "\(place).\(key)")
  }

  func objects(_ key: String) throws -> [OTIOObject] {
    let values = fields[key] as? [Any] ?? []
    return try values.enumerated().map { try OTIOObject($0.element, at: "\(place).\(key)[\($0.offset)]") }
  }

  /// Reel's own fields in the metadata.
  var own: [String: Any] { (fields["metadata"] as? [String: Any])?["reel"] as? [String: Any] ?? [:] }

  func isEnabled() -> Bool { fields["enabled"] as? Bool ?? true }

  // MARK: Times

  /// A time in seconds; nil if the field is empty.
  func time(_ key: String) throws -> ExactTime? {
    guard let object = try object(key) else { return nil }
    guard let value = (object.fields["value"] as? NSNumber)?.doubleValue,
      let rate = (object.fields["rate"] as? NSNumber)?.doubleValue, value.isFinite, rate > 0,
      abs(value) < 1e15, OTIOTime.rates.contains(rate)
    else {
      let rates = OTIOTime.rates
      throw Diagnostic(
        "\(object.place) is no time", kind: .input,
        cause: "it needs a value below 10¹⁵, and a rate from \(rates.lowerBound) to \(rates.upperBound)")
    }
    return OTIOTime.fraction(value) / OTIOTime.rate(rate)
  }

  /// A range; nil if the field is empty.
  func range(_ key: String) throws -> (start: ExactTime, duration: ExactTime)? {
    guard let object = try object(key) else { return nil }
    return (try object.time("start_time") ?? .zero, try object.time("duration") ?? .zero)
  }
}

/// The numbers of OpenTimelineIO's times, which are floating-point.
enum OTIOTime {
  /// The rates, and the factors of speeds, that fractions can tell.
  static let rates = 1e-6...1e12

  /// The rate that a number stands for: a whole one, one of NTSC, or the fraction that is next.
  static func rate(_ rate: Double) -> ExactTime {
    if rate == rate.rounded() { return fraction(rate) }
    // Programs write 23.98, 29.97 and 59.94.
    guard let usual = UsualFrameRate(nearest: rate), usual.isNTSC, abs(usual.framesPerSecond - rate) < 0.006 else {
      return fraction(rate)
    }
    return ExactTime(Int128(usual.numerator), over: Int128(usual.denominator))
  }

  /// The simplest fraction that is nearest to a number, by its continued fraction.
  static func fraction(_ number: Double) -> ExactTime {
    guard abs(number) < 1e15 else { return .zero }
    var (a, b): ((Int128, Int128), (Int128, Int128)) = ((1, 0), (0, 1))
    var rest = abs(number)
    for _ in 0..<24 {
      let whole = rest.rounded(.down)
      let next = (Int128(whole) * a.0 + b.0, Int128(whole) * a.1 + b.1)
      guard next.1 <= 1_000_000 else { break }
      (a, b) = (next, a)
      if abs(Double(a.0) / Double(a.1) - abs(number)) < 1e-9 * max(1, abs(number)) { break }
      rest = 1 / (rest - whole)
    }
    return ExactTime(number < 0 ? -a.0 : a.0, over: max(1, a.1))
  }

  /// A time as an object, in frames where it is a whole number of them.
  static func object(_ time: ExactTime, at rate: FrameRate?) -> [String: Any] {
    if let rate {
      let frames = time * ExactTime(Int128(rate.numerator), over: Int128(rate.denominator))
      if frames.denominator == 1 {
        let number = Double(rate.numerator) / Double(rate.denominator)
        return ["OTIO_SCHEMA": "RationalTime.1", "value": Double(frames.numerator), "rate": number]
      }
    }
    return [
      "OTIO_SCHEMA": "RationalTime.1", "value": Double(time.numerator), "rate": Double(time.denominator),
    ]
  }

  static func range(_ start: ExactTime, _ duration: ExactTime, at rate: FrameRate?) -> [String: Any] {
    [
      "OTIO_SCHEMA": "TimeRange.1", "start_time": object(start, at: rate), "duration": object(duration, at: rate),
    ]
  }

  /// A time for a description.
  ///
  /// - Returns: Nil for one before zero.
  static func mediaTime(_ time: ExactTime) -> MediaTime? {
    let exact = time.time
    return time < .zero ? nil : MediaTime.rational(exact.value, exact.timescale)
  }
}
