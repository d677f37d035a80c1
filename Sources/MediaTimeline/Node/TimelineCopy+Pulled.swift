internal import CoreMedia
package import MediaEngine
package import MediaGraph
internal import MediaSource

extension TimelineCopy: PulledComponent {
  package var inputFiles: [Location] { timeline.locations }

  /// The number of lines that people read.
  private static let lineLimit = 60

  package func explanation(of node: GraphNode) -> [String] {
    do {
      let lines = try plan().report.lines
      let rest = lines.count - Self.lineLimit
      return rest > 0 ? lines.prefix(Self.lineLimit) + ["… and \(rest) more"] : lines
    } catch {
      return ["its spans are not known yet: \((error as? Diagnostic)?.message ?? "\(error)")"]
    }
  }

  package func open(
    _ outputs: [OutputKey], _ node: GraphNode, _ opened: OpenedAssets
  ) throws -> [OutputKey: PulledOutput] {
    let plan = try plan(opened: opened)
    var result: [OutputKey: PulledOutput] = [:]
    for key in outputs {
      let tracks = key.port == "video" ? plan.video : plan.audio
      guard tracks.indices.contains(key.index - 1) else { continue }
      let source = tracks[key.index - 1]
      result[key] = PulledOutput(coded: try source.open(), orientation: source.orientation)
    }
    return result
  }

  /// The plan of the copy. Opens the files of the timeline, and blocks.
  package func plan(opened: OpenedAssets = OpenedAssets()) throws -> CopyPlan {
    try CopyPlan(
      RenderPlan(timeline, opened: opened), edges: edges == .keep ? .keep : .encode, frameRate: timeline.frameRate,
      isMovie: movie)
  }
}
