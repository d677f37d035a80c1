/// The video settings of a track (RFC 9559, section 5.1.4.1.28).
struct MatroskaVideo: Hashable, Sendable {
  private(set) var width = 0
  private(set) var height = 0
  /// The FourCC of uncompressed frames; empty for others.
  private(set) var uncompressedFourCC: [UInt8] = []
  /// The boxes of a movie that say the same: shape of pixels, aperture, colours, fields.
  private(set) var appearance: [RawBox] = []
  /// The turn of flat frames for display.
  private(set) var turn = PictureTurn()
  /// True if additions to the blocks have the alpha of the frames (AlphaMode).
  private(set) var hasAlpha = false

  init() {}

  init(_ video: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    var (displayWidth, displayHeight, displayUnit): (Int?, Int?, Int) = (nil, nil, 0)
    var crop = (top: 0, bottom: 0, left: 0, right: 0)
    var (interlacing, order) = (0, 2)
    func number(_ field: EBMLElement) throws(MovieError) -> Int {
      // Sizes have far fewer bits; larger numbers are damage.
      try values.unsigned(field).flatMap { $0 <= 1 << 24 ? Int($0) : nil } ?? 0
    }
    for field in try values.children(of: video) {
      switch field.id {
      case 0xb0: width = try number(field)
      case 0xba: height = try number(field)
      case 0x54b0: displayWidth = try number(field)
      case 0x54ba: displayHeight = try number(field)
      case 0x54b2: displayUnit = try number(field)
      case 0x54aa: crop.bottom = try number(field)
      case 0x54bb: crop.top = try number(field)
      case 0x54cc: crop.left = try number(field)
      case 0x54dd: crop.right = try number(field)
      case 0x9a: interlacing = try number(field)
      case 0x9d: order = try number(field)
      case 0x53c0: hasAlpha = try number(field) == 1
      case 0x2eb524: uncompressedFourCC = try values.bytes(field)
      case 0x55b0: appearance += try MatroskaColor(field, values).boxes
      case 0x7670: turn = try PictureTurn(projection: field, values) ?? PictureTurn()
      default: break
      }
    }
    let shown = (width: width - crop.left - crop.right, height: height - crop.top - crop.bottom)
    guard shown.width > 0, shown.height > 0 else { return }
    if shown != (width, height) {
      // The centre of the aperture, from the centre of the frame, in half pixels.
      appearance.append(
        RawBox("clap") { box in
          for number in [shown.width, 1, shown.height, 1] { box.u32(UInt32(number)) }
          for number in [crop.left - crop.right, crop.top - crop.bottom] {
            box.i32(Int32(number))
            box.u32(2)
          }
        })
    }
    // Units: pixels, or a ratio; centimetres and inches have the same ratio.
    if displayUnit <= 3 {
      let across = (displayWidth ?? shown.width) * shown.height
      let down = (displayHeight ?? shown.height) * shown.width
      let divisor = greatestCommonDivisor(across, down)
      if across > 0, down > 0, across != down {
        appearance.append(
          RawBox("pasp") { box in
            for number in [across, down] { box.u32(UInt32(clamping: number / divisor)) }
          })
      }
    }
    switch interlacing {
    case 1: appearance.append(RawBox("fiel", [2, [1, 6, 9, 14].contains(order) ? UInt8(order) : 0]))
    case 2: appearance.append(RawBox("fiel", [1, 0]))
    default: break
    }
  }
}
