internal import GStreamer
import MediaGraph

extension GstElement: ElementNode {
  private var settings: [(name: String, value: String)] { properties.entries.map { ($0.key, $0.value) } }

  var elements: [ElementChoice] {
    [ElementChoice(role: element, [ElementChoice.Candidate(element, settings)], parameter: "element")]
  }

  /// GStreamer's source of one picture again and again.
  var givesStill: Bool { element == "imagefreeze" && Int(properties.entries["num-buffers"] ?? "-1") ?? -1 < 0 }

  /// The elements of test media and devices; what others do, only their data say.
  var isEndless: Bool {
    let sources = [
      "videotestsrc", "audiotestsrc", "v4l2src", "pulsesrc", "alsasrc", "pipewiresrc", "ximagesrc", "autovideosrc",
      "autoaudiosrc",
    ]
    return givesStill || sources.contains(element) && Int(properties.entries["num-buffers"] ?? "-1") ?? -1 < 0
  }

  /// True for live sources, whose media are stamped by a clock, and for sinks that show media when a clock says so.
  var needsClock: Bool {
    // Missing elements and wrong properties are reported by the checks.
    guard let factory = try? ElementFactory.find(element), let made = try? factory.make() else { return false }
    for (name, value) in settings { try? made.set(name, to: value) }
    let isSource = factory.klass.contains("Source")
    let isPresenter = ["Sink/Video", "Sink/Audio", "Sink/Network"].contains { factory.klass.contains($0) }
    return isSource && (made.isLive || Self.chosenSources.contains(element)) || isPresenter && made.followsClock
  }

  /// The element before it that converts frames or samples, of which most elements take some formats only; nil if there is none.
  ///
  /// Converters pass on what the element takes. Elements that take anything say what they mean by their properties, and those that
  /// take other memory alone are fed by others.
  var inputConverter: String? {
    get throws {
      guard let taken = from ?? type, let (format, name) = Self.converters[taken], name != element,
        let factory = try ElementFactory.find(element)
      else { return nil }
      let plain = try Caps(format)
      let takesPlain = factory.padTemplates.contains {
        $0.direction == .sink && !$0.caps.isAny && $0.caps.canIntersect(plain)
      }
      return takesPlain ? name : nil
    }
  }

  /// Returns the pad that the link goes to.
  private func input(of element: Element, in bin: NodeBin) throws -> Pad {
    let pad = try element.anyPad(.sink)
    guard let converter = try inputConverter else { return pad }
    let convert = try bin.add(converter)
    try convert.pad("src").link(to: pad)
    return try convert.pad("sink")
  }

  private static let converters: [PortType: (format: String, element: String)] = [
    .rawVideo: ("video/x-raw", "videoconvert"), .rawAudio: ("audio/x-raw", "audioconvert"),
  ]

  /// Sources that choose a device when they start.
  private static let chosenSources = ["autovideosrc", "autoaudiosrc"]

  /// Sets the properties of an element that is never started, and returns the error of each that it refuses.
  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    func problem(_ error: any Error, _ place: SourceRange?) -> Diagnostic {
      var problem = Diagnostic(wrapping: error, "'\(node.name)' cannot be set up", at: place)
      problem.node = node.name
      return problem
    }
    guard !settings.isEmpty else { return [] }
    do {
      // A missing element is an error of its own.
      guard let made = try ElementFactory.find(element)?.make() else { return [] }
      return settings.compactMap { name, value in
        do throws(GStreamerError) {
          try made.set(name, to: value)
          return nil
        } catch {
          let step: ArgumentError.Step = if case .badValue = error { .entry(name) } else { .key(name) }
          return problem(error, node.range(ofArgument: "properties", at: [step]))
        }
      }
    } catch {
      return [problem(error, node.range(ofArgument: "element"))]
    }
  }

  func build(_ bin: NodeBin) throws {
    let element = try bin.add(ElementChoice(self.element, settings), isCorrected: false)
    if element.hasProperty("faststart-file") {
      bin.whenDestined { destination in
        guard let path = destination.file.asidePath else { return }
        try element.set("faststart-file", to: path)
      }
    }
    if from ?? type != nil { try bin.exposeInput(input(of: element, in: bin)) }
    guard to ?? type != nil else { return }
    if let pad = try? element.anyPad(.source) { return try bin.exposeOutput(pad) }
    // The element adds its pad when its format is known: until then, an identity element is linked in its place.
    let output = try bin.add("identity")
    try bin.exposeOutput(output.pad("src"))
    let sink = try output.pad("sink")
    let (node, fail) = (bin.node, bin.fail)
    element.onPadAdded { pad in
      guard pad.direction == .source, !sink.isLinked else { return }
      do {
        try pad.link(to: sink)
      } catch {
        fail(Diagnostic(wrapping: error, "'\(node.name)' gives something else", at: node.range))
      }
    }
  }
}

extension Element {
  /// Returns the first unlinked pad of a direction, existing or requested.
  fileprivate func anyPad(_ direction: Pad.Direction) throws -> Pad {
    if let pad = pads.first(where: { $0.direction == direction && !$0.isLinked }) { return pad }
    guard let template = padTemplates.first(where: { $0.direction == direction && $0.presence == .request }) else {
      throw GStreamerError.noSuchPad(element: name, pad: "\(direction)", pads: padTemplates.map(\.name))
    }
    return try requestPad(template.name)
  }
}
