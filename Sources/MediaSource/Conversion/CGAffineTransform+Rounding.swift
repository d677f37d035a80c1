import CoreGraphics

// The cosine of a right angle is 6e-17: rounding up the length that it leads to would add a pixel.

extension CGAffineTransform {
  /// The transform without the errors of sines and of products: numbers that are nearly whole become whole.
  package var snapped: CGAffineTransform {
    func snap(_ value: CGFloat, _ reach: CGFloat) -> CGFloat {
      abs(value - value.rounded()) < reach ? value.rounded() : value
    }
    return CGAffineTransform(
      a: snap(a, 1e-9), b: snap(b, 1e-9), c: snap(c, 1e-9), d: snap(d, 1e-9), tx: snap(tx, 1e-6), ty: snap(ty, 1e-6))
  }
}

extension CGFloat {
  /// The whole pixels that a transformed length takes: rounded up, unless errors of sines and of products are all that is above.
  package var wholePixels: CGFloat { (self - 1e-7).rounded(.up) }
}
