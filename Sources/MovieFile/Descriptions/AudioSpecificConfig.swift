import CoreMedia

/// The configuration of AAC (ISO/IEC 14496-3, clause 1.6.2.1, AudioSpecificConfig).
public struct AudioSpecificConfig: Hashable, Sendable {
  /// The object type of the core: 2 for low complexity, 39 for enhanced low delay and so on.
  public let objectType: Int
  /// The sample rate in hertz, before spectral band replication.
  public let sampleRate: Int
  /// 1 to 7 name a layout; 0 leaves it to the stream.
  public let channelConfiguration: Int
  /// True if the configuration signals that spectral band replication doubles the rate.
  public let hasSBR: Bool
  /// True if parametric stereo turns one channel into two.
  public let hasPS: Bool
  /// The sample rate in hertz, after spectral band replication.
  public let outputSampleRate: Int
  /// The number of frames in a packet, before spectral band replication.
  public let framesPerPacket: Int

  /// Nil if the bytes are malformed.
  public init?(_ bytes: [UInt8]) {
    var bits = BitScanner(bytes)
    guard var type = bits.objectType(), let rate = bits.sampleRate(), let channels = bits.number(4) else { return nil }
    var (output, sbr, ps) = (rate, false, false)
    if type == 5 || type == 29 {
      ps = type == 29
      sbr = true
      guard let extended = bits.sampleRate(), let inner = bits.objectType() else { return nil }
      (output, type) = (extended, inner)
    }
    let isShort = bits.number(1) == 1
    if !sbr, [1, 2, 3, 4, 6, 7].contains(type) {
      // dependsOnCoreCoder and extensionFlag; then, if present, the extension that older decoders ignore.
      if bits.number(1) == 1 { _ = bits.number(14) }
      _ = bits.number(1)
      if channels != 0, bits.number(11) == 0x2b7, bits.objectType() == 5, bits.number(1) == 1 {
        sbr = true
        output = bits.sampleRate() ?? rate * 2
        ps = bits.number(11) == 0x548 && bits.number(1) == 1
      }
    }
    guard rate > 0, output > 0 else { return nil }
    objectType = type
    sampleRate = rate
    channelConfiguration = channels
    (hasSBR, hasPS, outputSampleRate) = (sbr, ps, output)
    framesPerPacket = type == 39 || type == 23 ? (isShort ? 480 : 512) : isShort ? 960 : 1024
  }

  /// The number of channels of the configuration; 0 if the stream decides.
  public var channelCount: Int { [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 0, 8, 0][channelConfiguration & 15] }
}

extension BitScanner {
  fileprivate mutating func objectType() -> Int? {
    guard let type = number(5) else { return nil }
    return type == 31 ? number(6).map { $0 + 32 } : type
  }

  fileprivate mutating func sampleRate() -> Int? {
    let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
    guard let index = number(4) else { return nil }
    if index == 15 { return number(24) }
    return index < rates.count ? rates[index] : nil
  }
}
