import CoreGraphics
import Foundation

/// A layer that is drawn slowly, with double precision, and by other rules of thumb than the kernels': a pixel's coverage is the area of a
/// polygon.
struct ReferenceLayer {
  var picture: TestPicture
  var transform = CGAffineTransform.identity
  var seen: CGRect?
  var clip: CGRect?
  var opacity = 1.0
  /// The places of the first chroma samples.
  var site = (x: 0.5, y: 1.0)
  /// For each plane alpha of 0 to 1; the picture's values are premultiplied by it.
  var alpha: TestPicture?

  func draw(on canvas: inout TestPicture, site canvasSite: (x: Double, y: Double) = (0.5, 1)) {
    let inverse = transform.inverted()
    let frame = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
    let shape = corners(seen.map { $0.intersection(frame) } ?? frame).map { $0.applying(transform) }
    let area = CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    for (plane, size) in canvas.sizes.enumerated() {
      let unit = plane == 0 ? 1.0 : 2.0
      let middle = (x: 0.5, y: 0.5)
      let (from, to) = plane == 0 ? (middle, middle) : (canvasSite, site)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let square = CGRect(x: Double(x) * unit, y: Double(y) * unit, width: unit, height: unit).intersection(area)
          let touched = clip.map { square.intersection($0) } ?? square
          guard !touched.isEmpty else { continue }
          let covered = Self.area(Self.clipped(shape, to: touched)) / (square.width * square.height)
          guard covered > 1e-9 else { continue }
          let place = CGPoint(x: Double(x) * unit + from.x, y: Double(y) * unit + from.y).applying(inverse)
          let (sx, sy) = ((place.x - to.x) / unit, (place.y - to.y) / unit)
          let (kx, ky) = (abs(inverse.a), abs(inverse.d))
          let isReduced = inverse.b == 0 && inverse.c == 0 && (kx > 2 || ky > 2)
          func value(_ picture: TestPicture) -> Double {
            isReduced ? mean(picture, plane, sx, sy, kx, ky) : picture.linear(plane, sx, sy)
          }
          let weight = covered * opacity
          let below = canvas.planes[plane][y * size.width + x]
          let opaque = alpha.map { value($0) } ?? 1
          canvas.planes[plane][y * size.width + x] = below * (1 - weight * opaque) + value(picture) * weight
        }
      }
    }
  }

  /// The mean over what a pixel covers, along each axis on which it covers more than two samples.
  private func mean(
    _ picture: TestPicture, _ plane: Int, _ x: Double, _ y: Double, _ kx: Double, _ ky: Double
  ) -> Double {
    let columns = Self.weights(x, kx, picture.sizes[plane].width),
      rows = Self.weights(y, ky, picture.sizes[plane].height)
    var sum = 0.0
    for (row, a) in rows { for (column, b) in columns { sum += a * b * picture.at(plane, column, row) } }
    return sum
  }

  private static func weights(_ place: Double, _ reach: Double, _ count: Int) -> [(Int, Double)] {
    if reach <= 2 {
      let part = place - place.rounded(.down), first = Int(place.rounded(.down))
      return [(first, 1 - part), (first + 1, part)]
    }
    let low = max(0, min(place + 0.5 - reach / 2, Double(count - 1)))
    let high = min(Double(count), max(place + 0.5 + reach / 2, 1))
    var weights: [(Int, Double)] = []
    var index = Int(low)
    while index < count, Double(index) < high {
      let part = min(high, Double(index + 1)) - max(low, Double(index))
      if part > 0 { weights.append((index, part / (high - low))) }
      index += 1
    }
    return weights
  }

  private func corners(_ rect: CGRect) -> [CGPoint] {
    [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.maxX, rect.maxY), (rect.minX, rect.maxY)].map {
      CGPoint(x: $0.0, y: $0.1)
    }
  }

  /// Sutherland and Hodgman's clipping of a convex polygon.
  private static func clipped(_ polygon: [CGPoint], to rect: CGRect) -> [CGPoint] {
    let lines: [(x: Double, y: Double, offset: Double)] = [
      (1, 0, -rect.minX), (-1, 0, rect.maxX), (0, 1, -rect.minY), (0, -1, rect.maxY),
    ]
    var points = polygon
    for line in lines {
      var kept: [CGPoint] = []
      var index = 0
      while index < points.count {
        let (a, b) = (points[index], points[index + 1 < points.count ? index + 1 : 0])
        let da = a.x * line.x + a.y * line.y + line.offset, db = b.x * line.x + b.y * line.y + line.offset
        if (da >= 0) != (db >= 0) {
          kept.append(CGPoint(x: a.x + (b.x - a.x) * da / (da - db), y: a.y + (b.y - a.y) * da / (da - db)))
        }
        if db >= 0 { kept.append(b) }
        index += 1
      }
      points = kept
    }
    return points
  }

  private static func area(_ polygon: [CGPoint]) -> Double {
    guard polygon.count > 2 else { return 0 }
    var sum = 0.0
    var index = 0
    while index < polygon.count {
      let (a, b) = (polygon[index], polygon[index + 1 < polygon.count ? index + 1 : 0])
      sum += a.x * b.y - b.x * a.y
      index += 1
    }
    return abs(sum) / 2
  }
}
