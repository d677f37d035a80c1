internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph

extension PulledComponent {
  /// The component as the engine runs it.
  var elementNode: any ElementNode { PulledComponentNode(component: self) }
}

/// Runs a `PulledComponent` in both executors.
private struct PulledComponentNode: OpeningNode, PullableSource {
  let component: any PulledComponent

  var declaration: NodeDeclaration { component.declaration }
  var arguments: [String: Argument] { component.arguments }
  var elements: [ElementChoice] { [] }
  var inputFiles: [Location] { component.inputFiles }
  var family: MediaError.Family { .rendering }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] { component.preflight(node) }

  // MARK: Pulled

  func pulled(_ outputs: [OutputKey], _ node: GraphNode, _ opened: OpenedAssets) throws -> [OutputKey: Maker]? {
    let found = try component.open(outputs, node, opened)
    if let missing = outputs.first(where: { found[$0] == nil }) {
      throw Diagnostic("'\(node.name)' has no \(Self.text(of: missing))", kind: .input, at: node.range)
    }
    let range = try component.range(of: node)
    guard range != .wholeTimeline else { return found.mapValues(\.make) }
    return found.mapValues { output in
      {
        let stream = try output.make()
        switch stream {
        case .frames(let frames): frames.move(to: range)
        case .audio(let audio): audio.move(to: range)
        case .packets(let packets): packets.move(to: range)
        }
        return stream
      }
    }
  }

  // MARK: Pushed

  func open(_ bin: NodeBin, ready: @escaping @Sendable (Opened) -> Void) throws {
    let (outputs, node, assets) = (bin.outputs, bin.node, bin.assets)
    bin.look {
      let opened = try component.open(outputs, node, assets)
      return OpenedOutputs(
        try opened.mapValues { OpenedOutputs.Output(output: $0, tags: try $0.tags()) },
        in: try component.range(of: node))
    } then: { _, found in
      do {
        ready(.success(try found.get()))
      } catch {
        ready(.failure(Diagnostic(wrapping: error, "'\(node.name)' cannot be opened", at: node.range)))
      }
    }
  }

  func tracks(for outputs: [OutputKey], from tracks: [AssetTrack]) -> [OutputKey: AssetTrack] {
    outputs.reduce(into: [:]) { result, key in result[key] = tracks.first { $0.output == key } }
  }

  func missing(_ output: OutputKey, of node: GraphNode) -> TrackPruning.Missing {
    TrackPruning.Missing(node: node.name, key: output, what: Self.text(of: output), isExplicit: output.index > 1)
  }

  private static func text(of output: OutputKey) -> String {
    output.index > 1 ? "\(output.port).\(output.index)" : output.port
  }
}

/// The outputs of an opened component, as source elements.
private struct OpenedOutputs: OpenedSource {
  /// An output with its tags.
  struct Output: Sendable {
    let output: PulledOutput
    let tags: StreamTags
  }

  private let outputs: [OutputKey: Output]

  /// The part of the timeline that they give.
  private let range: CMTimeRange

  init(_ outputs: [OutputKey: Output], in range: CMTimeRange) { (self.outputs, self.range) = (outputs, range) }

  var tracks: [AssetTrack] {
    outputs.keys.map { key in
      var track = AssetTrack(kind: nil, id: 0)
      track.output = key
      return track
    }
  }

  func build(_ bin: NodeBin) throws {
    bin.hasIndependentStreams = true
    bin.isForwardOnly = true
    for key in bin.outputs {
      guard let found = outputs[key] else { continue }
      bin.note(found.output.notes)
      let source = try found.output.coded.map { try PacketSource($0) } ?? decodedSource(found.output, bin)
      (source.reception, source.tags) = (bin.reception, found.tags)
      let element = try ElementType(kind: .maker, isVideo: false, caps: "ANY").make(source, name: nil)
      try bin.adopt(element, factory: "pulled")
      bin.hold(element)
      try bin.exposeOutput(element.pad("src"), as: key)
    }
  }

  private func decodedSource(_ output: PulledOutput, _ bin: NodeBin) -> TrackSource {
    let source = PulledSource(output, bin.reception)
    source.range = range
    return source
  }
}
