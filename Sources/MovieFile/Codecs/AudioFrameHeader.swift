/// The header of a raw audio frame: MPEG-1, 2 and 2.5 Audio, layers I to III (ISO/IEC 11172-3, clause 2.4.2.3; ISO/IEC
/// 13818-3), or AAC in ADTS (ISO/IEC 14496-3, clause 1.A.2).
struct AudioFrameHeader: Hashable, Sendable {
  enum Format: Hashable, Sendable {
    /// MPEG audio; `version` is 1 or 2, and 3 for MPEG-2.5.
    case mpeg(version: Int, layer: Int)
    /// AAC; the object type, such as 2 for low complexity, and the indices of rate and channels.
    case adts(objectType: UInt8, rateIndex: UInt8, channelConfiguration: UInt8)
  }

  let format: Format
  /// The number of samples per second.
  let sampleRate: Int32
  /// The number of channels; 0 if only the contents tell.
  let channels: Int
  /// The size of the frame in bytes, header included.
  let size: Int
  /// The number of bytes before the packet for a decoder: the ADTS header, 0 in MPEG audio.
  let headerSize: Int
  /// The number of samples of each channel.
  let sampleCount: Int
  /// The bit rate in bits per second; 0 in AAC, whose frames vary in size.
  let bitRate: Int

  /// The number of bytes needed to read a header.
  static let length = 8

  /// Reads the header in the first eight bytes of a frame, the first byte in the highest bits; nil if there is none.
  init?(_ bytes: UInt64) {
    guard bytes >> 52 == 0xfff || bytes >> 53 == 0x7ff else { return nil }
    func bits(_ first: UInt64, _ count: UInt64) -> Int { Int(bytes >> (64 - first - count) & (1 << count - 1)) }
    let layerCode = bits(13, 2)
    if layerCode == 0 {
      guard bits(11, 1) == 1 else { return nil }
      let rateIndex = bits(18, 4)
      guard rateIndex < Self.aacRates.count else { return nil }
      sampleRate = Self.aacRates[rateIndex]
      let configuration = bits(23, 3)
      channels = configuration == 7 ? 8 : configuration
      format = .adts(
        objectType: UInt8(bits(16, 2) + 1), rateIndex: UInt8(rateIndex), channelConfiguration: UInt8(configuration))
      size = bits(30, 13)
      headerSize = bits(15, 1) == 1 ? 7 : 9
      sampleCount = 1024 * (bits(54, 2) + 1)
      bitRate = 0
      guard size > headerSize else { return nil }
    } else {
      let (versionCode, bitRateIndex, rateIndex) = (bits(11, 2), bits(16, 4), bits(20, 2))
      guard versionCode != 1, bitRateIndex != 0, bitRateIndex != 15, rateIndex != 3 else { return nil }
      let version = [3, 0, 2, 1][versionCode]
      let layer = 4 - layerCode
      format = .mpeg(version: version, layer: layer)
      sampleRate = [44_100, 48_000, 32_000][rateIndex] >> Int32(version - 1)
      channels = bits(24, 2) == 3 ? 1 : 2
      bitRate =
        1000 * Self.mpegBitRates[(version == 1 ? 0 : 3) + (version > 1 && layer == 3 ? 1 : layer - 1)][bitRateIndex]
      sampleCount = layer == 1 ? 384 : layer == 3 && version > 1 ? 576 : 1152
      let padding = bits(22, 1)
      let rate = Int(sampleRate)
      size = layer == 1 ? (12 * bitRate / rate + padding) * 4 : sampleCount / 8 * bitRate / rate + padding
      headerSize = 0
    }
  }

  /// True if a frame may follow another in one stream: rate, format and, but for AAC with unknown ones, channels are
  /// equal.
  func continues(_ other: AudioFrameHeader) -> Bool {
    switch (format, other.format) {
    case (.mpeg, .mpeg): format == other.format && sampleRate == other.sampleRate
    default: format == other.format
    }
  }

  private static let aacRates: [Int32] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
  ]

  /// Kilobits per second: version 1, layers I to III; then the later versions, layer I and both others.
  private static let mpegBitRates: [[Int]] = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}

/// The header of an MPEG audio frame, for users of frames from other files and streams.
public struct MPEGAudioHeader: Hashable, Sendable {
  /// The layer: 1, 2 or 3.
  public let layer: Int
  /// The number of samples per second.
  public let sampleRate: Int32
  public let channels: Int
  /// The number of samples of each channel.
  public let samplesPerFrame: Int

  /// Reads the first bytes of a frame, eight or more; nil if they are no header.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= AudioFrameHeader.length,
      let header = AudioFrameHeader(bytes.prefix(AudioFrameHeader.length).reduce(0) { $0 << 8 | UInt64($1) }),
      case .mpeg(_, let layer) = header.format
    else { return nil }
    self.layer = layer
    sampleRate = header.sampleRate
    channels = header.channels
    samplesPerFrame = header.sampleCount
  }
}

/// The header of an AAC frame in ADTS, for users of frames from other files and streams.
public struct ADTSHeader: Hashable, Sendable {
  /// The size of the frame in bytes, header included.
  public let size: Int
  /// The number of bytes before the packet for a decoder.
  public let headerSize: Int
  /// The number of channels; 0 if the frames themselves name their layout.
  let channels: Int
  /// The decoder configuration (AudioSpecificConfig; ISO/IEC 14496-3, clause 1.6.2.1).
  public let configuration: [UInt8]

  /// Reads the first bytes of a frame, eight or more; nil if they are no header, or if the frame holds several blocks
  /// of AAC.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= AudioFrameHeader.length,
      let header = AudioFrameHeader(bytes.prefix(AudioFrameHeader.length).reduce(0) { $0 << 8 | UInt64($1) }),
      let configuration = header.configuration, header.sampleCount == 1024
    else { return nil }
    (size, headerSize, channels) = (header.size, header.headerSize, header.channels)
    self.configuration = configuration
  }
}

extension AudioFrameHeader {
  /// The decoder configuration of AAC; nil for MPEG audio.
  var configuration: [UInt8]? {
    guard case .adts(let objectType, let rateIndex, let channelConfiguration) = format else { return nil }
    let config = UInt16(objectType) << 11 | UInt16(rateIndex) << 7 | UInt16(channelConfiguration) << 3
    return [UInt8(config >> 8), UInt8(config & 0xff)]
  }
}
