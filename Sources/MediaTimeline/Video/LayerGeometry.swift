internal import CReel
internal import CoreGraphics
internal import MediaSource

/// The place of a layer on a canvas: arithmetic only.
///
/// The layer's frame is mapped to the canvas by an affine transform; a rectangle of it is seen, and of the canvas a rectangle is
/// touched. A pixel on an edge is covered as far as its square is.
struct LayerGeometry {
  /// From the canvas to the frame, both in pixels from the upper left corner.
  private let inverse: CGAffineTransform
  /// Pairs of opposite edges, in pixels of the canvas.
  let edges: [CReelEdge]
  /// The pixels of the canvas that are touched.
  let bounds: (left: Int, top: Int, right: Int, bottom: Int)
  /// True if every pixel of the canvas is covered whole.
  let coversCanvas: Bool
  /// A turn by quarters, or a reflection, without scaling.
  private let isQuarter: Bool
  private let canvas: (width: Int, height: Int)
  private let isAtEvenPlace: Bool

  /// Nil for a layer of which nothing is seen.
  ///
  /// - Parameters:
  ///   - transform: From pixels of the frame to those of the canvas.
  ///   - seen: The part of the frame that is seen, in its pixels; all of it if nil. What lies outside of the frame is cut off.
  ///   - clip: The part of the canvas that the layer may touch; all of it if nil.
  init?(
    width: Int, height: Int, _ transform: CGAffineTransform, seen: CGRect?, clip: CGRect?,
    canvas: (width: Int, height: Int)
  ) {
    let snapped = transform.snapped
    let frame = CGRect(x: 0, y: 0, width: width, height: height)
    let part = seen.map { $0.overlap(frame) } ?? frame
    let area = CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    let touched = clip.map { $0.overlap(area) } ?? area
    let determinant = snapped.a * snapped.d - snapped.b * snapped.c
    guard snapped.isBounded, abs(determinant) > 1e-9, let part, let touched else { return nil }
    let inverse = snapped.inverted().snapped
    guard let box = part.applying(snapped).overlap(touched), box.width > 1e-7, box.height > 1e-7 else { return nil }
    bounds = (
      max(0, Int((box.minX + 1e-7).rounded(.down))), max(0, Int((box.minY + 1e-7).rounded(.down))),
      min(canvas.width, Int(box.maxX.wholePixels)), min(canvas.height, Int(box.maxY.wholePixels))
    )
    guard bounds.left < bounds.right, bounds.top < bounds.bottom else { return nil }
    var edges = Self.edges(of: part, inverse)
    if let clip { edges += Self.edges(of: clip, .identity) }
    edges = Self.needed(edges, canvas)
    (self.edges, self.inverse, self.canvas) = (edges, inverse, canvas)
    coversCanvas = edges.isEmpty
    isQuarter = snapped.isQuarter
    let origin = frame.applying(snapped).origin
    isAtEvenPlace = [origin.x, origin.y].allSatisfy { $0 / 2 == ($0 / 2).rounded() }
  }

  /// The edges of a rectangle of a plane to which the canvas is mapped, in pixels of the canvas.
  private static func edges(of rect: CGRect, _ map: CGAffineTransform) -> [CReelEdge] {
    func edge(_ x: Double, _ y: Double, _ distance: Double) -> CReelEdge {
      let length = (x * x + y * y).squareRoot()
      return CReelEdge(nx: x / length, ny: y / length, distance: distance / length)
    }
    return [
      edge(map.a, map.c, map.tx - rect.minX), edge(-map.a, -map.c, rect.maxX - map.tx),
      edge(map.b, map.d, map.ty - rect.minY), edge(-map.b, -map.d, rect.maxY - map.ty),
    ]
  }

  /// Without the pairs between which the whole canvas is.
  private static func needed(_ edges: [CReelEdge], _ canvas: (width: Int, height: Int)) -> [CReelEdge] {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let corners = [(0, 0), (width, 0), (0, height), (width, height)]
    return stride(from: 0, to: edges.count, by: 2).flatMap { start in
      let pair = edges[start..<start + 2]
      let isInside = pair.allSatisfy { edge in
        corners.allSatisfy { edge.nx * $0.0 + edge.ny * $0.1 + edge.distance >= -1e-7 }
      }
      return isInside ? [] : Array(pair)
    }
  }

