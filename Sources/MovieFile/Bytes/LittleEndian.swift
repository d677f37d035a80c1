// Numbers whose lowest byte comes first, as Microsoft's formats and APE tags have them.

extension UInt64 {
  /// The number that some bytes are, eight at most.
  init(little bytes: some BidirectionalCollection<UInt8>) { self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

extension [UInt8] {
  /// Adds a number's bytes.
  mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
