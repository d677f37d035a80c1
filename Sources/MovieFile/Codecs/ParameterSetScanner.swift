/// Reads the fields of a decoder configuration with parameter sets (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1); nil past the end.
struct ParameterSetScanner {
  private var rest: ArraySlice<UInt8>

  /// - Parameter position: The place of the first list.
  init(_ configuration: [UInt8], from position: Int) { rest = configuration.dropFirst(position) }

  mutating func byte() -> UInt8? { rest.popFirst() }

  /// Reads a number of two bytes.
  mutating func number() -> Int? {
    guard rest.count >= 2 else { return nil }
    defer { rest = rest.dropFirst(2) }
    return rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a parameter set behind its length.
  mutating func unit() -> ArraySlice<UInt8>? {
    guard let count = number(), count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Returns the units of an 'avcC' box (ISO/IEC 14496-15, 5.3.3.1), up to one that is cut short.
  static func avcUnits(of configuration: [UInt8]) -> [ArraySlice<UInt8>] {
    var scanner = ParameterSetScanner(configuration, from: 5)
    var units: [ArraySlice<UInt8>] = []
    for mask in [UInt8(0x1f), 0xff] {
      guard let count = scanner.byte() else { return units }
      for _ in 0..<(count & mask) {
        guard let unit = scanner.unit() else { return units }
        units.append(unit)
      }
    }
    return units
  }

  /// Returns the units of an 'hvcC' box (ISO/IEC 14496-15, 8.3.3.1), up to one that is cut short.
  static func hevcUnits(of configuration: [UInt8]) -> [ArraySlice<UInt8>] {
    guard configuration.count > 22 else { return [] }
    var scanner = ParameterSetScanner(configuration, from: 23)
    var units: [ArraySlice<UInt8>] = []
    for _ in 0..<configuration[22] {
      guard scanner.byte() != nil, let count = scanner.number() else { return units }
      for _ in 0..<count {
        guard let unit = scanner.unit() else { return units }
        units.append(unit)
      }
    }
    return units
  }
}
