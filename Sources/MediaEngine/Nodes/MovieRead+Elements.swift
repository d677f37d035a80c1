internal import MediaSource
import MediaGraph
import MovieFile

/// Reads movies by their own tables (see ``TableSources``), without GStreamer's elements.
extension MovieRead: OpeningNode {
  var elements: [ElementChoice] { [] }
  var inputFiles: [Location] { [url] }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    if let problem = InputFile.problem(url, at: place) { return [problem] }
    let isRead =
      url.path.map { InputFile.isRegular($0) || InputFile.isPipe($0) } ?? ["http", "https"].contains(url.scheme)
    if isRead { return [] }
    return [
      Diagnostic(
        "cannot read '\(url.text)'", kind: .input, at: place, cause: "movies come from files, servers and pipes",
        help: "asset.read reads from whatever GStreamer has a source for")
    ]
  }

  func open(_ bin: NodeBin, ready: @escaping @Sendable (Opened) -> Void) throws {
    guard let media = try RemoteMedia(url, bin.reception) else {
      let path = url.path ?? ""
      let movie = try TableSources(movie: path)
      return ready(.success(OpenedTables(movie, self)))
    }
    let (outputs, reception, range) = (bin.outputs, bin.reception, bin.node.range)
    bin.look {
      let movie: TableSources?
      switch try media.reader(reception, isWhole: TableSources.needWhole(outputs), isPartial: true) {
      // No movie comes in this way.
      case .tables(let bytes) where bytes is ArrivingBytes: movie = nil
      case .tables(let bytes): movie = try TableSources(movie: bytes, location: media.location, name: media.name)
      case .media(let opened):
        movie = opened.container.movie == nil ? nil : try TableSources(opened, name: media.name)
      case .stream(let stream): movie = try TableSources(stream, .partial, name: media.name)
      case .element: movie = nil
      }
      guard let movie else { throw MovieError(.notAMovie, "it is no movie file", offset: 0) }
      return try movie.prepared(for: outputs, tracks(for: outputs, from: movie.tracks), at: range)
    } then: { [place = bin.node.range(ofArgument: "url")] _, found in
      do {
        ready(.success(OpenedTables(try found.get(), self)))
      } catch {
        ready(.failure(Diagnostic(cannotRead: media.name, error, at: place)))
      }
    }
  }

  func tracks(for outputs: [OutputKey], from tracks: [AssetTrack]) -> [OutputKey: AssetTrack] {
    var result: [OutputKey: AssetTrack] = [:]
    for output in outputs {
      // Every file has a metadata stream, which may be empty.
      if output.port == "metadata" {
        result[output] = AssetTrack(kind: nil, id: 0)
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

  private static func kind(of output: OutputKey) -> AssetTrack.Kind {
    switch output.port {
    case "video", "coded_video": .video
    case "audio", "coded_audio": .audio
    default: .text
    }
  }
}
