internal import CCairo
import Foundation

extension CGContext {
  /// Sets the fill colour.
  public func setFillColor(_ color: CGColor) {
    state.fillColor = color
  }

  /// Sets the fill colour to device RGB, each component from 0 to 1.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(space: .deviceRGB, values: [red, green, blue, alpha])
  }

  /// Sets the fill colour to device gray, from 0 to 1.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(space: .deviceGray, values: [gray, alpha])
  }

  /// Sets the stroke colour.
  public func setStrokeColor(_ color: CGColor) {
    state.strokeColor = color
  }

  /// Sets the stroke colour to device RGB, each component from 0 to 1.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(space: .deviceRGB, values: [red, green, blue, alpha])
  }

  /// Sets the stroke colour to device gray, from 0 to 1.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(space: .deviceGray, values: [gray, alpha])
  }

  /// Sets the blend mode.
  public func setBlendMode(_ mode: CGBlendMode) {
    state.blendMode = mode
  }

  /// Sets the line width, in units of user space; negative and non-finite numbers are ignored.
  public func setLineWidth(_ width: CGFloat) {
    if width >= 0, width.isFinite { cairo_set_line_width(cairo, Double(width)) }
  }

  /// Sets the ends of lines.
  public func setLineCap(_ cap: CGLineCap) {
    cairo_set_line_cap(
      cairo, cap == .butt ? CAIRO_LINE_CAP_BUTT : cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_SQUARE)
  }

  /// Sets the corners of lines.
  public func setLineJoin(_ join: CGLineJoin) {
    cairo_set_line_join(
      cairo, join == .miter ? CAIRO_LINE_JOIN_MITER : join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
  }

  /// Sets the length, in line widths, above which corners are bevelled; numbers that are not positive are ignored.
  public func setMiterLimit(_ limit: CGFloat) {
    if limit > 0, limit.isFinite { cairo_set_miter_limit(cairo, Double(limit)) }
  }

  /// Sets the lengths of dashes and gaps in turn, starting `phase` into them.
  ///
  /// An empty list, negative lengths, or only zeros give solid lines.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    let lengths = lengths.map { Double($0) }
    let isValid = phase.isFinite && lengths.allSatisfy { $0 >= 0 && $0.isFinite } && lengths.contains { $0 > 0 }
    cairo_set_dash(cairo, isValid ? lengths : [], isValid ? Int32(clamping: lengths.count) : 0, Double(phase))
  }
}
