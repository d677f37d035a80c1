internal import CCairo
import Foundation

/// The rule for the inside of a path that crosses itself.
public enum CGPathFillRule: Int, Sendable {
  case winding = 0
  case evenOdd = 1
}

/// The operations on a path.
public enum CGPathDrawingMode: Int32, Sendable {
  case fill = 0
  case eoFill = 1
  case stroke = 2
  case fillStroke = 3
  case eoFillStroke = 4
}

/// The ends of lines.
public enum CGLineCap: Int32, Sendable {
  case butt = 0
  case round = 1
  case square = 2
}

/// The corners of lines.
public enum CGLineJoin: Int32, Sendable {
  case miter = 0
  case round = 1
  case bevel = 2
}

/// The kinds of elements of a path.
public enum CGPathElementType: Int32, Sendable {
  case moveToPoint = 0
  case addLineToPoint = 1
  case addQuadCurveToPoint = 2
  case addCurveToPoint = 3
  case closeSubpath = 4
}

/// One element of a path, as `applyWithBlock` passes it.
public struct CGPathElement {
  /// The kind.
  public var type: CGPathElementType
  /// The points: control points first, then the end; none for `closeSubpath`.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates an element.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

/// A path of lines and curves.
public class CGPath {
  enum Element: Hashable {
    case move(CGPoint)
    case line(CGPoint)
    case quadCurve(CGPoint, control: CGPoint)
    case curve(CGPoint, CGPoint, CGPoint)
    case close
  }

  var elements: [Element] = []

  init(elements: [Element]) {
    self.elements = elements
  }

  /// Creates a rectangle.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(elements: Self.rectangle(rect).map { $0.applying(transform?.pointee ?? .identity) })
  }

  /// Creates the ellipse inside a rectangle.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(elements: Self.ellipse(in: rect).map { $0.applying(transform?.pointee ?? .identity) })
  }

  /// Creates a rectangle with rounded corners, whose radii are at most half of the sides.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    let elements = Self.roundedRectangle(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
    self.init(elements: elements.map { $0.applying(transform?.pointee ?? .identity) })
  }

  /// True if the path has no elements.
  public var isEmpty: Bool { elements.isEmpty }

  /// The end of the last element; the origin if there is none.
  public var currentPoint: CGPoint {
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    for element in elements {
      if case .move(let point) = element { start = point }
      current = element.end ?? start
    }
    return current
  }

  /// The smallest rectangle that holds all points, control points too; null if the path is empty.
  public var boundingBox: CGRect {
    let points = elements.flatMap(\.points)
    guard let first = points.first else { return .null }
    var (low, high) = (first, first)
    for point in points {
      low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// Returns an immutable copy.
  public func copy() -> CGPath? {
    CGPath(elements: elements)
  }

  /// Returns a transformed copy.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(elements: elements.map { $0.applying(transform?.pointee ?? .identity) })
  }

  /// Returns a mutable copy.
  public func mutableCopy() -> CGMutablePath? {
    CGMutablePath(elements: elements)
  }

  /// Calls a block with each element; the element's points are valid during the call.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    for element in elements {
      var points = element.points
      // Even an element without points needs an address.
      if points.isEmpty { points = [.zero] }
      points.withUnsafeMutableBufferPointer { points in
        var element = CGPathElement(type: element.type, points: points.baseAddress!)
        block(&element)
      }
    }
  }
}

extension CGPath: Hashable {
  /// Two paths are equal if their elements are.
  public static func == (lhs: CGPath, rhs: CGPath) -> Bool {
    lhs.elements == rhs.elements
  }

  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}
