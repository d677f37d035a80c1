import Foundation
import MediaGraph
import Synchronization

/// Loads plugins: dynamic libraries that register node types.
///
/// A plugin stays loaded until the process ends. Safe to use from any thread.
public struct PluginLoader: Sendable {
  /// The folders that are searched, in order.
  public let folders: [String]

  private typealias EntryPoint = @convention(c) (UnsafeRawPointer, Int32) -> Int32
  private static let loaded = Mutex<Set<String>>([])

  /// - Parameter folders: searched before those that `REEL_PLUGIN_PATH` names and that of the command itself.
  public init(folders: [String] = []) {
    let environment = ProcessInfo.processInfo.environment["REEL_PLUGIN_PATH"] ?? ""
    let command = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let own = command.lastIndex(of: "/").map { String(command[..<$0]) }
    self.folders = folders + environment.split(separator: ":").map(String.init) + (own.map { [$0] } ?? [])
  }

  /// Loads a plugin, once.
  /// - Parameters:
  ///   - name: `WatermarkPlugin` for `libWatermarkPlugin.so`.
  ///   - range: where a file names it.
  /// - Throws: `Diagnostic` of the kind `unavailable`: there is none, it is no plugin, or it was built for another version.
  public func load(_ name: String, at range: SourceRange? = nil) throws(Diagnostic) {
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }) else {
      throw Diagnostic(
        "'\(name)' is no plugin's name", kind: .unavailable, at: range, help: "write NAME for libNAME.so")
    }
    let file = "lib\(name).so"
    guard let folder = folders.first(where: { access("\($0)/\(file)", R_OK) == 0 }) else {
      throw Diagnostic(
        "plugin '\(name)' is not available", kind: .unavailable, at: range,
        notes: ["there is no \(file) in \(folders.isEmpty ? "any folder" : folders.joined(separator: ", "))"],
        help: "build it, and name its folder in REEL_PLUGIN_PATH")
    }
    // Held throughout: a plugin that two threads load at once registers once.
    let problem = Self.loaded.withLock { loaded -> Diagnostic? in
      if loaded.contains(name) { return nil }
      if let cause = Self.register(path: "\(folder)/\(file)") {
        return Diagnostic(
          "plugin '\(name)' cannot be loaded", kind: .unavailable, at: range, cause: cause.0, help: cause.1)
      }
      loaded.insert(name)
      return nil
    }
    if let problem { throw problem }
  }

  /// Why a library's nodes could not be registered, and what to do; nil when they are.
  private static func register(path: String) -> (String, String?)? {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      return (dlerror().map { String(cString: $0) } ?? "the system does not say why", nil)
    }
    guard let symbol = dlsym(library, "reel_plugin_register") else {
      // It stays: the runtime may have taken up types of a Swift library, which must not go away again.
      return ("\(path) has no reel_plugin_register: it is no plugin", nil)
    }
    let rebuild = "build the plugin with this version of Reel"
    let answer = unsafeBitCast(symbol, to: EntryPoint.self)(PluginHost.identity, PluginHost.abi)
    switch PluginHost.Answer(rawValue: answer) {
    case .registered: return nil
    case .otherABI: return ("\(path) was built for another version of Reel than \(PluginHost.abi)", rebuild)
    case .otherRegistry: return ("\(path) brings along a copy of Reel of its own", rebuild)
    case .failed: return (PluginHost.takeFailure() ?? "its registration failed", nil)
    case nil: return ("its registration answered \(answer)", rebuild)
    }
  }
}
