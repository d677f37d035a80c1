import Foundation

/// A path that can be extended.
public final class CGMutablePath: CGPath {
  /// Creates an empty path.
  public init() {
    super.init(elements: [])
  }

  override init(elements: [Element]) {
    super.init(elements: elements)
  }

  /// Begins a subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    elements.append(.move(point.applying(transform)))
  }

  /// Adds a line from the current point; begins a subpath if there is none.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    let point = point.applying(transform)
    elements.append(elements.isEmpty ? .move(point) : .line(point))
  }

  /// Adds a quadratic curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    begin(at: control.applying(transform))
    elements.append(.quadCurve(end.applying(transform), control: control.applying(transform)))
  }

  /// Adds a cubic curve from the current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    begin(at: control1.applying(transform))
    elements.append(.curve(control1.applying(transform), control2.applying(transform), end.applying(transform)))
  }

  /// Closes the subpath with a line to its start.
  public func closeSubpath() {
    if !elements.isEmpty { elements.append(.close) }
  }

  /// Adds a rectangle.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    elements += CGPath.rectangle(rect).map { $0.applying(transform) }
  }

  /// Adds rectangles.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds a subpath of straight lines through points.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }

  /// Adds the ellipse inside a rectangle.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    elements += CGPath.ellipse(in: rect).map { $0.applying(transform) }
  }

  /// Adds a rectangle with rounded corners, whose radii are at most half of the sides.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    elements += CGPath.roundedRectangle(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
      .map { $0.applying(transform) }
  }

  /// Adds an arc, and a line to its start from the current point if there is one.
  ///
  /// Angles are in radians from the x axis; clockwise is for a y axis that points up.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let start = CGPoint(x: center.x + radius * cos(startAngle), y: center.y + radius * sin(startAngle))
    addLine(to: start, transform: transform)
    let end = CGPath.arcEnd(startAngle, endAngle, clockwise: clockwise)
    elements += CGPath.arc(center: center, radius: radius, from: startAngle, to: end).map { $0.applying(transform) }
  }

  /// Adds another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    elements += path.elements.map { $0.applying(transform) }
  }

  private func begin(at point: CGPoint) {
    if elements.isEmpty { elements.append(.move(point)) }
  }
}
