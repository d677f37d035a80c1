internal import CCairo
import Foundation

extension CGContext {
  /// Fills with a colour from now on.
  public func setFillColor(_ color: CGColor) {
    state.fillColor = color
  }

  /// Fills with a colour of device RGB from now on, each component from 0 to 1.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(space: .deviceRGB, values: [red, green, blue, alpha])
  }

  /// Fills with a device gray from now on, from 0 to 1.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(space: .deviceGray, values: [gray, alpha])
  }

  /// Strokes with a colour from now on.
  public func setStrokeColor(_ color: CGColor) {
    state.strokeColor = color
  }

  /// Strokes with a colour of device RGB from now on, each component from 0 to 1.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(space: .deviceRGB, values: [red, green, blue, alpha])
  }

  /// Strokes with a device gray from now on, from 0 to 1.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(space: .deviceGray, values: [gray, alpha])
  }

  /// Combines what is drawn with what is there in this way from now on.
  public func setBlendMode(_ mode: CGBlendMode) {
    state.blendMode = mode
  }

  /// Strokes lines of this width, in units of user space; what is no positive number is ignored.
  public func setLineWidth(_ width: CGFloat) {
    if width >= 0, width.isFinite { cairo_set_line_width(cairo, Double(width)) }
  }

  /// Ends lines in this way.
  public func setLineCap(_ cap: CGLineCap) {
    cairo_set_line_cap(
      cairo, cap == .butt ? CAIRO_LINE_CAP_BUTT : cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_SQUARE)
  }

  /// Joins lines in this way.
  public func setLineJoin(_ join: CGLineJoin) {
    cairo_set_line_join(
      cairo, join == .miter ? CAIRO_LINE_JOIN_MITER : join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
  }

  /// Bevels corners whose length is more than this many line widths; what is no positive number is ignored.
  public func setMiterLimit(_ limit: CGFloat) {
    if limit > 0, limit.isFinite { cairo_set_miter_limit(cairo, Double(limit)) }
  }

  /// Strokes dashes of these lengths, on and off in turn, starting `phase` into them.
  ///
  /// No lengths, or lengths that are not all positive or zero, or all zero, give solid lines.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    let lengths = lengths.map { Double($0) }
    let isValid = phase.isFinite && lengths.allSatisfy { $0 >= 0 && $0.isFinite } && lengths.contains { $0 > 0 }
    cairo_set_dash(cairo, isValid ? lengths : [], isValid ? Int32(clamping: lengths.count) : 0, Double(phase))
  }
}
