import CoreMedia
import Foundation

/// The geometry of an image: the crop rectangle of the stored frame, and the scaled size. Arithmetic only.
package struct ImageGeometry: Equatable {
  /// The crop rectangle, in the frame's own pixels.
  package var area: FrameAttributes.Area
  /// The size after scaling.
  package var width: Int
  package var height: Int
  package var turn: Turn

  /// The transform of the scaled frame.
  package enum Turn: Equatable {
    /// A rotation by a multiple of 90°, mirrored or not: pixels only move.
    case pixels(Quarter)
    /// Any other transform, drawn into an image of a size.
    case drawn(CGAffineTransform, width: Int, height: Int)
  }

  /// The columns of a matrix of 0, 1 and -1.
  package struct Quarter: Equatable {
    package var a = 1
    package var b = 0
    package var c = 0
    package var d = 1
    package static let none = Quarter()

    /// Creates the rotation of a matrix; nil for other transforms.
    package init?(_ matrix: CGAffineTransform) {
      let matrix = matrix.snapped
      let entries = [matrix.a, matrix.b, matrix.c, matrix.d].map { Int(exactly: $0) }
      guard let a = entries[0], let b = entries[1], let c = entries[2], let d = entries[3],
        abs(a) + abs(b) == 1, abs(c) + abs(d) == 1, abs(a) + abs(c) == 1
      else { return nil }
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    package init() {}

    var swapsSides: Bool { a == 0 }
  }

  /// - Parameters:
  ///   - width: the width of the stored frame, like `height`.
  ///   - cleanAperture: the clean aperture in pixels, from the upper left corner; nil if there is none.
  ///   - pixelShape: the pixel aspect ratio, width over height.
  package init(
    width: Int, height: Int, cleanAperture: CGRect?, pixelShape: (width: Int, height: Int), _ settings: ImageSettings
  ) {
    area = FrameAttributes.Area(x: 0, y: 0, width: width, height: height)
    var size = CGSize(width: width, height: height)
    if settings.aperture == .clean, let clean = cleanAperture, let part = Self.pixels(of: clean, width, height) {
      area = part
      // Fractions of pixels count for the aspect ratio, but not for the crop rectangle.
      size = CGSize(width: min(clean.width, CGFloat(width)), height: min(clean.height, CGFloat(height)))
    }
    if settings.aperture != .encoded, pixelShape.width > 0, pixelShape.height > 0 {
      size.width *= CGFloat(pixelShape.width) / CGFloat(pixelShape.height)
    }
    let matrix = settings.transform
    if let quarter = Quarter(matrix) {
      let turned = quarter.swapsSides ? CGSize(width: size.height, height: size.width) : size
      let factor = Self.factor(turned, settings.maximumSize)
      (self.width, self.height) = (Self.side(size.width * factor), Self.side(size.height * factor))
      turn = .pixels(quarter)
      return
    }
    let linear = CGAffineTransform(a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: 0, ty: 0)
    let bounds = CGRect(origin: .zero, size: size).applying(linear)
    let limit: CGFloat = 16384
    guard bounds.width >= 1, bounds.height >= 1, bounds.width <= limit, bounds.height <= limit,
      abs(matrix.a * matrix.d - matrix.b * matrix.c) > 1e-6
    else {
      // A transform whose result is empty, or too large, is not applied.
      let factor = Self.factor(size, settings.maximumSize)
      (self.width, self.height) = (Self.side(size.width * factor), Self.side(size.height * factor))
      turn = .pixels(.none)
      return
    }
    let factor = Self.factor(bounds.size, settings.maximumSize)
    (self.width, self.height) = (Self.side(size.width * factor), Self.side(size.height * factor))
    let drawn = CGRect(x: 0, y: 0, width: self.width, height: self.height).applying(linear)
    turn = .drawn(
      linear.concatenating(CGAffineTransform(translationX: -drawn.minX, y: -drawn.minY)),
      width: Self.side(min(bounds.width * factor, limit)), height: Self.side(min(bounds.height * factor, limit)))
  }

  /// Returns the factor, at most 1, by which a size has to be scaled to fit into a box.
  private static func factor(_ size: CGSize, _ box: CGSize) -> CGFloat {
    var factor: CGFloat = 1
    if box.width > 0, size.width > 0 { factor = min(factor, box.width / size.width) }
    if box.height > 0, size.height > 0 { factor = min(factor, box.height / size.height) }
    return factor
  }

  private static func side(_ length: CGFloat) -> Int { max(1, Int(min(length.rounded(), 65536))) }

  /// Returns the nearest rectangle of whole pixels; nil if it is not within the frame.
  package static func pixels(of rect: CGRect, _ width: Int, _ height: Int) -> FrameAttributes.Area? {
    let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY]
    guard edges.allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return nil }
    let left = max(0, Int(edges[0].rounded())), top = max(0, Int(edges[1].rounded()))
    let right = min(width, Int(edges[2].rounded())), bottom = min(height, Int(edges[3].rounded()))
    guard left < right, top < bottom else { return nil }
    return FrameAttributes.Area(x: left, y: top, width: right - left, height: bottom - top)
  }
}
