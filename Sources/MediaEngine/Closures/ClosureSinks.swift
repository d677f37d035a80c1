internal import GStreamer
import MediaGraph

/// A sink of frames implemented by a closure.
///
/// It runs on a streaming thread, one call at a time; an error ends the run.
public struct VideoSink: ClosureComponent, ElementNode {
  public let input = Input<RawVideo>(port: "in")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let formats: [PixelFormat]
  private let makeBodies: @Sendable () throws -> (ClosureElements.VideoSink, ClosureElements.Finish)

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - formats: the layouts that the closure handles, best first; frames are converted to one of them.
  public init(
    _ name: String = "closure", formats: [PixelFormat] = [],
    _ body: @escaping @Sendable (borrowing VideoFrame) throws -> Void
  ) {
    self.init(name, formats: formats, state: {}) { _, picture in try body(picture) }
  }

  /// Creates a sink with state: `state` makes it for each run, and `finish` receives it at the end of the stream.
  public init<State>(
    _ name: String = "closure", formats: [PixelFormat] = [], state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State, borrowing VideoFrame) throws -> Void,
    finish: @escaping @Sendable (inout State) throws -> Void = { _ in }
  ) {
    declaration = .closure(name, inputs: [.rawVideo], outputs: [])
    self.formats = formats
    makeBodies = {
      let state = ClosureState(try state())
      return ({ try body(&state.value, $0) }, { try finish(&state.value) })
    }
  }

  var elements: [ElementChoice] { [ElementChoice("videoconvert")] }

  func build(_ bin: NodeBin) throws {
    let (body, finish) = try makeBodies()
    let sink = try ClosureElements.videoSink(formats: formats, finish: finish, body)
    try bin.adopt(sink, factory: "swift")
    let convert = try bin.add("videoconvert")
    try convert.link(to: sink)
    try bin.exposeInput(convert.pad("sink"))
  }
}

/// A sink of audio implemented by a closure.
///
/// It runs on a streaming thread, one call at a time; an error ends the run.
public struct AudioSink: ClosureComponent, ElementNode {
  public let input = Input<RawAudio>(port: "in")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let formats: [SampleFormat]
  private let makeBodies: @Sendable () throws -> (ClosureElements.AudioSink, ClosureElements.Finish)

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - formats: the formats that the closure handles, best first; audio is converted to one of them, interleaved.
  public init(
    _ name: String = "closure", formats: [SampleFormat] = [.f32],
    _ body: @escaping @Sendable (borrowing AudioBlock) throws -> Void
  ) {
    self.init(name, formats: formats, state: {}) { _, block in try body(block) }
  }

  /// Creates a sink with state: `state` makes it for each run, and `finish` receives it at the end of the stream.
  public init<State>(
    _ name: String = "closure", formats: [SampleFormat] = [.f32], state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State, borrowing AudioBlock) throws -> Void,
    finish: @escaping @Sendable (inout State) throws -> Void = { _ in }
  ) {
    declaration = .closure(name, inputs: [.rawAudio], outputs: [])
    self.formats = formats
    makeBodies = {
      let state = ClosureState(try state())
      return ({ try body(&state.value, $0) }, { try finish(&state.value) })
    }
  }

  var elements: [ElementChoice] { [ElementChoice("audioconvert")] }

  func build(_ bin: NodeBin) throws {
    let (body, finish) = try makeBodies()
    let sink = try ClosureElements.audioSink(formats: formats, finish: finish, body)
    try bin.adopt(sink, factory: "swift")
    let convert = try bin.add("audioconvert")
    try convert.link(to: sink)
    try bin.exposeInput(convert.pad("sink"))
  }
}
