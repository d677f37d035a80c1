/// The header of True Audio, which is the decoder's configuration.
///
///     "TTA1" │ format │ channels │ bits of a sample │ rate (4) │ number of samples (4) │ checksum (4)
package struct TrueAudioHeader: Hashable, Sendable {
  let channels: Int
  package let bitsPerSample: Int
  let sampleRate: Int
  /// The number of samples of each channel.
  let sampleCount: Int64

  static let size = 22

  init(channels: Int, bitsPerSample: Int, sampleRate: Int, sampleCount: Int64) {
    (self.channels, self.bitsPerSample, self.sampleRate) = (channels, bitsPerSample, sampleRate)
    self.sampleCount = sampleCount
  }

  /// Reads a stored header; nil for other bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 18, bytes.starts(with: "TTA1".utf8) else { return nil }
    func number(_ start: Int, _ count: Int) -> UInt64 { UInt64(little: bytes[start..<start + count]) }
    (channels, bitsPerSample, sampleRate) = (Int(number(6, 2)), Int(number(8, 2)), Int(number(10, 4)))
    sampleCount = Int64(number(14, 4))
  }

  /// The stored form, with a checksum of zero, which decoders do not look at.
  var bytes: [UInt8] {
    var result = Array("TTA1".utf8)
    for number in [1, channels, bitsPerSample] { result.append(little: UInt16(clamping: number)) }
    result.append(little: UInt32(clamping: sampleRate))
    result.append(little: UInt32(clamping: sampleCount))
    return result + [0, 0, 0, 0]
  }

  /// The number of samples of each packet but the last: 256/245 seconds.
  var samplesPerPacket: Int64 { Int64(sampleRate) * 256 / 245 }
}
