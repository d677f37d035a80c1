import MediaGraph

/// Completes the names of a graph's parameters after `--set`, from the description file on the command line.
enum ParameterCompletion {
  /// Returns `name=` for each parameter that has no value yet.
  ///
  /// - Parameter words: The words of the command line; a file that cannot be read gives nothing.
  static func candidates(_ words: [String]) -> [String] {
    guard let file = words.first(where: { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }) else { return [] }
    let given = Set(words.filter { $0.contains("=") }.map { String($0.prefix { $0 != "=" }) })
    return DescriptionLoader().load(path: file).graph.parameters.keys.filter { !given.contains($0) }.map { $0 + "=" }
  }
}
