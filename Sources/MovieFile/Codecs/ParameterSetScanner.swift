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
}
