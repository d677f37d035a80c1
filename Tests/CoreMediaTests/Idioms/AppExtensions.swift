// Applications extend Core Media's types; their extensions must not clash with existing declarations. Outside this
// package the conformances would be `@retroactive`.

import CoreMedia
import Testing

extension CMTime: CustomStringConvertible {
  public var description: String {
    guard isNumeric, let total = Int(exactly: seconds.rounded()) else { return "--:--" }
    return String(format: "%02d:%02d", total / 60, total % 60)
  }
}

extension CMTime: Codable {
  private enum CodingKeys: String, CodingKey {
    case value
    case timescale
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      value: try container.decode(CMTimeValue.self, forKey: .value),
      timescale: try container.decode(CMTimeScale.self, forKey: .timescale))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encode(timescale, forKey: .timescale)
  }
}

extension CMTime {
  fileprivate static func += (left: inout CMTime, right: CMTime) {
    left = left + right
  }

  fileprivate static func * (left: CMTime, right: Double) -> CMTime {
    CMTimeMultiplyByFloat64(left, multiplier: right)
  }
}

extension CMTimeRange {
  fileprivate var midpoint: CMTime { start + duration * 0.5 }
}

@Test func extensionsOfApplications_compileAndWork() throws {
  var time = CMTime(seconds: 90, preferredTimescale: 600)
  time += CMTime(value: 1, timescale: 1)
  #expect("\(time)" == "01:31" && "\(CMTime.indefinite)" == "--:--")
  let back = try JSONDecoder().decode(CMTime.self, from: JSONEncoder().encode(time))
  #expect(back == time)
  #expect(CMTimeRange(start: .zero, end: time).midpoint == CMTime(value: 91, timescale: 2))
  #expect([time: "a"][CMTime(value: 91, timescale: 1)] == "a")
}
