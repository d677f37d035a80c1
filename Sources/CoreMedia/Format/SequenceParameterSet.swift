/// The properties of video in the sequence parameter set of H.264 or HEVC.
///
/// Decoders take sets that are cut short behind the depth of the samples: what follows is not stated then.
///
/// Sources: ITU-T H.264, 7.3.2.1.1 and E.1.1; H.265, 7.3.2.2 and E.2.1.
package struct SequenceParameterSet: Sendable {
  /// Pixels after cropping; 0 if they are not stated or not plausible.
  package private(set) var width: Int32 = 0
  package private(set) var height: Int32 = 0
  package private(set) var pixelAspectRatio: PixelAspectRatio?
  /// Nil if not stated.
  package private(set) var isFullRange: Bool?
  /// Code points of ITU-T H.273, of which 2 is "unspecified".
  package private(set) var primaries = 2
  package private(set) var transfer = 2
  package private(set) var matrix = 2
  /// 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package private(set) var chromaFormat = 1
  /// Bits a sample beyond 8, at most 7.
  package private(set) var extraLumaBits = 0
  package private(set) var extraChromaBits = 0
  /// True if pictures may be fields.
  package private(set) var mayBeInterlaced = false

  package struct PixelAspectRatio: Sendable {
    package var horizontal: UInt32
    package var vertical: UInt32
  }

  package var hasSize: Bool { width > 0 && height > 0 }
  /// The bits of a luma sample.
  package var bitDepth: Int { 8 + extraLumaBits }

  /// The largest plausible side; larger ones are damage.
  private static let largestSide = 1 << 16
  /// The bytes of the longest set that a decoder configuration holds.
  private static let longestUnit = 1 << 16
  // The last is that of High 4:4:4 before it was removed.
  private static let highProfiles: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135, 144]

  // MARK: H.264

  /// Parses an H.264 NAL unit of type 7, header included; nil if it is none or is cut short before the depth of the samples.
  package init?(h264 unit: some Collection<UInt8>) {
    guard let header = unit.first, header & 0x1f == 7 else { return nil }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst(), limit: Self.longestUnit)
    guard let profile = bits.number(8), bits.skip(16), bits.unsigned() != nil else { return nil }
    if Self.highProfiles.contains(profile) {
      guard readSamples(&bits), bits.skip(1) else { return nil }
      if bits.number(1) == 1 {
        for list in 0..<(chromaFormat == 3 ? 12 : 8) where bits.number(1) == 1 {
          guard bits.skipScalingList(list < 6 ? 16 : 64) else { return }
        }
      }
    }
    guard bits.unsigned() != nil, bits.skipH264CountType(), bits.unsigned() != nil, bits.skip(1),
      let columns = bits.unsigned(), let rows = bits.unsigned(), let isFrameOnly = bits.number(1)
    else { return }
    mayBeInterlaced = isFrameOnly == 0
    guard isFrameOnly == 1 || bits.skip(1), bits.skip(1), let crop = Crop(&bits) else { return }
    let fields = isFrameOnly == 1 ? 1 : 2
    setSize(crop, of: ((columns + 1) * 16, (rows + 1) * 16 * fields), fields: fields)
    if bits.number(1) == 1 { readVideoUsability(&bits) }
  }

  // MARK: HEVC

  /// Parses an HEVC NAL unit of type 33, header included; nil if it is none or is cut short before the depth of the samples.
  package init?(hevc unit: some Collection<UInt8>) {
    guard let header = unit.first, header >> 1 & 0x3f == 33, unit.count > 2 else { return nil }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst(2), limit: Self.longestUnit)
    guard bits.skip(4), let layers = bits.number(3), bits.skip(1), bits.skipHEVCProfile(layers: layers),
      bits.unsigned() != nil, let chroma = bits.unsigned(), chroma < 4, chroma != 3 || bits.skip(1),
      let width = bits.unsigned(), let height = bits.unsigned(), let crop = Crop(&bits), readDepths(&bits)
    else { return nil }
    chromaFormat = chroma
    setSize(crop, of: (width, height), fields: 1)
    if bits.skipToHEVCVideoUsability(layers: layers), bits.number(1) == 1 { readVideoUsability(&bits) }
  }

  // MARK: Both

  /// Reads the chroma format and the depths; false for other numbers than there are.
  private mutating func readSamples(_ bits: inout BitScanner) -> Bool {
    guard let chroma = bits.unsigned(), chroma < 4, chroma != 3 || bits.skip(1) else { return false }
    chromaFormat = chroma
    return readDepths(&bits)
  }

  private mutating func readDepths(_ bits: inout BitScanner) -> Bool {
    guard let luma = bits.unsigned(), let chroma = bits.unsigned(), luma < 8, chroma < 8 else { return false }
    (extraLumaBits, extraChromaBits) = (luma, chroma)
    return true
  }

  private mutating func setSize(_ crop: Crop, of coded: (width: Int, height: Int), fields: Int) {
    guard coded.width <= Self.largestSide, coded.height <= Self.largestSide * fields else { return }
    let unitX = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
    let unitY = (chromaFormat == 1 ? 2 : 1) * fields
    guard let size = crop.size(of: coded, unitX: unitX, unitY: unitY) else { return }
    (width, height) = size
  }

  /// Reads the start of the video usability information: pixel shape, range and colours, which are the same in both standards.
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
    guard bits.number(1) == 1, bits.skip(3), let full = bits.number(1) else { return }
    isFullRange = full == 1
    guard bits.number(1) == 1, let primaries = bits.number(8), let transfer = bits.number(8),
      let matrix = bits.number(8)
    else { return }
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
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

  /// Skips what is between the depths and the flag of the video usability information (ITU-T H.265, 7.3.2.2); false past
  /// the end and for damage.
  fileprivate mutating func skipToHEVCVideoUsability(layers: Int) -> Bool {
    guard let counts = unsigned(), counts <= 12, let hasAllLayers = number(1) else { return false }
    // Three sizes of the buffer for each layer, and six of blocks and their trees.
    for _ in 0..<(hasAllLayers == 1 ? layers + 1 : 1) * 3 + 6 { guard unsigned() != nil else { return false } }
    if number(1) == 1, number(1) == 1 { guard skipHEVCScalingLists() else { return false } }
    guard skip(2), let hasPCM = number(1) else { return false }
    if hasPCM == 1 { guard skip(8), unsigned() != nil, unsigned() != nil, skip(1) else { return false } }
    guard let sets = unsigned(), sets <= 64, skipHEVCReferenceSets(sets), let hasLongTerm = number(1) else {
      return false
    }
    if hasLongTerm == 1 {
      guard let pictures = unsigned(), pictures <= 32, skip(pictures * (counts + 4 + 1)) else { return false }
    }
    return skip(2)
  }

  /// Skips scaling_list_data() (ITU-T H.265, 7.3.4); false past the end.
  private mutating func skipHEVCScalingLists() -> Bool {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard let isExplicit = number(1) else { return false }
        if isExplicit == 0 {
          guard unsigned() != nil else { return false }
          continue
        }
        guard size < 2 || signed() != nil else { return false }
        for _ in 0..<min(64, 1 << (4 + (size << 1))) { guard signed() != nil else { return false } }
      }
    }
    return true
  }

  /// Skips st_ref_pic_set() of all sets (ITU-T H.265, 7.3.7); false for damage.
  private mutating func skipHEVCReferenceSets(_ count: Int) -> Bool {
    var pictures = 0
    for index in 0..<count {
      if index > 0, number(1) == 1 {
        guard number(1) != nil, unsigned() != nil else { return false }
        var kept = 0
        for _ in 0...pictures {
          guard let isUsed = number(1) else { return false }
          if isUsed == 1 || number(1) == 1 { kept += 1 }
        }
        pictures = kept
      } else {
        guard let before = unsigned(), let after = unsigned(), before <= 16, after <= 16 else { return false }
        for _ in 0..<before + after { guard unsigned() != nil, number(1) != nil else { return false } }
        pictures = before + after
      }
    }
    return true
  }
}
