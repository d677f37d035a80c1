/// An input of a node: on a declaration it names the port, on a handle also the node.
public struct Input<Accepted: MediumSet>: Sendable, Hashable {
  /// The node in the graph; nil on a declaration and at a template's boundary.
  public let node: String?
  /// The port's name, unique among the node's inputs.
  public let port: String

  /// Names an input; `node` is nil at a template's boundary.
  public init(node: String? = nil, port: String) {
    self.node = node
    self.port = port
  }
}

/// An output of a node: on a declaration it names the port, on a handle also the node.
public struct Output<M: Medium>: Sendable, Hashable {
  /// The node in the graph; nil on a declaration and at a template's boundary.
  public let node: String?
  /// The port's name, unique among the node's outputs.
  public let port: String
  /// The index of the stream of a port with several, counted from 1.
  public let index: Int

  /// Names an output; `node` is nil at a template's boundary.
  public init(node: String? = nil, port: String, index: Int = 1) {
    self.node = node
    self.port = port
    self.index = index
  }

  /// Returns the stream at `index` of a port with several, counted from 1: `source.audio[2]` is the second audio track.
  public subscript(index: Int) -> Output { Output(node: node, port: port, index: index) }
}

/// Declares a port of a node: `@Port(in: "in") var input: Input<RawVideo>`.
@propertyWrapper
public struct Port<Value: Sendable>: Sendable {
  /// Behind one reference, since the compiler copies a node field by field.
  private let storage: Storage

  /// The port, without a node.
  public var wrappedValue: Value { storage.value }
  /// The port's name, direction and types.
  public var declaration: PortDeclaration { storage.declaration }

  private final class Storage: Sendable {
    let value: Value
    let declaration: PortDeclaration

    init(_ value: Value, _ declaration: PortDeclaration) { (self.value, self.declaration) = (value, declaration) }
  }

  /// Declares an input.
  /// - Parameters:
  ///   - name: the name in files; `in` when it is the only one.
  ///   - doc: the use of the input by the node.
  ///   - required: true if a graph must link the input.
  ///   - repeats: true if several links may end at the input, in order.
  public init<A>(in name: String, _ doc: String = "", required: Bool = true, repeats: Bool = false)
  where Value == Input<A> {
    storage = Storage(
      Input(port: name),
      PortDeclaration(
        name: name, direction: .input, types: A.types, doc: doc, isRequired: required, repeats: repeats))
  }

  /// Declares an output.
  /// - Parameters:
  ///   - name: the name in files; `out` when it is the only one.
  ///   - doc: the media of the output.
  ///   - repeats: true if the port may have several streams, read as `node.port.2`.
  public init<M>(out name: String, _ doc: String = "", repeats: Bool = false) where Value == Output<M> {
    storage = Storage(
      Output(port: name),
      PortDeclaration(
        name: name, direction: .output, types: M.types, doc: doc, isRequired: false, repeats: repeats))
  }
}

/// The declaration of one of a node's ports.
public struct PortDeclaration: Sendable, Hashable {
  /// The direction in which media flow.
  public enum Direction: String, Sendable, Hashable { case input, output }

  public let name: String
  public let direction: Direction
  /// The types that an input accepts, or the one type of an output.
  public let types: [PortType]
  public let doc: String
  /// True if a graph must link the input.
  public let isRequired: Bool
  /// True if an input takes several links, or an output has several streams.
  public let repeats: Bool

  public init(
    name: String, direction: Direction, types: [PortType], doc: String = "", isRequired: Bool = true,
    repeats: Bool = false
  ) {
    self.name = name
    self.direction = direction
    self.types = types
    self.doc = doc
    self.isRequired = isRequired
    self.repeats = repeats
  }

  /// The types as diagnostics name them: `video/raw`, `audio/coded or video/coded`.
  public var typeNames: String {
    types.count == PortType.allCases.count ? "anything" : types.map(\.rawValue).joined(separator: " or ")
  }
}

extension Port: NodeProperty {
  var kind: NodePropertyKind { .port(declaration) }
}
