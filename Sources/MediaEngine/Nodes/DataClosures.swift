internal import GStreamer
public import MediaGraph

/// A closure that makes text, metadata, coded media or bytes, packet by packet; nil ends the stream.
///
///     DataSource<Text>("hello", format: .text) { … DataPacket(Data("Hello".utf8), at: .zero, duration: CMTime(value: 2, timescale: 1)) }
///
/// It runs on a streaming thread, one call at a time; what it throws ends the run.
public struct DataSource<M: Medium>: ClosureComponent, ElementNode {
  public let output = Output<M>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let format: PacketFormat
  private let makeBody: @Sendable () throws -> ClosureElements.DataSource

  /// - Parameters:
  ///   - name: what the node prints as, `swift.NAME`, and compares by; a node type's closure needs none.
  ///   - format: what the packets are.
  ///   - state: makes what the closure remembers from one packet to the next, once for each run: what is left to give.
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

/// A closure that takes text, metadata, coded media or bytes.
///
/// It runs on a streaming thread, one call at a time; what it throws ends the run.
public struct DataSink<M: Medium>: ClosureComponent, ElementNode {
  public let input = Input<M>(port: "in")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let format: PacketFormat?
  private let makeBodies: @Sendable () throws -> (ClosureElements.DataSink, ClosureElements.Finish)

  /// - Parameters:
  ///   - name: what the node prints as, `swift.NAME`, and compares by; a node type's closure needs none.
  ///   - format: what packets have to be; any of the medium, if nil.
  public init(
    _ name: String = "closure", format: PacketFormat? = nil,
    _ body: @escaping @Sendable (borrowing DataBlock) throws -> Void
  ) {
    self.init(name, format: format, state: {}) { _, block in try body(block) }
  }

  /// A closure that remembers something from one call to the next: `state` makes it, once for each run, and `finish` sees it at the
  /// end of the stream.
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