  // MARK: Planes

  /// The edges in pixels of a plane of the canvas.
  func edges(isChroma: Bool) -> [CReelEdge] {
    guard isChroma else { return edges }
    return edges.map { edge in
      var edge = edge
      // The last chroma sample of an odd side is half outside of the canvas: a layer that reaches the border covers it.
      let isRight = edge.nx == -1 && canvas.width % 2 == 1 && edge.distance >= Double(canvas.width) - 1e-7
      let isBottom = edge.ny == -1 && canvas.height % 2 == 1 && edge.distance >= Double(canvas.height) - 1e-7
      if isRight || isBottom { edge.distance += 1 }
      edge.distance /= 2
      return edge
    }
  }

  /// The samples of a plane of the canvas that are touched.
  func bounds(isChroma: Bool) -> (left: Int, top: Int, right: Int, bottom: Int) {
    guard isChroma else { return bounds }
    return (bounds.left / 2, bounds.top / 2, (bounds.right + 1) / 2, (bounds.bottom + 1) / 2)
  }

  /// The way from the samples of a plane of the canvas to those of the frame.
  ///
  /// - Parameters:
  ///   - site: The places of the first chroma samples in the canvas and in the frame.
  func map(isChroma: Bool, site: (canvas: (x: Double, y: Double), frame: (x: Double, y: Double))) -> CReelMap {
    let m = inverse
    guard isChroma else {
      return CReelMap(
        xx: m.a, xy: m.c, x0: m.tx + (m.a + m.c) / 2 - 0.5, yx: m.b, yy: m.d, y0: m.ty + (m.b + m.d) / 2 - 0.5)
    }
    // A turned frame keeps its chroma samples, and only moves them, as rotators and players do.
    let isMoved = isQuarter && isAtEvenPlace && m.linear != .identity
    let middle = (x: 1.0, y: 1.0)
    let (from, to) = isMoved ? (middle, middle) : (site.canvas, site.frame)
    var x: Double = (m.a * from.x + m.c * from.y + m.tx - to.x) / 2
    var y: Double = (m.b * from.x + m.d * from.y + m.ty - to.y) / 2
    if isMoved { (x, y) = ((x + 0.5).rounded(.down), (y + 0.5).rounded(.down)) }
    return CReelMap(xx: m.a, xy: m.c, x0: x, yx: m.b, yy: m.d, y0: y)
  }

  /// The number of the frame's columns, and of its rows, that become one of the canvas.
  var reduction: (x: Double, y: Double) {
    (
      (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot(),
      (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()
    )
  }

  /// True if rows stay rows and columns stay columns.
  var isUpright: Bool { inverse.b == 0 && inverse.c == 0 }
}

extension CGRect {
  /// The part that is in another rectangle too; nil if there is none, or a side is no number, where Foundation's `intersection` traps.
  fileprivate func overlap(_ other: CGRect) -> CGRect? {
    let sides = [minX, minY, maxX, maxY, other.minX, other.minY, other.maxX, other.maxY]
    guard !sides.contains(where: \.isNaN) else { return nil }
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard left < right, top < bottom else { return nil }
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension CGAffineTransform {
  /// True for entries whose inverses are more than rounding, and that leave the range of numbers nowhere.
  fileprivate var isBounded: Bool {
    [a, b, c, d].allSatisfy { abs($0) <= 1e8 } && abs(tx) <= 1e15 && abs(ty) <= 1e15
  }

  var linear: CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

  /// True for turns by quarters and reflections, without scaling, to places of whole pixels.
  fileprivate var isQuarter: Bool {
    let entries = [a, b, c, d]
    return entries.allSatisfy { $0 == 0 || abs($0) == 1 } && abs(a) + abs(b) == 1 && abs(c) + abs(d) == 1
      && abs(a) == abs(d) && tx == tx.rounded() && ty == ty.rounded()
  }
}
