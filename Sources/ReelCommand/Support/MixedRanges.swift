import MediaGraph
import MediaTimeline

/// Timelines of files whose dynamic ranges differ, such as SDR and HLG: their frames cannot be drawn on one canvas.
enum MixedRanges {
  /// Refuses a graph that draws such a timeline. Reads headers of files, and blocks.
  ///
  /// - Throws: `Diagnostic` that names two of the files.
  static func check(_ graph: Graph) throws {
    // The run reports other errors of the graph.
    guard let nodes = try? graph.bound(partially: true).expanded().nodes else { return }
    let sources = nodes.flatMap(\.inputs).map(\.source)
    for node in nodes where node.use == TimelineNode.type {
      let isDrawn = sources.contains { source in
        guard case .node(node.name, let port, _) = source else { return false }
        return port == "video"
      }
      guard isDrawn || nodes.count == 1, let timeline = try? Registry.shared.component(for: node) as? TimelineNode
      else { continue }
      if let problem = timeline.mixedRanges(at: node.range) { throw problem }
    }
  }
}
