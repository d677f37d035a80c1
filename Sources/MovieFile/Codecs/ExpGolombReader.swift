/// Reads numbers of a NAL unit (ITU-T H.264, 9.1), without emulation prevention bytes (7.4.1.1).
struct ExpGolombReader {
  /// The bytes of a header; slices are far longer.
  private static let limit = 512
  private var scanner: BitScanner

  init(_ unit: some Sequence<UInt8>) {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if bytes.count >= Self.limit { break }
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    scanner = BitScanner(bytes)
  }

  /// Reads a number of up to 32 bits; nil past the end.
  mutating func number(_ count: Int) -> Int? { scanner.number(count) }

  /// Reads ue(v).
  mutating func unsigned() -> Int? {
    var zeros = 0
    while let bit = number(1), bit == 0 {
      zeros += 1
      guard zeros <= 31 else { return nil }
    }
    return number(zeros).map { (1 << zeros) - 1 + $0 }
  }

  /// Reads se(v) (9.1.1).
  mutating func signed() -> Int? {
    unsigned().map { $0 % 2 == 0 ? -($0 / 2) : ($0 + 1) / 2 }
  }

  /// Skips scaling_list() (7.3.2.1.1.1).
  mutating func skipScalingList(_ count: Int) {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 {
        guard let delta = signed() else { return }
        next = (last + delta + 256) % 256
      }
      if next != 0 { last = next }
    }
  }
}
