/// The index of a sample as noise: each frame of samples holds its own index, and noise can be located after lossy
/// coding.
///
/// Two channels: the index, below 2^32, goes through the mixer of MurmurHash3 (`fmix32`), which has an inverse; the low
/// 16 bits of the result are the left sample, the high ones the right. One channel: the index modulo 65536 goes through
/// `fmix16`, so a sample determines its place within 1.4 seconds. Samples are 16 bits, signed; 32-bit float ones are
/// those divided by 32768.
public enum SampleCode {
  /// Returns the samples of an index, one per channel.
  static func samples(of index: Int64, channels: Int) -> (Int16, Int16) {
    guard channels > 1 else { return (Int16(bitPattern: mix(UInt16(truncatingIfNeeded: index))), 0) }
    let code = mix(UInt32(truncatingIfNeeded: index))
    return (Int16(truncatingIfNeeded: code), Int16(truncatingIfNeeded: code >> 16))
  }

  /// Returns the index of samples: modulo 2^32 for two, modulo 65536 for one.
  static func index(of left: Int16, _ right: Int16?) -> Int64 {
    guard let right else { return Int64(unmix(UInt16(bitPattern: left))) }
    return Int64(unmix(UInt32(UInt16(bitPattern: right)) << 16 | UInt32(UInt16(bitPattern: left))))
  }

  // MARK: - Mixers

  private static func mix(_ value: UInt32) -> UInt32 {
    var x = value
    x ^= x >> 16
    x &*= 0x85EB_CA6B
    x ^= x >> 13
    x &*= 0xC2B2_AE35
    return x ^ x >> 16
  }

  private static func unmix(_ value: UInt32) -> UInt32 {
    var x = value
    x ^= x >> 16
    x &*= 0x7ED1_B41D  // the inverse of 0xC2B2AE35 modulo 2^32
    x ^= x >> 13 ^ x >> 26
    x &*= 0xA5CB_9243  // the inverse of 0x85EBCA6B
    return x ^ x >> 16
  }

  private static func mix(_ value: UInt16) -> UInt16 {
    var x = value
    x ^= x >> 8
    x &*= 0x88B5
    x ^= x >> 7
    x &*= 0xDB2D
    return x ^ x >> 9
  }

  private static func unmix(_ value: UInt16) -> UInt16 {
    var x = value
    x ^= x >> 9
    x &*= 0x2CA5
    x ^= x >> 7 ^ x >> 14
    x &*= 0x259D
    return x ^ x >> 8
  }
}
