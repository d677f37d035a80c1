import Foundation

// Geometry as C functions, which Apple's SDK declares in CGGeometry.h; much Swift code still calls them.

/// Returns a point.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
/// Returns a size.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize { CGSize(width: width, height: height) }
/// Returns a vector.
public func CGVectorMake(_ dx: CGFloat, _ dy: CGFloat) -> CGVector { CGVector(dx: dx, dy: dy) }
/// Returns a rectangle.
public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

/// Returns the smallest x of a rectangle.
public func CGRectGetMinX(_ rect: CGRect) -> CGFloat { rect.minX }
/// Returns the x of a rectangle's middle.
public func CGRectGetMidX(_ rect: CGRect) -> CGFloat { rect.midX }
/// Returns the largest x of a rectangle.
public func CGRectGetMaxX(_ rect: CGRect) -> CGFloat { rect.maxX }
/// Returns the smallest y of a rectangle.
public func CGRectGetMinY(_ rect: CGRect) -> CGFloat { rect.minY }
/// Returns the y of a rectangle's middle.
public func CGRectGetMidY(_ rect: CGRect) -> CGFloat { rect.midY }
/// Returns the largest y of a rectangle.
public func CGRectGetMaxY(_ rect: CGRect) -> CGFloat { rect.maxY }
/// Returns the width of a rectangle, never negative.
public func CGRectGetWidth(_ rect: CGRect) -> CGFloat { rect.width }
/// Returns the height of a rectangle, never negative.
public func CGRectGetHeight(_ rect: CGRect) -> CGFloat { rect.height }

/// Returns true if two points are equal.
public func CGPointEqualToPoint(_ point1: CGPoint, _ point2: CGPoint) -> Bool { point1 == point2 }
/// Returns true if two sizes are equal.
public func CGSizeEqualToSize(_ size1: CGSize, _ size2: CGSize) -> Bool { size1 == size2 }
/// Returns true if two rectangles cover the same points.
public func CGRectEqualToRect(_ rect1: CGRect, _ rect2: CGRect) -> Bool { rect1 == rect2 }

/// Returns a rectangle with the origin at its smallest corner.
public func CGRectStandardize(_ rect: CGRect) -> CGRect { rect.standardized }
/// Returns a rectangle whose sides are moved inwards by distances.
public func CGRectInset(_ rect: CGRect, _ dx: CGFloat, _ dy: CGFloat) -> CGRect { rect.insetBy(dx: dx, dy: dy) }
/// Returns a moved rectangle.
public func CGRectOffset(_ rect: CGRect, _ dx: CGFloat, _ dy: CGFloat) -> CGRect { rect.offsetBy(dx: dx, dy: dy) }
/// Returns the smallest rectangle of whole numbers around another.
public func CGRectIntegral(_ rect: CGRect) -> CGRect { rect.integral }
/// Returns the smallest rectangle around two others.
public func CGRectUnion(_ rect1: CGRect, _ rect2: CGRect) -> CGRect { rect1.union(rect2) }
/// Returns the common part of two rectangles; the null rectangle if there is none.
public func CGRectIntersection(_ rect1: CGRect, _ rect2: CGRect) -> CGRect { rect1.intersection(rect2) }
/// Returns true if two rectangles have a common part.
public func CGRectIntersectsRect(_ rect1: CGRect, _ rect2: CGRect) -> Bool { rect1.intersects(rect2) }
/// Returns true if a rectangle has a point inside.
public func CGRectContainsPoint(_ rect: CGRect, _ point: CGPoint) -> Bool { rect.contains(point) }
/// Returns true if the second rectangle lies inside the first.
public func CGRectContainsRect(_ rect1: CGRect, _ rect2: CGRect) -> Bool { rect1.contains(rect2) }
/// Returns true for a rectangle without area, or the null rectangle.
public func CGRectIsEmpty(_ rect: CGRect) -> Bool { rect.isEmpty }
/// Returns true for the null rectangle.
public func CGRectIsNull(_ rect: CGRect) -> Bool { rect.isNull }
/// Returns true for the infinite rectangle.
public func CGRectIsInfinite(_ rect: CGRect) -> Bool { rect.isInfinite }
