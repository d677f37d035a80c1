internal import GStreamer
internal import CGStreamer
import MediaGraph
import Synchronization

extension AudioMix: ElementNode {
  var ending: MixEnding? { endsWith }

  private func mixer(_ table: GainTable) -> AudioMixer {
    var mixer = AudioMixer("audio.mix") { inputs, output in
      let gains = table.gains(ofInputs: inputs.count)
      for index in 0..<inputs.count {
        let gain = gains.indices.contains(index) ? gains[index] : 1
        inputs.withBlock(index) { block in
          block.withSamples(as: Float.self) { from in
            output.withMutableSamples(as: Float.self) { to in for i in to.indices { to[i] += gain * from[i] } }
          }
        }
      }
    }
    mixer.ending = endsWith
    return mixer
  }

  var elements: [ElementChoice] { mixer(GainTable()).elements }

  func build(_ bin: NodeBin) throws {
    let table = GainTable()
    table.set(factors, ofInputs: bin.inputs.count)
    try mixer(table).build(bin)
    bin.whenTuned { node, count in
      if let mix = node as? AudioMix { table.set(mix.factors, ofInputs: count) }
    }
  }

  /// The factor of each input for which there is a gain.
  var factors: [Float] { gains.map { Float($0.factor) } }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    Diagnostic.surplus(gains.count, "gain", "gains", of: node).map { [$0] } ?? []
  }
}

/// The gains of a mixer's inputs, by the number of inputs: while inputs are added or removed, the mixer has a
/// consistent set.
private final class GainTable: Sendable {
  private let gains = Mutex<[Int: [Float]]>([:])

  func set(_ values: [Float], ofInputs count: Int) { gains.withLock { $0[count] = values } }

  func gains(ofInputs count: Int) -> [Float] {
    gains.withLock { gains in
      // If several inputs are added at once, the mixer may work before all of them exist.
      gains[count] ?? gains.min { ($0.key - count).magnitude < ($1.key - count).magnitude }?.value ?? []
    }
  }
}

extension VideoComposite: ElementNode {
  var ending: MixEnding? { endsWith }

  var elements: [ElementChoice] {
    [ElementChoice("compositor", canvas)]
      + ["capsfilter", "videoconvert", "deinterlace"].map { ElementChoice($0) }
  }

  private var canvas: [(name: String, value: String)] { [("background", background.text)] }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    Diagnostic.surplus(layers.count, "layer", "layers", of: node).map { [$0] } ?? []
  }

  func build(_ bin: NodeBin) throws {
    let compositor = try bin.add("compositor", canvas)
    let filter = try bin.add("capsfilter")
    // Nodes that take few layouts get theirs: the canvas keeps its own.
    let output = try bin.add("videoconvert")
    try bin.chain(compositor, filter, output)
    let (canvas, turned) = (try CompositeCanvas(self, in: bin, filter), TurnedFrames())
    bin.note { turned.notes }
    try bin.addLiveInputs(of: compositor, endingWith: endsWith) { [layers] bin, link, index in
      let convert = try bin.add("videoconvert")
      // The compositor draws gray as if black were 16.
      let colors = try bin.add("capsfilter", [("caps", "video/x-raw,format={\(PixelFormatNames.colors)}")])
      // The compositor takes no interlaced input beside progressive ones: of each frame, the lines of its first field are
      // kept, which is the one at the frame's time, and those between are interpolated. Progressive frames pass.
      let deinterlace = try bin.add("deinterlace", [("method", "linear"), ("fields", "top")])
      let (input, pad) = (try convert.pad("sink"), try compositor.requestPad("sink_%u"))
      try bin.chain(convert, colors, deinterlace)
      // The compositor of GStreamer 1.22 answers a query of one input only once those before it have brought something.
      pad.acceptPaddedRows()
      try deinterlace.pad("src").link(to: pad)
      let placement = Placement(pad, layers.indices.contains(index) ? layers[index] : Layer())
      // Colours that are not told are those that are usual for the input's own size, not for that of the canvas.
      input.replaceCaps { $0.withStatedColors() }
      // Properties that depend on the input's own size are set when that is known, before the compositor receives it.
      input.addProbe(.events) { [weak placement, fail = bin.fail, node = bin.node] info in
        guard let caps = info.caps?.first, let size = PixelSize(caps) else { return .pass }
        placement?.take(size)
        let isBottomFirst = caps["field-order"]?.string == "bottom-field-first"
        do {
          try deinterlace.set("fields", to: isBottomFirst ? "bottom" : "top")
        } catch {
          fail(Diagnostic(wrapping: error, "'\(node.name)' cannot take what comes", at: node.range))
        }
        return .pass
      }
      let source = link.source.nodeName ?? "an input"
      turned.watch(input, of: source)
      if index == 0 { canvas.watchFirstInput(try colors.pad("src")) }
      let number = index == 0 ? nil : canvas.convertInput(input, of: source, colors)
      return LiveInput(
        elements: [convert, colors, deinterlace],
        release: {
          canvas.forget(number)
          compositor.release(pad)
        },
        tune: { node, index in
          guard let layers = (node as? VideoComposite)?.layers else { return }
          placement.set(layers.indices.contains(index) ? layers[index] : Layer())
        })
    }
    try bin.exposeOutput(output.pad("src"))
  }
}

