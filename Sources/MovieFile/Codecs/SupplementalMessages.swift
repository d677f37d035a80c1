import CoreMedia

/// The messages of a unit of supplemental information of H.264 or HEVC (ITU-T H.264, 7.3.2.3.1; H.265, 7.3.5).
struct SupplementalMessages: Sequence, IteratorProtocol {
  struct Message {
    let type: Int
    /// The bytes of the message; fewer than it has where the unit is cut off.
    let payload: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  /// - Parameter unit: A NAL unit without its header, or its beginning.
  init(_ unit: some Sequence<UInt8>) { rest = BitScanner.unescaped(unit)[...] }

  mutating func next() -> Message? {
    // The last byte of the unit is a stop bit.
    guard rest.count > 2, let type = number(), let size = number() else { return nil }
    defer { rest = rest.dropFirst(size) }
    return Message(type: type, payload: rest.prefix(size))
  }

  /// Reads a number that is a sum of bytes up to the first below 255.
  private mutating func number() -> Int? {
    var value = 0
    while let byte = rest.popFirst() {
      value += Int(byte)
      if byte < 255 { return value }
    }
    return nil
  }
}
