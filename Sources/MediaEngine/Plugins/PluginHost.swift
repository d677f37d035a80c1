public import MediaGraph
import Synchronization

/// The plugin's side of loading: what its one C entry point calls.
///
///     @_cdecl("reel_plugin_register")
///     public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
///       PluginHost.register(host: host, abi: abi) { registry in try registry.register(Vignette.self) }
///     }
public enum PluginHost {
  /// The number that changes whenever a plugin has to be built anew: with every change of what plugins can see.
  ///
  /// Inlined into the plugin, so that it says what the plugin was built against.
  @inlinable public static var abi: Int32 { 2 }

  /// What an entry point answers.
  public enum Answer: Int32, Sendable {
    case registered = 0
    case otherABI = 1
    case otherRegistry = 2
    case failed = 3
  }

  /// Checks that plugin and host belong together, and registers the plugin's nodes, all of them or none.
  /// - Parameters:
  ///   - host: the host's registry; it has to be the one that the plugin sees.
  ///   - abi: the host's number.
  ///   - body: registers the nodes; what it throws is reported.
  /// - Returns: an `Answer`, for C.
  @inlinable
  public static func register(
    host: UnsafeRawPointer, abi: Int32, _ body: (Registry) throws -> Void
  ) -> Int32 {
    guard abi == Self.abi else { return Answer.otherABI.rawValue }
    guard host == identity else { return Answer.otherRegistry.rawValue }
    return registerTogether(body).rawValue
  }

  /// The address of the registry of this copy of the library.
  public static var identity: UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(Registry.shared).toOpaque())
  }

  @usableFromInline
  static func registerTogether(_ body: (Registry) throws -> Void) -> Answer {
    let outcome = Result { try Registry.shared.registerTogether(body) }
    last.withLock { $0 = outcome }
    if case .failure = outcome { return .failed }
    return .registered
  }

  /// What the last registration gave or threw; taken once.
  static func takeOutcome() -> Result<[NodeType], any Error>? {
    last.withLock { last in
      defer { last = nil }
      return last
    }
  }

  private static let last = Mutex<Result<[NodeType], any Error>?>(nil)
}
