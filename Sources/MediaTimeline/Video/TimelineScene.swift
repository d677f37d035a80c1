internal import CoreGraphics
internal import CoreMedia
internal import MediaGraph

/// The clips that a timeline shows at a time: a function of the plan alone, opening nothing.
struct TimelineScene {
  /// A clip of a layer, by their numbers.
  struct Place: Hashable {
    let layer: Int
    let clip: Int
  }

  /// A clip with what a transition does to it.
  struct Appearance {
    let place: Place
    let clip: RenderClip
    /// That of the clip alone.
    let opacity: Double
    /// The way that a push or a slide has moved it, in pixels of the canvas.
    var offset = CGVector.zero
    /// The part of the canvas that a wipe leaves to it.
    var wiped: CGRect?
  }

  /// The clips of one layer.
  enum Content {
    case clip(Appearance)
    /// A dissolve; `progress` from 0 to 1.
    case dissolve(Appearance, Appearance, progress: Double)
    /// Both are there, the second above.
    case both(Appearance, Appearance)
    /// One of two clips under a colour.
    case veiled(Appearance, RGBColor, opacity: Double)
  }

  /// From the bottom up.
  let layers: [Content]
  let time: CMTime

  init(_ plan: RenderPlan, at time: CMTime) {
    self.time = time
    layers = plan.layers.indices.compactMap { Self.content(of: plan, layer: $0, at: time) }
  }

  private static func content(of plan: RenderPlan, layer: Int, at time: CMTime) -> Content? {
    let clips = plan.layers[layer].clips
    let next = plan.layers[layer].index(after: time)
    guard next > 0, let last = appearance(clips, layer, next - 1, time) else {
      // A clip that is invisible, and the one before in a transition.
      guard next > 1, clips[next - 1].range.containsTime(time) else { return nil }
      return appearance(clips, layer, next - 2, time).map { alone($0, clips[next - 2].exit, plan.size, time) }
    }
    guard let transition = last.clip.entry, transition.range.containsTime(time) else { return .clip(last) }
    guard next > 1, let before = appearance(clips, layer, next - 2, time) else {
      return appearing(last, transition, plan.size, time)
    }
    return joined(before, last, transition, plan.size, time)
  }

  /// A clip that is visible at a time.
  private static func appearance(_ clips: [RenderClip], _ layer: Int, _ index: Int, _ time: CMTime) -> Appearance? {
    let clip = clips[index]
    guard clip.range.containsTime(time), clip.video.rule != .none else { return nil }
    let opacity = clip.opacity.value(at: time)
    guard opacity > 0 else { return nil }
    return Appearance(place: Place(layer: layer, clip: index), clip: clip, opacity: min(1, opacity))
  }

  // MARK: Transitions

  private static func joined(
    _ a: Appearance, _ b: Appearance, _ transition: RenderTransition, _ size: PixelSize, _ time: CMTime
  ) -> Content {
    let progress = transition.progress(at: time)
    var (a, b) = (a, b)
    switch transition.kind {
    case .crossfade: return .dissolve(a, b, progress: progress)
    case .push:
      a.offset = transition.offset(progress, size)
      b.offset = transition.offset(progress - 1, size)
    case .slide: b.offset = transition.offset(progress - 1, size)
    case .wipe:
      (a.wiped, b.wiped) = transition.parts(progress, size)
    case .fade:
      return progress < 0.5
        ? .veiled(a, transition.color, opacity: 2 * progress) : .veiled(b, transition.color, opacity: 2 - 2 * progress)
    }
    return .both(a, b)
  }

  /// The second clip of a transition whose first is invisible.
  private static func appearing(
    _ b: Appearance, _ transition: RenderTransition, _ size: PixelSize, _ time: CMTime
  ) -> Content? {
    let progress = transition.progress(at: time)
    var b = b
    switch transition.kind {
    case .crossfade:
      return progress > 0 ? .clip(Appearance(place: b.place, clip: b.clip, opacity: b.opacity * progress)) : nil
    case .push, .slide: b.offset = transition.offset(progress - 1, size)
    case .wipe: b.wiped = transition.parts(progress, size).1
    case .fade: return progress < 0.5 ? nil : .veiled(b, transition.color, opacity: 2 - 2 * progress)
    }
    return .clip(b)
  }

  /// The first clip of a transition whose second is invisible.
  private static func alone(
    _ a: Appearance, _ transition: RenderTransition?, _ size: PixelSize, _ time: CMTime
  ) -> Content {
    guard let transition else { return .clip(a) }
    let progress = transition.progress(at: time)
    var a = a
    switch transition.kind {
    case .crossfade: return .clip(Appearance(place: a.place, clip: a.clip, opacity: a.opacity * (1 - progress)))
    case .push: a.offset = transition.offset(progress, size)
    case .slide: break
    case .wipe: a.wiped = transition.parts(progress, size).0
    case .fade: return .veiled(a, transition.color, opacity: min(1, 2 * progress))
    }
    return .clip(a)
  }
}

extension RenderLayer {
  /// The number of the first clip that begins after a time.
  func index(after time: CMTime) -> Int {
    var (low, high) = (0, clips.count)
    while low < high {
      let middle = (low + high) / 2
      if clips[middle].range.start <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RenderTransition {
  /// The way of a frame that moves by the canvas' size, in whole pairs of pixels, in which chroma moves too.
  fileprivate func offset(_ progress: Double, _ size: PixelSize) -> CGVector {
    func way(_ length: Int) -> Double {
      // Both frames of a push move by the same number of pixels; the canvas' side may be odd.
      let passed = ((progress < 0 ? progress + 1 : progress) * Double(length) / 2).rounded() * 2
      return progress < 0 ? passed - Double(length) : passed
    }
    return switch direction {
    case .left: CGVector(dx: -way(size.width), dy: 0)
    case .right: CGVector(dx: way(size.width), dy: 0)
    case .up: CGVector(dx: 0, dy: -way(size.height))
    case .down: CGVector(dx: 0, dy: way(size.height))
    }
  }

  /// The parts of the canvas that a wipe leaves to the first frame and gives to the second, in whole pairs of pixels.
  fileprivate func parts(_ progress: Double, _ size: PixelSize) -> (CGRect, CGRect) {
    let isAcross = direction == .left || direction == .right
    let length = isAcross ? size.width : size.height
    let passed = min(Double(length), (progress * Double(length) / 2).rounded() * 2)
    func part(_ start: Double, _ end: Double) -> CGRect {
      isAcross
        ? CGRect(x: start, y: 0, width: end - start, height: Double(size.height))
        : CGRect(x: 0, y: start, width: Double(size.width), height: end - start)
    }
    if direction == .right || direction == .down { return (part(passed, Double(length)), part(0, passed)) }
    // Seen from the other side, pairs begin at an even pixel.
    let border = Double(length) - passed, even = (border / 2).rounded() * 2
    return (part(0, min(even, Double(length))), part(min(even, Double(length)), Double(length)))
  }
}
