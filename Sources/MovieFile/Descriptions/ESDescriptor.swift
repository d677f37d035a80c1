/// What an 'esds' box says of a stream of MPEG-4 (ISO/IEC 14496-1, clause 7.2.6.5).
public struct ESDescriptor: Hashable, Sendable {
  /// The format: 0x20 MPEG-4 video, 0x40 AAC, 0x69 and 0x6B MPEG audio, and so on.
  public let objectType: UInt8
  /// The highest bit rate, in bits a second; 0 if unknown.
  public let maximumBitRate: UInt32
  /// The average bit rate, in bits a second; 0 if it varies.
  public let averageBitRate: UInt32
  /// What a decoder is set up with: of AAC an AudioSpecificConfig, of video the visual object sequence.
  public let decoderSpecificInfo: [UInt8]

  /// - Parameter contents: The contents of the box: version, flags and a descriptor. Nil if they make no sense.
  public init?(contents: [UInt8]) {
    self.init(descriptor: Array(contents.dropFirst(4)))
  }

  /// - Parameter descriptor: The ES descriptor, as audio's magic cookie is.
  public init?(descriptor: [UInt8]) {
    var outer = ByteScanner(descriptor)
    guard let (tag, body) = outer.descriptor(), tag == 3 else { return nil }
    var stream = ByteScanner(body)
    guard stream.u16() != nil, let flags = stream.u8() else { return nil }
    if flags & 0x80 != 0, stream.u16() == nil { return nil }
    if flags & 0x40 != 0, let length = stream.u8(), stream.bytes(Int(length)) == nil { return nil }
    if flags & 0x20 != 0, stream.u16() == nil { return nil }
    guard let (configTag, config) = stream.descriptor(), configTag == 4 else { return nil }
    var decoder = ByteScanner(config)
    guard let objectType = decoder.u8(), decoder.number(4) != nil, let maximum = decoder.u32(),
      let average = decoder.u32()
    else { return nil }
    self.objectType = objectType
    maximumBitRate = maximum
    averageBitRate = average
    if let (infoTag, info) = decoder.descriptor(), infoTag == 5 {
      decoderSpecificInfo = info
    } else {
      decoderSpecificInfo = []
    }
  }
}

extension ByteScanner {
  /// A descriptor's tag and contents; one that is cut short ends where the bytes do.
  fileprivate mutating func descriptor() -> (tag: UInt8, body: [UInt8])? {
    guard let tag = u8() else { return nil }
    var length = 0
    for _ in 0..<4 {
      guard let byte = u8() else { return nil }
      length = length << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { break }
    }
    guard let body = bytes(min(length, remaining)) else { return nil }
    return (tag, body)
  }
}

/// What AAC is set up with (ISO/IEC 14496-3, clause 1.6.2.1, AudioSpecificConfig).
public struct AudioSpecificConfig: Hashable, Sendable {
  /// The kind of AAC underneath: 2 for low complexity, 39 for enhanced low delay and so on.
  public let objectType: Int
  /// Hertz, before spectral band replication.
  public let sampleRate: Int
  /// 1 to 7 name a layout; 0 leaves it to the stream.
  public let channelConfiguration: Int
  /// Whether spectral band replication doubles the rate, as far as the configuration says.
  public let hasSBR: Bool
  /// Whether parametric stereo makes one channel two.
  public let hasPS: Bool
  /// Hertz, after spectral band replication.
  public let outputSampleRate: Int
  /// Frames in a packet, before spectral band replication.
  public let framesPerPacket: Int

  /// Nil if the bytes make no sense.
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
      // dependsOnCoreCoder and extensionFlag; then, if it is there, the extension that older decoders do not see.
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

  /// Channels of each configuration; 0 where the stream says.
  public var channelCount: Int { [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 0, 8, 0][channelConfiguration & 15] }
}

/// Reads bits, the highest of each byte first; nil past their end.
struct BitScanner {
  private let bytes: [UInt8]
  private var position = 0

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
