internal import CCairo
import Foundation

extension CGContext {
  /// Draws an image into a rectangle, scaled to its size; the image's top row is at the rectangle's largest y.
  ///
  /// Colours are converted to the bitmap's space. With `byTiling` the image is repeated in all directions, each copy
  /// as large as the rectangle. Images with a side of more than 32,767 pixels are not drawn.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    let rect = rect.standardized
    guard canDraw, rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite, rect.minX.isFinite,
      rect.minY.isFinite, let part = visiblePart(of: byTiling ? .infinite : rect)
    else { return }
    // Cairo's image space has y down; one unit of it is a pixel of the image.
    let place = CGAffineTransform(
      a: rect.width / CGFloat(image.width), b: 0, c: 0, d: -rect.height / CGFloat(image.height), tx: rect.minX,
      ty: rect.maxY)
    // Cairo fails permanently on a matrix that has no inverse in floating point.
    let inverse = place.inverted().determinant
    guard place.determinant.isNormal, inverse.isNormal else { return }
    withSurface(of: image) { surface in
      guard let pattern = cairo_pattern_create_for_surface(surface) else { return }
      defer { cairo_pattern_destroy(pattern) }
      var matrix = cairo_matrix_t(place.inverted())
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_filter(pattern, filter(for: image))
      // Without padding, edges would blend with the transparency around them.
      cairo_pattern_set_extend(pattern, byTiling ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
      draw(in: part) {
        cairo_save(cairo)
        cairo_new_path(cairo)
        cairo_rectangle(cairo, part)
        cairo_clip(cairo)
        cairo_set_source(cairo, pattern)
        cairo_set_operator(cairo, state.blendMode.cairoOperator)
        cairo_paint_with_alpha(cairo, Double(state.alpha))
        cairo_restore(cairo)
      }
    }
  }

  private func filter(for image: CGImage) -> cairo_filter_t {
    switch state.interpolationQuality {
    case .none: CAIRO_FILTER_NEAREST
    case .low: CAIRO_FILTER_BILINEAR
    case .medium: CAIRO_FILTER_GOOD
    case .high: CAIRO_FILTER_BEST
    case .default: image.shouldInterpolate ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST
    }
  }

  /// Calls a body with an image as a Cairo surface: over its own memory if Cairo can read it, else over a converted
  /// copy.
  private func withSurface(of image: CGImage, _ body: (OpaquePointer) -> Void) {
    guard image.width <= ContextBitmap.maximumSide, image.height <= ContextBitmap.maximumSide else { return }
    let conversion = image.colorSpace.flatMap { ColorConversion(from: $0, to: bitmap.space) }
    image.withPixels { pixels in
      let isReadable =
        conversion == nil && image.layout.isNative && image.bytesPerRow % 4 == 0
        && image.bytesPerRow <= Int(Int32.max) && UInt(bitPattern: pixels) % 4 == 0
      let format = image.layout.alpha == .opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
      let surface =
        isReadable
        ? cairo_image_surface_create_for_data(
          UnsafeMutablePointer(mutating: pixels.assumingMemoryBound(to: UInt8.self)), format, Int32(image.width),
          Int32(image.height), Int32(image.bytesPerRow))
        : cairo_image_surface_create(format, Int32(image.width), Int32(image.height))
      guard let surface else { return }
      defer {
        // The pixels must not be accessed after this call, even if the surface is still referenced.
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
      }
      guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return }
      if !isReadable {
        guard let memory = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let rows = PixelRows(layout: image.layout, conversion: conversion?.tables())
        for y in 0..<image.height {
          let words = UnsafeMutableRawPointer(memory + y * stride).assumingMemoryBound(to: UInt32.self)
          rows.load(pixels + y * image.bytesPerRow, into: words, count: image.width)
        }
        cairo_surface_mark_dirty(surface)
      }
      body(surface)
    }
  }
}

extension BitmapLayout {
  /// True if pixels are bytes B, G, R, A as in Cairo, with premultiplied alpha.
  var isNative: Bool {
    guard let color else { return false }
    return color == (2, 1, 0) && alphaOffset == 3 && alpha != .straight
  }
}
