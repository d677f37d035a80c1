import CoreMedia

/// The configuration of a stream of AAC in LATM (ISO/IEC 14496-3, 1.7.3: StreamMuxConfig), with one program and layer.
struct LATMConfiguration: Hashable, Sendable {
  /// The AudioSpecificConfig.
  let audio: [UInt8]
  /// The number of samples per second, and of a frame, of the core.
  let rate: Int
  let samples: Int
  fileprivate let frameCount: Int
  fileprivate let otherDataBits: Int

  fileprivate init?(_ bits: inout BitScanner) {
    guard let version = bits.number(1), version == 0 || bits.number(1) == 0 else { return nil }
    if version == 1 { guard bits.latmValue() != nil else { return nil } }
    // One program and one layer, whose frames have the same time.
    guard bits.number(1) == 1, let frames = bits.number(6), bits.number(4) == 0, bits.number(3) == 0 else { return nil }
    frameCount = frames + 1
    if version == 0 {
      guard let audio = Self.audioConfiguration(bits) else { return nil }
      for _ in 0..<audio.count { _ = bits.number(1) }
      self.audio = audio.bytes
    } else {
      guard let count = bits.latmValue(), (16...2048).contains(count) else { return nil }
      var copy = bits
      var bytes: [UInt8] = []
      var left = count
      while left > 0 {
        let size = min(8, left)
        guard let byte = copy.number(size) else { return nil }
        bytes.append(UInt8(byte << (8 - size)))
        left -= size
      }
      bits = copy
      audio = bytes
    }
    guard let config = AudioSpecificConfig(audio) else { return nil }
    (rate, samples) = (config.sampleRate, config.framesPerPacket)
    // Frames with a length in bytes, and the fullness of the buffer.
    guard bits.number(3) == 0, bits.number(8) != nil, let hasOther = bits.number(1) else { return nil }
    var other = 0
    if hasOther == 1 {
      if version == 1 {
        guard let value = bits.latmValue() else { return nil }
        other = value
      } else {
        var more = 1
        while more == 1 {
          guard let flag = bits.number(1), let byte = bits.number(8), other < 1 << 20 else { return nil }
          (more, other) = (flag, other << 8 + byte)
        }
      }
    }
    otherDataBits = other
    guard let hasChecksum = bits.number(1), hasChecksum == 0 || bits.number(8) != nil else { return nil }
  }

  /// Reads an AudioSpecificConfig of AAC that ends without a length (1.6.2.1 and 4.4.1); nil if its channels are
  /// described by a program of their own.
  private static func audioConfiguration(_ bits: BitScanner) -> (bytes: [UInt8], count: Int)? {
    var scanner = bits
    var count = 0
    func number(_ length: Int) -> Int? {
      count += length
      return scanner.number(length)
    }
    func objectType() -> Int? { number(5).flatMap { type in type == 31 ? number(6).map { $0 + 32 } : type } }
    func skipRate() -> Bool { number(4).map { $0 != 15 || number(24) != nil } ?? false }
    guard var type = objectType(), skipRate(), let channels = number(4), channels > 0 else { return nil }
    if type == 5 || type == 29 {
      guard skipRate(), let core = objectType() else { return nil }
      type = core
    }
    // GASpecificConfig: frame length, core coder, extension.
    guard [1, 2, 3, 4].contains(type), number(1) != nil, let dependsOnCore = number(1),
      dependsOnCore == 0 || number(14) != nil, number(1) != nil
    else { return nil }
    var (copy, bytes, left): (BitScanner, [UInt8], Int) = (bits, [], count)
    while left > 0 {
      let size = min(8, left)
      guard let byte = copy.number(size) else { return nil }
      bytes.append(UInt8(byte << (8 - size)))
      left -= size
    }
    return (bytes, count)
  }

  /// Takes the AAC out of a stream's AudioMuxElements.
  struct Reader: Sendable {
    private(set) var configuration: LATMConfiguration?

    init(configuration: LATMConfiguration? = nil) { self.configuration = configuration }

    /// Returns the frames of an AudioMuxElement with muxConfigPresent; none if it, or its configuration, is damaged.
    mutating func frames(_ element: ArraySlice<UInt8>) -> [[UInt8]] {
      var bits = BitScanner(Array(element))
      guard let isSame = bits.number(1) else { return [] }
      if isSame == 0 {
        guard let new = LATMConfiguration(&bits) else { return [] }
        configuration = new
      }
      guard let configuration else { return [] }
      var frames: [[UInt8]] = []
      for _ in 0..<configuration.frameCount {
        var length = 0
        while let byte = bits.number(8) {
          length += byte
          if byte != 255 { break }
        }
        guard length > 0, length <= element.count else { return frames }
        var frame: [UInt8] = []
        frame.reserveCapacity(length)
        for _ in 0..<length {
          guard let byte = bits.number(8) else { return frames }
          frame.append(UInt8(byte))
        }
        frames.append(frame)
      }
      return frames
    }
  }
}

extension BitScanner {
  /// Reads LatmGetValue(): one to four bytes, after the number of these less one.
  fileprivate mutating func latmValue() -> Int? {
    guard let count = number(2) else { return nil }
    return number(8 * (count + 1))
  }
}
