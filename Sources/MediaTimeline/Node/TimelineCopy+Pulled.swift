internal import CoreMedia
package import MediaEngine
package import MediaGraph
internal import MediaSource

extension TimelineCopy: PulledComponent {
  package var inputFiles: [Location] { timeline.locations }

  package func explanation(of node: GraphNode) -> [String] {
    do {
      let plan = try plan()
      let obstacles = (plan.video + plan.audio + plan.samples).compactMap { track in
        track.obstacle.map { "the \(track.report.kind) cannot be copied, and is an error if something reads it: \($0)" }
      }
      return (obstacles + plan.report.lines).abridged
    } catch {
      return ["its spans are not known yet: \((error as? Diagnostic)?.message ?? "\(error)")"]
    }
  }

  package func open(
    _ outputs: [OutputKey], _ node: GraphNode, _ opened: OpenedAssets
  ) throws -> [OutputKey: PulledOutput] {
    let rendered = try RenderPlan(timeline, opened: opened)
    let plan = try plan(of: rendered)
    var result: [OutputKey: PulledOutput] = [:]
    for key in outputs {
      let tracks =
        switch key.port {
        case "video": plan.video
        case "audio": plan.audio
        default: plan.samples
        }
      guard tracks.indices.contains(key.index - 1) else { continue }
      let source = tracks[key.index - 1]
      result[key] = PulledOutput(coded: try source.open(), tags: source.tags)
      // All outputs have the same.
      if result.count == 1 { result[key]?.notes = { rendered.notes } }
    }
    return result
  }

  /// The plan of the copy. Opens the files of the timeline, and blocks.
  package func plan(opened: OpenedAssets = OpenedAssets()) throws -> CopyPlan {
    try plan(of: RenderPlan(timeline, opened: opened))
  }

  private func plan(of rendered: RenderPlan) throws -> CopyPlan {
    try CopyPlan(
      rendered, edges: edges == .keep ? .keep : .encode, in: range(), frameRate: timeline.frameRate, isMovie: movie)
  }

  private func range() throws -> CMTimeRange {
    func time(_ argument: MediaTime?, _ name: String) throws -> CMTime? {
      guard let argument else { return nil }
      if let time = argument.time() ?? timeline.frameRate.flatMap({ argument.time(at: $0) }) { return time }
      throw Diagnostic(
        "'\(name)' of a 'timeline.copy' counts frames of no known rate", kind: .usage,
        help: "write seconds, or give the timeline a frame_rate")
    }
    let range = CMTimeRange(start: try time(from, "from") ?? .zero, end: try time(to, "to") ?? .positiveInfinity)
    guard range.duration > .zero else { throw Diagnostic("a 'timeline.copy' would copy nothing", kind: .usage) }
    return range
  }
}
