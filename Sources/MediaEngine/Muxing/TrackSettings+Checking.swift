import MediaGraph
import MovieFile

extension TrackWritingNode {
  /// Returns the errors of what a muxer's node says about the tracks of its file.
  func trackProblems(of node: GraphNode, in format: WritableFormat) -> [Diagnostic] {
    var problems = [Diagnostic.surplus(tracks.count, "track", "tracks", of: node)].compactMap(\.self)
    problems += tracks.lazy.compactMap { $0.unsupportedReason(in: format) }.prefix(1).map { reason in
      Diagnostic(reason, at: node.range(ofArgument: "tracks") ?? node.range, help: "movie files have places for it")
    }
    for (index, track) in tracks.enumerated() {
      problems += track.problems(inputs: node.inputs.count).map { error in
        let place = node.range(ofArgument: "tracks", at: [.item(index)] + error.path)
        let message = error.within(.item(index)).within(.field("tracks")).description
        return Diagnostic(message, at: place, label: error.label, help: error.help)
      }
    }
    return problems
  }
}

extension TrackSettings {
  /// The errors of lists that do not have as many numbers as they need, of an alignment, and of references to tracks that are not there.
  fileprivate func problems(inputs: Int) -> [ArgumentError] {
    func shape(_ name: String, _ values: [Double], _ names: String, count: Int) -> ArgumentError? {
      guard !values.isEmpty, values.count != count else { return nil }
      return ArgumentError(
        "must have \(count) numbers", label: "has \(values.count)", help: "write \(name): [\(names)]",
        at: [.field(name)])
    }
    let lists = [
      shape("transform", transform, "a, b, c, d, tx, ty", count: 6),
      shape("clean_aperture", cleanAperture, "width, height, x, y", count: 4),
    ]
    var errors = lists.compactMap(\.self)
    if let alignment, alignment.nonzeroBitCount != 1 {
      errors.append(
        ArgumentError(
          "must be a power of two", label: "is \(alignment)", help: "write 512, for example", at: [.field("alignment")])
      )
    }
    return errors
      + references.enumerated().flatMap { index, reference in
        reference.problems(inputs: inputs).map { $0.within(.item(index)).within(.field("references")) }
      }
  }
}

extension TrackSettings.Reference {
  fileprivate func problems(inputs: Int) -> [ArgumentError] {
    var problems: [ArgumentError] = []
    if kind.utf8.count != 4 {
      problems.append(
        ArgumentError(
          "is no kind of reference", label: "has \(kind.utf8.count) letters", help: "write four, such as 'chap'",
          at: [.field("kind")]))
    }
    if track > inputs {
      problems.append(
        ArgumentError(
          "is no track of the file", label: "the muxer has \(inputs) \(inputs == 1 ? "input" : "inputs")",
          help: "tracks are counted from 1, in the order of the inputs", at: [.field("track")]))
    }
    return problems
  }
}
