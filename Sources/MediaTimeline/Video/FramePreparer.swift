internal import CoreGraphics
internal import MediaGraph
internal import MediaSource
internal import CoreMedia

/// A frame of a timeline before it is drawn: its sources' frames are decoded.
struct PreparedFrame: Sendable {
  let canvas: CanvasFormat
  let steps: [CompositionStep]
  let background: RGBColor
  let time: CMTime
  let duration: CMTime
}

/// Decodes the sources' frames of a timeline's frames, from the top down: what is hidden is not decoded.
///
/// Unchecked: used on the queue of a look-ahead alone.
final class FramePreparer: @unchecked Sendable {
  private let plan: RenderPlan
  private let readers: SourceReaderPool
  private var canvas: CanvasFormat?
  private var importers: [SourceLine: FrameImporter] = [:]
  /// The last frame of each source: one that is shown twice is converted once.
  ///
  /// The source is held: the address of one that is freed may be that of the next.
  private var imported: [SourceLine: (source: AnyObject, frame: ImportedFrame)] = [:]
  /// The last frame of one colour that has the alpha of another frame.
  private var veil: (source: ImportedFrame, color: RGBColor, frame: ImportedFrame)?
  private let clock: FrameClock

  init(_ plan: RenderPlan, _ clock: FrameClock) {
    (self.plan, self.clock) = (plan, clock)
    readers = SourceReaderPool(plan)
  }

  /// The frame with a number; nil behind the last.
  func frame(_ number: Int64, _ cancellation: Cancellation) throws -> PreparedFrame? {
    guard let (time, end) = try clock.range(of: number) else { return nil }
    let canvas = try self.canvas ?? TimelineCanvas(plan: plan, readers: readers).format(cancellation)
    self.canvas = canvas
    readers.prepare(at: time, cancellation)
    defer {
      let open = readers.lines
      imported = imported.filter { open.contains($0.key) }
      importers = importers.filter { open.contains($0.key) }
    }
    return PreparedFrame(
      canvas: canvas, steps: try steps(TimelineScene(plan, at: time), canvas, cancellation),
      background: plan.background.value(at: time), time: time, duration: end - time)
  }

  private func steps(
    _ scene: TimelineScene, _ canvas: CanvasFormat, _ cancellation: Cancellation
  ) throws -> [CompositionStep] {
    var steps: [CompositionStep] = []
    let size = (canvas.width, canvas.height)
    for content in scene.layers.reversed() {
      let own = try self.steps(content, canvas, scene.time, cancellation)
      steps = own + steps
      if own.contains(where: { $0.coversCanvas(size) }) { break }
    }
    return steps
  }

  private func steps(
    _ content: TimelineScene.Content, _ canvas: CanvasFormat, _ time: CMTime, _ cancellation: Cancellation
  ) throws -> [CompositionStep] {
    func layer(_ appearance: TimelineScene.Appearance) throws -> FrameLayer? {
      try self.layer(appearance, canvas, time, cancellation)
    }
    switch content {
    case .clip(let appearance): return try layer(appearance).map { [.layer($0)] } ?? []
    case .both(let a, let b):
      let above = try layer(b)
      if let above, above.coversCanvas((canvas.width, canvas.height)) { return [.layer(above)] }
      return try [layer(a), above].compactMap { $0.map { .layer($0) } }
    case .dissolve(let a, let b, let progress):
      var (below, above) = (try layer(a), progress > 0 ? try layer(b) : nil)
      if let b = above, b.coversCanvas((canvas.width, canvas.height)) {
        above?.opacity = progress
        return [below, above].compactMap { $0.map { .layer($0) } }
      }
      if let below, let above { return [.mix([below], [above], weight: progress)] }
      below?.opacity *= 1 - progress
      above?.opacity *= progress
      return [below, above].compactMap { $0.map { .layer($0) } }
    case .veiled(let appearance, let color, let opacity):
      guard var frame = try layer(appearance) else { return [] }
      var veil = frame
      if appearance.place.layer == 0 {
        veil = FrameLayer(.color(color, width: canvas.width, height: canvas.height))
        veil.opacity = opacity
      } else {
        veil.content = try veiled(frame.content, color, canvas)
        veil.opacity *= opacity
        // The clip is mixed with the colour first, and the mix has the clip's opacity: what is below keeps its part.
        if veil.opacity < 1 { frame.opacity = 1 - (1 - frame.opacity) / (1 - veil.opacity) }
      }
      return veil.coversCanvas((canvas.width, canvas.height)) ? [.layer(veil)] : [.layer(frame), .layer(veil)]
    }
  }

  private func layer(
    _ appearance: TimelineScene.Appearance, _ canvas: CanvasFormat, _ time: CMTime, _ cancellation: Cancellation
  ) throws -> FrameLayer? {
    let clip = appearance.clip
    return try clip.naming(at: time) {
      let line = SourceLine(clip, at: appearance.place)
      let reader = readers.reader(of: clip, at: appearance.place)
      let wanted = clip.map.sourceTime(at: time)
      guard let source = try reader.frame(at: wanted, cancellation) else { return nil }
      try clip.check(frameEnd: source.end, at: wanted)
      let frame = try imported(source, line, canvas)
      let placement = ClipPlacement(
        appearance, width: frame.width, height: frame.height, pixelAspectRatio: frame.pixelAspectRatio,
        orientation: source.orientation, canvas: plan.size, at: time)
      var layer = FrameLayer(
        .frame(frame), transform: placement.transform, seen: placement.seen, opacity: appearance.opacity)
      layer.clip = appearance.wiped
      layer.naming = { clip.named($0, at: time) }
      return layer
    }
  }

  /// A colour in the shape of a frame: with the frame's alpha, if it has any.
  private func veiled(_ content: FrameLayer.Content, _ color: RGBColor, _ canvas: CanvasFormat) throws
    -> FrameLayer.Content
  {
    guard case .frame(let frame) = content, frame.hasAlpha else {
      let size = FrameLayer(content).size
      return .color(color, width: size.width, height: size.height)
    }
    if let veil, veil.source === frame, veil.color == color { return .frame(veil.frame) }
    let tinted = try FrameImporter(canvas).frame(tinting: frame, color)
    veil = (frame, color, tinted)
    return .frame(tinted)
  }

  private func imported(_ source: SourceFrame, _ line: SourceLine, _ canvas: CanvasFormat) throws -> ImportedFrame {
    let object: AnyObject =
      switch source.content {
      case .frame(let buffer, _): buffer
      case .picture(let picture): picture.image
      }
    // A picture may be in many places at once.
    if let known = imported[line] ?? imported.values.first(where: { $0.source === object }), known.source === object {
      imported[line] = known
      return known.frame
    }
    let importer = importers[line] ?? FrameImporter(canvas)
    importers[line] = importer
    let frame =
      switch source.content {
      case .frame(let buffer, let caps): try importer.frame(buffer, caps)
      case .picture(let picture): try importer.frame(picture.image)
      }
    imported[line] = (object, frame)
    return frame
  }
}
