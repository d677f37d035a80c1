/// A remainder by the polynomial 0x04c11db7, without reflection: the checksum of Ogg's pages, which begins with 0 (RFC 3533, section 6),
/// and that of MPEG's sections, which begins with ones (ISO/IEC 13818-1, annex A).
struct CRC32 {
  private(set) var value: UInt32 = 0

  private static let table: [UInt32] = (0..<256 as Range<UInt32>).map { index in
    (0..<8).reduce(index << 24) { value, _ in value & 0x8000_0000 != 0 ? value << 1 ^ 0x04c1_1db7 : value << 1 }
  }

  init() {}

  /// The checksum of a section; 0 over one that ends with its own.
  init(ofSection bytes: [UInt8]) {
    value = .max
    add(bytes)
  }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    var sum = value
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { sum = sum << 8 ^ table[Int(sum >> 24) ^ Int(byte)] }
    }
    value = sum
  }
}
