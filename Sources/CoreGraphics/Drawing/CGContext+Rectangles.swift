internal import CCairo
import Foundation

extension CGContext {
  /// Fills a rectangle with the fill colour.
  public func fill(_ rect: CGRect) {
    fill([rect])
  }

  /// Fills rectangles with the fill colour.
  public func fill(_ rects: [CGRect]) {
    for rect in rects {
      paintRectangle(rect) { cairo in
        setSource(state.fillColor)
        cairo_set_operator(cairo, state.blendMode.cairoOperator)
      }
    }
  }

  /// Makes a rectangle transparent; black, if the bitmap has no alpha. Alpha and blend mode are ignored.
  public func clear(_ rect: CGRect) {
    paintRectangle(rect) { cairo_set_operator($0, CAIRO_OPERATOR_CLEAR) }
  }

  /// Strokes the sides of a rectangle.
  public func stroke(_ rect: CGRect) {
    stroke(CGPath(rect: rect, transform: nil))
  }

  /// Strokes the sides of a rectangle with lines of another width.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }

  /// Limits later drawing to a rectangle.
  public func clip(to rect: CGRect) {
    clip(to: [rect])
  }

  /// Limits later drawing to the union of rectangles.
  public func clip(to rects: [CGRect]) {
    path = CGMutablePath()
    guard canDraw else { return }
    cairo_new_path(cairo)
    for rect in rects.compactMap(visiblePart) { cairo_rectangle(cairo, rect) }
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    cairo_clip(cairo)
  }

  /// Removes the clip, within the transparency layer.
  public func resetClip() {
    cairo_reset_clip(cairo)
    state.mask = nil
  }

  /// The smallest rectangle of user space around the clip.
  public var boundingBoxOfClipPath: CGRect {
    guard canDraw else { return .null }
    var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &x1, &y1, &x2, &y2)
    return x2 > x1 && y2 > y1 ? CGRect(x: x1, y: y1, width: x2 - x1, height: y2 - y1) : .null
  }

  /// Paints inside a rectangle with the source and operator that `prepare` sets.
  private func paintRectangle(_ rect: CGRect, prepare: (OpaquePointer) -> Void) {
    guard canDraw, let part = visiblePart(of: rect) else { return }
    draw(in: part) {
      cairo_save(cairo)
      cairo_new_path(cairo)
      cairo_rectangle(cairo, part)
      prepare(cairo)
      paintInsidePath()
      cairo_restore(cairo)
    }
  }

  /// Paints the inside of Cairo's path. Some of Cairo's operators would change everything outside it too, unlike Core
  /// Graphics: a clip prevents that.
  func paintInsidePath() {
    switch cairo_get_operator(cairo) {
    case CAIRO_OPERATOR_IN, CAIRO_OPERATOR_OUT, CAIRO_OPERATOR_DEST_IN, CAIRO_OPERATOR_DEST_ATOP:
      cairo_clip(cairo)
      cairo_paint(cairo)
    default:
      cairo_fill(cairo)
    }
  }

  /// Returns the visible part of a rectangle, or nil if there is none; its coordinates fit Cairo's range.
  func visiblePart(of rect: CGRect) -> CGRect? {
    let bounds = CGRect(x: -1, y: -1, width: width + 2, height: height + 2).applying(state.transform.inverted())
    return rect.isInfinite ? bounds.overlap(bounds) : rect.standardized.overlap(bounds)
  }

  /// Sets a colour as the source.
  func setSource(_ color: CGColor) {
    let rgb = color.rgb(in: bitmap.space)
    cairo_set_source_rgba(cairo, rgb.x, rgb.y, rgb.z, unit(Double(color.alpha)) * Double(state.alpha))
  }
}

func cairo_rectangle(_ cairo: OpaquePointer, _ rect: CGRect) {
  cairo_rectangle(cairo, Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height))
}
