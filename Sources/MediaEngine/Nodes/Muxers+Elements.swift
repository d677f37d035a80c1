internal import GStreamer
internal import MediaSource
import MediaGraph

/// A node that writes tracks to a file.
protocol MuxingNode: ElementNode {
  /// The format's name: "MP4".
  static var containerName: String { get }
  static var factory: String { get }
  /// The muxer's properties.
  var properties: [(name: String, value: String)] { get }
  /// Codecs that the muxer accepts but writes incorrectly, by the start of their caps, with the reason.
  static var refused: [(caps: String, reason: String)] { get }
  /// Returns true if the muxer writes tracks of these caps correctly.
  static func holds(_ text: String) throws -> Bool
}

extension MuxingNode {
  var family: MediaError.Family { .muxing }
  var properties: [(name: String, value: String)] { [] }
  static var refused: [(caps: String, reason: String)] { [] }

  private var choice: ElementChoice { ElementChoice(Self.factory, properties) }

  var elements: [ElementChoice] { [choice, ElementChoice("queue")] }
  func build(_ bin: NodeBin) throws { try bin.mux(with: choice) }

  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] { try unheldInputs(node, inputs) }

  /// Returns the errors of inputs that the file cannot hold.
  func unheldInputs(_ node: GraphNode, _ inputs: [InputSource]) throws -> [Diagnostic] {
    try inputs.compactMap { input in
      let (name, caps): (String, String)
      switch input.component {
      case let encoder as any EncodingNode: (name, caps) = (encoder.codecName, encoder.codedCaps)
      case is TextRead: (name, caps) = ("subtitles", "text/x-raw,format=utf8")
      case is AudioLevel: (name, caps) = ("levels", levelCaps)
      case is AssetRead, is MovieRead:
        guard input.isMetadata else { return nil }
        (name, caps) = ("metadata", MetadataObject.caps)
      default: return nil
      }
      if try Self.holds(caps) { return nil }
      let others = try Muxers.all.filter { try $0.holds(caps) }.map { $0.nodeType }
      let reason = Self.refused.first { caps.hasPrefix($0.caps) }?.reason
      return Diagnostic(
        "\(Self.containerName) cannot hold \(name)", at: input.link.range ?? node.range, label: "is \(name)",
        notes: reason.map { [$0] } ?? [],
        help: others.isEmpty ? nil : "\(name) goes into \(others.joined(separator: ", "))")
    }
  }

  /// Uses the templates of the muxer's pads.
  static func holds(_ text: String) throws -> Bool {
    guard !refused.contains(where: { text.hasPrefix($0.caps) }), let factory = try ElementFactory.find(factory) else {
      return false
    }
    let caps = try Caps(text)
    return factory.padTemplates.contains { $0.direction == .sink && $0.caps.canIntersect(caps) }
  }
}

extension InputSource {
  /// True if the input is a metadata stream.
  var isMetadata: Bool {
    guard case .node(_, let port, _) = link.source else { return false }
    return component.declaration.outputs.first { port == nil || $0.name == port }?.types == [.metadata]
  }
}

/// The muxers that errors suggest.
enum Muxers {
  static let all: [any (MuxingNode & Node).Type] = [
    MuxMP4.self, MuxMOV.self, MuxM4A.self, Mux3GP.self, MuxMKV.self, MuxWebM.self, MuxTS.self, MuxOgg.self, MuxWAV.self,
    MuxAIFF.self,
    MuxAIFC.self, MuxCAF.self, MuxAMR.self, MuxMP3.self,
  ]
}

extension MuxingNode where Self: Node {
  static var nodeType: String { Self.type.name }
}

extension MuxMKV: MuxingNode {
  static var containerName: String { "Matroska" }
  static var factory: String { "matroskamux" }
}

extension MuxWebM: MuxingNode {
  static var containerName: String { "WebM" }
  static var factory: String { "webmmux" }
}

extension MuxTS: MuxingNode {
  static var containerName: String { "a transport stream" }
  static var factory: String { "mpegtsmux" }
}

extension MuxOgg: MuxingNode {
  static var containerName: String { "Ogg" }
  static var factory: String { "oggmux" }
}

extension MuxMP3: MuxingNode {
  static var containerName: String { "an MP3 file" }
  static var factory: String { "xingmux" }
  var elements: [ElementChoice] { [ElementChoice("xingmux"), ElementChoice("id3v2mux")] }

  /// The Xing header has the duration; tags precede it.
  func build(_ bin: NodeBin) throws { try bin.filter(bin.add("xingmux"), bin.add("id3v2mux")) }
}

extension NodeBin {
  /// Adds a muxer with a queue before each of its pads.
  ///
  /// A muxer waits for its slowest track, and encoders delay frames; the others' packets wait here meanwhile. Packets
  /// are small, so the queues can be long: short ones would deadlock a fan-out that feeds two of the tracks.
  func mux(with choice: ElementChoice) throws {
    let muxer = try add(choice)
    let templates = Set(muxer.padTemplates.map(\.name))
    for (_, type) in inputs {
      let queue = try add(
        "queue", [("max-size-buffers", "0"), ("max-size-bytes", "33554432"), ("max-size-time", "20000000000")])
      let wanted = Self.padTemplate(for: type)
      // Transport streams have one pad template for all tracks.
      let pad = try muxer.requestPad(templates.contains(wanted) ? wanted : "sink_%d")
      try queue.pad("src").link(to: pad)
      try exposeInput(queue.pad("sink"))
    }
    try exposeOutput(muxer.pad("src"))
  }

  private static func padTemplate(for type: PortType) -> String {
    switch type {
    case .codedAudio, .rawAudio: "audio_%u"
    case .text, .metadata: "subtitle_%u"
    default: "video_%u"
    }
  }
}
