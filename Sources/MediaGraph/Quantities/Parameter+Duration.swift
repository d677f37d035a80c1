extension Parameter {
  /// Declares an optional duration, which must be more than zero.
  public init(duration doc: String) where Value == MediaTime? {
    let bounds = Bounds(
      contains: { $0?.isPositive ?? true },
      rangeError: ArgumentError("must be more than 0s", label: "is no time at all"))
    self.init(doc: doc, unit: nil, bounds: bounds, isRequired: false, defaultValue: nil)
  }
}
