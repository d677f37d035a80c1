public import MediaGraph

extension AVAssetReader {
  /// The reader's work as a graph: a source for each track, the conversions of its outputs, and their ends in the program.
  ///
  ///     print(try reader.graph.yaml())
  ///
  /// It is what the reader runs. With its ends replaced by encoders and files it can be run like any other; see `GraphRun`.
  ///
  /// - Throws: `AVError` for settings that cannot be used.
  public var graph: Graph {
    get throws { try plan().plan.graph }
  }
}
