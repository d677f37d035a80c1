import Foundation

extension CGPath.Element {
  var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quadCurve: .addQuadCurveToPoint
    case .curve: .addCurveToPoint
    case .close: .closeSubpath
    }
  }

  /// Control points first, then the end.
  var points: [CGPoint] {
    switch self {
    case .move(let end), .line(let end): [end]
    case .quadCurve(let end, let control): [control, end]
    case .curve(let control1, let control2, let end): [control1, control2, end]
    case .close: []
    }
  }

  /// The end of the element; nil for `close`, which ends where its subpath starts.
  var end: CGPoint? { points.last }

  func applying(_ t: CGAffineTransform) -> CGPath.Element {
    switch self {
    case .move(let end): .move(end.applying(t))
    case .line(let end): .line(end.applying(t))
    case .quadCurve(let end, let control): .quadCurve(end.applying(t), control: control.applying(t))
    case .curve(let control1, let control2, let end):
      .curve(control1.applying(t), control2.applying(t), end.applying(t))
    case .close: .close
    }
  }
}

extension CGPath {
  /// Four sides, from the corner of the smallest coordinates.
  static func rectangle(_ rect: CGRect) -> [Element] {
    guard !rect.isNull else { return [] }
    return [
      .move(CGPoint(x: rect.minX, y: rect.minY)), .line(CGPoint(x: rect.maxX, y: rect.minY)),
      .line(CGPoint(x: rect.maxX, y: rect.maxY)), .line(CGPoint(x: rect.minX, y: rect.maxY)), .close,
    ]
  }

  /// Four quarters, from the rightmost point.
  static func ellipse(in rect: CGRect) -> [Element] {
    guard !rect.isNull else { return [] }
    let quarters = arc(center: .zero, radius: 1, from: 0, to: 2 * .pi)
    let place = CGAffineTransform(
      a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY)
    return ([.move(CGPoint(x: 1, y: 0))] + quarters + [.close]).map { $0.applying(place) }
  }

  static func roundedRectangle(_ rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) -> [Element] {
    guard !rect.isNull else { return [] }
    let (rx, ry) = (min(max(cornerWidth, 0), rect.width / 2), min(max(cornerHeight, 0), rect.height / 2))
    guard rx > 0, ry > 0 else { return rectangle(rect) }
    func corner(_ x: CGFloat, _ y: CGFloat, from angle: CGFloat) -> [Element] {
      arc(center: .zero, radius: 1, from: angle, to: angle + .pi / 2).map {
        $0.applying(CGAffineTransform(a: rx, b: 0, c: 0, d: ry, tx: x, ty: y))
      }
    }
    var elements: [Element] = [.move(CGPoint(x: rect.maxX, y: rect.midY))]
    elements += [.line(CGPoint(x: rect.maxX, y: rect.maxY - ry))] + corner(rect.maxX - rx, rect.maxY - ry, from: 0)
    elements += [.line(CGPoint(x: rect.minX + rx, y: rect.maxY))]
    elements += corner(rect.minX + rx, rect.maxY - ry, from: .pi / 2)
    elements += [.line(CGPoint(x: rect.minX, y: rect.minY + ry))]
    elements += corner(rect.minX + rx, rect.minY + ry, from: .pi)
    elements += [.line(CGPoint(x: rect.maxX - rx, y: rect.minY))]
    elements += corner(rect.maxX - rx, rect.minY + ry, from: 1.5 * .pi)
    return elements + [.close]
  }

  /// Returns curves along a circle between two angles, none longer than a quarter, in either direction.
  static func arc(center: CGPoint, radius: CGFloat, from start: CGFloat, to end: CGFloat) -> [Element] {
    let sweep = end - start
    guard sweep.isFinite, sweep != 0 else { return [] }
    let count = Int(min((abs(sweep) / (.pi / 2)).rounded(.up), 1024))
    let step = sweep / CGFloat(count)
    let reach = 4 / 3 * tan(step / 4) * radius
    return (0..<count).map { index in
      let (a, b) = (start + CGFloat(index) * step, start + CGFloat(index + 1) * step)
      let p = CGPoint(x: center.x + radius * cos(a), y: center.y + radius * sin(a))
      let q = CGPoint(x: center.x + radius * cos(b), y: center.y + radius * sin(b))
      return .curve(
        CGPoint(x: p.x - reach * sin(a), y: p.y + reach * cos(a)),
        CGPoint(x: q.x + reach * sin(b), y: q.y - reach * cos(b)), q)
    }
  }

  /// Returns the end angle of an arc from one angle to another in the given direction.
  static func arcEnd(_ start: CGFloat, _ end: CGFloat, clockwise: Bool) -> CGFloat {
    guard start.isFinite, end.isFinite else { return start }
    let turn = 2 * CGFloat.pi
    // A difference of a full turn or more draws a full circle, as on Apple's systems.
    if !clockwise, end - start >= turn { return start + turn }
    if clockwise, start - end >= turn { return start - turn }
    var sweep = (end - start).truncatingRemainder(dividingBy: turn)
    if clockwise, sweep > 0 { sweep -= turn }
    if !clockwise, sweep < 0 { sweep += turn }
    return start + sweep
  }
}
