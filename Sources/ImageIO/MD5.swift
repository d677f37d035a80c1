import Foundation

/// The digest that names an extended XMP packet (RFC 1321). Nothing depends on its strength.
enum MD5 {
  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  private static let constants: [UInt32] = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }

  /// Returns the digest in 32 hexadecimal digits, in capitals.
  static func digest(_ data: Data) -> String {
    var message = Array(data) + [0x80]
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    message += withUnsafeBytes(of: (UInt64(data.count) * 8).littleEndian) { Array($0) }
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    for start in stride(from: 0, to: message.count, by: 64) {
      let words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[start + 4 * word + $1]) << UInt32(8 * $1) }
      }
      add(words, to: &state)
    }
    return state.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
      .map { String(format: "%02X", $0) }.joined()
  }

  private static func add(_ words: [UInt32], to state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let (mix, word): (UInt32, Int) =
        switch step / 16 {
        case 0: ((b & c) | (~b & d), step)
        case 1: ((d & b) | (~d & c), (5 * step + 1) % 16)
        case 2: (b ^ c ^ d, (3 * step + 5) % 16)
        default: (c ^ (b | ~d), 7 * step % 16)
        }
      let sum = a &+ mix &+ constants[step] &+ words[word]
      let shift = shifts[step / 16 * 4 + step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
  }
}
