/// The units of a segment's times, and its duration (RFC 9559, section 5.1.2).
struct MatroskaInfo: Hashable, Sendable {
  /// The nanoseconds of a unit of the blocks' times; positive.
  private(set) var nanosecondsPerUnit: Int64 = 1_000_000
  /// The duration in nanoseconds; nil if it is not stated.
  private(set) var nanoseconds: Int64?

  /// Larger times are damage: these leave room for sums and differences.
  private static let times: ClosedRange<Int64> = -(1 << 60)...1 << 60

  init() {}

  init(_ info: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    var units: Double?
    for field in try values.children(of: info) {
      switch field.id {
      case 0x2ad7b1:
        if let scale = try values.unsigned(field), (1...1_000_000_000_000).contains(scale) {
          nanosecondsPerUnit = Int64(scale)
        }
      case 0x4489: units = try values.float(field)
      default: break
      }
    }
    if let units, let length = Int64(exactly: (units * Double(nanosecondsPerUnit)).rounded()), length > 0 {
      nanoseconds = length
    }
  }

  var duration: CMTime? { nanoseconds.map { CMTime(value: $0, timescale: 1_000_000_000) } }

  /// The units per second of packets' times: the segment's if there are a whole number of them, else nanoseconds.
  var timescale: Int32 {
    let isWhole = 1_000_000_000 % nanosecondsPerUnit == 0
    return isWhole ? Int32(clamping: 1_000_000_000 / nanosecondsPerUnit) : 1_000_000_000
  }

  /// Returns a number of the segment's units in those of packets; nil if it is no time.
  ///
  /// - Parameter scale: The track's own factor, which is 1 in all but old files.
  func time(_ units: Int64, scale: Double) -> Int64? {
    let factor = 1_000_000_000 % nanosecondsPerUnit == 0 ? 1 : nanosecondsPerUnit
    let time: Int64?
    if scale == 1 {
      let (product, overflow) = units.multipliedReportingOverflow(by: factor)
      time = overflow ? nil : product
    } else {
      time = Int64(exactly: (Double(units) * scale * Double(factor)).rounded())
    }
    return time.flatMap { Self.times.contains($0) ? $0 : nil }
  }

  /// Returns a time of packets in the segment's units, rounded down.
  func units(of time: Int64) -> Int64 {
    guard 1_000_000_000 % nanosecondsPerUnit != 0 else { return time }
    return Int64(clamping: ExactScale.floor(Int128(time), over: Int128(nanosecondsPerUnit)))
  }

  /// Returns nanoseconds in units of packets' times, rounded to the nearest.
  func time(nanoseconds: Int64) -> Int64 {
    Int64(clamping: ExactScale.nearest(Int128(nanoseconds) * Int128(timescale), over: 1_000_000_000))
  }
}
