import CoreMedia

/// The samples and colours of a video stream, as its own headers state them.
///
/// Code points are those of ITU-T H.273; 2 is "unspecified". Sources: AV1, 5.5; VP Codec ISO Media File Format Binding.
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

  // MARK: H.264 and HEVC

  /// - Parameter unit: A sequence parameter set of H.264, header included; nil for other bytes.
  package init?(h264 unit: some Collection<UInt8>) {
    guard let set = SequenceParameterSet(h264: unit) else { return nil }
    self.init(set)
  }

  /// - Parameter unit: A sequence parameter set of HEVC, header included; nil for other bytes.
  package init?(hevc unit: some Collection<UInt8>) {
    guard let set = SequenceParameterSet(hevc: unit) else { return nil }
    self.init(set)
  }

  private init(_ set: SequenceParameterSet) {
    (chromaFormat, bitDepth) = (set.chromaFormat, set.bitDepth)
    (primaries, transfer, matrix) = (set.primaries, set.transfer, set.matrix)
    (isFullRange, mayBeInterlaced) = (set.isFullRange, set.mayBeInterlaced)
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
