internal import CoreGraphics
internal import CoreMedia
package import MediaEngine
package import MediaGraph
internal import MediaSource

extension RenderPlan {
  /// Lowers a timeline: clips get their places and lengths, ramps the times of the timeline.
  ///
  /// A file is opened if a length, the canvas or the frame rate follows from it, and closed again. Blocks: never on the cooperative
  /// pool.
  ///
  /// - Parameter opened: The files that the program has opened already.
  /// - Throws: `Diagnostic` that names the clip; what is wrong with a file.
  package init(_ timeline: Timeline, opened: OpenedAssets = OpenedAssets()) throws {
    self = try PlanLowering(sources: PlanSources(opened)).plan(timeline, outerRate: nil)
  }
}

/// The sources of a plan, each once.
private final class PlanSources {
  private let opened: OpenedAssets
  private var media: [String: PlannedMedia] = [:]

  init(_ opened: OpenedAssets) { self.opened = opened }

  func tap(named name: String) -> AudioTap? { opened.tap(named: name) }

  func media(at location: Location) -> PlannedMedia {
    if let known = media[location.text] { return known }
    let new = PlannedMedia(location, opened.file(at: location), opened.cancellation)
    media[location.text] = new
    return new
  }
}

/// Makes a plan of a timeline.
private struct PlanLowering {
  /// Later times are those of a mistake: 272 years.
  private static let latest = CMTime(value: 1 << 33, timescale: 1)

  let sources: PlanSources
  /// The place of the timeline in the description, for errors.
  var path = ""

  /// - Parameter outerRate: The rate that is written for the timeline around; nil if that takes it from its clips.
  func plan(_ timeline: Timeline, outerRate: FrameRate?) throws -> RenderPlan {
    let rate = timeline.frameRate ?? outerRate
    var plan = RenderPlan(
      size: timeline.size ?? PixelSize(width: 0, height: 0),
      frameRate: rate ?? FrameRate(), background: PlanRamp(RGBColor()),
      sampleRate: timeline.sampleRate, channels: timeline.channels,
      layers: [], duration: .zero)
    plan.color = timeline.color
    plan.timedBy = timeline.timedBy.map { $0 - 1 }
    plan.background = try ramp(timeline.background, rate, from: .zero, "background") { $0 }
    try add(timeline.items, rate, path + "items", to: &plan)
    for (index, layer) in timeline.layers.enumerated() {
      let place = path + "layers[\(index)]"
      try add(layer.items, rate, place + ".items", to: &plan)
      let last = plan.layers.count - 1
      plan.layers[last].volume = try ramp(layer.volume, rate, from: .zero, place + ".volume") { $0.factor }
      plan.layers[last].tap = layer.tap.map { RenderTap(name: $0, process: sources.tap(named: $0)) }
    }
    if let layer = plan.timedBy, !plan.layers.indices.contains(layer) {
      throw Diagnostic("\(path)timed_by names no layer", notes: ["there are \(plan.layers.count), with the items"])
    }
    if timeline.size == nil || rate == nil { try takeFormat(timeline, rate, &plan) }
    return plan
  }

  /// Adds a layer of a sequence's clips.
  private func add(_ items: [Timeline.Item], _ rate: FrameRate?, _ place: String, to plan: inout RenderPlan) throws {
    var sequence = SequenceLowering(self, plan, rate: rate, path: place)
    for (index, item) in items.enumerated() { try sequence.add(item, at: index) }
    plan.layers.append(RenderLayer(clips: sequence.clips))
    // Of ends that only rounding makes different, the first counts: no frame begins between them.
    let (first, last) = (min(plan.duration, sequence.end), max(plan.duration, sequence.end))
    plan.duration = ExactTime(last) - ExactTime(first) < .rounding ? first : last
  }

  /// Takes the canvas and the frame rate of the first clip that is seen.
  private func takeFormat(_ timeline: Timeline, _ rate: FrameRate?, _ plan: inout RenderPlan) throws {
    var needsSize = timeline.size == nil
    plan.hasOwnRate = rate != nil
    for clip in plan.layers.flatMap(\.clips) {
      let found = try clip.naming(at: clip.range.start) { () -> SourceFormat? in
        guard try clip.hasVideo() else { return nil }
        switch clip.source {
        case .media(let media): return try media.videoFormat(clip.video)
        case .timeline(let nested):
          return SourceFormat(size: nested.size, rate: nested.hasOwnRate ? nested.frameRate : nil)
        // A title has the size of the canvas.
        case .title: return nil
        }
      }
      guard let found else { continue }
      if needsSize { plan.size = found.size }
      needsSize = false
      if rate == nil {
        plan.frameRate = found.rate ?? FrameRate(30) ?? FrameRate()
        plan.hasOwnRate = found.rate != nil
      }
      // A picture says nothing of the rate: the first movie may.
      if rate != nil || found.rate != nil { return }
    }
  }

