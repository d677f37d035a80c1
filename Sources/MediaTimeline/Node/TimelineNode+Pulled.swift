package import CoreMedia
package import MediaEngine
package import MediaGraph

extension TimelineNode: PulledComponent {
  package var inputFiles: [Location] { timeline.locations }

  package func range(of node: GraphNode) throws -> CMTimeRange {
    func time(_ argument: MediaTime?, _ name: String) throws -> CMTime? {
      guard let argument else { return nil }
      if let time = argument.time() { return time }
      guard let rate = timeline.frameRate, let time = argument.time(at: rate) else {
        throw Diagnostic(
          "'\(name)' of '\(node.name)' counts frames of no known rate", kind: .usage, at: node.range(ofArgument: name),
          help: "write seconds, or give the timeline a frame_rate")
      }
      return time
    }
    let range = CMTimeRange(start: try time(from, "from") ?? .zero, end: try time(to, "to") ?? .positiveInfinity)
    guard range.duration > .zero else {
      throw Diagnostic("'\(node.name)' would render nothing", kind: .usage, at: node.range(ofArgument: "to"))
    }
    return range
  }

  package func explanation(of node: GraphNode) -> [String] {
    do {
      return try RenderPlan(timeline).explanation.abridged
    } catch {
      return ["its clips have no places yet: \((error as? Diagnostic)?.message ?? "\(error)")"]
    }
  }

  package func open(
    _ outputs: [OutputKey], _ node: GraphNode, _ opened: OpenedAssets
  ) throws -> [OutputKey: PulledOutput] {
    let plan = try RenderPlan(timeline, opened: opened)
    return try TimelineOutputs(plan, in: range(of: node)).open(outputs)
  }
}

extension Timeline {
  /// The files and URLs of all clips, those of nested timelines too, each once.
  package var locations: [Location] {
    var locations: [Location] = []
    for case .clip(let clip) in items + layers.flatMap(\.items) {
      let found: [Location]
      switch clip.clip {
      case .location(let location): found = [location]
      case .timeline(let nested): found = nested.locations
      case .title, .program: found = []
      }
      for location in found where !locations.contains(location) { locations.append(location) }
    }
    return locations
  }
}
