internal import CCairo
import Foundation

/// The shadow of what is drawn.
struct DrawingShadow {
  /// The distance in pixels, y pointing up; the transform does not apply.
  var offset: CGSize
  /// Twice the standard deviation of the blur, in pixels.
  var blur: CGFloat
  var color: CGColor
}

extension CGContext {
  /// Gives later drawing a shadow; nil, or a transparent colour, for none.
  ///
  /// - Parameters:
  ///   - offset: The distance from what is drawn in pixels, y pointing up. The context's transform does not apply.
  ///   - blur: Twice the standard deviation of the blur, in pixels; 0 for sharp edges.
  ///   - color: The shadow's colour. Its alpha is multiplied by that of what is drawn.
  ///
  /// Parts outside of the bitmap have no shadow inside.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, color.alpha > 0, offset.width.isFinite, offset.height.isFinite, blur.isFinite else {
      state.shadow = nil
      return
    }
    state.shadow = DrawingShadow(offset: offset, blur: max(0, blur), color: color)
  }

  /// Gives later drawing a black shadow with an alpha of 1/3; see `setShadow(offset:blur:color:)`.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(space: .deviceGray, values: [0, 1.0 / 3]))
  }

  /// Paints the shadow of drawing.
  func paint(_ shadow: DrawingShadow, of body: () -> Void) {
    // The clip limits the shadow, not what throws it.
    cairo_save(cairo)
    cairo_reset_clip(cairo)
    cairo_push_group(cairo)
    body()
    let group = cairo_pop_group(cairo)
    cairo_restore(cairo)
    guard let group else { return }
    defer { cairo_pattern_destroy(group) }
    var drawn: OpaquePointer?
    guard cairo_pattern_get_surface(group, &drawn) == CAIRO_STATUS_SUCCESS, let drawn,
      let blurred = BlurredShadow(of: drawn, shadow, color: shadow.color.rgb(in: bitmap.space))
    else { return }
    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    cairo_set_source_surface(cairo, blurred.surface, 0, 0)
    cairo_set_operator(cairo, state.blendMode.cairoOperator)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }
}

/// The blurred alpha of a surface in one colour.
private final class BlurredShadow {
  let surface: OpaquePointer

  init?(of drawn: OpaquePointer, _ shadow: DrawingShadow, color: SIMD3<Double>) {
    cairo_surface_flush(drawn)
    let (width, height) = (Int(cairo_image_surface_get_width(drawn)), Int(cairo_image_surface_get_height(drawn)))
    guard cairo_image_surface_get_format(drawn) == CAIRO_FORMAT_ARGB32, width > 0, height > 0,
      let source = cairo_image_surface_get_data(drawn),
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    self.surface = surface
    guard let target = cairo_image_surface_get_data(surface) else { return nil }
    let (sourceStride, stride) = (
      Int(cairo_image_surface_get_stride(drawn)), Int(cairo_image_surface_get_stride(surface))
    )
    var alpha = AlphaPlane(width: width, height: height)
    for y in 0..<height {
      // Alpha is the last byte of a little-endian word.
      for x in 0..<width { alpha[x, y] = source[y * sourceStride + x * 4 + 3] }
    }
    // A blur of that width leaves nothing of the largest bitmap's shadow; wider ones have more pixels than can be counted.
    alpha.blur(deviation: min(Double(shadow.blur) / 2, 1e9))
    let opacity = unit(Double(shadow.color.alpha))
    let components = [color.z, color.y, color.x, 1].map { $0 * opacity }
    let table = (0..<256).map { coverage in components.map { UInt8(($0 * Double(coverage)).rounded()) } }
    for y in 0..<height {
      for x in 0..<width where alpha[x, y] > 0 {
        let pixel = table[Int(alpha[x, y])]
        for index in 0..<4 { target[y * stride + x * 4 + index] = pixel[index] }
      }
    }
    cairo_surface_mark_dirty(surface)
    // The offset of a surface is that of its pixels from the coordinates in which it is drawn; y points down.
    var (x, y) = (0.0, 0.0)
    cairo_surface_get_device_offset(drawn, &x, &y)
    cairo_surface_set_device_offset(surface, x - Double(shadow.offset.width), y + Double(shadow.offset.height))
  }

  deinit { cairo_surface_destroy(surface) }
}

/// One byte of coverage for each pixel.
struct AlphaPlane {
  let width: Int
  let height: Int
  private var bytes: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 0, count: width * height)
  }

  subscript(x: Int, y: Int) -> UInt8 {
    get { bytes[y * width + x] }
    set { bytes[y * width + x] = newValue }
  }

  /// Blurs by three boxes each way, which together come within 3 % of a Gaussian (SVG 1.1, feGaussianBlur).
  mutating func blur(deviation: Double) {
    let box = Int((deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    guard box > 1 else { return }
    // Boxes of an even size lie half a pixel to the left, then to the right, and one of odd size in the middle.
    let boxes =
      box % 2 == 1
      ? [(box / 2, box / 2), (box / 2, box / 2), (box / 2, box / 2)]
      : [(box / 2, box / 2 - 1), (box / 2 - 1, box / 2), (box / 2, box / 2)]
    var line = [UInt8](repeating: 0, count: max(width, height))
    for (before, after) in boxes {
      for y in 0..<height { blurLine(from: y * width, step: 1, count: width, before, after, &line) }
      for x in 0..<width { blurLine(from: x, step: width, count: height, before, after, &line) }
    }
  }

  private mutating func blurLine(
    from start: Int, step: Int, count: Int, _ before: Int, _ after: Int, _ line: inout [UInt8]
  ) {
    bytes.withUnsafeMutableBufferPointer { bytes in
      line.withUnsafeMutableBufferPointer { line in
        var sum = 0
        for index in 0..<count {
          line[index] = bytes[start + index * step]
          if index < after { sum += Int(line[index]) }
        }
        let size = before + after + 1
        for index in 0..<count {
          if index + after < count { sum += Int(line[index + after]) }
          bytes[start + index * step] = UInt8((sum + size / 2) / size)
          if index >= before { sum -= Int(line[index - before]) }
        }
      }
    }
  }
}
