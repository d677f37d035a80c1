internal import CCairo
import Foundation

/// The coverage of the pixels that masks leave, as large as the bitmap.
final class ClipMask {
  let surface: OpaquePointer

  /// Takes over a surface of alpha alone.
  init(_ surface: OpaquePointer) { self.surface = surface }

  deinit { cairo_surface_destroy(surface) }
}

extension CGContext {
  /// Limits later drawing to a rectangle, and there to the samples of a mask that is scaled to it.
  ///
  /// Where the mask is white, or opaque if it is alpha alone, pixels are drawn; where it is black they are left as they
  /// are; gray leaves part of both. Masks in gray without alpha are those that Core Graphics documents; of others the
  /// green component counts.
  public func clip(to rect: CGRect, mask: CGImage) {
    let rect = rect.standardized
    clip(to: rect)
    guard canDraw, let coverage = coverage(of: mask, in: rect) else { return }
    if let earlier = state.mask, let context = cairo_create(coverage.surface) {
      cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
      cairo_set_source_surface(context, earlier.surface, 0, 0)
      cairo_paint(context)
      cairo_destroy(context)
    }
    state.mask = coverage
  }

  /// Draws a mask into a rectangle of a surface of its own.
  private func coverage(of mask: CGImage, in rect: CGRect) -> ClipMask? {
    guard
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
      let image = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(mask.width), Int32(mask.height))
    else { return nil }
    let result = ClipMask(surface)
    defer { cairo_surface_destroy(image) }
    guard rect.width > 0, rect.height > 0, mask.width <= ContextBitmap.maximumSide,
      mask.height <= ContextBitmap.maximumSide, let target = cairo_image_surface_get_data(image),
      let context = cairo_create(surface)
    else { return result }
    defer { cairo_destroy(context) }
    let stride = Int(cairo_image_surface_get_stride(image))
    let rows = PixelRows(layout: mask.layout, conversion: nil)
    var words = [UInt32](repeating: 0, count: mask.width)
    let shift: UInt32 = mask.layout.color == nil ? 24 : 8
    mask.withPixels { pixels in
      for y in 0..<mask.height {
        rows.load(pixels + y * mask.bytesPerRow, into: &words, count: mask.width)
        for x in 0..<mask.width { target[y * stride + x] = UInt8(words[x] >> shift & 0xFF) }
      }
    }
    cairo_surface_mark_dirty(image)
    // The first row of the mask is at the top of the rectangle.
    let place = CGAffineTransform(
      a: rect.width / CGFloat(mask.width), b: 0, c: 0, d: -rect.height / CGFloat(mask.height), tx: rect.minX,
      ty: rect.maxY)
    guard place.determinant.isNormal, place.inverted().determinant.isNormal,
      let pattern = cairo_pattern_create_for_surface(image)
    else { return result }
    defer { cairo_pattern_destroy(pattern) }
    var (toDevice, toMask) = (cairo_matrix_t(cairoTransform), cairo_matrix_t(place.inverted()))
    cairo_set_matrix(context, &toDevice)
    cairo_pattern_set_matrix(pattern, &toMask)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_rectangle(context, rect)
    cairo_clip(context)
    cairo_set_source(context, pattern)
    cairo_paint(context)
    return result
  }

  /// Runs drawing, and keeps of each pixel as much as the mask says.
  func keep(_ mask: ClipMask, of body: () -> Void) {
    guard let target = cairo_get_group_target(cairo) else { return }
    cairo_push_group(cairo)
    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    cairo_set_source_surface(cairo, target, 0, 0)
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
    cairo_paint(cairo)
    cairo_restore(cairo)
    body()
    guard let drawn = cairo_pop_group(cairo) else { return }
    defer { cairo_pattern_destroy(drawn) }
    cairo_save(cairo)
    cairo_set_source(cairo, drawn)
    // With a mask, this operator mixes source and destination by it.
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
    cairo_identity_matrix(cairo)
    cairo_mask_surface(cairo, mask.surface, 0, 0)
    cairo_restore(cairo)
  }
}
