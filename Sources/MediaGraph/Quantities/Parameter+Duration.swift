import CoreMedia

extension Parameter {
  /// Declares an optional duration, which must be more than zero.
  ///
  /// - Parameter milliseconds: The shortest duration that is allowed; any, if nil.
  public init(duration doc: String, atLeast milliseconds: Int64? = nil) where Value == MediaTime? {
    let shortest = milliseconds.map { CMTime(value: $0, timescale: 1000) }
    let bounds = Bounds(
      contains: { value in
        guard let value else { return true }
        // Of one that counts frames the length is not known here.
        guard let shortest, let time = value.time() else { return value.isPositive }
        return time >= shortest
      },
      rangeError: milliseconds.map { ArgumentError("must be at least \($0)ms", label: "is too short") }
        ?? ArgumentError("must be more than 0s", label: "is no time at all"))
    self.init(doc: doc, unit: nil, bounds: bounds, isRequired: false, defaultValue: nil)
  }
}
