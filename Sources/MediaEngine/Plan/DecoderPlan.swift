internal import MediaSource
internal import GStreamer
import MediaGraph
import MovieFile

/// Finds, before the run, the decoders of nodes: they follow from files, and from encoders upstream.
struct DecoderPlan {
  private let graph: Graph
  private let registry: Registry

  init(_ graph: Graph, _ registry: Registry) {
    self.graph = graph
    self.registry = registry
  }

  /// Returns a choice for each stream that the node decodes; none if that is unknown.
  func choices(of node: GraphNode) -> [GraphPlan.Choice] {
    switch try? registry.component(for: node) {
    case let read as any OpeningNode:
      let keys = outputs(of: node.name).filter { ["video", "audio"].contains($0.port) }
      return streams(keys, of: read).map { key, stream in choice(stream, of: " of '\(key.text)'") }
    case is VideoDecode, is AudioDecode:
      guard case .node(let name, let port, let index)? = node.inputs.first?.source, let source = graph[name] else {
        return []
      }
      switch try? registry.component(for: source) {
      case let encoder as any EncodingNode:
        guard let caps = try? Caps(encoder.codedCaps) else { return [] }
        return [choice(Stream(words: encoder.codecName, decoders: Self.names(for: caps), caps: caps), of: "")]
      case let read as any OpeningNode:
        let key = OutputKey(port: port ?? "", index: index)
        return streams([key], of: read).map { choice($0.stream, of: "") }
      default: return []
      }
    default: return []
    }
  }

  /// Returns the linked outputs of a node.
  private func outputs(of node: String) -> [OutputKey] {
    var keys: [OutputKey] = []
    for case .node(node, let port?, let index) in graph.nodes.flatMap(\.inputs).map(\.source) {
      let key = OutputKey(port: port, index: index)
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  // MARK: - Streams

  private struct Stream {
    /// The codec's display name.
    let words: String
    /// The installed decoders, best first.
    let decoders: [String]
    let caps: Caps?
  }

  /// Returns a file's stream for each port, by its headers; URLs are not requested.
  private func streams(_ keys: [OutputKey], of node: any OpeningNode) -> [(key: OutputKey, stream: Stream)] {
    switch node {
    case let read as MovieRead:
      guard let path = read.url.path, InputFile.isRegular(path), let file = try? TableSources(movie: path) else {
        return []
      }
      return streams(keys, of: read, in: file)
    case let read as AssetRead:
      guard let path = read.url.path, InputFile.isRegular(path) else { return [] }
      if let file = try? TableSources(path: path), file.gives(keys, of: read) {
        return streams(keys, of: read, in: file)
      }
      return probedStreams(keys, of: read)
    default: return []
    }
  }

  /// Returns the streams by the file's own tables.
  private func streams(
    _ keys: [OutputKey], of node: any OpeningNode, in file: TableSources
  ) -> [(key: OutputKey, stream: Stream)] {
    guard let chosen = try? node.tracks(for: keys, from: file.tracks) else { return [] }
    return keys.compactMap { key in
      guard let id = chosen[key]?.id, let format = try? file.format(ofTrack: id), !format.codec.isDecodedInSwift else {
        return nil
      }
      let words = format.description.map { CodecNames.names(of: $0).words } ?? format.codec.title
      return (key, Stream(words: words, decoders: format.decoders, caps: format.caps))
    }
  }

  /// Returns the streams that GStreamer finds in the file.
  private func probedStreams(_ keys: [OutputKey], of read: AssetRead) -> [(key: OutputKey, stream: Stream)] {
    guard let probe = try? Discoverer.probe(AssetProbe.Input(read.url)) else { return [] }
    return keys.compactMap { key in
      let isVideo = key.port.hasSuffix("video")
      let tracks = probe.tracks.filter { $0.kind == (isVideo ? .video : .audio) }
        .filter { Self.fits($0, isVideo ? read.videoTracks : read.audioTracks) }
      guard tracks.indices.contains(key.index - 1), let format = tracks[key.index - 1].format,
        !format.hasSuffix("/x-raw"), let caps = try? Caps(format)
      else { return nil }
      let words = tracks[key.index - 1].codec ?? format
      return (key, Stream(words: words, decoders: Self.names(for: caps), caps: caps))
    }
  }

  private static func fits(_ track: AssetProbe.Track, _ choice: TrackChoice) -> Bool {
    switch choice.rule {
    case .none: false
    case .id(let id): track.id == id
    case .language(let tag): track.language?.hasPrefix(tag) ?? false
    case .first, .all, .characteristic: true
    }
  }

  private static func names(for caps: Caps) -> [String] {
    ((try? ElementFactory.decoders(for: caps, mightFit: true)) ?? []).map(\.name)
  }

  // MARK: - Choices

  /// Returns the decoder of a stream, after the hardware decoders that were not chosen.
  private func choice(_ stream: Stream, of place: String) -> GraphPlan.Choice {
    let hardware = stream.caps.flatMap { try? ElementFactory.hardwareDecoders(for: $0) } ?? []
    let refused = hardware.map { factory in
      GraphPlan.Candidate(
        factory: factory.name, isInstalled: true, package: nil,
        objection: "is hardware, which is not used: what it gives differs from machine to machine")
    }
    let candidates = stream.decoders.map { name in
      GraphPlan.Candidate(
        factory: name, isInstalled: ElementFactory.isInstalled(name), package: Availability.package(of: name))
    }
    return GraphPlan.Choice(role: "\(stream.words) decoder\(place)", candidates: refused + candidates, parameter: nil)
  }
}

extension OutputKey {
  /// The output as in files, after the node's name.
  fileprivate var text: String { index > 1 ? "\(port).\(index)" : port }
}
