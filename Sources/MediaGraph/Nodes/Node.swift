/// A kind of node, declared once: its name, ports and parameters.
///
///     public struct Vignette: Node {
///       public static let type: NodeType = "video.vignette"
///       public static let summary = "Darkens the corners of each frame."
///
///       @Port(in: "in") public var input: Input<RawVideo>
///       @Port(out: "out") public var output: Output<RawVideo>
///       @Parameter("The darkness of the corners.", in: 0...1) public var strength = 0.5
///
///       public init() {}
///     }
///
/// The engine holds the implementation; the declaration is independent of it. Every stored property is a `@Port`, a
/// `@Parameter` or a `@ParameterGroup`: through `Codable`, the compiler generates the code that lists them and reads a
/// node's arguments.
public protocol Node: Component, Codable {
  /// The name after `use:` in files.
  static var type: NodeType { get }
  /// One sentence that describes the node.
  static var summary: String { get }
  /// Makes a node with the defaults of all its parameters.
  init()
}

extension Node {
  /// Makes a node and configures it: `VideoScale { $0.height = 720 }`.
  public init(_ configure: (inout Self) -> Void) {
    self.init()
    configure(&self)
  }

  /// Reads the arguments of a node in a graph; parameters without an argument have their defaults.
  /// - Throws: `ArgumentError` when a value does not fit its parameter, or still has a reference.
  public init(arguments: [String: Argument]) throws {
    try self.init(from: ArgumentDecoder(arguments: arguments, properties: Self().properties))
  }

  public var declaration: NodeDeclaration { Self.declaration }

  /// The declaration, derived from the properties.
  public static var declaration: NodeDeclaration {
    let properties = Self().properties
    return NodeDeclaration(
      type: type, summary: summary,
      ports: properties.compactMap { if case .port(let port) = $0.value.kind { port } else { nil } },
      parameters: properties.flatMap { name, value in
        value.kind.parameters(named: name).map { $0.value.declaration(name: snakeCase($0.name)) }
      })
  }

  public var arguments: [String: Argument] {
    var arguments: [String: Argument] = [:]
    for (name, value) in properties {
      for (name, parameter) in value.kind.parameters(named: name) { arguments[snakeCase(name)] = parameter.given }
    }
    return arguments
  }

  /// The property wrappers, by their properties' names in Swift.
  var properties: [(name: String, value: any NodeProperty)] { PropertyCollector.properties(of: self) }
}

/// A kind of node whose values can each fit their parameters but not each other.
public protocol SelfCheckingNode: Node {
  /// The problems of the values in combination; the first step of each path is the parameter.
  var problems: [ArgumentError] { get }
}
