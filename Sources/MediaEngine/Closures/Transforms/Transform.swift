internal import GStreamer
public import MediaGraph

/// Code that receives frames, audio or packets one by one and sends any number of others: encoders, decoders, scalers,
/// rate converters, parsers, conversions between audio, video and text.
///
///     Transform("thumbnail", from: .frames([.bgra]), to: .frames(.bgra)) { frame, output in
///       try output.draw(width: frame.width / 2, height: frame.height / 2, at: frame.presentationTime) { small in … }
///     }
///
/// The code runs on a streaming thread, one call at a time. Its input and output are valid only during the call: copy
/// data to keep them. `state` is made once for each run and needs no lock. After the last unit, `finish` may send the
/// rest. An error ends the run with a message.
public struct Transform<From: Medium, To: Medium>: ClosureComponent, ElementNode {
  public let input = Input<From>(port: "in")
  public let output = Output<To>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let converter: String?
  private let make: @Sendable () throws -> Element

  /// - Parameters:
  ///   - name: the node's name in output, `swift.NAME`, and for comparisons; a node type's closure needs none.
  ///   - source: the input.
  ///   - target: the output.
  ///   - state: makes the state that the code keeps between calls.
  ///   - body: called for each unit.
  ///   - finish: called once at the end of the stream.
  public init<Taken: ~Copyable, Given: ~Copyable, State>(
    _ name: String = "closure", from source: TransformInput<From, Taken>, to target: TransformOutput<To, Given>,
    state: @escaping @Sendable () throws -> State,
    _ body: @escaping @Sendable (inout State, borrowing Taken, borrowing Given) throws -> Void,
    finish: @escaping @Sendable (inout State, borrowing Given) throws -> Void = { _, _ in }
  ) {
    declaration = .closure(name, inputs: [From.type], outputs: [To.type])
    converter = source.converter
    make = {
      let state = ClosureState(try state())
      let work = TransformInstance.Work { stream in
        let (reader, given) = (source.makeReader(), Holder(target.open(stream)))
        return TransformInstance.Session(
          setCaps: reader.setCaps,
          process: { buffer in
            var segment = stream.segment
            try reader.read(buffer, in: &segment) { unit, times in
              stream.begin(buffer, time: times.start, duration: times.duration)
              try body(&state.value, unit, given.value)
            }
          },
          finish: { try finish(&state.value, given.value) })
      }
      return try TransformInstance.element(
        work, from: Caps(source.caps), to: Caps(target.caps), hasTimes: target.hasTimes)
    }
  }

  /// Creates a transform without state.
  public init<Taken: ~Copyable, Given: ~Copyable>(
    _ name: String = "closure", from source: TransformInput<From, Taken>, to target: TransformOutput<To, Given>,
    _ body: @escaping @Sendable (borrowing Taken, borrowing Given) throws -> Void
  ) {
    self.init(name, from: source, to: target, state: {}) { _, taken, given in try body(taken, given) }
  }

  var elements: [ElementChoice] { converter.map { [ElementChoice($0)] } ?? [] }

  func build(_ bin: NodeBin) throws {
    let transform = try make()
    try bin.adopt(transform, factory: "swift")
    guard let converter else { return try bin.filter(transform) }
    try bin.filter(bin.add(converter), transform)
  }
}

/// Makes a noncopyable value available to closures.
private final class Holder<Value: ~Copyable> {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}
