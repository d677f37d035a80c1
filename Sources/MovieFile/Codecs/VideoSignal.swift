import CoreMedia

/// The samples and colours of a video stream, as its own headers state them.
///
/// Code points are those of ITU-T H.273; 2 is "unspecified". Sources: ITU-T H.264, 7.3.2.1.1 and E.1.1; H.265, 7.3.2.2 and E.2.1; AV1,
/// 5.5; VP Codec ISO Media File Format Binding.
package struct VideoSignal: Hashable, Sendable {
  /// 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package private(set) var chromaFormat = 1
  package private(set) var bitDepth = 8
  package private(set) var primaries = 2
  package private(set) var transfer = 2
  package private(set) var matrix = 2
  /// Nil if not stated.
  package private(set) var isFullRange: Bool?
  /// True if pictures may be fields.
  package private(set) var mayBeInterlaced = false

  private init() {}

  // MARK: H.264 and HEVC

  // The last is that of High 4:4:4 before it was removed.
  private static let highProfiles: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135, 144]

  /// - Parameter unit: A sequence parameter set of H.264, header included; nil for other bytes.
  package init?(h264 unit: some Collection<UInt8>) {
    guard unit.first.map({ $0 & 0x1f }) == 7 else { return nil }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst())
    guard let profile = bits.number(8), bits.number(16) != nil else { return nil }
    _ = bits.unsigned()
    if Self.highProfiles.contains(profile) {
      guard let chroma = bits.unsigned(), chroma < 4 else { return nil }
      chromaFormat = chroma
      if chroma == 3 { _ = bits.number(1) }
      guard let depth = bits.unsigned(), depth < 8, bits.unsigned() != nil, bits.number(1) != nil else { return nil }
      bitDepth = 8 + depth
      if bits.number(1) == 1 {
        for list in 0..<(chroma == 3 ? 12 : 8) where bits.number(1) == 1 { bits.skipScalingList(list < 6 ? 16 : 64) }
      }
    }
    // Decoders take sets that are cut short from here on.
    guard bits.unsigned() != nil, let countType = bits.unsigned() else { return }
    if countType == 0 {
      _ = bits.unsigned()
    } else if countType == 1 {
      guard bits.number(1) != nil, bits.unsigned() != nil, bits.unsigned() != nil, let cycle = bits.unsigned(),
        cycle < 256
      else { return }
      for _ in 0..<cycle { _ = bits.unsigned() }
    }
    guard bits.unsigned() != nil, bits.number(1) != nil, bits.unsigned() != nil, bits.unsigned() != nil,
      let isFrameOnly = bits.number(1)
    else { return }
    mayBeInterlaced = isFrameOnly == 0
    if mayBeInterlaced { _ = bits.number(1) }
    _ = bits.number(1)
    if bits.number(1) == 1 { for _ in 0..<4 { _ = bits.unsigned() } }
    if bits.number(1) == 1 { readUsability(&bits) }
  }

  /// - Parameter unit: A sequence parameter set of HEVC, header included; nil for other bytes.
  package init?(hevc unit: some Collection<UInt8>) {
    guard unit.first.map({ $0 >> 1 & 0x3f }) == 33 else { return nil }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst(2))
    guard bits.number(4) != nil, let layers = bits.number(3), bits.number(1) != nil, bits.skip(88 + 8) else {
      return nil
    }
    let present = (0..<layers).map { _ in (profile: bits.number(1) == 1, level: bits.number(1) == 1) }
    if layers > 0 { bits.skip((8 - layers) * 2) }
    for layer in present { bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
    guard bits.unsigned() != nil, let chroma = bits.unsigned(), chroma < 4 else { return nil }
    chromaFormat = chroma
    if chroma == 3 { _ = bits.number(1) }
    _ = (bits.unsigned(), bits.unsigned())
    if bits.number(1) == 1 { for _ in 0..<4 { _ = bits.unsigned() } }
    guard let depth = bits.unsigned(), depth < 8, bits.unsigned() != nil else { return nil }
    bitDepth = 8 + depth
    guard let counts = bits.unsigned(), counts <= 12, let hasAllLayers = bits.number(1) else { return }
    for _ in (hasAllLayers == 1 ? 0 : layers)...layers { for _ in 0..<3 { _ = bits.unsigned() } }
    for _ in 0..<6 { _ = bits.unsigned() }
    if bits.number(1) == 1, bits.number(1) == 1 { bits.skipHEVCScalingLists() }
    _ = bits.number(2)
    if bits.number(1) == 1 {
      _ = (bits.number(8), bits.unsigned(), bits.unsigned(), bits.number(1))
    }
    guard let sets = bits.unsigned(), sets <= 64, bits.skipHEVCReferenceSets(sets) else { return }
    if bits.number(1) == 1 {
      guard let pictures = bits.unsigned(), pictures <= 32 else { return }
      for _ in 0..<pictures { _ = (bits.number(counts + 4), bits.number(1)) }
    }
    _ = bits.number(2)
    if bits.number(1) == 1 { readUsability(&bits) }
  }

  /// Reads the beginning of the usability information, which is the same in both standards.
  private mutating func readUsability(_ bits: inout BitScanner) {
    if bits.number(1) == 1, bits.number(8) == 255 { _ = bits.number(32) }
    if bits.number(1) == 1 { _ = bits.number(1) }
    guard bits.number(1) == 1, bits.number(3) != nil, let full = bits.number(1) else { return }
    isFullRange = full == 1
    guard bits.number(1) == 1, let primaries = bits.number(8), let transfer = bits.number(8),
      let matrix = bits.number(8)
    else { return }
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
  }

  // MARK: AV1 and VP9

  /// - Parameter box: The contents of an 'av1C' box; nil for other bytes. Colours are those of its sequence header.
  package init?(av1 box: [UInt8]) {
    guard box.count >= 4, box[0] == 0x81 else { return nil }
    let format = box[2]
    bitDepth = format & 0x40 == 0 ? 8 : format & 0x20 == 0 ? 10 : 12
    chromaFormat = format & 0x10 != 0 ? 0 : format & 0x08 == 0 ? 3 : format & 0x04 == 0 ? 2 : 1
    let header = box[4...].withUnsafeBytes { AV1SequenceHeader(in: $0) }
    guard let colors = header?.colorDescription() else { return }
    readColors(colors.bits, isGray: colors.isGray)
  }

  /// Reads the colours of a sequence header of AV1 (5.5.2).
  private mutating func readColors(_ description: BitScanner, isGray: Bool) {
    var bits = description
    if bits.number(1) == 1, let primaries = bits.number(8), let transfer = bits.number(8), let matrix = bits.number(8) {
      (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    }
    // RGB of sRGB has no flag.
    if !isGray, primaries == 1, transfer == 13, matrix == 0 {
      isFullRange = true
    } else {
      isFullRange = bits.number(1).map { $0 == 1 }
    }
  }

  /// - Parameter box: The contents of a 'vpcC' box, version and flags included; nil for other bytes.
  package init?(vp9 box: [UInt8]) {
    guard box.count >= 10 else { return nil }
    bitDepth = Int(box[6] >> 4)
    let chroma = Int(box[6] >> 1 & 7)
    chromaFormat = chroma <= 1 ? 1 : chroma
    (primaries, transfer, matrix) = (Int(box[7]), Int(box[8]), Int(box[9]))
    isFullRange = box[6] & 1 == 1
    guard (8...12).contains(bitDepth), chroma < 4 else { return nil }
  }
}

extension BitScanner {
  /// Skips scaling_list_data() (ITU-T H.265, 7.3.4).
  fileprivate mutating func skipHEVCScalingLists() {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard let isExplicit = number(1) else { return }
        if isExplicit == 0 {
          _ = unsigned()
          continue
        }
        if size > 1 { _ = signed() }
        for _ in 0..<min(64, 1 << (4 + (size << 1))) { guard signed() != nil else { return } }
      }
    }
  }

  /// Skips st_ref_pic_set() of all sets (ITU-T H.265, 7.3.7); false for damage.
  fileprivate mutating func skipHEVCReferenceSets(_ count: Int) -> Bool {
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
