import Foundation

/// The video settings of a track that is written (RFC 9559, section 5.1.4.1.28): size, shape, colours, orientation.
struct MatroskaPicture {
  private let width: Int
  private let height: Int
  private let matrix: MovieMatrix
  private let boxes: [BoxType: [UInt8]]

  init(_ description: CMFormatDescription, _ draft: TrackDraft) {
    (width, height) = (Int(description.dimensions.width), Int(description.dimensions.height))
    matrix = draft.matrix
    boxes = Dictionary(description.atoms.map { ($0.type, $0.payload) }) { first, _ in first }
  }

  func write(to entry: inout EBMLWriter) {
    entry.master(0xe0) { video in
      video.unsigned(0xb0, UInt64(width))
      video.unsigned(0xba, UInt64(height))
      let crop = crop
      for (id, count) in [(0x54aa, crop.bottom), (0x54bb, crop.top), (0x54cc, crop.left), (0x54dd, crop.right)]
      where count > 0 {
        video.unsigned(UInt32(id), UInt64(count))
      }
      writeShape(to: &video, width - crop.left - crop.right, height - crop.top - crop.bottom)
      writeFields(to: &video)
      writeColor(to: &video)
      writeOrientation(to: &video)
    }
  }

  /// The pixels outside of the clean aperture, if their numbers are whole.
  private var crop: (top: Int, bottom: Int, left: Int, right: Int) {
    var scanner = ByteScanner(boxes["clap"] ?? [])
    var numbers: [Int] = []
    while let number = scanner.i32() { numbers.append(Int(number)) }
    guard numbers.count == 8, [1, 3, 5, 7].allSatisfy({ numbers[$0] > 0 }) else { return (0, 0, 0, 0) }
    /// Returns the pixels before and after an aperture, whose centre is at an offset from the frame's.
    func sides(_ size: Int, _ shown: (Int, Int), _ offset: (Int, Int)) -> (Int, Int)? {
      // Twice the distance from the edge: size - shown + 2 offset.
      guard shown.0 % shown.1 == 0, (2 * offset.0) % offset.1 == 0 else { return nil }
      let twice = size - shown.0 / shown.1
      let before = twice + 2 * offset.0 / offset.1
      guard before >= 0, before % 2 == 0, twice * 2 - before >= 0, before / 2 < size, twice < size else { return nil }
      return (before / 2, twice - before / 2)
    }
    guard let across = sides(width, (numbers[0], numbers[1]), (numbers[4], numbers[5])),
      let down = sides(height, (numbers[2], numbers[3]), (numbers[6], numbers[7])), across.1 >= 0, down.1 >= 0
    else { return (0, 0, 0, 0) }
    return (down.0, down.1, across.0, across.1)
  }

  /// Writes the size in which frames are shown, if pixels are no squares: in pixels if it is whole, else as a ratio.
  private func writeShape(to video: inout EBMLWriter, _ width: Int, _ height: Int) {
    var scanner = ByteScanner(boxes["pasp"] ?? [])
    guard let across = scanner.u32().map({ Int($0) }), let down = scanner.u32().map({ Int($0) }), across > 0, down > 0,
      across != down, across <= 1 << 16, down <= 1 << 16
    else { return }
    func write(_ width: Int, _ height: Int) {
      video.unsigned(0x54b0, UInt64(width))
      video.unsigned(0x54ba, UInt64(height))
    }
    if across > down, width * across % down == 0 { return write(width * across / down, height) }
    if across < down, height * down % across == 0 { return write(width, height * down / across) }
    if width * across % down == 0 { return write(width * across / down, height) }
    let divisor = greatestCommonDivisor(width * across, height * down)
    guard divisor > 0 else { return }
    write(width * across / divisor, height * down / divisor)
    // A ratio.
    video.unsigned(0x54b2, 3)
  }

  private func writeFields(to video: inout EBMLWriter) {
    guard let field = boxes["fiel"], field.count >= 2 else { return }
    if field[0] == 1 { return video.unsigned(0x9a, 2) }
    guard field[0] == 2 else { return }
    video.unsigned(0x9a, 1)
    if [1, 6, 9, 14].contains(field[1]) { video.unsigned(0x9d, UInt64(field[1])) }
  }

  // MARK: - Colours

  private func writeColor(to video: inout EBMLWriter) {
    var color = EBMLWriter()
    var scanner = ByteScanner(boxes["colr"] ?? [])
    if let type = scanner.u32().map({ BoxType(rawValue: $0) }), type == "nclx" || type == "nclc",
      let primaries = scanner.u16(), let transfer = scanner.u16(), let matrix = scanner.u16()
    {
      color.unsigned(0x55b1, UInt64(matrix))
      color.unsigned(0x55ba, UInt64(transfer))
      color.unsigned(0x55bb, UInt64(primaries))
      if let flags = scanner.u8() { color.unsigned(0x55b9, flags & 0x80 == 0 ? 1 : 2) }
    }
    var light = ByteScanner(boxes["clli"] ?? [])
    if let content = light.u16(), let average = light.u16() {
      color.unsigned(0x55bc, UInt64(content))
      color.unsigned(0x55bd, UInt64(average))
    }
    writeMastering(to: &color)
    if !color.bytes.isEmpty { video.binary(0x55b0, color.bytes) }
  }

  /// Writes the mastering display, from the units of 'mdcv': 0.00002, and 0.0001 candelas a square metre.
  private func writeMastering(to color: inout EBMLWriter) {
    var scanner = ByteScanner(boxes["mdcv"] ?? [])
    var places: [Double] = []
    while places.count < 8, let place = scanner.u16() { places.append(Double(place) / 50_000) }
    guard places.count == 8, let brightest = scanner.u32(), let darkest = scanner.u32() else { return }
    color.master(0x55d0) { mastering in
      // Green, blue and red, then the white point.
      let ids: [UInt32] = [0x55d3, 0x55d4, 0x55d5, 0x55d6, 0x55d1, 0x55d2, 0x55d7, 0x55d8]
      for (id, place) in zip(ids, places) { mastering.float(id, place) }
      mastering.float(0x55d9, Double(brightest) / 10_000)
      mastering.float(0x55da, Double(darkest) / 10_000)
    }
  }

  // MARK: - Orientation

  /// The way in which frames are turned; nil for none, and for what are no right angles.
  private var turn: (degrees: Int, isMirrored: Bool)? {
    let one: Int32 = 0x10000
    let values = matrix.rawValues
    switch (values[0], values[1], values[3], values[4]) {
    case (0, one, -one, 0): return (90, false)
    case (-one, 0, 0, -one): return (180, false)
    case (0, -one, one, 0): return (270, false)
    case (-one, 0, 0, one): return (0, true)
    case (0, -one, -one, 0): return (90, true)
    case (one, 0, 0, -one): return (180, true)
    case (0, one, one, 0): return (270, true)
    default: return nil
    }
  }

  /// Writes the turn as the roll of a flat projection, which counts counter-clockwise; mirrored frames are seen from behind.
  private func writeOrientation(to video: inout EBMLWriter) {
    guard let (degrees, isMirrored) = turn else { return }
    video.master(0x7670) { projection in
      projection.unsigned(0x7671, 0)
      projection.float(0x7673, isMirrored ? 180 : 0)
      projection.float(0x7674, 0)
      projection.float(0x7675, Double(degrees == 270 ? 90 : -degrees))
    }
  }
}
