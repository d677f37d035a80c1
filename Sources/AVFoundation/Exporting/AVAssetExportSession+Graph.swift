public import MediaGraph

extension AVAssetExportSession {
  /// The export as a graph: the asset, or the timeline of a composition, and `export.preset`, or a copy.
  ///
  ///     print(try session.graph.yaml())
  ///
  /// Once the export has begun it is what runs; before that, what would run. It can be printed, edited and run like any other.
  ///
  /// - Throws: `AVError` for settings that make no export; read errors of the asset.
  public var graph: Graph {
    get throws {
      if let graph = work.withLock({ $0.graph }) { return graph }
      let settings = settings.withLock { $0 }
      return try ExportPlan(asset, row, settings, ExportOutput(settings, row)).graph
    }
  }

  /// Returns the graph as it would run if its output did not exist, and lines about media that the file will not have.
  ///
  /// - Throws: As ``graph``.
  package func graphOfNewOutput() throws -> (graph: Graph, notes: [String]) {
    let settings = settings.withLock { $0 }
    let plan = try ExportPlan(asset, row, settings, ExportOutput(settings, row, isNew: true))
    return (plan.graph, plan.notes)
  }
}
