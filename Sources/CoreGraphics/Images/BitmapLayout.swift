/// The places of components in a pixel with 8 bits per component.
struct BitmapLayout: Equatable, Sendable {
  /// The meaning of alpha.
  enum Alpha: Equatable, Sendable {
    case opaque, premultiplied, straight
  }

  var bytesPerPixel: Int
  /// Offsets of red, green and blue in a pixel, equal for gray; nil for alpha alone.
  var color: (red: Int, green: Int, blue: Int)?
  /// The offset of alpha, or of the byte in its place, if there is one.
  var alphaOffset: Int?
  var alpha: Alpha

  var isGray: Bool { color.map { $0.red == $0.blue } ?? false }

  /// Creates the layout of a pixel, or nil if Reel cannot draw it.
  init?(bitsPerComponent: Int, bitsPerPixel: Int, components: Int, info: CGBitmapInfo) {
    guard bitsPerComponent == 8, info.component == .integer, info.pixelFormat == .packed else { return nil }
    guard let alphaInfo = CGImageAlphaInfo(rawValue: info.rawValue & 0x1F) else { return nil }
    bytesPerPixel = bitsPerPixel / 8
    switch alphaInfo {
    case .none, .noneSkipLast, .noneSkipFirst: alpha = .opaque
    case .premultipliedLast, .premultipliedFirst, .alphaOnly: alpha = .premultiplied
    case .last, .first: alpha = .straight
    }
    if alphaInfo == .alphaOnly {
      guard bitsPerPixel == 8 else { return nil }
      alphaOffset = 0
      return
    }
    let hasFourth = alphaInfo != .none
    let isFirst = alphaInfo == .first || alphaInfo == .premultipliedFirst || alphaInfo == .noneSkipFirst
    switch (components, bitsPerPixel) {
    case (1, 8) where !hasFourth:
      color = (0, 0, 0)
    case (1, 16) where hasFourth:
      let gray = isFirst ? 1 : 0
      color = (gray, gray, gray)
      alphaOffset = 1 - gray
    case (3, 24) where !hasFourth:
      color = (0, 1, 2)
    case (3, 32):
      // Three components in four bytes leave the last one unused.
      let start = isFirst ? 1 : 0
      var offsets = [start, start + 1, start + 2, isFirst ? 0 : 3]
      switch info.byteOrder {
      case .orderDefault, .order32Big: break
      case .order32Little: offsets = offsets.map { 3 - $0 }
      default: return nil
      }
      color = (offsets[0], offsets[1], offsets[2])
      alphaOffset = offsets[3]
    default:
      return nil
    }
  }

  static func == (lhs: BitmapLayout, rhs: BitmapLayout) -> Bool {
    lhs.bytesPerPixel == rhs.bytesPerPixel && lhs.alphaOffset == rhs.alphaOffset && lhs.alpha == rhs.alpha
      && lhs.color?.red == rhs.color?.red && lhs.color?.green == rhs.color?.green
      && lhs.color?.blue == rhs.color?.blue
  }
}
