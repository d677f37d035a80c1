import CoreMedia

/// A time or duration in media, written `2s`, `1.5s`, `500ms`, `1001/30000s`, `30f` (frames) or `00:00:10:15` (hours,
/// minutes, seconds, frames).
public struct MediaTime: TextValue {
  public static let parameterType = ParameterType("time", example: "2s")

  private enum Form: Hashable {
    case seconds(value: Int64, scale: Int32)
    case frames(Int64)
    case timecode(seconds: Int64, frames: Int64)
  }

  private let form: Form
  /// The text as it was written, so that it prints as people think of it.
  public let text: String

  /// No time at all.
  public init() { (form, text) = (.seconds(value: 0, scale: 1), "0s") }

  /// A number of frames.
  public static func frames(_ count: Int64) -> MediaTime { MediaTime(form: .frames(count), text: "\(count)f") }

  /// Whole seconds.
  public static func seconds(_ seconds: Int64) -> MediaTime { rational(seconds, 1) }

  /// Whole milliseconds.
  public static func milliseconds(_ milliseconds: Int64) -> MediaTime {
    MediaTime(form: reduced(milliseconds, 1000), text: "\(milliseconds)ms")
  }

  /// `value` divided by `scale` seconds; `scale` is at least 1.
  public static func rational(_ value: Int64, _ scale: Int32) -> MediaTime {
    MediaTime(form: reduced(value, max(scale, 1)), text: scale <= 1 ? "\(value)s" : "\(value)/\(scale)s")
  }

  private init(form: Form, text: String) {
    self.form = form
    self.text = text
  }

  private static func reduced(_ value: Int64, _ scale: Int32) -> Form {
    var (a, b) = (value.magnitude, UInt64(scale))
    while b != 0 { (a, b) = (b, a % b) }
    guard a > 1, let divisor = Int32(exactly: a) else { return .seconds(value: value, scale: scale) }
    return .seconds(value: value / Int64(divisor), scale: scale / divisor)
  }

  public init(parsing text: String) throws(ArgumentError) {
    guard let form = Self.form(of: text) else {
      let help = ExactDecimal(text).map { _ in "write \(text)s, if seconds are meant" }
      throw .notA(Self.parameterType, help: help)
    }
    self.form = form
    self.text = text
  }

  private static func form(of text: String) -> Form? {
    if text.contains(":") { return timecode(text) }
    if text.hasSuffix("f") { return Int64(text.dropLast()).map { .frames($0) } }
    for (unit, scale) in [("ms", 1000), ("us", 1_000_000), ("ns", 1_000_000_000), ("s", 1)] where text.hasSuffix(unit) {
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
    return nil
  }

  private static func timecode(_ text: String) -> Form? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? Int64($0) : nil }
    guard parts.count == 4, numbers.count == 4, numbers[0] < 1_000_000, numbers[1] < 60, numbers[2] < 60 else {
      return nil
    }
    return .timecode(seconds: numbers[0] * 3600 + numbers[1] * 60 + numbers[2], frames: numbers[3])
  }

  /// The time in seconds, exactly.
  /// - Parameter rate: what a frame lasts; without it, a time in frames has no value.
  public func time(at rate: FrameRate? = nil) -> CMTime? {
    switch form {
    case .seconds(let value, let scale): return CMTime(value: value, timescale: scale)
    case .frames(let frames): return rate.map { Self.time(ofFrame: frames, at: $0) }
    case .timecode(let seconds, let frames):
      guard let rate else { return frames == 0 ? CMTime(value: seconds, timescale: 1) : nil }
      // Timecode without drop frames counts with the next whole rate: 00:00:01:00 at 30000/1001 is frame 30.
      let nominal = (Int64(rate.numerator) + Int64(rate.denominator) - 1) / Int64(rate.denominator)
      return Self.time(ofFrame: seconds * nominal + frames, at: rate)
    }
  }

  private static func time(ofFrame frame: Int64, at rate: FrameRate) -> CMTime {
    CMTime(value: frame.multipliedReportingOverflow(by: Int64(rate.denominator)).partialValue, timescale: rate.numerator)
  }

  public static func == (left: MediaTime, right: MediaTime) -> Bool { left.form == right.form }
  public func hash(into hasher: inout Hasher) { hasher.combine(form) }
}
