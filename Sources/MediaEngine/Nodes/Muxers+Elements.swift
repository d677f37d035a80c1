internal import GStreamer
internal import MediaSource
import Dispatch
import MediaGraph
import MovieFile

/// A node that writes tracks to a file.
protocol MuxingNode: ElementNode {
  /// The format's name: "MP4".
  static var containerName: String { get }
  static var factory: String { get }
  /// The muxer's properties.
  var properties: [(name: String, value: String)] { get }
  /// Codecs that the muxer accepts but writes incorrectly, by the start of their caps, with the reason.
  static var unsupportedCaps: [(caps: String, reason: String)] { get }
  /// Returns true if the muxer writes tracks of these caps correctly.
  static func holds(_ text: String) throws -> Bool
}

extension MuxingNode {
  var family: MediaError.Family { .muxing }
  var properties: [(name: String, value: String)] { [] }
  static var unsupportedCaps: [(caps: String, reason: String)] { [] }

  private var choice: ElementChoice { ElementChoice(Self.factory, properties) }

  var elements: [ElementChoice] { [choice, ElementChoice("queue")] }
  func build(_ bin: NodeBin) throws { try bin.mux(with: choice, Self.self) }

  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] { try unsupportedInputs(node, inputs) }

  /// Returns the errors of inputs that the file cannot hold.
  func unsupportedInputs(_ node: GraphNode, _ inputs: [InputSource]) throws -> [Diagnostic] {
    try inputs.compactMap { input in
      guard case .node(_, let port, _) = input.link.source, let media = input.component.muxedMedia(ofPort: port) else {
        return nil
      }
      let (name, caps) = (media.name, media.caps)
      if try Self.holds(caps) { return nil }
      let reason = Self.unsupportedCaps.first { caps.hasPrefix($0.caps) }?.reason
      return Muxers.refusal(
        of: name, caps: caps, in: Self.containerName, reason: reason, at: input.link.range ?? node.range)
    }
  }

  /// The caps that the muxer takes on any of its pads.
  fileprivate static var taken: Caps {
    get throws {
      let templates = try ElementFactory.find(factory)?.padTemplates.filter { $0.direction == .sink } ?? []
      return try Caps(templates.map(\.caps.text).joined(separator: ";"))
    }
  }

  /// Uses the templates of the muxer's pads.
  static func holds(_ text: String) throws -> Bool {
    guard !unsupportedCaps.contains(where: { text.hasPrefix($0.caps) }), let factory = try ElementFactory.find(factory)
    else {
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

/// The muxers that errors suggest.
enum Muxers {
  static let all: [any (MuxingNode & Node).Type] = [
    MuxMP4.self, MuxMOV.self, MuxM4A.self, Mux3GP.self, MuxMKV.self, MuxWebM.self, MuxTS.self, MuxOgg.self, MuxWAV.self,
    MuxAIFF.self, MuxAIFC.self, MuxCAF.self, MuxAMR.self, MuxMP3.self, MuxFLAC.self,
  ]

  /// Returns the error for media that files cannot hold, with the muxers that take them.
  static func refusal(
    of name: String, caps: String, in container: String, reason: String? = nil, at range: SourceRange?
  ) -> Diagnostic {
    let others = all.filter { (try? $0.holds(caps)) ?? false }.map { $0.nodeType }
    return Diagnostic(
      "\(container) cannot hold \(name)", at: range, label: "is \(name)", notes: reason.map { [$0] } ?? [],
      help: others.isEmpty ? nil : "\(name) goes into \(others.joined(separator: ", "))")
  }
}

extension MuxingNode where Self: Node {
  static var nodeType: String { Self.type.name }
}

extension MuxTS: MuxingNode {
  static var containerName: String { "a transport stream" }
  static var factory: String { "mpegtsmux" }

  func build(_ bin: NodeBin) throws {
    let taken = try Self.taken
    let emptyInputs = EmptyInputs(of: bin.inputs.count)
    bin.note { emptyInputs.notes }
    try bin.mux(with: ElementChoice(Self.factory), Self.self) { index in
      let note = MuxerInput.absenceNote(ofInput: index + 1, isVideo: bin.inputs[index].type == .codedVideo)
      return try TransportInput.element(before: taken, emptyInputs, absenceNote: note)
    }
  }
}

extension MuxOgg: MuxingNode {
  static var containerName: String { "Ogg" }
  static var factory: String { "oggmux" }
  /// Returns the metadata of the output, as those of FLAC files, which have the same tags.
  ///
  /// - Parameter takesOthers: False for what the node itself says alone.
  private func outputMetadata(
    at range: SourceRange?, isRun: Bool, takesOthers: Bool = true
  ) throws(Diagnostic) -> MuxerMetadata {
    try MuxerMetadata(
      metadata, from: takesOthers ? metadataFrom : nil, chapters: takesOthers ? chaptersFrom : nil, in: .audio(.flac),
      isFragmented: false, at: range, isRun: isRun)
  }

  private func metadataProblems(of node: GraphNode, takesOthers: Bool) -> [Diagnostic] {
    do throws(Diagnostic) {
      let place = node.range(ofArgument: "metadata") ?? node.range
      _ = try outputMetadata(at: place, isRun: false, takesOthers: takesOthers)
      return []
    } catch {
      return [error]
    }
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] {
    try unsupportedInputs(node, inputs) + metadataProblems(of: node, takesOthers: false)
  }

  /// The files from which the output takes its metadata and its chapters.
  var inputFiles: [Location] { [metadataFrom, chaptersFrom].compactMap(\.self) }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    guard !inputFiles.isEmpty, metadataProblems(of: node, takesOthers: false).isEmpty else { return [] }
    return metadataProblems(of: node, takesOthers: true)
  }

  func build(_ bin: NodeBin) throws {
    let taken = try Self.taken
    let metadata = try outputMetadata(at: nil, isRun: true)
    let items = metadata.items + (metadata.chapters.first?.vorbisComments ?? [])
    for note in metadata.notes("file", kind: "Ogg") { bin.note(note) }
    // One stream says them: the first of sound, whose codecs all have comments, where there is one.
    let speaker = bin.inputs.firstIndex { $0.type == .codedAudio } ?? 0
    try bin.mux(with: ElementChoice(Self.factory), Self.self) { index in
      try OggInput.element(before: taken, saying: index == speaker ? items : [])
    }
  }
}

extension NodeBin {
  /// Adds a muxer with a queue before each of its pads.
  ///
  /// A muxer waits for its slowest track, and encoders keep frames back; the others' packets wait here meanwhile. Packets
  /// are small, so the queues can be long. Where a track that waits would keep the thread of one that is waited for, they have
  /// no end: the audio of a file may be over minutes before its frames, which its demuxer says at its end only.
  ///
  /// - Parameters:
  ///   - node: The muxer's node.
  ///   - makeInput: Makes an element before each pad of the muxer, by the index of the input; nil for none.
  func mux(
    with choice: ElementChoice, _ node: any MuxingNode.Type, makeInput: ((_ index: Int) throws -> Element)? = nil
  ) throws {
    let (muxer, taken) = (try add(choice), try node.taken)
    let templates = Set(muxer.padTemplates.map(\.name))
    let (bytes, time) = ("33554432", "20000000000")
    var queues: [Element] = []
    var gates: [(gate: SourceGate, pad: Pad)] = []
    for (index, (_, type)) in inputs.enumerated() {
      let queue = try add("queue", [("max-size-buffers", "0"), ("max-size-bytes", bytes), ("max-size-time", time)])
      queues.append(queue)
      let wanted = Self.padTemplate(for: type)
      // Transport streams have one pad template for all tracks.
      let pad = try muxer.requestPad(templates.contains(wanted) ? wanted : "sink_%d")
      if let input = try makeInput?(index) {
        try adopt(input, factory: "swift")
        try queue.pad("src").link(to: input.pad("sink"))
        try input.pad("src").link(to: pad)
      } else {
        try queue.pad("src").link(to: pad)
      }
      let gate = SourceGate(end: nil, stop: nil)
      try gate.guardPad(queue.pad("src"))
      gates.append((gate, try queue.pad("src")))
      // The forms of streams that elements before the muxer change do not matter.
      refuseStreams(on: try queue.pad("sink"), in: node.containerName) { caps in
        let codec = caps.first?.codec?.codec
        return codec.map { (try? node.holds($0.muxedCaps)) ?? true } ?? caps.canIntersect(taken)
      }
      try exposeInput(queue.pad("sink"))
    }
    try exposeOutput(muxer.pad("src"))
    // The muxer has taken nothing beyond its slowest track but a packet or two of each: all end with the next. Where none
    // comes, the end is sent from here, which waits while the muxer holds the thread of a track that is ahead.
    whenCut { [gates] _ in
      for (gate, _) in gates { gate.dismiss() }
      for (gate, pad) in gates where gate.hasBegun { DispatchQueue.global().async { pad.pushEndOfStream() } }
    }
    whenGrouped { groups in
      for (queue, group) in zip(queues, groups ?? []) {
        let isShared = (groups ?? []).count { $0 == group } > 1
        try? queue.set("max-size-bytes", to: isShared ? "0" : bytes)
        try? queue.set("max-size-time", to: isShared ? "0" : time)
      }
    }
  }

  /// Ends the run with the reason if a stream comes that a muxer does not take: elements that send it stop without one.
  ///
  /// - Parameters:
  ///   - pad: The first pad of a muxer's input.
  ///   - isTaken: Returns true for the caps of a stream that the muxer takes.
  func refuseStreams(on pad: Pad, in container: String, unless isTaken: @escaping @Sendable (Caps) -> Bool) {
    pad.acceptAnyCaps()
    pad.addProbe(.events) { [fail, node] info in
      guard let caps = info.caps, !isTaken(caps) else { return .pass }
      let name = caps.first.map { $0.codec?.codec.title ?? $0.name } ?? "a stream without a format"
      var refusal = Muxers.refusal(of: name, caps: caps.text, in: container, at: node.range)
      refusal.kind = .failure
      fail(refusal)
      return .pass
    }
  }

  private static func padTemplate(for type: PortType) -> String {
    switch type {
    case .codedAudio, .rawAudio: "audio_%u"
    case .text, .metadata: "subtitle_%u"
    default: "video_%u"
    }
  }
}
