internal import CCairo
import Foundation

extension CGPath {
  /// The smallest rectangle that holds the drawn shape, without control points; null if the path is empty.
  public var boundingBoxOfPath: CGRect {
    guard !isEmpty else { return .null }
    return Self.withScratch { cairo in
      add(to: cairo)
      var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
      cairo_path_extents(cairo, &x1, &y1, &x2, &y2)
      return CGRect(x: x1, y: y1, width: x2 - x1, height: y2 - y1)
    } ?? boundingBox
  }

  /// Returns true if a point is inside the path, all of its subpaths closed.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    Self.withScratch { cairo in
      add(to: cairo, transform: transform)
      cairo_set_fill_rule(cairo, rule.cairoRule)
      return cairo_in_fill(cairo, Double(point.x), Double(point.y)) != 0
    } ?? false
  }

  /// Adds the elements to Cairo. A path with a non-finite coordinate is left out: Cairo would fail permanently.
  func add(to cairo: OpaquePointer, transform: CGAffineTransform = .identity) {
    let elements = transform == .identity ? elements : elements.map { $0.applying(transform) }
    guard elements.allSatisfy({ $0.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } }) else { return }
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    for element in elements {
      switch element {
      case .move(let end):
        cairo_move_to(cairo, Double(end.x), Double(end.y))
        start = end
      case .line(let end):
        cairo_line_to(cairo, Double(end.x), Double(end.y))
      case .quadCurve(let end, let control):
        // The same curve as a cubic: its control points are two thirds of the way to the quadratic's.
        let c1 = CGPoint(x: current.x + (control.x - current.x) * 2 / 3, y: current.y + (control.y - current.y) * 2 / 3)
        let c2 = CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
        cairo_curve_to(cairo, Double(c1.x), Double(c1.y), Double(c2.x), Double(c2.y), Double(end.x), Double(end.y))
      case .curve(let c1, let c2, let end):
        cairo_curve_to(cairo, Double(c1.x), Double(c1.y), Double(c2.x), Double(c2.y), Double(end.x), Double(end.y))
      case .close:
        cairo_close_path(cairo)
      }
      current = element.end ?? start
    }
  }

  /// Calls a body with a context without pixels; nil if Cairo has no memory.
  private static func withScratch<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil) else { return nil }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return nil }
    defer { cairo_destroy(cairo) }
    return body(cairo)
  }
}

extension CGPathFillRule {
  var cairoRule: cairo_fill_rule_t { self == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING }
}
