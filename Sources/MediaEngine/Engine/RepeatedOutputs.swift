internal import MediaSource
import MediaGraph

/// Outputs of a graph that have one place.
enum RepeatedOutputs {
  /// Returns an error for each output at the place of one before it.
  ///
  /// Devices and pipes may be written by several nodes.
  ///
  /// - Parameter isInput: Returns true for a file that the graph reads, too, which is another error.
  static func problems(
    _ written: [(node: GraphNode, file: WrittenFile)], isInput: (String) -> Bool = { _ in false }
  ) -> [Diagnostic] {
    var places: Set<OutputPlace> = []
    return written.compactMap { node, file in
      guard let path = file.location.text == "-" ? OutputFile.standardOutput : file.location.path,
        file.isFolder || path == OutputFile.standardOutput
          || OutputFile(file.location, overwrite: file.overwrite).isRenamed,
        !isInput(path), !places.insert(OutputPlace(path)).inserted
      else { return nil }
      return Diagnostic("'\(path)' is written twice", kind: .output, at: node.range(ofArgument: "url"))
    }
  }
}

/// A name in a folder, however the folder is spelt: `./out.mp4` equals `out.mp4`.
private struct OutputPlace: Hashable {
  let folder: FileIdentity?
  /// The name; with the folder's as it is written, if there is no such folder.
  let name: Substring

  init(_ path: String) {
    // Folders may be named with a slash at their end.
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let slash = path.lastIndex(of: "/")
    folder = InputFile.identity(slash.map { String(path[...$0]) } ?? ".")
    name = folder == nil ? path[...] : slash.map { path[path.index(after: $0)...] } ?? path[...]
  }
}
