/// Decrypts with AES-128 (FIPS 197) in CBC mode (NIST SP 800-38A, 6.2), with the padding of RFC 5652, section 6.3.
struct AESDecryption {
  /// The keys of the equivalent inverse cipher, in the order of use (FIPS 197, 5.3.5).
  private let keys: [UInt32]
  private let tables = Tables.shared

  static let blockSize = 16

  /// - Parameter key: 16 bytes; nil for other sizes.
  init?(key: [UInt8]) {
    guard key.count == Self.blockSize else { return nil }
    let tables = Tables.shared
    var words = stride(from: 0, to: 16, by: 4).map { Self.word(key, $0) }
    var constant: UInt32 = 1
    while words.count < 44 {
      var word = words[words.count - 1]
      if words.count % 4 == 0 {
        word = tables.substituted(word << 8 | word >> 24) ^ constant << 24
        constant = UInt32(Tables.doubled(UInt8(constant)))
      }
      words.append(words[words.count - 4] ^ word)
    }
    var keys: [UInt32] = []
    for round in stride(from: 10, through: 0, by: -1) {
      for word in words[4 * round..<4 * round + 4] {
        keys.append(round % 10 == 0 ? word : tables.unmixed(word))
      }
    }
    self.keys = keys
  }

  /// Returns the text without its padding; nil if the bytes are no whole blocks, or the padding is none.
  func text(of bytes: [UInt8], initializationVector: [UInt8]) -> [UInt8]? {
    guard bytes.count % Self.blockSize == 0, !bytes.isEmpty, initializationVector.count == Self.blockSize else {
      return nil
    }
    var text = [UInt8](repeating: 0, count: bytes.count)
    var before = words(initializationVector, 0)
    for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      let block = words(bytes, start)
      let plain = decrypted(block) ^ before
      before = block
      for index in 0..<16 {
        text[start + index] = UInt8(truncatingIfNeeded: plain[index / 4] >> UInt32(24 - index % 4 * 8))
      }
    }
    guard let padding = text.last, (1...16).contains(padding), text.suffix(Int(padding)).allSatisfy({ $0 == padding })
    else { return nil }
    text.removeLast(Int(padding))
    return text
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
      | UInt32(bytes[start + 3])
  }

  private func words(_ bytes: [UInt8], _ start: Int) -> SIMD4<UInt32> {
    SIMD4(
      Self.word(bytes, start), Self.word(bytes, start + 4), Self.word(bytes, start + 8), Self.word(bytes, start + 12))
  }

  private func key(_ round: Int) -> SIMD4<UInt32> {
    SIMD4(keys[4 * round], keys[4 * round + 1], keys[4 * round + 2], keys[4 * round + 3])
  }

  private func decrypted(_ block: SIMD4<UInt32>) -> SIMD4<UInt32> {
    var state = block ^ key(0)
    for round in 1..<10 {
      var next = SIMD4<UInt32>()
      for column in 0..<4 {
        next[column] = tables.rounds(
          state[column], state[(column + 3) % 4], state[(column + 2) % 4], state[(column + 1) % 4])
      }
      state = next ^ key(round)
    }
    var last = SIMD4<UInt32>()
    for column in 0..<4 {
      last[column] = tables.unsubstituted(
        state[column], state[(column + 3) % 4], state[(column + 2) % 4], state[(column + 1) % 4])
    }
    return last ^ key(10)
  }

  /// The substitutions, and the products of MixColumns with its inverse.
  private struct Tables: Sendable {
    static let shared = Tables()

    private var substitution = [UInt8](repeating: 0, count: 256)
    private var inverse = [UInt8](repeating: 0, count: 256)
    /// InvSubBytes and InvMixColumns of a byte in the first row.
    private var columns = [UInt32](repeating: 0, count: 256)

    static func doubled(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte & 0x80 != 0 ? 0x1b : 0) }

    private init() {
      // Powers of 3 and of its inverse run through all numbers of the field.
      var (power, other): (UInt8, UInt8) = (1, 1)
      repeat {
        power ^= Self.doubled(power)
        other ^= other << 1
        other ^= other << 2
        other ^= other << 4
        if other & 0x80 != 0 { other ^= 0x09 }
        func rotated(_ count: UInt8) -> UInt8 { other << count | other >> (8 - count) }
        substitution[Int(power)] = other ^ rotated(1) ^ rotated(2) ^ rotated(3) ^ rotated(4) ^ 0x63
      } while power != 1
      substitution[0] = 0x63
      for index in 0..<256 { inverse[Int(substitution[index])] = UInt8(index) }
      for index in 0..<256 { columns[index] = Self.product(inverse[index]) }
    }

    /// The products of a byte with 14, 9, 13 and 11.
    private static func product(_ byte: UInt8) -> UInt32 {
      let two = doubled(byte)
      let four = doubled(two)
      let eight = doubled(four)
      let parts = [eight ^ four ^ two, eight ^ byte, eight ^ four ^ byte, eight ^ two ^ byte]
      return parts.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func byte(_ word: UInt32, _ row: Int) -> Int { Int(word >> UInt32(24 - 8 * row) & 0xff) }

    func substituted(_ word: UInt32) -> UInt32 {
      (0..<4).reduce(0) { $0 << 8 | UInt32(substitution[Self.byte(word, $1)]) }
    }

    /// InvMixColumns.
    func unmixed(_ word: UInt32) -> UInt32 {
      let bytes = (0..<4).map { Int(substitution[Self.byte(word, $0)]) }
      return columns[bytes[0]] ^ rotated(columns[bytes[1]], 8) ^ rotated(columns[bytes[2]], 16)
        ^ rotated(columns[bytes[3]], 24)
    }

    func rounds(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
      columns[Self.byte(a, 0)] ^ rotated(columns[Self.byte(b, 1)], 8) ^ rotated(columns[Self.byte(c, 2)], 16)
        ^ rotated(columns[Self.byte(d, 3)], 24)
    }

    func unsubstituted(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
      UInt32(inverse[Self.byte(a, 0)]) << 24 | UInt32(inverse[Self.byte(b, 1)]) << 16
        | UInt32(inverse[Self.byte(c, 2)]) << 8 | UInt32(inverse[Self.byte(d, 3)])
    }

    private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
  }
}
