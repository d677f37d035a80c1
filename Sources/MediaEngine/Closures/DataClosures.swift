internal import GStreamer
public import MediaGraph

/// A source of text, metadata, compressed media or bytes implemented by a closure, packet by packet; nil ends the
/// stream.
///
///     DataSource<Text>("hello", format: .text) { … DataPacket(Data("Hello".utf8), at: .zero, duration: CMTime(value: 2, timescale: 1)) }
///
/// It runs on a streaming thread, one call at a time; an error ends the run.
public struct DataSource<M: Medium>: ClosureComponent, ElementNode {
  public let output = Output<M>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let format: PacketFormat
  private let makeBody: @Sendable () throws -> ClosureElements.DataSource

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - format: the packets' format.
  ///   - state: makes the closure's state for each run, such as the remaining packets.
  public init<State>(
    _ name: String = "closure", format: PacketFormat, state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State) throws -> DataPacket?
  ) {
    declaration = .closure(name, inputs: [], outputs: [M.type])
    self.format = format
    makeBody = {
      let state = ClosureState(try state())
      return { try body(&state.value) }
    }
  }

  var elements: [ElementChoice] { [] }

  func build(_ bin: NodeBin) throws {
    let source = try ClosureElements.dataSource(caps: format.gstCaps().text, makeBody())
    try bin.adopt(source, factory: "swift")
    try bin.exposeOutput(source.pad("src"))
  }
}

/// A sink of text, metadata, compressed media or bytes implemented by a closure.
///
/// It runs on a streaming thread, one call at a time; an error ends the run.
public struct DataSink<M: Medium>: ClosureComponent, ElementNode {
  public let input = Input<M>(port: "in")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let format: PacketFormat?
  private let makeBodies: @Sendable () throws -> (ClosureElements.DataSink, ClosureElements.Finish)

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - format: the required format of packets; any of the medium, if nil.
  public init(
    _ name: String = "closure", format: PacketFormat? = nil,
    _ body: @escaping @Sendable (borrowing DataBlock) throws -> Void
  ) {
    self.init(name, format: format, state: {}) { _, block in try body(block) }
  }

  /// Creates a sink with state: `state` makes it for each run, and `finish` receives it at the end of the stream.
  public init<State>(
    _ name: String = "closure", format: PacketFormat? = nil, state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State, borrowing DataBlock) throws -> Void,
    finish: @escaping @Sendable (inout State) throws -> Void = { _ in }
  ) {
    declaration = .closure(name, inputs: [M.type], outputs: [])
    self.format = format
    makeBodies = {
      let state = ClosureState(try state())
      return ({ try body(&state.value, $0) }, { try finish(&state.value) })
    }
  }

  var elements: [ElementChoice] { [] }

  func build(_ bin: NodeBin) throws {
    let (body, finish) = try makeBodies()
    let sink = try ClosureElements.dataSink(caps: format?.gstCaps().text ?? "ANY", finish: finish, body)
    try bin.adopt(sink, factory: "swift")
    try bin.exposeInput(sink.pad("sink"))
  }
}
