import Synchronization

/// The kinds of nodes that files can name.
///
/// Safe to use from any thread. `Registry.shared` is the one that the command and its plugins use.
public final class Registry: Sendable {
  /// The registry of the process, with Reel's own nodes.
  public static let shared = Registry()

  private enum Entry: Sendable {
    case node(any Node.Type)
    case closure(any Component)
  }

  private let entries: Mutex<[NodeType: Entry]>

  /// A registry with Reel's own nodes.
  public init() {
    entries = Mutex(Dictionary(uniqueKeysWithValues: StandardNodes.all.map { ($0.type, .node($0)) }))
  }

  /// Makes a node type known.
  /// - Throws: `RegistrationError` when another type has the name.
  public func register<N: Node>(_ node: N.Type) throws {
    try add(.node(node), as: N.type)
  }

  /// Makes a closure known, so that files can name it as `swift.NAME`.
  /// - Throws: `RegistrationError` when the name is taken.
  public func register(_ component: some Component) throws {
    try add(.closure(component), as: component.declaration.type)
  }

  private func add(_ entry: Entry, as type: NodeType) throws {
    let isNew = entries.withLock { entries in
      if entries[type] != nil { return false }
      entries[type] = entry
      return true
    }
    if !isNew { throw RegistrationError(type: type) }
  }

  /// All declarations, in the order of their names.
  public var declarations: [NodeDeclaration] {
    entries.withLock { Array($0.values) }.map(Self.declaration).sorted { $0.type.name < $1.type.name }
  }

  /// What the type says of itself; nil when there is none of the name.
  /// - Parameter arguments: the node's arguments, which a few types derive their ports from.
  public func declaration(of type: NodeType, arguments: [String: Argument] = [:]) -> NodeDeclaration? {
    guard let entry = entries.withLock({ $0[type] }) else { return nil }
    guard case .node(let node) = entry else { return Self.declaration(of: entry) }
    if let made = try? node.init(arguments: arguments) { return made.declaration }
    // Arguments that do not fit are reported one by one, with their places, by the check; the others still count.
    let declaration = node.declaration
    let fitting = arguments.filter { name, argument in
      argument.references.isEmpty && (try? declaration.parameter(name)?.canonical(argument)) != nil
    }
    return (try? node.init(arguments: fitting))?.declaration ?? declaration
  }

  /// The component that a graph's node stands for.
  /// - Throws: `ArgumentError` when an argument does not fit; a check finds these before.
  /// - Returns: nil when the type is not known.
  public func component(for node: GraphNode) throws -> (any Component)? {
    let arguments = Dictionary(uniqueKeysWithValues: node.arguments.map { ($0.key, $0.value) })
    if let component = node.component {
      guard let declared = component as? any Node else { return component }
      return try Swift.type(of: declared).init(arguments: arguments)
    }
    switch entries.withLock({ $0[node.use] }) {
    case .node(let type): return try type.init(arguments: arguments)
    case .closure(let component): return component
    case nil: return nil
    }
  }

  private static func declaration(of entry: Entry) -> NodeDeclaration {
    switch entry {
    case .node(let type): type.declaration
    case .closure(let component): component.declaration
    }
  }
}

/// Two node types with one name.
public struct RegistrationError: Error, Equatable, CustomStringConvertible {
  public let type: NodeType
  public var description: String { "a node type named '\(type)' is registered already" }
}
