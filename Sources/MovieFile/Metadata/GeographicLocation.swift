import Foundation

/// A point on Earth, in ISO 6709's notation: `+48.2082+016.3738+171.000/`.
public struct GeographicLocation: Hashable, Sendable {
  /// Degrees, positive north of the equator.
  public var latitude: Double
  /// Degrees, positive east of Greenwich.
  public var longitude: Double
  /// Metres; nil if unknown.
  public var altitude: Double?

  public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// Parses `±DD.D±DDD.D±A/` and the forms with minutes and seconds (ISO 6709:2008, annex H); nil for other texts.
  public init?(iso6709 text: String) {
    let pattern = /\s*([+-]\d+(?:\.\d*)?)([+-]\d+(?:\.\d*)?)([+-]\d+(?:\.\d*)?)?(?:CRS[^\/]*)?\/?\s*\0*/
    guard text.utf8.count <= 256, let match = text.wholeMatch(of: pattern),
      let latitude = Self.degrees(match.1, digits: 2), abs(latitude) <= 90,
      let longitude = Self.degrees(match.2, digits: 3), abs(longitude) <= 180
    else { return nil }
    self.init(latitude: latitude, longitude: longitude, altitude: match.3.flatMap { Double($0) })
  }

  /// Parses degrees of a number of digits, then minutes and seconds of two, of which the last may have a fraction.
  private static func degrees(_ text: Substring, digits: Int) -> Double? {
    let sign: Double = text.first == "-" ? -1 : 1
    let number = text.dropFirst()
    let whole = number.prefix { $0 != "." }
    let fraction = number.dropFirst(whole.count)
    func value(_ text: Substring) -> Double? { Double(text + fraction) }
    switch whole.count - digits {
    case ...0: return value(whole).map { sign * $0 }
    case 2:
      guard let degrees = Double(whole.prefix(digits)), let minutes = value(whole.suffix(2)) else { return nil }
      return sign * (degrees + minutes / 60)
    case 4:
      guard let degrees = Double(whole.prefix(digits)), let minutes = Double(whole.dropFirst(digits).prefix(2)),
        let seconds = value(whole.suffix(2))
      else { return nil }
      return sign * (degrees + minutes / 60 + seconds / 3600)
    default: return nil
    }
  }

  /// The text in decimal degrees: four digits after the point, or more if the number needs them.
  public var iso6709: String {
    func text(_ number: Double, digits: Int) -> String {
      var text = String(format: "%+0*.4f", digits + 6, number)
      for precision in 5...9 where Double(text) != number {
        text = String(format: "%+0*.*f", digits + 2 + precision, precision, number)
      }
      return text
    }
    return text(latitude, digits: 2) + text(longitude, digits: 3)
      + (altitude.map { String(format: "%+08.3f", $0) } ?? "")
      + "/"
  }
}
