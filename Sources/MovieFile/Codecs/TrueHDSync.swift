import CoreMedia

/// The major sync of an access unit of TrueHD or MLP, which says all that decoding can begin with (Dolby TrueHD (MLP)
/// high-level bitstream description, 3 and 4).
///
///     check (4 bits), length in words (12) │ timing (16) │ sync word (32) │ format information …
struct TrueHDSync: Hashable, Sendable {
  let isMLP: Bool
  let sampleRate: Int32
  let channels: Int

  /// The number of bytes of an access unit that tell.
  static let length = 16

  /// - Parameter bytes: An access unit from its beginning; nil for one without a major sync.
  init?(_ bytes: some Collection<UInt8>) {
    var bits = BitScanner(Array(bytes.prefix(Self.length)))
    guard bits.number(32) != nil, let word = bits.number(32), word >> 1 == 0xf872_6fba >> 1 else { return nil }
    self.init(&bits, isMLP: word & 1 == 1)
  }

  /// - Parameter box: The contents of a 'dmlp' box, which begins with the format information.
  init?(box: [UInt8]) {
    var bits = BitScanner(box)
    self.init(&bits, isMLP: false)
  }

  private init?(_ bits: inout BitScanner, isMLP: Bool) {
    self.isMLP = isMLP
    if isMLP {
      // The bits of samples of two groups of channels, and both rates.
      guard bits.number(8) != nil, let rate = bits.number(4), bits.number(15) != nil, let channels = bits.number(5),
        let known = Self.rate(rate), channels < Self.mlpChannels.count
      else { return nil }
      (sampleRate, self.channels) = (known, Self.mlpChannels[channels])
    } else {
      guard let rate = bits.number(4), bits.number(8) != nil, let six = bits.number(5), bits.number(2) != nil,
        let eight = bits.number(13), let known = Self.rate(rate)
      else { return nil }
      (sampleRate, channels) = (known, Self.channels(eight > 0 ? eight : six))
    }
    guard channels > 0 else { return nil }
  }

  /// The number of samples of each channel in an access unit: a 1200th of a second, or a little more.
  static func samples(at rate: Int32) -> Int { rate > 96_000 ? 160 : rate > 48_000 ? 80 : 40 }

  private static func rate(_ code: Int) -> Int32? {
    guard code & 7 < 3 else { return nil }
    return (code & 8 == 0 ? 48_000 : 44_100) << Int32(code & 7)
  }

  private static let mlpChannels = [1, 2, 3, 4, 3, 4, 5, 3, 4, 5, 4, 5, 6, 4, 5, 4, 5, 6, 5, 5, 6]

  /// Returns the number of channels in groups of one or two.
  private static func channels(_ groups: Int) -> Int {
    [2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1].enumerated().reduce(0) {
      groups >> $1.offset & 1 == 1 ? $0 + $1.element : $0
    }
  }
}
