/// Reads bits of a parameter set, the most significant first; past the end every bit is missing, never a trap.
package struct BitReader {
  private let bytes: [UInt8]
  private var position = 0
  /// True if a read passed the end, or a number was out of range.
  private(set) var hasFailed = false

  /// Reads the payload of a NAL unit.
  init(nalUnitPayload payload: some Sequence<UInt8>) {
    bytes = Self.unescaped(payload)
  }

  /// Returns the bytes of a NAL unit without those that only keep start codes apart, the 3 of 00 00 03.
  package static func unescaped(_ payload: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  mutating func bit() -> Bool {
    guard position < bytes.count * 8 else {
      hasFailed = true
      return false
    }
    defer { position += 1 }
    return bytes[position / 8] >> UInt8(7 - position % 8) & 1 == 1
  }

  /// A number of up to 32 bits.
  mutating func bits(_ count: Int) -> UInt32 {
    (0..<count).reduce(0) { value, _ in value << 1 | (bit() ? 1 : 0) }
  }

  mutating func skip(_ count: Int) {
    guard count <= bytes.count * 8 - position else {
      hasFailed = true
      position = bytes.count * 8
      return
    }
    position += count
  }

  /// An Exp-Golomb code, ue(v).
  mutating func unsigned() -> UInt32 {
    var zeros = 0
    while !bit() {
      zeros += 1
      if hasFailed || zeros > 31 {
        hasFailed = true
        return 0
      }
    }
    return (1 << UInt32(zeros)) - 1 + bits(zeros)
  }

  /// A signed Exp-Golomb code, se(v).
  mutating func signed() -> Int32 {
    let code = unsigned()
    let magnitude = Int32(truncatingIfNeeded: code / 2 + code % 2)
    return code % 2 == 0 ? 0 &- magnitude : magnitude
  }
}
