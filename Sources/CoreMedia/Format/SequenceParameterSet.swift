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
  static let largestSide: UInt32 = 1 << 16
}

extension SequenceParameterSet {
  /// Parses an H.264 NAL unit of type 7, header included; nil if it is none or is cut short.
  init?(h264 unit: some Collection<UInt8>) {
    guard let header = unit.first, header & 0x1f == 7 else { return nil }
    var reader = BitReader(nalUnitPayload: unit.dropFirst())
    let profile = reader.bits(8)
    reader.skip(16)
    _ = reader.unsigned()
    var chromaFormat: UInt32 = 1
    var depths: (luma: UInt32, chroma: UInt32) = (0, 0)
    if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
      chromaFormat = reader.unsigned()
      if chromaFormat == 3 { reader.skip(1) }
      depths = (reader.unsigned(), reader.unsigned())
      reader.skip(1)
      if reader.bit() {
        for index in 0..<(chromaFormat == 3 ? 12 : 8) where reader.bit() {
          reader.skipH264ScalingList(size: index < 6 ? 16 : 64)
        }
      }
    }
    _ = reader.unsigned()
    switch reader.unsigned() {
    case 0: _ = reader.unsigned()
    case 1:
      reader.skip(1)
      _ = (reader.signed(), reader.signed())
      for _ in 0..<min(reader.unsigned(), 255) { _ = reader.signed() }
    default: break
    }
    _ = reader.unsigned()
    reader.skip(1)
    let columns = reader.unsigned().addingReportingOverflow(1).partialValue
    let rows = reader.unsigned().addingReportingOverflow(1).partialValue
    let isFrameOnly = reader.bit()
    if !isFrameOnly { reader.skip(1) }
    reader.skip(1)
    var crop = Crop()
    if reader.bit() { crop = Crop(reading: &reader) }
    guard !reader.hasFailed, chromaFormat <= 3, columns <= Self.largestSide / 16, rows <= Self.largestSide / 16 else {
      return nil
    }
    let fields: UInt32 = isFrameOnly ? 1 : 2
    let unitX: UInt32 = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
    let unitY: UInt32 = (chromaFormat == 1 ? 2 : 1) * fields
    guard let size = crop.size(of: (columns * 16, rows * 16 * fields), unitX: unitX, unitY: unitY) else { return nil }
    self.init(width: size.width, height: size.height, chromaFormat: chromaFormat, depths: depths)
    if reader.bit() { readVideoUsability(&reader) }
  }

  /// Parses an HEVC NAL unit of type 33, header included; nil if it is none or is cut short.
  init?(hevc unit: some Collection<UInt8>) {
    guard let header = unit.first, header >> 1 & 0x3f == 33, unit.count > 2 else { return nil }
    var reader = BitReader(nalUnitPayload: unit.dropFirst(2))
    reader.skip(4)
    let layers = Int(reader.bits(3))
    reader.skip(1)
    reader.skipHEVCProfile(layers: layers)
    _ = reader.unsigned()
    let chromaFormat = reader.unsigned()
    if chromaFormat == 3 { reader.skip(1) }
    let (width, height) = (reader.unsigned(), reader.unsigned())
    var crop = Crop()
    if reader.bit() { crop = Crop(reading: &reader) }
    let depths = (luma: reader.unsigned(), chroma: reader.unsigned())
    guard !reader.hasFailed, chromaFormat <= 3, width <= Self.largestSide, height <= Self.largestSide else {
      return nil
    }
    let unitX: UInt32 = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
    guard let size = crop.size(of: (width, height), unitX: unitX, unitY: chromaFormat == 1 ? 2 : 1) else { return nil }
    self.init(width: size.width, height: size.height, chromaFormat: chromaFormat, depths: depths)
  }

  private init(width: Int32, height: Int32, chromaFormat: UInt32, depths: (luma: UInt32, chroma: UInt32)) {
    self.width = width
    self.height = height
    self.chromaFormat = UInt8(min(chromaFormat, 3))
    extraLumaBits = UInt8(min(depths.luma, 7))
    extraChromaBits = UInt8(min(depths.chroma, 7))
  }

  /// The start of the video usability information: pixel shape and range.
  private mutating func readVideoUsability(_ reader: inout BitReader) {
    if reader.bit() {
      let index = Int(reader.bits(8))
      let ratio =
        index == 255
        ? PixelAspectRatio(horizontal: reader.bits(16), vertical: reader.bits(16)) : Self.namedRatio(index)
      if let ratio, ratio.horizontal > 0, ratio.vertical > 0, !reader.hasFailed { pixelAspectRatio = ratio }
    }
    if reader.bit() { reader.skip(1) }
    if reader.bit() {
      reader.skip(3)
      let fullRange = reader.bit()
      if !reader.hasFailed { isFullRange = fullRange }
    }
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
    var left: UInt32 = 0
    var right: UInt32 = 0
    var top: UInt32 = 0
    var bottom: UInt32 = 0

    init() {}

    init(reading reader: inout BitReader) {
      left = reader.unsigned()
      right = reader.unsigned()
      top = reader.unsigned()
      bottom = reader.unsigned()
    }

    func size(
      of coded: (width: UInt32, height: UInt32), unitX: UInt32, unitY: UInt32
    ) -> (width: Int32, height: Int32)? {
      let width = Int64(coded.width) - (Int64(left) + Int64(right)) * Int64(unitX)
      let height = Int64(coded.height) - (Int64(top) + Int64(bottom)) * Int64(unitY)
      guard width > 0, height > 0 else { return nil }
      return (Int32(clamping: width), Int32(clamping: height))
    }
  }
}

extension BitReader {
  fileprivate mutating func skipH264ScalingList(size: Int) {
    var (last, next): (Int32, Int32) = (8, 8)
    for _ in 0..<size {
      if next != 0 { next = ((last &+ signed()) % 256 + 256) % 256 }
      if next != 0 { last = next }
    }
  }

  fileprivate mutating func skipHEVCProfile(layers: Int) {
    skip(88 + 8)
    let present = (0..<layers).map { _ in (profile: bit(), level: bit()) }
    if layers > 0 { skip((8 - layers) * 2) }
    for layer in present { skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
  }
}
