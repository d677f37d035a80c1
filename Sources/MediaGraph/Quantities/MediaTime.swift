import CoreMedia

/// A time or duration in media, written `2s`, `1.5`, `500ms`, `1m30s`, `00:01:30.000`, `1001/30000s`, `30f` (frames) or
/// `00:00:10:15` (hours, minutes, seconds, frames).
///
/// A number without a unit is one of seconds. All forms are read exactly.
public struct MediaTime: TextValue {
  public static let parameterType = ParameterType(
    "time", example: "2s",
    pattern: "^([0-9]+([.][0-9]+)?(s|ms|us|ns)?|([0-9]+h)?[0-9]+m([0-9]+([.][0-9]+)?s)?|[0-9]+h([0-9]+([.][0-9]+)?s)?"
      + "|[+]?[0-9]+/[+]?[0-9]+s|[+]?[0-9]+f|([0-9]+:)?[0-9]+:[0-9]+([.][0-9]+)?|[0-9]+:[0-9]+:[0-9]+:[0-9]+)$")

  /// The forms in which a time in seconds can be written, for the help of errors.
  public static let examples = "write 90, 1.5s, 500ms, 1m30s, 00:01:30.000 or 1001/30000s"

  private enum Form: Hashable {
    case seconds(value: Int64, scale: Int32)
    case frames(Int64)
    case timecode(seconds: Int64, frames: Int64)

    var isPositive: Bool {
      switch self {
      case .seconds(let value, _), .frames(let value): value > 0
      case .timecode(let seconds, let frames): seconds > 0 || frames > 0
      }
    }

    var isNegative: Bool {
      switch self {
      case .seconds(let value, _), .frames(let value): value < 0
      case .timecode: false
      }
    }
  }

  private let form: Form
  /// The text in its shortest usual form; equal times have equal texts.
  public let text: String

  /// A duration of zero.
  public init() { self.init(form: .seconds(value: 0, scale: 1)) }

  /// A number of frames.
  public static func frames(_ count: Int64) -> MediaTime { MediaTime(form: .frames(count)) }

  /// Whole seconds.
  public static func seconds(_ seconds: Int64) -> MediaTime { rational(seconds, 1) }

  /// Whole milliseconds.
  public static func milliseconds(_ milliseconds: Int64) -> MediaTime {
    MediaTime(form: reduced(milliseconds, 1000))
  }

  /// `value` divided by `scale` seconds; `scale` is at least 1.
  public static func rational(_ value: Int64, _ scale: Int32) -> MediaTime {
    MediaTime(form: reduced(value, max(scale, 1)))
  }

  private init(form: Form) {
    self.form = form
    text = Self.text(of: form)
  }

  private static func reduced(_ value: Int64, _ scale: Int32) -> Form {
    let divisor = greatestCommonDivisor(value, Int64(scale))
    return .seconds(value: value / divisor, scale: Int32(Int64(scale) / divisor))
  }

  public init(parsing text: String) throws(ArgumentError) {
    guard let form = Self.form(of: text) else { throw .notA(Self.parameterType) }
    guard !form.isNegative else { throw ArgumentError("must not be negative", label: "is below zero") }
    self.init(form: form)
  }

  /// True if the time is more than zero.
  var isPositive: Bool { form.isPositive }

  private static func form(of text: String) -> Form? {
    if text.contains(":") { return timecode(text) ?? clock(text) }
    if text.hasSuffix("f") { return Int64(text.dropLast()).map { .frames($0) } }
    if text.contains("h") || (text.contains("m") && !text.hasSuffix("ms")) { return parts(text) }
    for (unit, scale) in units where text.hasSuffix(unit) {
      let number = text.dropLast(unit.count)
      let parts = number.split(separator: "/", omittingEmptySubsequences: false)
      if parts.count == 2, scale == 1 {
        guard let value = Int64(parts[0]), let divisor = Int32(parts[1]), divisor > 0 else { return nil }
        return reduced(value, divisor)
      }
      guard let decimal = ExactDecimal(number) else { return nil }
      let (product, overflow) = decimal.scale.multipliedReportingOverflow(by: scale)
      guard !overflow, let timescale = Int32(exactly: product) else { return nil }
      return reduced(Int64(decimal.digits), timescale)
    }
    return ExactDecimal(text).flatMap { sum(0, $0) }
  }

  /// Reads `1h2m3.5s`, of which parts may be missing: below an hour, minutes count up to 59, and so do seconds.
  private static func parts(_ text: String) -> Form? {
    var rest = text[...]
    var whole: Int64?
    for (unit, seconds): (Character, Int64) in [("h", 3600), ("m", 60)] {
      guard let end = rest.firstIndex(of: unit) else { continue }
      guard let count = count(rest[..<end], below: whole == nil ? 1_000_000 : 60) else { return nil }
      whole = (whole ?? 0) + count * seconds
      rest = rest[rest.index(after: end)...]
    }
    guard let whole else { return nil }
    if rest.isEmpty { return .seconds(value: whole, scale: 1) }
    guard rest.last == "s" else { return nil }
    return seconds(rest.dropLast()).flatMap { sum(whole, $0) }
  }

