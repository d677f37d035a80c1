internal import MediaSource
internal import GStreamer
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
    return found.mapValues(\.make)
  }

  // MARK: Pushed

  func open(_ bin: NodeBin, ready: @escaping @Sendable (Opened) -> Void) throws {
    let (outputs, node, assets) = (bin.outputs, bin.node, bin.assets)
    bin.look {
      try component.open(outputs, node, assets)
    } then: { _, found in
      do {
        ready(.success(OpenedOutputs(try found.get())))
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
  private let outputs: [OutputKey: PulledOutput]

  init(_ outputs: [OutputKey: PulledOutput]) { self.outputs = outputs }

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
      guard let output = outputs[key] else { continue }
      let source = PulledSource(output, bin.reception)
      let element = try ElementType(kind: .maker, isVideo: false, caps: "ANY").make(source, name: nil)
      try bin.adopt(element, factory: "pulled")
      bin.hold(element)
      try bin.exposeOutput(element.pad("src"), as: key)
    }
  }
}
