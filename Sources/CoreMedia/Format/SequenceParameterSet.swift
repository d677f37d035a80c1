/// The properties of video in the sequence parameter set of H.264 or HEVC.
struct SequenceParameterSet: Equatable {
  /// Pixels after cropping.
  var width: Int32
  var height: Int32
  var pixelAspectRatio: PixelAspectRatio?
  var isFullRange: Bool?
  /// 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  var chromaFormat: UInt8 = 1
  /// Bits a sample beyond 8, at most 7.
  var extraLumaBits: UInt8 = 0
  var extraChromaBits: UInt8 = 0

  struct PixelAspectRatio: Equatable {
    var horizontal: UInt32
    var vertical: UInt32
  }

  /// The largest plausible side; larger ones are damage.
  static let largestSide = 1 << 16
}

extension SequenceParameterSet {
  /// Parses an H.264 NAL unit of type 7, header included; nil if it is none or is cut short.
  init?(h264 unit: some Collection<UInt8>) {
    guard let header = unit.first, header & 0x1f == 7 else { return nil }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst(), limit: .max)
    guard let profile = bits.number(8), bits.skip(16), bits.unsigned() != nil else { return nil }
    var chromaFormat = 1
    var depths = (luma: 0, chroma: 0)
    if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
      guard let format = bits.unsigned(), format != 3 || bits.skip(1), let luma = bits.unsigned(),
        let chroma = bits.unsigned(), bits.skip(1), let hasLists = bits.number(1)
      else { return nil }
      (chromaFormat, depths) = (format, (luma, chroma))
      for list in 0..<(hasLists == 0 ? 0 : format == 3 ? 12 : 8) where bits.number(1) == 1 {
        guard bits.skipScalingList(list < 6 ? 16 : 64) else { return nil }
      }
    }
    guard bits.unsigned() != nil, bits.skipH264CountType(), bits.unsigned() != nil, bits.skip(1),
      let columns = bits.unsigned(), let rows = bits.unsigned(), let isFrameOnly = bits.number(1),
      isFrameOnly == 1 || bits.skip(1), bits.skip(1), let crop = Crop(&bits), chromaFormat <= 3,
      columns < Self.largestSide / 16, rows < Self.largestSide / 16
    else { return nil }
    let fields = isFrameOnly == 1 ? 1 : 2
    let unitX = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
    let unitY = (chromaFormat == 1 ? 2 : 1) * fields
    guard let size = crop.size(of: ((columns + 1) * 16, (rows + 1) * 16 * fields), unitX: unitX, unitY: unitY) else {
      return nil
    }
    self.init(width: size.width, height: size.height, chromaFormat: chromaFormat, depths: depths)
    if bits.number(1) == 1 { readVideoUsability(&bits) }
  }

  /// Parses an HEVC NAL unit of type 33, header included; nil if it is none or is cut short.
  init?(hevc unit: some Collection<UInt8>) {
    guard let header = unit.first, header >> 1 & 0x3f == 33, unit.count > 2 else { return nil }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst(2), limit: .max)
    guard bits.skip(4), let layers = bits.number(3), bits.skip(1), bits.skipHEVCProfile(layers: layers),
      bits.unsigned() != nil, let chromaFormat = bits.unsigned(), chromaFormat != 3 || bits.skip(1),
      let width = bits.unsigned(), let height = bits.unsigned(), let crop = Crop(&bits),
      let luma = bits.unsigned(), let chroma = bits.unsigned(), chromaFormat <= 3, width <= Self.largestSide,
      height <= Self.largestSide
    else { return nil }
    let unitX = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
    guard let size = crop.size(of: (width, height), unitX: unitX, unitY: chromaFormat == 1 ? 2 : 1) else { return nil }
    self.init(width: size.width, height: size.height, chromaFormat: chromaFormat, depths: (luma, chroma))
  }

  private init(width: Int32, height: Int32, chromaFormat: Int, depths: (luma: Int, chroma: Int)) {
    self.width = width
    self.height = height
    self.chromaFormat = UInt8(min(chromaFormat, 3))
    extraLumaBits = UInt8(min(depths.luma, 7))
    extraChromaBits = UInt8(min(depths.chroma, 7))
  }

  /// The start of the video usability information: pixel shape and range.
  private mutating func readVideoUsability(_ bits: inout BitScanner) {
    // The bits that are left of a set that is cut off mean something else.
    guard let hasRatio = bits.number(1) else { return }
    if hasRatio == 1 {
      guard let index = bits.number(8) else { return }
      var ratio = Self.namedRatio(index)
      if index == 255 {
        guard let own = PixelAspectRatio(reading: &bits) else { return }
        ratio = own
      }
      if let ratio, ratio.horizontal > 0, ratio.vertical > 0 { pixelAspectRatio = ratio }
    }
    if bits.number(1) == 1 { bits.skip(1) }
    if bits.number(1) == 1, bits.skip(3) { isFullRange = bits.number(1).map { $0 == 1 } }
  }

  /// Table E-1 of the standard.
  private static func namedRatio(_ index: Int) -> PixelAspectRatio? {
    let table: [(UInt32, UInt32)] = [
      (0, 0), (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11),
      (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]
    guard table.indices.contains(index) else { return nil }
    return PixelAspectRatio(horizontal: table[index].0, vertical: table[index].1)
  }

  /// The cropping of the edges, in units of chroma samples.
  private struct Crop {
    private var (left, right, top, bottom) = (0, 0, 0, 0)

    /// Reads the flag, and the numbers if it is set.
    init?(_ bits: inout BitScanner) {
      guard let isCropped = bits.number(1) else { return nil }
      guard isCropped == 1 else { return }
      guard let left = bits.unsigned(), let right = bits.unsigned(), let top = bits.unsigned(),
        let bottom = bits.unsigned()
      else { return nil }
      (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
    }

    func size(of coded: (width: Int, height: Int), unitX: Int, unitY: Int) -> (width: Int32, height: Int32)? {
      let width = coded.width - (left + right) * unitX
      let height = coded.height - (top + bottom) * unitY
      guard width > 0, height > 0 else { return nil }
      return (Int32(clamping: width), Int32(clamping: height))
    }
  }
}

extension SequenceParameterSet.PixelAspectRatio {
  fileprivate init?(reading bits: inout BitScanner) {
    guard let horizontal = bits.number(16), let vertical = bits.number(16) else { return nil }
    self.init(horizontal: UInt32(horizontal), vertical: UInt32(vertical))
  }
}

extension BitScanner {
  /// Skips the fields of pic_order_cnt_type (ITU-T H.264, 7.3.2.1.1); false past the end.
  fileprivate mutating func skipH264CountType() -> Bool {
    switch unsigned() {
    case nil: return false
    case 0: return unsigned() != nil
    case 1:
      guard skip(1), signed() != nil, signed() != nil, let cycle = unsigned() else { return false }
      for _ in 0..<min(cycle, 255) { guard signed() != nil else { return false } }
      return true
    default: return true
    }
  }

  /// Skips profile_tier_level() (ITU-T H.265, 7.3.3); false past the end.
  fileprivate mutating func skipHEVCProfile(layers: Int) -> Bool {
    // The general profile has 88 bits, the level 8.
    guard skip(88 + 8) else { return false }
    let present = (0..<layers).map { _ in (profile: number(1) == 1, level: number(1) == 1) }
    guard layers == 0 || skip((8 - layers) * 2) else { return false }
    return present.allSatisfy { skip(($0.profile ? 88 : 0) + ($0.level ? 8 : 0)) }
  }
}