  /// Reads `1:02:03.5` or `2:03`.
  private static func clock(_ text: String) -> Form? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let seconds = seconds(parts[parts.count - 1]) else { return nil }
    var minutes: Int64 = 0
    for (index, part) in parts.dropLast().enumerated() {
      guard let count = count(part, below: index == 0 ? 1_000_000 : 60) else { return nil }
      minutes = minutes * 60 + count
    }
    return sum(minutes * 60, seconds)
  }

  private static func count(_ digits: Substring, below limit: Int64) -> Int64? {
    guard digits.allSatisfy(\.isASCIIDigit), let count = Int64(digits), count < limit else { return nil }
    return count
  }

  /// Reads the seconds behind minutes.
  private static func seconds(_ text: Substring) -> ExactDecimal? {
    guard text.first?.isASCIIDigit == true, let decimal = ExactDecimal(text), decimal.digits / decimal.scale < 60 else {
      return nil
    }
    return decimal
  }

  private static func sum(_ whole: Int64, _ decimal: ExactDecimal) -> Form? {
    guard let scale = Int32(exactly: decimal.scale) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: Int64(scale))
    let (sum, isTooLarge) = product.addingReportingOverflow(Int64(decimal.digits))
    return overflow || isTooLarge ? nil : reduced(sum, scale)
  }

  private static func timecode(_ text: String) -> Form? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? Int64($0) : nil }
    guard parts.count == 4, numbers.count == 4, numbers[0] < 1_000_000, numbers[1] < 60, numbers[2] < 60 else {
      return nil
    }
    return .timecode(seconds: numbers[0] * 3600 + numbers[1] * 60 + numbers[2], frames: numbers[3])
  }

  /// A short unit is a suffix of the longer ones, so it comes last.
  private static let units = [("ms", 1000), ("us", 1_000_000), ("ns", 1_000_000_000), ("s", 1)]

  private static func text(of form: Form) -> String {
    switch form {
    case .seconds(let value, let scale): text(seconds: value, per: Int(scale))
    case .frames(let frames): "\(frames)f"
    case .timecode(let seconds, let frames):
      [seconds / 3600, seconds / 60 % 60, seconds % 60, frames]
        .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
  }

  /// Formats `2s`, `1.5s`, `500ms`, else a fraction.
  private static func text(seconds value: Int64, per scale: Int) -> String {
    for (unit, parts) in [("s", 1)] + units.dropLast() where parts % scale == 0 {
      let (count, overflow) = value.multipliedReportingOverflow(by: Int64(parts / scale))
      guard !overflow else { break }
      if parts == 1 || count.magnitude < UInt64(parts) { return "\(count)\(unit)" }
      // More than a second: as a decimal, if it has few enough digits to be parsed again.
      let (whole, part) = count.magnitude.quotientAndRemainder(dividingBy: UInt64(parts))
      let digits = String(parts + Int(part)).dropFirst()
      guard "\(whole)\(digits)".count <= ExactDecimal.digitLimit else { break }
      let decimals = digits.reversed().drop { $0 == "0" }.reversed()
      return "\(count < 0 ? "-" : "")\(whole).\(String(decimals))s"
    }
    return "\(value)/\(scale)s"
  }

  /// Returns the exact time in seconds; infinite if no `CMTime` can hold it.
  /// - Parameter rate: the frame rate; without it, a time in frames has no value.
  public func time(at rate: FrameRate? = nil) -> CMTime? {
    switch form {
    case .seconds(let value, let scale): return CMTime(value: value, timescale: scale)
    case .frames(let frames): return rate.map { Self.time(ofFrame: Int128(frames), at: $0) }
    case .timecode(let seconds, let frames):
      guard let rate else { return frames == 0 ? CMTime(value: seconds, timescale: 1) : nil }
      return Self.time(ofFrame: Int128(seconds) * Int128(Self.nominal(rate)) + Int128(frames), at: rate)
    }
  }

  /// The problem of a time code whose frames are more than a second has.
  func problem(at rate: FrameRate) -> ArgumentError? {
    let nominal = Self.nominal(rate)
    guard case .timecode(let seconds, let frames) = form, frames >= nominal else { return nil }
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: nominal)
    let (sum, overflow) = seconds.addingReportingOverflow(whole)
    return ArgumentError(
      "must have frames from 0 to \(nominal - 1)", label: "has \(frames), and a second \(nominal)",
      help: overflow ? nil : "write \(Self.text(of: .timecode(seconds: sum, frames: rest)))")
  }

  /// The frames of a second of non-drop-frame time code, which counts at the next integer rate: 30 at 30000/1001.
  private static func nominal(_ rate: FrameRate) -> Int64 {
    (Int64(rate.numerator) + Int64(rate.denominator) - 1) / Int64(rate.denominator)
  }

  private static func time(ofFrame frame: Int128, at rate: FrameRate) -> CMTime {
    guard let value = Int64(exactly: frame * Int128(rate.denominator)) else {
      return frame < 0 ? .negativeInfinity : .positiveInfinity
    }
    return CMTime(value: value, timescale: rate.numerator)
  }
}

extension CMTime {
  /// The time as people write it, exactly, such as `1001/30000s`.
  package var rationalText: String { MediaTime.rational(value, timescale).text }
}
