import Synchronization

/// The kinds of nodes that files can name.
///
/// Safe to use from any thread. `Registry.shared` is the one that the command and its plugins use.
public final class Registry: Sendable {
  private enum Entry: Sendable {
    case node(any Node.Type)
    case closure(any Component)
  }

  private let entries: Mutex<[NodeType: Entry]>
  /// Declarations of types, cached on first use: making one walks all properties of the type.
  private let declared = Mutex<[NodeType: NodeDeclaration]>([:])

  /// The plugins that provide types: loaded ones, and those with a manifest.
  private let plugins = Mutex<[NodeType: String]>([:])

  /// The reasons why manifests beside plugins cannot be used.
  private let manifestProblems = Mutex<[String]>([])

  /// Makes a registry of given types.
  init(_ types: [any Node.Type]) {
    entries = Mutex(Dictionary(uniqueKeysWithValues: types.map { ($0.type, .node($0)) }))
  }

  private init(entries: [NodeType: Entry]) { self.entries = Mutex(entries) }

  /// Registers several types or none.
  /// - Parameter body: registers the types with the registry that it gets; if it throws, all are undone.
  /// - Returns: the new types, in the order of their names.
  /// - Throws: errors of `body`; `RegistrationError` when another caller has registered a name meanwhile.
  public func registerTogether(_ body: (Registry) throws -> Void) throws -> [NodeType] {
    let known = entries.withLock { $0 }
    let staged = Registry(entries: known)
    try body(staged)
    let new = staged.entries.withLock { $0 }.filter { known[$0.key] == nil }
    let taken = entries.withLock { entries in
      if let taken = new.keys.first(where: { entries[$0] != nil }) { return taken as NodeType? }
      entries.merge(new) { first, _ in first }
      return nil
    }
    if let taken { throw RegistrationError(type: taken) }
    return new.keys.sorted { $0.name < $1.name }
  }

  /// Records the plugin that provides some types.
  /// - Parameter isLoaded: true if the plugin has registered them; otherwise only unregistered types are recorded.
  public func note(_ types: [NodeType], ofPlugin plugin: String, isLoaded: Bool = false) {
    let known = isLoaded ? [] : entries.withLock { entries in Set(types.filter { entries[$0] != nil }) }
    plugins.withLock { plugins in for type in types where !known.contains(type) { plugins[type] = plugin } }
  }

  /// The plugin that provides a type, loaded or not; nil for Reel's own types and for types that no plugin has
  /// announced.
  public func plugin(of type: NodeType) -> String? { plugins.withLock { $0[type] } }

  /// Records why manifests beside plugins cannot be used: a type that is unknown may be in one of them.
  package func note(unusableManifests problems: [String]) { manifestProblems.withLock { $0 = problems } }

  /// The reasons why manifests beside plugins cannot be used.
  var unusableManifests: [String] { manifestProblems.withLock { $0 } }

  /// Registers a node type.
  /// - Throws: `RegistrationError` when another type has the name.
  public func register<N: Node>(_ node: N.Type) throws {
    try add(.node(node), as: N.type)
  }

  /// Registers a closure, so that files can name it as `swift.NAME`.
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
    entries.withLock { $0 }.map { declaration(of: $0.value, as: $0.key) }.sorted { $0.type.name < $1.type.name }
  }

  /// The declarations of the templates among the types, in the order of their names.
  public var templates: [NodeDeclaration] { declarations.filter { isTemplate($0.type) } }

  /// True if the type is a template: its nodes expand to others.
  public func isTemplate(_ type: NodeType) -> Bool {
    guard case .node(let node)? = entries.withLock({ $0[type] }) else { return false }
    return node is any TemplateNode.Type
  }

  /// The names of all types.
  var typeNames: [String] { entries.withLock { $0.keys.map(\.name) } }

  /// Returns the declaration of a type; nil when none has the name.
  /// - Parameter arguments: the node's arguments, from which a few types derive their ports.
  public func declaration(of type: NodeType, arguments: [String: Argument] = [:]) -> NodeDeclaration? {
    guard let entry = entries.withLock({ $0[type] }) else { return nil }
    let declaration = declaration(of: entry, as: type)
    guard case .node(let node) = entry, !arguments.isEmpty else { return declaration }
    if let made = try? node.init(arguments: arguments) { return made.declaration }
    // The check reports arguments that do not fit one by one, with their places; the others still count.
    let fitting = arguments.filter { name, argument in
      argument.references.isEmpty && (try? declaration.parameter(name)?.canonical(argument)) != nil
    }
    return (try? node.init(arguments: fitting))?.declaration ?? declaration
  }

  /// Returns the component that a graph's node stands for.
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

  /// True if the node's values must also fit each other.
  func isSelfChecking(_ node: GraphNode) -> Bool {
    if let component = node.component { return component is any SelfCheckingNode }
    guard case .node(let type)? = entries.withLock({ $0[node.use] }) else { return false }
    return type is any SelfCheckingNode.Type
  }

  /// The problems of a node's values in combination; none if one does not even fit its parameter.
  func problems(of node: GraphNode) -> [ArgumentError] {
    ((try? component(for: node)) as? any SelfCheckingNode)?.problems ?? []
  }

  private func declaration(of entry: Entry, as type: NodeType) -> NodeDeclaration {
    if let known = declared.withLock({ $0[type] }) { return known }
    // Made outside the lock, since it runs the type's own code.
    let declaration =
      switch entry {
      case .node(let node): node.init().declaration
      case .closure(let component): component.declaration
      }
    declared.withLock { $0[type] = declaration }
    return declaration
  }
}

/// The error for two node types with one name.
public struct RegistrationError: Error, Equatable, CustomStringConvertible {
  public let type: NodeType
  public var description: String { "a node type named '\(type)' is registered already" }
}
