internal import CCairo
import Foundation

/// The look of a line of text in drawings of our own; text of users is laid out by Pango, which knows scripts and directions.
package struct LabelStyle: Hashable, Sendable {
  /// The size of the font in units of user space.
  package var size: CGFloat
  package var isBold: Bool

  package init(size: CGFloat, isBold: Bool = false) { (self.size, self.isBold) = (size, isBold) }

  /// The place of a point in the text.
  package enum Alignment: Sendable { case left, center, right }
}

extension CGContext {
  /// Returns how far a line of text moves the pen; zero where the system has no font.
  package func labelWidth(_ text: String, _ style: LabelStyle) -> CGFloat {
    guard canDraw else { return 0 }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    select(style)
    var extents = cairo_text_extents_t()
    cairo_text_extents(cairo, text, &extents)
    return extents.x_advance
  }

  /// Draws a line of text in the fill colour, in the system's sans-serif font.
  ///
  /// - Parameter point: The place on the baseline that the alignment names.
  package func drawLabel(
    _ text: String, at point: CGPoint, _ style: LabelStyle, _ alignment: LabelStyle.Alignment = .left
  ) {
    guard canDraw, !text.isEmpty else { return }
    let width = labelWidth(text, style)
    let x =
      switch alignment {
      case .left: point.x
      case .center: point.x - width / 2
      case .right: point.x - width
      }
    draw(in: CGRect(x: x, y: point.y - style.size, width: width, height: style.size * 2)) {
      cairo_save(cairo)
      select(style)
      setSource(state.fillColor)
      cairo_set_operator(cairo, state.blendMode.cairoOperator)
      cairo_move_to(cairo, x, point.y)
      cairo_show_text(cairo, text)
      cairo_new_path(cairo)
      cairo_restore(cairo)
    }
  }

  /// Returns the longest beginning of a text that fits into a width, with an ellipsis if something is left out.
  package func label(_ text: String, fitting width: CGFloat, _ style: LabelStyle) -> String {
    guard labelWidth(text, style) > width else { return text }
    var (low, high) = (0, text.count)
    while low < high {
      let middle = (low + high + 1) / 2
      if labelWidth(text.prefix(middle) + "…", style) <= width { low = middle } else { high = middle - 1 }
    }
    return low == 0 ? "" : text.prefix(low) + "…"
  }

  private func select(_ style: LabelStyle) {
    cairo_select_font_face(
      cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    // User space has y up, fonts have it down.
    var matrix = cairo_matrix_t(
      CGAffineTransform(a: style.size, b: 0, c: 0, d: -style.size, tx: 0, ty: 0))
    cairo_set_font_matrix(cairo, &matrix)
    // Colours of subpixels would be wrong in files, which any screen may show.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_set_font_options(cairo, options)
    cairo_font_options_destroy(options)
  }
}
