/// The colours of a video track (RFC 9559, section 5.1.4.1.28.16), as boxes of a movie.
struct MatroskaColor {
  /// The boxes 'colr', 'mdcv' and 'clli', as far as their values are stated.
  private(set) var boxes: [RawBox] = []

  init(_ color: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    // 2 is "unspecified" in the code points of ITU-T H.273.
    var (primaries, transfer, matrix, range): (UInt64, UInt64, UInt64, UInt64) = (2, 2, 2, 0)
    var (content, average): (UInt64?, UInt64?) = (nil, nil)
    for field in try values.children(of: color) {
      switch field.id {
      case 0x55b1: matrix = try values.unsigned(field) ?? 2
      case 0x55b9: range = try values.unsigned(field) ?? 0
      case 0x55ba: transfer = try values.unsigned(field) ?? 2
      case 0x55bb: primaries = try values.unsigned(field) ?? 2
      case 0x55bc: content = try values.unsigned(field)
      case 0x55bd: average = try values.unsigned(field)
      case 0x55d0: if let box = try Self.mastering(field, values) { boxes.append(box) }
      default: break
      }
    }
    if [primaries, transfer, matrix] != [2, 2, 2] || range == 1 || range == 2 {
      boxes.append(
        RawBox("colr") { box in
          box.boxType("nclx")
          for code in [primaries, transfer, matrix] { box.u16(UInt16(clamping: code)) }
          box.u8(range == 2 ? 0x80 : 0)
        })
    }
    if content != nil || average != nil {
      boxes.append(
        RawBox("clli") { box in
          for light in [content, average] { box.u16(UInt16(clamping: light ?? 0)) }
        })
    }
  }

  /// Returns the mastering display in the units of 'mdcv' (ISO/IEC 23008-2, D.3.28): 0.00002, and 0.0001 candelas a
  /// square metre; nil if a value is missing.
  private static func mastering(_ metadata: EBMLElement, _ values: EBMLValues) throws(MovieError) -> RawBox? {
    var numbers: [UInt32: Double] = [:]
    for field in try values.children(of: metadata) { numbers[field.id] = try values.float(field) }
    func unit(_ id: UInt32, _ count: Double, _ most: Double) -> Double? {
      numbers[id].flatMap { $0.isFinite && $0 >= 0 ? min(($0 * count).rounded(), most) : nil }
    }
    var places: [UInt16] = []
    // Green, blue and red, then the white point.
    for id: UInt32 in [0x55d3, 0x55d4, 0x55d5, 0x55d6, 0x55d1, 0x55d2, 0x55d7, 0x55d8] {
      guard let place = unit(id, 50_000, 65_535) else { return nil }
      places.append(UInt16(place))
    }
    guard let brightest = unit(0x55d9, 10_000, 4_294_967_295), let darkest = unit(0x55da, 10_000, 4_294_967_295) else {
      return nil
    }
    return RawBox("mdcv") { box in
      for place in places { box.u16(place) }
      for light in [brightest, darkest] { box.u32(UInt32(light)) }
    }
  }
}
