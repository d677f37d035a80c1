internal import GStreamer
import MediaGraph

/// The installed parts of GStreamer, as node types need them: the report of `reel doctor`.
public struct Installation: Sendable {
  /// An element that a node type can use.
  public struct Element: Sendable, Encodable {
    public let name: String
    public let isInstalled: Bool
    /// The Debian package of the element, if known.
    public let package: String?
    /// The node types that can use it, sorted by name.
    public let usedBy: [String]
  }

  /// A node type that cannot run on this system.
  public struct Gap: Sendable, Encodable {
    public let type: String
    /// The missing element's role: "H.264 encoder", "videoflip".
    public let role: String
    /// The Debian packages that have such an element.
    public let packages: [String]
  }

  /// The reason for which an element does not work.
  public enum Obstacle: String, Sendable, Encodable {
    /// It is not installed.
    case package
    /// It is installed, and what it works with is not there: a card, a camera, a screen, a server.
    case hardware
    /// It is installed, and fails.
    case fault
  }

  /// The test of an encoder or a device.
  public struct Trial: Sendable, Encodable {
    /// The element's role: "H.264 encoder".
    public let role: String
    public let element: String
    public let isInstalled: Bool
    /// True for a screen, a speaker, a camera or a microphone, which a machine may lack.
    public let isDevice: Bool
    /// True if it works.
    public let works: Bool
    /// The kind of the reason if it does not; nil if it works.
    public let obstacle: Obstacle?
    /// The reason if it does not; nil if it works.
    public let reason: String?
    /// The Debian package of the element, if known.
    public let package: String?
  }

  /// GStreamer's version.
  public let version: String
  /// The number of node types.
  public let typeCount: Int
  /// Every element that a node type can use, sorted by name.
  public let elements: [Element]
  /// The node types that cannot run on this system.
  public let gaps: [Gap]
  /// The tests of encoders and devices, by role.
  public let trials: [Trial]

  /// Inspects the elements that the node types of a registry can use, and tests encoders and devices.
  ///
  /// Each encoder gets a few test frames or a tone; screens, speakers, cameras and microphones are opened and closed. Takes a
  /// second or two: plugins are loaded.
  ///
  /// - Throws: `Diagnostic` if GStreamer itself does not start.
  public static func inspect(registry: Registry = .shared) async throws -> Installation {
    let (choices, typeCount) = try await blocking { try Self.choices(registry) }
    var users: [String: Set<String>] = [:]
    var gaps: [Gap] = []
    var trials: [Trial] = []
    var isTried: Set<String> = []
    for (type, choice, usesDevices) in choices {
      var isThere = false
      for candidate in choice.candidates {
        users[candidate.factory, default: []].insert(type)
        let factory = try ElementFactory.find(candidate.factory)
        isThere = isThere || factory != nil
        guard isTrialWorth(choice, factory, usesDevices), isTried.insert(candidate.factory).inserted else { continue }
        trials.append(await CandidateTrial(role: choice.role, candidate: candidate, factory: factory).result())
      }
      if isThere { continue }
      let packages = Set(choice.candidates.compactMap { Availability.package(of: $0.factory) }).sorted()
      gaps.append(Gap(type: type, role: choice.role, packages: packages))
    }
    let elements = try users.keys.sorted().map { name in
      Element(
        name: name, isInstalled: try ElementFactory.find(name) != nil, package: Availability.package(of: name),
        usedBy: users[name, default: []].sorted())
    }
    return Installation(
      version: GStreamerLibrary.version, typeCount: typeCount, elements: elements, gaps: gaps,
      trials: trials.sorted { ($0.role, $0.works ? 0 : 1) < ($1.role, $1.works ? 0 : 1) })
  }

  /// Returns every element choice of every node type: with hardware, if a type can use it.
  private static func choices(_ registry: Registry) throws -> (
    choices: [(type: String, choice: ElementChoice, usesDevices: Bool)], count: Int
  ) {
    do {
      try GStreamerLibrary.start()
    } catch {
      throw Diagnostic(wrapping: error, "GStreamer does not start", at: nil)
    }
    var result: [(type: String, choice: ElementChoice, usesDevices: Bool)] = []
    let declarations = registry.declarations.filter { !registry.isTemplate($0.type) }
    for declaration in declarations {
      var node = GraphNode(name: declaration.type.name, use: declaration.type)
      if declaration.parameter("hardware")?.type == HardwareUse.parameterType { node.arguments["hardware"] = "prefer" }
      guard declaration.type != GstElement.type,
        let runnable = try? Runnable.node(for: registry.component(for: node))
      else { continue }
      result += runnable.elements.map { (declaration.type.name, $0, runnable.family == .device) }
    }
    return (result, declarations.count)
  }

  /// Returns true if an installed element may still not work: an encoder, or one that needs a device.
  private static func isTrialWorth(_ choice: ElementChoice, _ factory: ElementFactory?, _ usesDevices: Bool) -> Bool {
    guard let klass = factory?.klass else { return choice.role.hasSuffix("encoder") }
    return klass.contains("Encoder") || usesDevices && (klass.contains("Sink") || klass.contains("Source"))
  }
}