  func source(
    of clip: Timeline.Clip, in plan: RenderPlan, _ rate: FrameRate?, at place: String
  ) throws -> RenderSource {
    switch clip.clip {
    case .location(let location): return .media(sources.media(at: location))
    case .timeline(let nested):
      let lowering = PlanLowering(sources: sources, path: place + ".clip.")
      return .timeline(try lowering.plan(nested, outerRate: rate))
    case .title(let title): return .title(title)
    case .program(let name):
      throw Diagnostic(
        "a clip cannot be the program's source '\(name)'", kind: .unavailable, notes: ["in \(place)"],
        cause: "a timeline asks its sources for any time, and a program gives its media once",
        help: "write the media to a file first")
    }
  }

  func time(_ time: MediaTime, _ rate: FrameRate?, _ place: String) throws -> CMTime {
    guard let value = time.time(at: rate) else {
      throw Diagnostic(
        "\(place) counts frames, and the timeline has no frame_rate",
        help: "write frame_rate: 25/1, or the time in seconds")
    }
    guard value.isNumeric, value <= Self.latest else {
      throw Diagnostic("\(place) is later than a timeline can be", notes: ["it is \(time.text)"])
    }
    return value
  }

  /// A ramp of the timeline's own times.
  func ramp<Value, Planned>(
    _ ramp: Ramp<Value>, _ rate: FrameRate?, from start: CMTime, _ place: String, _ value: (Value) -> Planned
  ) throws -> PlanRamp<Planned> {
    switch ramp {
    case .constant(let constant): return PlanRamp(value(constant))
    case .keys(let keys):
      let planned = try keys.map { key in
        PlanRamp<Planned>.Key(start + (try time(key.at, rate, place)), value(key.value), jump: key.jump)
      }
      guard let ramp = PlanRamp(planned) else { throw Diagnostic("\(place) has no keys") }
      return ramp
    }
  }
}

/// Puts the clips of a sequence in their places.
private struct SequenceLowering {
  private let lowering: PlanLowering
  private let plan: RenderPlan
  private let rate: FrameRate?
  private let path: String
  private(set) var clips: [RenderClip] = []
  /// The end of the item before.
  private(set) var end = CMTime.zero
  private var transition: (value: Timeline.Transition, duration: CMTime)?

  init(_ lowering: PlanLowering, _ plan: RenderPlan, rate: FrameRate?, path: String) {
    (self.lowering, self.plan, self.rate, self.path) = (lowering, plan, rate, path)
  }

  mutating func add(_ item: Timeline.Item, at index: Int) throws {
    let place = "\(path)[\(index)]"
    switch item {
    case .gap(let gap): end = end + (try time(gap.gap, place + ".gap"))
    case .transition(let value):
      guard let last = clips.last, last.range.end == end else {
        throw Diagnostic("a transition needs a clip before it", notes: ["in \(place)"])
      }
      let duration = try time(value.duration, place + ".duration")
      let taken = last.entry?.range.duration ?? .zero
      guard duration > .zero, duration <= last.range.duration - taken else {
        throw tooLong(duration, last.range.duration - taken, "what the clip before has left", place)
      }
      transition = (value, duration)
    case .clip(let clip): try add(clip, place)
    }
  }

