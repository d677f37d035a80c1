package import GStreamer
import CGStreamer
internal import CReel
package import MediaGraph
internal import CoreGraphics
import Dispatch
import Foundation
internal import MediaSource

/// Draws layers on a canvas, from the bottom up.
///
///     background ◁ layer ◁ layer ◁ …        an opaque layer that covers the canvas hides all below it; alone, its buffer is the result
///
/// Belongs to one thread at a time; rows of large canvases are drawn on several.
package final class FrameComposer {
  package let canvas: CanvasFormat
  private let pool: FramePool
  private var samplers = LayerSamplerCache()
  /// True for the kernels that run on any machine.
  private let isPortable: Bool

  package init(_ canvas: CanvasFormat, isPortable: Bool = false) throws {
    (self.canvas, self.isPortable) = (canvas, isPortable)
    pool = try FramePool(canvas)
  }

  /// Makes a frame.
  ///
  /// - Returns: A buffer in the canvas' format, without times. It may be that of a layer, for reading.
  package func compose(_ steps: [CompositionStep], background: RGBColor) throws -> Buffer {
    let size = (canvas.width, canvas.height)
    let first = steps.lastIndex { $0.coversCanvas(size) } ?? 0
    let visible = Array(steps[min(first, steps.count)...])
    let isCovered = visible.first?.coversCanvas(size) ?? false
    if isCovered, visible.count == 1, case .layer(let layer) = visible[0], let buffer = passedThrough(layer) {
      return Buffer(retaining: buffer.buffer)
    }
    let buffer = try pool.buffer()
    do {
      let target = try PlanarFrame(buffer, canvas.info, isWritten: true)
      try draw(visible, on: target, background: isCovered ? nil : background)
    }
    return buffer
  }

  /// The buffer of a layer that is the whole result.
  private func passedThrough(_ layer: FrameLayer) -> Buffer? {
    guard case .frame(let frame) = layer.content, let buffer = frame.buffer, layer.transform.isIdentity,
      (frame.width, frame.height) == (canvas.width, canvas.height), frame.planar.chromaSite == canvas.chromaSite
    else { return nil }
    return buffer
  }

  private func draw(_ steps: [CompositionStep], on target: PlanarFrame, background: RGBColor?) throws {
    var drawing = Drawing(target: target, isPortable: isPortable)
    var rest = steps[...]
    if let background {
      try add(.color(background, width: canvas.width, height: canvas.height), to: &drawing)
    } else if let mixed = mixedStart(rest) {
      // Two frames that cover the canvas: one pass over them.
      drawing.mix(mixed.a, mixed.b, weight: mixed.weight)
      rest = rest.dropFirst(2)
    }
    for step in rest {
      switch step {
      case .layer(let layer): try add(layer, to: &drawing)
      case .mix(let a, let b, let weight):
        let other = PlanarFrame(width: canvas.width, height: canvas.height, like: canvas, hasAlpha: false)
        drawing.copy(to: other)
        for layer in a { try add(layer, to: &drawing) }
        for layer in b { try add(layer, to: &drawing, on: other) }
        drawing.mix(target, other, weight: Self.weight(weight))
      }
    }
    drawing.run(height: canvas.height, isLarge: canvas.width * canvas.height >= 1 << 17)
    samplers.endFrame()
    guard drawing.hasMemory else {
      throw DecoderError(.unsupported, "memory is short for a frame of \(canvas.width)x\(canvas.height) pixels")
    }
  }

  /// The first two layers, if both are copied whole and the second is mixed in.
  private func mixedStart(_ steps: ArraySlice<CompositionStep>) -> (a: PlanarFrame, b: PlanarFrame, weight: Int)? {
    guard steps.count >= 2, case .layer(let a) = steps[steps.startIndex],
      case .layer(let b) = steps[steps.startIndex + 1], b.opacity > 0, b.opacity < 1, !b.hasAlpha,
      let first = whole(a), let second = whole(b)
    else { return nil }
    return (first, second, Self.weight(b.opacity))
  }

  /// The planes of a layer that covers the canvas pixel by pixel.
  private func whole(_ layer: FrameLayer) -> PlanarFrame? {
    guard case .frame(let frame) = layer.content, layer.transform.isIdentity,
      (frame.width, frame.height) == (canvas.width, canvas.height), frame.planar.chromaSite == canvas.chromaSite,
      layer.geometry(on: (canvas.width, canvas.height))?.coversCanvas ?? false
    else { return nil }
    return frame.planar
  }

  private func add(_ content: FrameLayer.Content, to drawing: inout Drawing) throws {
    try add(FrameLayer(content), to: &drawing)
  }

  private func add(_ layer: FrameLayer, to drawing: inout Drawing, on other: PlanarFrame? = nil) throws {
    do {
      try place(layer, on: &drawing, other)
    } catch {
      throw layer.naming?(error) ?? error
    }
  }

  private func place(_ layer: FrameLayer, on drawing: inout Drawing, _ other: PlanarFrame?) throws {
    guard let geometry = layer.geometry(on: (canvas.width, canvas.height)) else { return }
    let frame: PlanarFrame
    switch layer.content {
    case .frame(let imported): frame = imported.planar
    case .color(let color, let width, let height):
      frame = PlanarFrame(color, width: width, height: height, like: canvas)
    }
    // Under other maps than scaling, neighbours alone are mixed: a frame that becomes much smaller is made small before.
    let reduction = geometry.reduction
    if !geometry.isUpright, max(reduction.x, reduction.y) > 2 {
      try addReduced(layer, frame, reduction, to: &drawing, on: other)
      return
    }
    try add(frame, geometry, opacity: Self.weight(layer.opacity), to: &drawing, on: other)
  }

  private func add(
    _ frame: PlanarFrame, _ geometry: LayerGeometry, opacity: Int, to drawing: inout Drawing, on other: PlanarFrame?
  ) throws {
    var parts: [CReelLayer] = []
    let site = (canvas: canvas.chromaSite, frame: frame.chromaSite)
    for (index, plane) in frame.planes.enumerated() {
      let map = geometry.map(isChroma: index > 0, site: site)
      let bounds = geometry.bounds(isChroma: index > 0)
      guard let sampler = samplers.sampler(map, plane, bounds) else { return try leaveOut(geometry) }
      var part = CReelLayer()
      (part.source, part.sampler, part.opacity) = (plane, sampler.sampler, CInt(opacity))
      if !frame.alphas.isEmpty {
        let alpha = frame.alphas[min(index, 1)]
        guard let alphaSampler = samplers.sampler(map, alpha, bounds) else { return try leaveOut(geometry) }
        (part.alpha, part.alpha_sampler) = (alpha, alphaSampler.sampler)
        drawing.retain(alphaSampler)
      }
      part.setEdges(geometry.edges(isChroma: index > 0))
      drawing.retain(sampler)
      parts.append(part)
    }
    drawing.retain(frame)
    drawing.draw(parts, on: other)
  }

  /// Leaves out a layer without a sampler, if it is made so small that nothing of it is seen.
  ///
  /// - Throws: `DecoderError`, so that no frame is given whose canvas has pixels that were not drawn.
  private func leaveOut(_ geometry: LayerGeometry) throws {
    let isTiny = max(geometry.reduction.x, geometry.reduction.y) > 4096
    guard isTiny, !geometry.coversCanvas else {
      throw DecoderError(.unsupported, "a layer's transform cannot be drawn, or memory is short for it")
    }
  }

  /// Draws a layer by way of a smaller copy of its frame.
  private func addReduced(
    _ layer: FrameLayer, _ frame: PlanarFrame, _ reduction: (x: Double, y: Double), to drawing: inout Drawing,
    on other: PlanarFrame?
  ) throws {
    func side(_ length: Int, _ factor: Double) -> Int { max(2, Int((Double(length) / max(1, factor)).rounded(.up))) }
    let (width, height) = (side(frame.width, reduction.x), side(frame.height, reduction.y))
    let scale = CGAffineTransform(
      scaleX: CGFloat(width) / CGFloat(frame.width), y: CGFloat(height) / CGFloat(frame.height))
    guard
      let small = LayerGeometry(
        width: frame.width, height: frame.height, scale, seen: nil, clip: nil, canvas: (width, height)),
      let geometry = LayerGeometry(
        width: width, height: height, scale.inverted().concatenating(layer.transform),
        seen: layer.seen.map { $0.applying(scale) }, clip: layer.clip, canvas: (canvas.width, canvas.height))
    else { return }
    let copy = PlanarFrame(width: width, height: height, like: canvas, hasAlpha: !frame.alphas.isEmpty)
    var reducing = Drawing(target: copy, isPortable: isPortable)
    let site = (canvas: copy.chromaSite, frame: frame.chromaSite)
    func parts(_ planes: [CReelPlane]) -> [CReelLayer]? {
      var parts: [CReelLayer] = []
      for (index, plane) in planes.enumerated() {
        guard
          let sampler = samplers.sampler(
            small.map(isChroma: index > 0, site: site), plane, small.bounds(isChroma: index > 0))
        else { return nil }
        var part = CReelLayer()
        (part.source, part.sampler, part.opacity) = (plane, sampler.sampler, 32767)
        reducing.retain(sampler)
        parts.append(part)
      }
      return parts
    }
    guard let color = parts(frame.planes), let alpha = parts(frame.alphas) else { return try leaveOut(geometry) }
    reducing.draw(color, on: nil)
    if !alpha.isEmpty { reducing.drawAlpha(alpha) }
    reducing.run(height: height, isLarge: frame.width * frame.height >= 1 << 18)
    drawing.hasMemory = drawing.hasMemory && reducing.hasMemory
    try add(copy, geometry, opacity: Self.weight(layer.opacity), to: &drawing, on: other)
  }

  private static func weight(_ opacity: Double) -> Int { max(0, min(32767, Int((opacity * 32768).rounded()))) }
}

extension CompositionStep {
  /// True if nothing below is seen.
  func coversCanvas(_ size: (width: Int, height: Int)) -> Bool {
    switch self {
    case .layer(let layer): layer.coversCanvas(size)
    case .mix(let a, let b, _): a.contains { $0.coversCanvas(size) } && b.contains { $0.coversCanvas(size) }
    }
  }
}

extension FrameLayer {
  /// True if nothing below is seen.
  package func coversCanvas(_ size: (width: Int, height: Int)) -> Bool {
    opacity >= 1 && !hasAlpha && geometry(on: size)?.coversCanvas ?? false
  }
}

extension CReelLayer {
  fileprivate mutating func setEdges(_ edges: [CReelEdge]) {
    edge_count = CInt(min(edges.count, 8))
    withUnsafeMutableBytes(of: &self.edges) { raw in
      let target = raw.bindMemory(to: CReelEdge.self)
      for (index, edge) in edges.prefix(8).enumerated() { target[index] = edge }
    }
  }
}
