/// Reads bits, the highest of each byte first; nil past the end, never a trap.
package struct BitScanner {
  /// The bytes of the header of a NAL unit; slices are far longer.
  package static let headerLimit = 512

  private let bytes: [UInt8]
  /// The number of bits that were read.
  package private(set) var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the payload of a NAL unit of H.264 or HEVC, without emulation prevention bytes.
  ///
  /// - Parameter limit: The most bytes that are read.
  package init(nalUnitPayload payload: some Sequence<UInt8>, limit: Int = headerLimit) {
    bytes = Self.unescaped(payload, limit: limit)
  }

  /// Returns the bytes of a NAL unit without those that only keep start codes apart, the 3 of 00 00 03 (ITU-T H.264, 7.4.1.1).
  package static func unescaped(_ payload: some Sequence<UInt8>, limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in payload {
      if bytes.count >= limit { break }
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// Reads a number of up to 63 bits.
  package mutating func number(_ count: Int) -> Int? {
    guard count >= 0, count <= bytes.count * 8 - position else { return nil }
    var value = 0
    for bit in position..<position + count { value = value << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1) }
    position += count
    return value
  }

  /// Skips bits. If there are fewer, nothing is left to read.
  ///
  /// - Returns: False past the end.
  @discardableResult
  package mutating func skip(_ count: Int) -> Bool {
    let rest = bytes.count * 8 - position
    position += min(count, rest)
    return count <= rest
  }

  /// Reads an Exp-Golomb code, ue(v) (ITU-T H.264, 9.1).
  package mutating func unsigned() -> Int? {
    for zeros in 0...31 {
      guard let bit = number(1) else { return nil }
      if bit == 1 { return number(zeros).map { (1 << zeros) - 1 + $0 } }
    }
    return nil
  }

  /// Reads a signed Exp-Golomb code, se(v) (ITU-T H.264, 9.1.1).
  package mutating func signed() -> Int? {
    unsigned().map { $0 % 2 == 0 ? -($0 / 2) : ($0 + 1) / 2 }
  }

  /// Skips scaling_list() (ITU-T H.264, 7.3.2.1.1.1).
  ///
  /// - Returns: False past the end.
  @discardableResult
  package mutating func skipScalingList(_ count: Int) -> Bool {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 {
        guard let delta = signed() else { return false }
        next = ((last + delta) % 256 + 256) % 256
      }
      if next != 0 { last = next }
    }
    return true
  }
}