  private mutating func add(_ clip: Timeline.Clip, _ place: String) throws {
    let source = try lowering.source(of: clip, in: plan, rate, at: place)
    let (from, length, sourceLength) = try lengths(of: clip, source, place)
    var start = try clip.at.map { try time($0, place + ".at") } ?? end
    if let transition {
      guard transition.duration <= length else {
        throw tooLong(transition.duration, length, "the clip behind it", place)
      }
      start = end - transition.duration
    } else if start < end {
      throw Diagnostic(
        "clips overlap at \(start.rationalText)",
        notes: ["in \(place)", "the item before ends at \(end.rationalText)"],
        help: "put a transition between them, or the clip into a layer")
    }
    var planned = RenderClip(
      source,
      TimeMap(
        CMTimeRange(start: start, duration: length), to: CMTimeRange(start: from, duration: sourceLength),
        isReversed: clip.reverse))
    planned.place = place
    (planned.video, planned.audio, planned.fit, planned.pitch) = (clip.video, clip.audio, clip.fit, clip.pitch)
    planned.samples = clip.samples
    planned.opacity = try ramp(clip.opacity, start, place + ".opacity") { $0.value }
    planned.volume = try ramp(clip.volume, start, place + ".volume") { $0.factor }
    planned.transform = try ramp(clip.transform, start, place + ".transform") {
      CGAffineTransform(a: $0.a, b: $0.b, c: $0.c, d: $0.d, tx: $0.x, ty: $0.y)
    }
    planned.crop = try clip.crop.map {
      try ramp($0, start, place + ".crop") { CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    }
    if let transition {
      let joined = RenderTransition(transition.value, CMTimeRange(start: start, end: end))
      planned.entry = joined
      clips[clips.count - 1].exit = joined
      self.transition = nil
    }
    clips.append(planned)
    end = planned.range.end
  }

  /// The place in the source, the length on the timeline, and that of the part of the source.
  private func lengths(
    of clip: Timeline.Clip, _ source: RenderSource, _ place: String
  ) throws -> (from: CMTime, length: CMTime, sourceLength: CMTime) {
    let from = try time(clip.from, place + ".from")
    let duration = try clip.duration.map { try time($0, place + ".duration") }
    if let duration, duration <= .zero { throw Diagnostic("\(place).duration is no time at all") }
    if let to = clip.to {
      let length = try time(to, place + ".to") - from
      guard length > .zero else { throw Diagnostic("\(place).to is where the clip begins, or before") }
      if case .timeline(let nested) = source, from > .zero { try check(from, before: nested.duration, source, place) }
      return (from, duration ?? length, length)
    }
    if try isStill(source, place) {
      guard let duration else {
        throw Diagnostic(
          "the length of a picture is missing", notes: ["in \(place)", "'\(source.name)' is a still picture"],
          help: "write duration: 3s")
      }
      return (from, duration, duration)
    }
    let sourceEnd = try sourceEnd(of: clip, source, place)
    try check(from, before: sourceEnd, source, place)
    return (from, duration ?? sourceEnd - from, sourceEnd - from)
  }

  private func check(_ from: CMTime, before end: CMTime, _ source: RenderSource, _ place: String) throws {
    guard end <= from else { return }
    throw Diagnostic(
      "a clip begins behind the end of its source", kind: .input,
      notes: ["in \(place)", "'\(source.name)' ends at \(end.rationalText)"],
      help: "let the clip begin earlier, with from, or leave it out")
  }

  private func isStill(_ source: RenderSource, _ place: String) throws -> Bool {
    switch source {
    case .title: return true
    case .timeline: return false
    case .media(let media): return try naming(place, source) { try media.isStill() }
    }
  }

  private func sourceEnd(of clip: Timeline.Clip, _ source: RenderSource, _ place: String) throws -> CMTime {
    switch source {
    case .timeline(let nested): nested.duration
    // It has none, as pictures have none: their lengths are written.
    case .title: .zero
    case .media(let media):
      try naming(place, source) { try media.end(video: clip.video, audio: clip.audio) }
    }
  }

  // MARK: Times

  private func time(_ time: MediaTime, _ place: String) throws -> CMTime { try lowering.time(time, rate, place) }

  private func ramp<Value, Planned>(
    _ ramp: Ramp<Value>, _ start: CMTime, _ place: String, _ value: (Value) -> Planned
  ) throws -> PlanRamp<Planned> { try lowering.ramp(ramp, rate, from: start, place, value) }

  private func tooLong(_ duration: CMTime, _ room: CMTime, _ what: String, _ place: String) -> Diagnostic {
    Diagnostic(
      "a transition is longer than \(what)",
      notes: ["in \(place)", "there are \(room.rationalText) for \(duration.rationalText)"])
  }

  /// Errors of a file, with the place of its clip.
  private func naming<Value>(_ place: String, _ source: RenderSource, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as Diagnostic {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      var media = MediaError(error, during: .reading)
      media.path = source.name(for: media.path)
      var problem = Diagnostic(media)
      problem.notes.append("in \(place)")
      throw problem
    }
  }
}
