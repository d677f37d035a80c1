internal import GStreamer
internal import MediaSource
import MediaGraph

/// A node that puts tracks into a file.
protocol MuxingNode: ElementNode {
  /// The format as people call it: "MP4".
  static var containerName: String { get }
  static var factory: String { get }
  /// The muxer's properties.
  var properties: [(name: String, value: String)] { get }
  /// Codecs that the muxer would take and write wrong, by the start of their caps, with what is wrong.
  static var refused: [(caps: String, reason: String)] { get }
  /// Whether the muxer writes tracks of these caps, and writes them right.
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

  /// What the file cannot hold.
  func unheldInputs(_ node: GraphNode, _ inputs: [InputSource]) throws -> [Diagnostic] {
    try inputs.compactMap { input in
      guard case .node(_, let port, _) = input.link.source, let media = input.component.muxedMedia(ofPort: port) else {
        return nil
      }
      let (name, caps) = (media.name, media.caps)
      if try Self.holds(caps) { return nil }
      let others = try Muxers.all.filter { try $0.holds(caps) }.map { $0.nodeType }
      let reason = Self.refused.first { caps.hasPrefix($0.caps) }?.reason
      return Diagnostic(
        "\(Self.containerName) cannot hold \(name)", at: input.link.range ?? node.range, label: "is \(name)",
        notes: reason.map { [$0] } ?? [],
        help: others.isEmpty ? nil : "\(name) goes into \(others.joined(separator: ", "))")
    }
  }

  /// By the templates of the muxer's pads.
  static func holds(_ text: String) throws -> Bool {
    guard !refused.contains(where: { text.hasPrefix($0.caps) }), let factory = try ElementFactory.find(factory) else {
      return false
    }
    let caps = try Caps(text)
    return factory.padTemplates.contains { $0.direction == .sink && $0.caps.canIntersect(caps) }
  }
}

extension InputSource {
  /// True if it is what a file says about itself.
  var isMetadata: Bool {
    guard case .node(_, let port, _) = link.source else { return false }
    return component.isMetadata(port)
  }
}

extension ElementNode {
  /// True if an output gives metadata.
  func isMetadata(_ port: String?) -> Bool {
    declaration.outputs.first { port == nil || $0.name == port }?.types == [.metadata]
  }
}

/// The muxers that errors name.
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

  /// The Xing header says how long the sound is; the tags, if any, come before it.
  func build(_ bin: NodeBin) throws { try bin.filter(bin.add("xingmux"), bin.add("id3v2mux")) }
}

extension NodeBin {
  /// A muxer with a queue before each of its pads.
  ///
  /// A muxer waits for its slowest track, and encoders keep pictures back; the others' packets wait here meanwhile. Packets
  /// are small, so the queues can be long: short ones would stop a fan-out that feeds two of the tracks.
  func mux(with choice: ElementChoice) throws {
    let muxer = try add(choice)
    let templates = Set(muxer.padTemplates.map(\.name))
    for (_, type) in inputs {
      let queue = try add(
        "queue", [("max-size-buffers", "0"), ("max-size-bytes", "33554432"), ("max-size-time", "20000000000")])
      let wanted = Self.padTemplate(for: type)
      // Transport streams have one kind of pad for all.
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
