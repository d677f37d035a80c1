import MediaGraph

/// Returns the problems of a description, rendered; the empty string if it is valid.
///
/// - Parameters:
///   - text: the file `test.yaml`.
///   - files: the files that it can include, by path.
///   - values: the values of `--set`; with them, the graph is bound, its templates are expanded, and it is checked
///     again.
func problems(_ text: String, files: [String: String] = [:], set values: [String: String]? = nil) -> String {
  let (loaded, formProblems) = loader(files).load(text: text, path: "test.yaml")
  let checker = GraphChecker(registry: Registry())
  let (graph, found) = checker.check(loaded)
  let all = formProblems + found
  guard let values, all.isEmpty else { return Diagnostics(all).description }
  do {
    let flat = try graph.bound(to: values).expanded(registry: Registry())
    return Diagnostics(checker.check(flat).problems).description
  } catch {
    return error.description
  }
}

/// Reads from a dictionary in the place of the disk.
func loader(_ files: [String: String]) -> DescriptionLoader {
  DescriptionLoader { path in
    guard let text = files[path] else { throw DescriptionLoader.FileError(code: 2) }
    return text
  }
}
