package import CoreMedia
package import MediaEngine
internal import MediaGraph
internal import MediaSource

/// The streams of a plan, by the ports of the node `timeline`.
package struct TimelineOutputs: Sendable {
  private let plan: RenderPlan
  /// The part of the timeline that they give.
  private let range: CMTimeRange

  package init(_ plan: RenderPlan, in range: CMTimeRange = .wholeTimeline) { (self.plan, self.range) = (plan, range) }

  /// - Returns: The outputs that the timeline has: one of silent clips has no audio.
  /// - Throws: `Diagnostic`; what is wrong with a file.
  package func open(_ outputs: [OutputKey]) throws -> [OutputKey: PulledOutput] {
    var result: [OutputKey: PulledOutput] = [:]
    for key in outputs {
      result[key] = try output(key)
      let isVideo = key.port == "video"
      // All outputs have the same.
      if result.count == 1 { result[key]?.notes = { [plan] in plan.notes } }
      if isVideo || key.port == "audio" { result[key]?.tags = { [plan] in try plan.tags(isVideo: isVideo) } }
    }
    return result
  }

  private func output(_ key: OutputKey) throws -> PulledOutput? {
    switch key.port {
    case "audio":
      guard try plan.hasAudio() || plan.isBlank else { return nil }
      try plan.checkTaps()
      return try audio(plan, plan.audioFormat())
    case "sounds":
      guard plan.layers.indices.contains(key.index - 1) else { return nil }
      let layer = plan.sounds(ofLayer: key.index - 1)
      guard try layer.hasAudio() else { return nil }
      return try audio(layer, plan.audioFormat())
    case "video":
      guard try plan.hasVideo() || plan.isBlank && plan.size.width > 0 else { return nil }
      let clock = FrameClock(plan)
      return PulledOutput(end: plan.duration, timescale: clock.timescale(in: range)) { [plan] in
        .frames(try TimelineFrames(plan, clock))
      }
    case "frames":
      let number = key.index - 1
      guard plan.layers.indices.contains(number), try plan.layers[number].hasVideo() else { return nil }
      return PulledOutput(end: plan.layers[number].clips.last?.range.end ?? .zero) { [plan] in
        .frames(LayerFrames(plan, layer: number))
      }
    default: throw Diagnostic("a timeline has no port '\(key.port)'", kind: .usage)
    }
  }

  private func audio(_ plan: RenderPlan, _ format: DecodedAudioFormat) -> PulledOutput {
    PulledOutput(end: plan.duration, timescale: Int32(clamping: format.rate)) { .audio(TimelineAudio(plan, format)) }
  }
}

extension RenderPlan {
  /// True if there is nothing but gaps: silence, and a canvas of its background if it has a size.
  var isBlank: Bool { duration > .zero && layers.allSatisfy(\.clips.isEmpty) }

  /// - Throws: `Diagnostic` for a tap that the program does not have.
  func checkTaps() throws {
    for layer in layers {
      if let tap = layer.tap, tap.process == nil {
        throw Diagnostic(
          "the tap '\(tap.name)' is not there", kind: .unavailable,
          cause: "it is a closure of the program that made the timeline",
          help: "remove tap: \(tap.name), or let the program run the graph")
      }
      for case .timeline(let nested) in layer.clips.map(\.source) { try nested.checkTaps() }
    }
  }

  /// The audio of one layer before its tap, its volume and its fades, for programs that process it.
  func sounds(ofLayer index: Int) -> RenderPlan {
    var plan = self
    plan.layers = [RenderLayer(clips: layers[index].clips)]
    for number in plan.layers[0].clips.indices {
      plan.layers[0].clips[number].volume = PlanRamp(1)
      plan.layers[0].clips[number].entry = nil
      plan.layers[0].clips[number].exit = nil
    }
    plan.duration = plan.layers[0].clips.last?.range.end ?? .zero
    return plan
  }
}
