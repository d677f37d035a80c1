/// Reads bits, the highest of each byte first; nil past the end.
struct BitScanner {
  private let bytes: [UInt8]
  /// The number of bits that were read.
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func number(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for bit in position..<position + count { value = value << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1) }
    position += count
    return value
  }
}
