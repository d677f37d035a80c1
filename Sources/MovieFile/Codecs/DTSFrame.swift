import CoreMedia

/// The header of a frame of DTS: of a core, or of an extension substream (ETSI TS 102 114, 5.3 and 7.4).
struct DTSFrame: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case core
    /// An extension substream: DTS-HD beside a core, or DTS Express and lossless audio without one.
    case extensions
  }

  let kind: Kind
  /// The size in bytes.
  let size: Int
  /// The number of samples of each channel; 0 for extensions that leave them to the core.
  let sampleCount: Int
  /// The number of samples per second; 0 if only the core has it.
  let sampleRate: Int32
  /// The number of channels; 0 if the beginning does not tell.
  let channels: Int

  private static let coreMark = 0x7ffe_8001
  private static let extensionMark = 0x6458_2025

  /// - Parameter bytes: A frame from its beginning; sixteen bytes suffice for all but the channels of extensions.
  init?(_ bytes: some Collection<UInt8>) {
    var bits = BitScanner(Array(bytes.prefix(128)))
    switch bits.number(32) {
    case Self.coreMark: self.init(core: &bits)
    case Self.extensionMark: self.init(extensions: &bits)
    default: return nil
    }
  }

  private init?(core bits: inout BitScanner) {
    // Frame type, deficit samples, checksum.
    guard bits.number(7) != nil, let blocks = bits.number(7), let size = bits.number(14), let mode = bits.number(6),
      let rate = bits.number(4), bits.number(15) != nil, let low = bits.number(2), blocks >= 5, size >= 95,
      Self.rates[rate] > 0
    else { return nil }
    (kind, self.size, sampleCount, sampleRate) = (.core, size + 1, (blocks + 1) * 32, Self.rates[rate])
    let counts = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6, 7, 8, 8]
    channels = mode < counts.count ? counts[mode] + (low == 1 || low == 2 ? 1 : 0) : 0
  }

  private init?(extensions bits: inout BitScanner) {
    guard bits.number(8) != nil, let index = bits.number(2), let isLong = bits.number(1) else { return nil }
    let sizeBits = isLong == 1 ? 20 : 16
    guard bits.number(isLong == 1 ? 12 : 8) != nil, let size = bits.number(sizeBits), let isStatic = bits.number(1)
    else { return nil }
    (kind, self.size) = (.extensions, size + 1)
    guard size >= 15 else { return nil }
    guard isStatic == 1, let clock = bits.number(2), clock < 3, let duration = bits.number(3) else {
      (sampleCount, sampleRate, channels) = (0, 0, 0)
      return
    }
    let clocks: [Int32] = [32_000, 44_100, 48_000]
    let asset = Self.asset(&bits, index: index, sizeBits: sizeBits)
    sampleRate = asset?.rate ?? clocks[clock]
    sampleCount = 512 * (duration + 1) * Int(sampleRate) / Int(clocks[clock])
    channels = asset?.channels ?? 0
  }

  /// Reads the rate and channels of the first asset (7.4 and 7.5.1); nil if the bytes end before.
  private static func asset(
    _ bits: inout BitScanner, index: Int, sizeBits: Int
  ) -> (rate: Int32, channels: Int)? {
    guard let hasTime = bits.number(1), hasTime == 0 || bits.number(36) != nil, let presentations = bits.number(3),
      let assets = bits.number(3)
    else { return nil }
    var masks: [Int] = []
    for _ in 0...presentations {
      guard let mask = bits.number(index + 1) else { return nil }
      masks.append(mask)
    }
    for mask in masks {
      for _ in 0..<mask.nonzeroBitCount { guard bits.number(8) != nil else { return nil } }
    }
    guard let isMixed = bits.number(1) else { return nil }
    if isMixed == 1 {
      guard bits.number(2) != nil, let length = bits.number(2), let count = bits.number(2) else { return nil }
      for _ in 0...count { guard bits.number(4 * (length + 1)) != nil else { return nil } }
    }
    for _ in 0...assets { guard bits.number(sizeBits) != nil else { return nil } }
    // The descriptor of the first asset, which has the static fields.
    guard bits.number(12) != nil, let hasType = bits.number(1), hasType == 0 || bits.number(4) != nil,
      let hasLanguage = bits.number(1), hasLanguage == 0 || bits.number(24) != nil, let hasText = bits.number(1)
    else { return nil }
    if hasText == 1 {
      guard let length = bits.number(10) else { return nil }
      for _ in 0...length { guard bits.number(8) != nil else { return nil } }
    }
    guard bits.number(5) != nil, let rate = bits.number(4), let channels = bits.number(8) else { return nil }
    return (extensionRates[rate], channels + 1)
  }

  private static let rates: [Int32] = [
    0, 8_000, 16_000, 32_000, 0, 0, 11_025, 22_050, 44_100, 0, 0, 12_000, 24_000, 48_000, 96_000, 192_000,
  ]
  private static let extensionRates: [Int32] = [
    8_000, 16_000, 32_000, 64_000, 128_000, 22_050, 44_100, 88_200, 176_400, 352_800, 12_000, 24_000, 48_000, 96_000,
    192_000, 384_000,
  ]
}
