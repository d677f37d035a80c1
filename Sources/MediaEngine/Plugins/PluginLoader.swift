import Foundation
public import MediaGraph
import MovieFile
import Synchronization

/// Loads plugins: dynamic libraries that register node types.
///
/// A plugin stays loaded until the process ends. Safe to use from any thread.
public struct PluginLoader: Sendable {
  /// The search path.
  public let folders: [String]

  private typealias EntryPoint = @convention(c) (UnsafeRawPointer, Int32) -> Int32
  private static let loaded = Mutex<[String: PluginManifest]>([:])

  /// - Parameter folders: searched before those of `REEL_PLUGIN_PATH` and that of the command itself.
  public init(folders: [String] = []) {
    let environment = ProcessInfo.processInfo.environment["REEL_PLUGIN_PATH"] ?? ""
    let command = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let own = command.lastIndex(of: "/").map { String(command[..<$0]) }
    self.folders = folders + environment.split(separator: ":").map(String.init) + (own.map { [$0] } ?? [])
  }

  /// Returns the path of a plugin's library; nil if no folder has it.
  public func path(of name: String) -> String? {
    folders.lazy.map { "\($0)/lib\(name).so" }.first { access($0, R_OK) == 0 }
  }

  /// Loads a plugin, once.
  ///
  /// - Parameters:
  ///   - name: `WatermarkPlugin` for `libWatermarkPlugin.so`.
  ///   - range: the place in a file that names it.
  /// - Returns: The plugin's manifest.
  /// - Throws: `Diagnostic` of the kind `unavailable`: the library is missing, no plugin, or built for another version,
  ///   or its registration failed. None of its nodes is registered then.
  @discardableResult
  public func load(_ name: String, at range: SourceRange? = nil) throws(Diagnostic) -> PluginManifest {
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }) else {
      throw Diagnostic(
        "'\(name)' is no plugin's name", kind: .unavailable, at: range, help: "write NAME for libNAME.so")
    }
    guard let path = path(of: name) else {
      throw Diagnostic(
        "plugin '\(name)' is not available", kind: .unavailable, at: range,
        notes: ["there is no lib\(name).so in \(folders.isEmpty ? "any folder" : folders.joined(separator: ", "))"],
        help: "build it, and name its folder in REEL_PLUGIN_PATH")
    }
    // Locked throughout: a plugin that two threads load concurrently registers once.
    let outcome = Self.loaded.withLock { loaded -> Result<PluginManifest, LoadFailure> in
      if let manifest = loaded[name] { return .success(manifest) }
      do throws(LoadFailure) {
        let types = try Self.register(path: path, others: loaded)
        Registry.shared.note(types, ofPlugin: name, isLoaded: true)
        let declarations = types.compactMap { Registry.shared.declaration(of: $0) }
        let manifest = PluginManifest(plugin: name, declarations: declarations)
        loaded[name] = manifest
        return .success(manifest)
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let manifest): return manifest
    case .failure(let failure):
      throw Diagnostic(
        "plugin '\(name)' cannot be loaded", kind: .unavailable, at: range, cause: failure.cause, help: failure.help)
    }
  }

  /// The reason why a library's nodes could not be registered, and a remedy.
  private struct LoadFailure: Error {
    let cause: String
    let help: String
  }

  private static func register(
    path: String, others: [String: PluginManifest]
  ) throws(LoadFailure) -> [NodeType] {
    let rebuild = "build the plugin with this version of Reel"
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      let cause = dlerror().map { String(cString: $0) } ?? "\(path) cannot be opened"
      if cause.contains("undefined symbol") {
        throw LoadFailure(cause: "\(cause): it was built for another version of Reel", help: rebuild)
      }
      throw LoadFailure(
        cause: cause,
        help: cause.contains("cannot open shared object")
          ? "install what the library needs: 'ldd \(path)' lists it" : "it is no library; build the plugin anew")
    }
    guard let symbol = dlsym(library, "reel_plugin_register") else {
      // It stays loaded: the runtime may have registered types of a Swift library, which must not be unloaded.
      throw LoadFailure(
        cause: "\(path) has no reel_plugin_register: it is no plugin",
        help: "export that function, as 'Write a plugin' in Reel's README shows")
    }
    let answer = unsafeBitCast(symbol, to: EntryPoint.self)(PluginHost.identity, PluginHost.abi)
    let outcome = PluginHost.takeOutcome()
    switch PluginHost.Answer(rawValue: answer) {
    case .registered:
      guard case .success(let types)? = outcome, !types.isEmpty else {
        throw LoadFailure(cause: "\(path) registered no node", help: "let its registration register one at least")
      }
      return types
    case .otherABI:
      throw LoadFailure(cause: "\(path) was built for another version of Reel than \(PluginHost.abi)", help: rebuild)
    case .otherRegistry: throw LoadFailure(cause: "\(path) brings along a copy of Reel of its own", help: rebuild)
    case .failed: throw failure(of: path, outcome, others: others)
    case nil: throw LoadFailure(cause: "the registration of \(path) answered \(answer)", help: rebuild)
    }
  }

  private static func failure(
    of path: String, _ outcome: Result<[NodeType], any Error>?, others: [String: PluginManifest]
  ) -> LoadFailure {
    guard case .failure(let error)? = outcome else {
      return LoadFailure(cause: "the registration of \(path) failed", help: "ask the plugin's author")
    }
    guard let taken = error as? RegistrationError else {
      return LoadFailure(
        cause: "the registration of \(path) failed: \(error)", help: "the plugin says so; see what it needs")
    }
    let owner = others.first { $0.value.nodes.contains { $0.type == taken.type.name } }
    return LoadFailure(
      cause: "the registration of \(path) failed: \(taken)" + (owner.map { ", by the plugin '\($0.key)'" } ?? ""),
      help: "give the node another name" + (owner == nil ? "" : ", or leave one of the two plugins out"))
  }

  // MARK: - Manifests

  /// Adds the types of the folders' manifests to a registry, without loading the plugins, and the reasons why folders
  /// cannot be read, and manifests beside plugins cannot be used. Other files are ignored.
  public func noteManifests(in registry: Registry = .shared) {
    var problems: [String] = []
    for folder in folders.reversed() {
      let files: [String]
      do {
        files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      } catch {
        problems.append("the plugin folder \(folder) cannot be read: \(error.localizedDescription)")
        continue
      }
      for file in files where file.hasPrefix("lib") && file.hasSuffix(".json") {
        let name = String(file.dropFirst(3).dropLast(5))
        guard path(of: name) != nil else { continue }
        do {
          let manifest = try Self.manifest(path: "\(folder)/\(file)", of: name)
          registry.note(manifest.nodes.map { NodeType($0.type) }, ofPlugin: name)
        } catch  where Self.exportsEntryPoint("\(folder)/lib\(name).so") {
          problems.append("the manifest \(folder)/\(file) cannot be used: \(Self.reason(error))")
        } catch {}
      }
    }
    registry.note(unusableManifests: problems)
  }

  private static func manifest(path: String, of plugin: String) throws -> PluginManifest {
    let file = try FileByteSource(path: path)
    guard file.size < 16 << 20 else { throw ManifestError(description: "it has \(file.size) bytes") }
    let manifest = try PluginManifest(json: Data(try file.bytes(at: 0, count: Int(file.size))))
    guard manifest.plugin == plugin else { throw ManifestError(description: "it is that of '\(manifest.plugin)'") }
    return manifest
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      context.debugDescription
    default: "\(error)"
    }
  }

  private struct ManifestError: Error, CustomStringConvertible {
    let description: String
  }
}
