/// The amount of detail in a drawing of a graph.
public enum GraphDetail: String, Sendable, CaseIterable {
  /// The names and types of nodes, and the links.
  case plain
  /// Also the title, the parameters that are set, and what the colours of links mean.
  case full
}
