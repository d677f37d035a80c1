import CoreMedia

/// The header of a frame of AC-3 or Enhanced AC-3 (ETSI TS 102 366, clauses 4.3.1 and 4.3.2, and annex E).
struct DolbyFrame: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// AC-3, with the code of its frame size.
    case ac3(sizeCode: Int)
    /// An independent substream of Enhanced AC-3.
    case independent(Int)
    /// A dependent substream of Enhanced AC-3, which adds channels to the frame before it: the channel map, the first
    /// channel in the highest bit; nil for those of its coding mode.
    case dependent(map: Int?)
  }

  let kind: Kind
  /// The size of the frame in bytes.
  let size: Int
  /// The code of the sample rate; 3 for half of one of the others.
  let rateCode: Int
  let sampleRate: Int
  /// The number of blocks of 256 samples.
  let blockCount: Int
  let version: Int
  /// The bitstream mode, which is the kind of service.
  let serviceMode: Int
  /// The audio coding mode, which gives the channels.
  let codingMode: Int
  let hasLowFrequencies: Bool

  /// The number of the independent substream, or of the one that this frame belongs to; the first is 0.
  var number: Int { if case .independent(let number) = kind { number } else { 0 } }

  /// The largest size of a header; frames may be shorter.
  private static let longestHeader = 96

  /// - Parameter bytes: A frame from its beginning; bytes after it are ignored.
  init?(_ bytes: some Collection<UInt8>) {
    var bits = BitScanner(Array(bytes.prefix(Self.longestHeader)))
    guard bits.number(16) == 0x0b77 else { return nil }
    // Both formats store their version in the sixth byte.
    let head = Array(bytes.prefix(6))
    guard head.count == 6 else { return nil }
    switch head[5] >> 3 {
    case 0...8: self.init(ac3: &bits)
    // 9 and 10 are rates and codings that are not registered for files.
    case 11...16: self.init(enhanced: &bits)
    default: return nil
    }
  }

  private init?(ac3 bits: inout BitScanner) {
    guard bits.number(16) != nil, let rate = bits.number(2), rate < 3, let code = bits.number(6), code < 38,
      let version = bits.number(5), let service = bits.number(3), let mode = bits.number(3)
    else { return nil }
    // Mix levels, present in some modes, precede the low-frequency flag.
    var levels = 0
    if mode & 1 != 0, mode != 1 { levels += 2 }
    if mode & 4 != 0 { levels += 2 }
    if mode == 2 { levels += 2 }
    guard bits.number(levels) != nil, let low = bits.number(1) else { return nil }
    kind = .ac3(sizeCode: code)
    sampleRate = Self.rates[rate]
    let words = Self.bitRates[code >> 1] * 96_000 / sampleRate
    size = 2 * (words + (rate == 1 ? code & 1 : 0))
    (rateCode, self.version, serviceMode, codingMode) = (rate, version, service, mode)
    (blockCount, hasLowFrequencies) = (6, low == 1)
  }

  private init?(enhanced bits: inout BitScanner) {
    guard let type = bits.number(2), type < 3, let number = bits.number(3), let words = bits.number(11),
      let rate = bits.number(2), let half = bits.number(2), rate < 3 || half < 3, let mode = bits.number(3),
      let low = bits.number(1), let version = bits.number(5)
    else { return nil }
    size = 2 * (words + 1)
    rateCode = rate
    sampleRate = rate < 3 ? Self.rates[rate] : Self.rates[half] / 2
    blockCount = rate < 3 ? [1, 2, 3, 6][half] : 6
    (codingMode, hasLowFrequencies, self.version) = (mode, low == 1, version)
    // Loudness and gain, of each channel in dual mono.
    for _ in 0..<(mode == 0 ? 2 : 1) {
      guard bits.number(5) != nil, bits.skip(8, if: bits.number(1)) else { return nil }
    }
    var map: Int?
    if type == 1 {
      guard let hasMap = bits.number(1) else { return nil }
      if hasMap == 1 {
        guard let value = bits.number(16) else { return nil }
        map = value
      }
    }
    kind = type == 1 ? .dependent(map: map) : .independent(number)
    // If the header ends before the service, it is the main one.
    serviceMode = Self.serviceMode(&bits, type: type, mode: mode, hasLow: low == 1, blocks: blockCount) ?? 0
  }

  /// Returns the service, which follows the mixing metadata (clause E.1.2.2); nil if the header ends before.
  private static func serviceMode(
    _ bits: inout BitScanner, type: Int, mode: Int, hasLow: Bool, blocks: Int
  ) -> Int? {
    guard let isMixed = bits.number(1) else { return nil }
    if isMixed == 1 {
      var levels = mode > 2 ? 2 : 0
      if mode & 1 != 0, mode > 2 { levels += 6 }
      if mode & 4 != 0 { levels += 6 }
      guard bits.number(levels) != nil else { return nil }
      if hasLow { guard bits.skip(5, if: bits.number(1)) else { return nil } }
      if type == 0 { guard skipMixing(&bits, mode: mode, blocks: blocks) else { return nil } }
    }
    guard let isInformed = bits.number(1) else { return nil }
    return isInformed == 1 ? bits.number(3) : 0
  }

  private static func skipMixing(_ bits: inout BitScanner, mode: Int, blocks: Int) -> Bool {
    for _ in 0..<(mode == 0 ? 3 : 2) { guard bits.skip(6, if: bits.number(1)) else { return false } }
    guard let definition = bits.number(2) else { return false }
    switch definition {
    case 1: guard bits.number(5) != nil else { return false }
    case 2: guard bits.number(12) != nil else { return false }
    case 3:
      guard let length = bits.number(5) else { return false }
      for _ in 0..<length + 2 { guard bits.number(8) != nil else { return false } }
    default: break
    }
    if mode < 2 {
      for _ in 0..<(mode == 0 ? 2 : 1) { guard bits.skip(14, if: bits.number(1)) else { return false } }
    }
    guard let isConfigured = bits.number(1) else { return false }
    guard isConfigured == 1 else { return true }
    if blocks == 1 { return bits.number(5) != nil }
    for _ in 0..<blocks { guard bits.skip(5, if: bits.number(1)) else { return false } }
    return true
  }

  private static let rates = [48_000, 44_100, 32_000]
  private static let bitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]

  /// Returns the number of channels of a coding mode, without the low-frequency channel.
  static func channelCount(codingMode: Int) -> Int { [2, 1, 2, 3, 3, 4, 4, 5][codingMode & 7] }
}

extension BitScanner {
  /// Skips bits that are present if a flag is set; returns false past the end, and without a flag.
  fileprivate mutating func skip(_ count: Int, if flag: Int?) -> Bool {
    guard let flag else { return false }
    return flag == 0 || number(count) != nil
  }
}
