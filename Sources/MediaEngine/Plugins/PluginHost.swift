public import MediaGraph
import Synchronization

/// The plugin's side of loading, called by its C entry point.
///
///     @_cdecl("reel_plugin_register")
///     public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
///       PluginHost.register(host: host, abi: abi) { registry in try registry.register(Vignette.self) }
///     }
public enum PluginHost {
  /// The version of the plugin interface, which changes whenever plugins have to be rebuilt.
  ///
  /// Inlined into the plugin, so that it is the version that the plugin was built with.
  @inlinable public static var abi: Int32 { 2 }

  /// The result of an entry point.
  public enum Answer: Int32, Sendable {
    case registered = 0
    case otherABI = 1
    case otherRegistry = 2
    case failed = 3
  }

  /// Checks that plugin and host are compatible, and registers all of the plugin's nodes or none.
  ///
  /// - Parameters:
  ///   - host: the host's registry; it has to be the one that the plugin is linked to.
  ///   - abi: the host's version.
  ///   - body: registers the nodes; errors are reported.
  /// - Returns: An `Answer`, for C.
  @inlinable
  public static func register(
    host: UnsafeRawPointer, abi: Int32, _ body: (Registry) throws -> Void
  ) -> Int32 {
    guard abi == Self.abi else { return Answer.otherABI.rawValue }
    guard host == identity else { return Answer.otherRegistry.rawValue }
    return registerTogether(body).rawValue
  }

  /// The address of this copy of the library's registry.
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

  /// Removes and returns the result of the last registration.
  static func takeOutcome() -> Result<[NodeType], any Error>? {
    last.withLock { last in
      defer { last = nil }
      return last
    }
  }

  private static let last = Mutex<Result<[NodeType], any Error>?>(nil)
}
