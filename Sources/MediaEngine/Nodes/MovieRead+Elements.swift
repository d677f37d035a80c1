import MediaGraph

/// Reads movies by their own tables (see ``TableSources``): no element of GStreamer takes part.
extension MovieRead: OpeningNode {
  var elements: [ElementChoice] { [] }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    if let problem = InputFile.problem(url, at: place) { return [problem] }
    guard let path = url.path, InputFile.isRegular(path) else {
      return [
        Diagnostic(
          "cannot read '\(url.text)'", kind: .input, at: place, cause: "only files can be read at any place",
          help: "asset.read reads it from its beginning to its end")
      ]
    }
    return []
  }

  func open(_ bin: NodeBin, ready: @escaping @Sendable ([AssetTrack]) -> Void) throws {
    let movie = try TableSources(movie: url.path ?? "")
    bin.hold(movie)
    ready(movie.tracks)
  }

  /// There is nothing to build before the tracks are known.
  func build(_ bin: NodeBin) throws {}

  func tracks(for outputs: [OutputKey], from tracks: [AssetTrack]) -> [OutputKey: AssetTrack] {
    var result: [OutputKey: AssetTrack] = [:]
    for output in outputs {
      // Of every file there is something to say, if only nothing.
      if output.port == "metadata" {
        result[output] = AssetTrack(kind: nil, id: 0, facts: nil)
        continue
      }
      let all = tracks.filter { $0.kind == Self.kind(of: output) }
      if all.indices.contains(output.index - 1) { result[output] = all[output.index - 1] }
    }
    return result
  }

  func missing(_ output: OutputKey, of node: GraphNode) -> TrackPruning.Missing {
    let kind =
      switch Self.kind(of: output) {
      case .video: "video track"
      case .audio: "audio track"
      case .text: "subtitle track"
      }
    return TrackPruning.Missing(
      node: node.name, key: output, what: kind + (output.index > 1 ? " \(output.index)" : ""), isExplicit: false)
  }

  func build(_ bin: NodeBin, tracks: [AssetTrack]) throws {
    try bin.exposeMetadata(of: url)
    try bin.movie?.build(bin, self.tracks(for: bin.outputs, from: tracks).filter { $0.key.port != "metadata" })
  }

  private static func kind(of output: OutputKey) -> AssetTrack.Kind {
    switch output.port {
    case "video", "coded_video": .video
    case "audio", "coded_audio": .audio
    default: .text
    }
  }
}
