internal import GStreamer
import MediaGraph

/// A closure that changes frames in place: `graph.add("invert", VideoEffect("invert") { frame in … })`.
///
/// The closure gets the only reference to each frame, on a streaming thread, one at a time. An error ends the run.
/// Files name it `swift.NAME`, after `Registry.register(_:)`.
public struct VideoEffect: ClosureComponent, ElementNode {
  public let input = Input<RawVideo>(port: "in")
  public let output = Output<RawVideo>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let formats: [PixelFormat]
  private let makeBody: @Sendable () throws -> ClosureElements.VideoEffect

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - formats: the layouts that the closure handles, best first; frames are converted to one of them. Any, if empty.
  public init(
    _ name: String = "closure", formats: [PixelFormat] = [],
    _ body: @escaping @Sendable (inout VideoFrame) throws -> Void
  ) {
    declaration = .closure(name, inputs: [.rawVideo], outputs: [.rawVideo])
    self.formats = formats
    makeBody = { body }
  }

  /// Creates an effect with state: `state` makes it for each run.
  public init<State>(
    _ name: String = "closure", formats: [PixelFormat] = [], state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State, inout VideoFrame) throws -> Void
  ) {
    declaration = .closure(name, inputs: [.rawVideo], outputs: [.rawVideo])
    self.formats = formats
    makeBody = {
      let state = ClosureState(try state())
      return { try body(&state.value, &$0) }
    }
  }

  var elements: [ElementChoice] { formats.isEmpty ? [] : [ElementChoice("videoconvert")] }

  func build(_ bin: NodeBin) throws {
    let effect = try ClosureElements.videoEffect(formats: formats, makeBody())
    try bin.adopt(effect, factory: "swift")
    if formats.isEmpty { try bin.filter(effect) } else { try bin.filter(bin.add("videoconvert"), effect) }
  }
}

/// A closure that changes audio in place; like `VideoEffect`.
public struct AudioEffect: ClosureComponent, ElementNode {
  public let input = Input<RawAudio>(port: "in")
  public let output = Output<RawAudio>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let formats: [SampleFormat]
  private let makeBody: @Sendable () throws -> ClosureElements.AudioEffect

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - formats: the formats that the closure handles, best first; audio is converted to one of them, interleaved.
  public init(
    _ name: String = "closure", formats: [SampleFormat] = [.f32],
    _ body: @escaping @Sendable (inout AudioBlock) throws -> Void
  ) {
    declaration = .closure(name, inputs: [.rawAudio], outputs: [.rawAudio])
    self.formats = formats
    makeBody = { body }
  }

  /// Creates an effect with state: `state` makes it for each run.
  public init<State>(
    _ name: String = "closure", formats: [SampleFormat] = [.f32], state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State, inout AudioBlock) throws -> Void
  ) {
    declaration = .closure(name, inputs: [.rawAudio], outputs: [.rawAudio])
    self.formats = formats
    makeBody = {
      let state = ClosureState(try state())
      return { try body(&state.value, &$0) }
    }
  }

  var elements: [ElementChoice] { [ElementChoice("audioconvert")] }

  func build(_ bin: NodeBin) throws {
    let effect = try ClosureElements.audioEffect(formats: formats, makeBody())
    try bin.adopt(effect, factory: "swift")
    try bin.filter(bin.add("audioconvert"), effect)
  }
}

/// A closure that draws frames: it gets each one and its number, counted from 0, and returns false to end the stream.
public struct VideoSource: ClosureComponent, ElementNode {
  public let output = Output<RawVideo>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let make: @Sendable () throws(GStreamerError) -> Element

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - size: in pixels.
  ///   - frameRate: frame n is presented at exactly n divided by it.
  public init(
    _ name: String = "closure", format: PixelFormat = .i420, size: PixelSize, frameRate: FrameRate,
    _ body: @escaping @Sendable (inout VideoFrame, Int) throws -> Bool
  ) {
    declaration = .closure(name, inputs: [], outputs: [.rawVideo])
    make = { () throws(GStreamerError) in
      try ClosureElements.videoSource(
        format: format, width: size.width, height: size.height,
        rate: (Int(frameRate.numerator), Int(frameRate.denominator)), body)
    }
  }

  var elements: [ElementChoice] { [] }

  func build(_ bin: NodeBin) throws {
    let source = try make()
    try bin.adopt(source, factory: "swift")
    try bin.exposeOutput(source.pad("src"))
  }
}

/// A closure that generates audio: it writes to a silent block and returns the number of sample frames written; less
/// than the block's number ends the stream.
public struct AudioSource: ClosureComponent, ElementNode {
  public let output = Output<RawAudio>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let make: @Sendable () throws(GStreamerError) -> Element

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - rate: sample frames a second.
  public init(
    _ name: String = "closure", format: SampleFormat = .f32, rate: Int = 48000, channels: Int = 2,
    _ body: @escaping @Sendable (inout AudioBlock) throws -> Int
  ) {
    declaration = .closure(name, inputs: [], outputs: [.rawAudio])
    make = { () throws(GStreamerError) in
      try ClosureElements.audioSource(format: format, rate: rate, channels: channels, body)
    }
  }

  var elements: [ElementChoice] { [] }

  func build(_ bin: NodeBin) throws {
    let source = try make()
    try bin.adopt(source, factory: "swift")
    try bin.exposeOutput(source.pad("src"))
  }
}

extension NodeDeclaration {
  /// Returns the declaration of a closure: its name and the media of its ports.
  static func closure(
    _ name: String, inputs: [PortType], outputs: [PortType], repeats: Bool = false
  ) -> NodeDeclaration {
    NodeDeclaration(
      type: .swift(name), summary: "A closure of a Swift program.",
      ports: inputs.map { PortDeclaration(name: "in", direction: .input, types: [$0], repeats: repeats) }
        + outputs.map { PortDeclaration(name: "out", direction: .output, types: [$0]) })
  }
}
