// Little-endian numbers, as in Microsoft's formats and APE tags.

extension UInt64 {
  /// Makes a number of little-endian bytes, eight at most.
  init(little bytes: some BidirectionalCollection<UInt8>) { self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

extension [UInt8] {
  /// Appends a number in little-endian order.
  package mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