/// The position of an input's frame: the requested values, and the input's size.
private final class Placement: Sendable {
  private let pad: Pad
  private let state: Mutex<(layer: VideoComposite.Layer, size: PixelSize?)>

  init(_ pad: Pad, _ layer: VideoComposite.Layer) {
    self.pad = pad
    state = Mutex((layer, nil))
    layer.place(pad)
  }

  func set(_ layer: VideoComposite.Layer) {
    state.withLock { state in
      state.layer = layer
      layer.place(pad)
      if let size = state.size { layer.place(pad, input: size) }
    }
  }

  func take(_ size: PixelSize) {
    state.withLock { state in
      state.size = size
      state.layer.place(pad, input: size)
    }
  }
}

extension VideoComposite.Layer {
  /// Sets the compositor's position and size of the input.
  fileprivate func place(_ pad: Pad) {
    pad.set("xpos", to: "\(x)")
    pad.set("ypos", to: "\(y)")
    pad.set("alpha", to: alpha.description)
    pad.set("zorder", to: "\(order)")
    pad.set("sizing-policy", to: fit == .contain ? "keep-aspect-ratio" : "none")
    // Without either side, the input's own size.
    if width != nil || height == nil { pad.set("width", to: "\(width ?? -1)") }
    if height != nil || width == nil { pad.set("height", to: "\(height ?? -1)") }
  }

  /// If one side is given, the other follows the aspect ratio.
  fileprivate func place(_ pad: Pad, input: PixelSize) {
    func following(_ side: Int, _ wanted: Int, over actual: Int) -> Int {
      max(1, (side * wanted * 2 + actual) / (2 * actual))
    }
    switch (width, height) {
    case (let width?, nil): pad.set("height", to: "\(following(input.height, width, over: input.width))")
    case (nil, let height?): pad.set("width", to: "\(following(input.width, height, over: input.height))")
    default: break
    }
  }
}

extension PixelSize {
  /// Creates the size in caps; nil if there is none, or an invalid one.
  init?(_ caps: Structure) {
    guard let width = caps["width"]?.int, let height = caps["height"]?.int, width > 0, height > 0 else { return nil }
    self.init(width: width, height: height)
  }
}

extension Pad {
  /// Sets a property of the pad from text; the property must exist.
  fileprivate func set(_ property: String, to text: String) {
    gst_util_set_object_arg(pointer(as: GObject.self), property, text)
  }
}

extension Diagnostic {
  /// Returns the error of more values for inputs than inputs.
  static func surplus(_ count: Int, _ one: String, _ parameter: String, of node: GraphNode) -> Diagnostic? {
    guard count > node.inputs.count else { return nil }
    let inputs = node.inputs.count
    return Diagnostic(
      "'\(node.name)' has more \(parameter) than inputs", at: node.range(ofArgument: parameter),
      label: "\(count) \(parameter) for \(inputs) \(inputs == 1 ? "input" : "inputs")",
      help: "each \(one) belongs to one input, in their order")
  }
}
