internal import CCairo
import Foundation

extension CGContext {
  /// Clears the current path.
  public func beginPath() {
    path = CGMutablePath()
  }

  /// Begins a subpath.
  public func move(to point: CGPoint) {
    path.move(to: point, transform: ctm)
  }

  /// Adds a line from the current point.
  public func addLine(to point: CGPoint) {
    path.addLine(to: point, transform: ctm)
  }

  /// Adds a subpath of straight lines through points.
  public func addLines(between points: [CGPoint]) {
    path.addLines(between: points, transform: ctm)
  }

  /// Adds a cubic curve from the current point.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    path.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
  }

  /// Adds a quadratic curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    path.addQuadCurve(to: end, control: control, transform: ctm)
  }

  /// Adds an arc, and a line to its start from the current point if there is one.
  ///
  /// Angles are in radians from the x axis; clockwise is for a y axis that points up.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise, transform: ctm)
  }

  /// Adds a rectangle.
  public func addRect(_ rect: CGRect) {
    path.addRect(rect, transform: ctm)
  }

  /// Adds rectangles.
  public func addRects(_ rects: [CGRect]) {
    path.addRects(rects, transform: ctm)
  }

  /// Adds the ellipse inside a rectangle.
  public func addEllipse(in rect: CGRect) {
    path.addEllipse(in: rect, transform: ctm)
  }

  /// Adds another path.
  public func addPath(_ path: CGPath) {
    self.path.addPath(path, transform: ctm)
  }

  /// Closes the subpath with a line to its start.
  public func closePath() {
    path.closeSubpath()
  }

  /// True if the current path has no elements.
  public var isPathEmpty: Bool { path.isEmpty }

  /// The end of the current path in user space; the origin if there is none.
  public var currentPointOfPath: CGPoint { path.isEmpty ? .zero : convertToUserSpace(path.currentPoint) }

  /// The smallest rectangle around the current path's points, in user space; null if it is empty.
  public var boundingBoxOfPath: CGRect { convertToUserSpace(path.boundingBox) }

  /// Fills the current path, its subpaths closed, and clears it.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    fill(path, rule)
    beginPath()
  }

  /// Strokes the current path and clears it.
  public func strokePath() {
    stroke(devicePath: path)
    beginPath()
  }

  /// Fills or strokes the current path, or both, and clears it.
  public func drawPath(using mode: CGPathDrawingMode) {
    switch mode {
    case .fill, .fillStroke: fill(path, .winding)
    case .eoFill, .eoFillStroke: fill(path, .evenOdd)
    case .stroke: break
    }
    if mode == .stroke || mode == .fillStroke || mode == .eoFillStroke { stroke(devicePath: path) }
    beginPath()
  }

  /// Limits later drawing to the inside of the current path, and clears the path.
  public func clip(using rule: CGPathFillRule = .winding) {
    if canDraw {
      setDevicePath(path)
      cairo_set_fill_rule(cairo, rule.cairoRule)
      cairo_clip(cairo)
    }
    beginPath()
  }

  /// Fills the ellipse inside a rectangle.
  public func fillEllipse(in rect: CGRect) {
    let path = CGMutablePath()
    path.addEllipse(in: rect, transform: ctm)
    fill(path, .winding)
    beginPath()
  }

  /// Strokes the ellipse inside a rectangle.
  public func strokeEllipse(in rect: CGRect) {
    stroke(CGPath(ellipseIn: rect, transform: nil))
  }

  /// Strokes separate lines: from the first to the second point, from the third to the fourth and so on.
  public func strokeLineSegments(between points: [CGPoint]) {
    let path = CGMutablePath()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      path.addLines(between: [points[index], points[index + 1]])
    }
    stroke(path)
  }

  /// Strokes a path of user space, and clears the current one.
  func stroke(_ path: CGPath) {
    let device = CGMutablePath()
    device.addPath(path, transform: ctm)
    stroke(devicePath: device)
    beginPath()
  }

  private func fill(_ path: CGPath, _ rule: CGPathFillRule) {
    guard canDraw, !path.isEmpty else { return }
    draw(in: convertToUserSpace(path.boundingBox)) {
      cairo_save(cairo)
      setDevicePath(path)
      cairo_set_fill_rule(cairo, rule.cairoRule)
      setSource(state.fillColor)
      cairo_set_operator(cairo, state.blendMode.cairoOperator)
      paintInsidePath()
      cairo_restore(cairo)
    }
  }

  private func stroke(devicePath path: CGPath) {
    guard canDraw, !path.isEmpty else { return }
    setDevicePath(path)
    var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
    cairo_stroke_extents(cairo, &x1, &y1, &x2, &y2)
    draw(in: CGRect(x: x1, y: y1, width: x2 - x1, height: y2 - y1)) {
      cairo_save(cairo)
      setSource(state.strokeColor)
      cairo_set_operator(cairo, state.blendMode.cairoOperator)
      cairo_stroke(cairo)
      cairo_restore(cairo)
    }
  }

  /// Sets a path of device space in Cairo. Points were transformed when they were added; strokes use the present
  /// transform.
  private func setDevicePath(_ path: CGPath) {
    cairo_new_path(cairo)
    path.add(to: cairo, transform: ctm.inverted())
  }
}
