internal import GStreamer
import MediaGraph

/// A closure that composes one frame of several:
///
///     graph.add("side", VideoCompositor("side", formats: [.i420], size: { PixelSize(width: 640, height: 180) }) { inputs, output in
///       for index in 0..<inputs.count { inputs.withFrame(index) { frame in … } }
///     })
///
/// Inputs are aligned in time; the output has the highest frame rate of the inputs and ends with the last of them, still
/// pictures without a duration left aside. The closure runs on a streaming thread, one call at a time; an error ends the run.
public struct VideoCompositor: ClosureComponent, ElementNode {
  /// Accepts any number of links.
  public let input = Input<RawVideo>(port: "in")
  public let output = Output<RawVideo>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let formats: [PixelFormat]
  private let size: @Sendable ([PixelSize]) -> PixelSize
  var ending: MixEnding? { .longest }
  private let makeBody: @Sendable () throws -> ClosureElements.VideoCompositor

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - formats: the layouts that the closure handles, best first; inputs are converted to one of them, which is also
  ///     the output's. Any, if empty.
  ///   - size: returns the output's size for inputs of these sizes, in pixels; by default the smallest that contains
  ///     each of them.
  public init(
    _ name: String = "closure", formats: [PixelFormat] = [],
    size: @escaping @Sendable ([PixelSize]) -> PixelSize = { PixelSize.holding($0) },
    _ body: @escaping @Sendable (borrowing VideoInputs, inout VideoFrame) throws -> Void
  ) {
    declaration = .closure(name, inputs: [.rawVideo], outputs: [.rawVideo], repeats: true)
    self.formats = formats
    self.size = size
    makeBody = { body }
  }

  /// Creates a compositor with state: `state` makes it for each run.
  public init<State>(
    _ name: String = "closure", formats: [PixelFormat] = [],
    size: @escaping @Sendable ([PixelSize]) -> PixelSize = { PixelSize.holding($0) },
    state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State, borrowing VideoInputs, inout VideoFrame) throws -> Void
  ) {
    declaration = .closure(name, inputs: [.rawVideo], outputs: [.rawVideo], repeats: true)
    self.formats = formats
    self.size = size
    makeBody = {
      let state = ClosureState(try state())
      return { try body(&state.value, $0, &$1) }
    }
  }

  var elements: [ElementChoice] { [ElementChoice("videoconvert")] }

  func build(_ bin: NodeBin) throws {
    let (compositor, ports) = try ClosureElements.videoCompositor(formats: formats, size: size, makeBody())
    try bin.adopt(compositor, factory: "swift")
    try bin.addLiveInputs(of: compositor) { bin, link, _ in
      // The compositor converts between formats, but refuses alpha if its output has none.
      let convert = try bin.add("videoconvert")
      let pad = try compositor.requestPad("sink_%u")
      ports.name(pad, link.port ?? "in")
      try convert.pad("src").link(to: pad)
      return LiveInput(elements: [convert], release: { compositor.release(pad) })
    }
    try bin.exposeOutput(compositor.pad("src"))
  }
}

/// A closure that mixes several audio streams; like `VideoCompositor`.
///
/// Inputs are converted to the highest rate and the most channels of them, and aligned to the sample; the closure gets
/// blocks of the same range of each.
public struct AudioMixer: ClosureComponent, ElementNode {
  /// Accepts any number of links.
  public let input = Input<RawAudio>(port: "in")
  public let output = Output<RawAudio>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let formats: [SampleFormat]
  var ending: MixEnding? = .longest
  private let makeBody: @Sendable () throws -> ClosureElements.AudioMixer

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - formats: the formats that the closure handles, best first; audio is converted to one of them, interleaved.
  public init(
    _ name: String = "closure", formats: [SampleFormat] = [.f32],
    _ body: @escaping @Sendable (borrowing AudioInputs, inout AudioBlock) throws -> Void
  ) {
    declaration = .closure(name, inputs: [.rawAudio], outputs: [.rawAudio], repeats: true)
    self.formats = formats.isEmpty ? [.f32] : formats
    makeBody = { body }
  }

  /// Creates a mixer with state: `state` makes it for each run.
  public init<State>(
    _ name: String = "closure", formats: [SampleFormat] = [.f32], state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State, borrowing AudioInputs, inout AudioBlock) throws -> Void
  ) {
    declaration = .closure(name, inputs: [.rawAudio], outputs: [.rawAudio], repeats: true)
    self.formats = formats.isEmpty ? [.f32] : formats
    makeBody = {
      let state = ClosureState(try state())
      return { try body(&state.value, $0, &$1) }
    }
  }

  var elements: [ElementChoice] { ["audioconvert", "audioresample", "capsfilter"].map { ElementChoice($0) } }

  /// `audioconvert ! audioresample ! capsfilter` before each input, set to one format when all are known.
  func build(_ bin: NodeBin) throws {
    let (mixer, ports) = try ClosureElements.audioMixer(formats: formats, makeBody())
    try bin.adopt(mixer, factory: "swift")
    let negotiation = AudioFormatNegotiation(formats: formats, fail: bin.fail, node: bin.node)
    try bin.addLiveInputs(of: mixer, endingWith: ending ?? .longest) { bin, link, _ in
      let (convert, resample, filter) = (
        try bin.add("audioconvert"), try bin.add("audioresample"), try bin.add("capsfilter")
      )
      let pad = try mixer.requestPad("sink_%u")
      ports.name(pad, link.port ?? "in")
      try bin.chain(convert, resample, filter)
      try filter.pad("src").link(to: pad)
      let member = try negotiation.add(convert.pad("sink"), filter: filter)
      return LiveInput(
        elements: [convert, resample, filter],
        release: { [weak negotiation] in
          negotiation?.leave(member)
          mixer.release(pad)
        })
    }
    try bin.exposeOutput(mixer.pad("src"))
  }
}

extension PixelSize {
  /// Returns the smallest size that contains all these sizes.
  public static func holding(_ sizes: [PixelSize]) -> PixelSize {
    PixelSize(width: sizes.map(\.width).max() ?? 2, height: sizes.map(\.height).max() ?? 2)
  }
}
