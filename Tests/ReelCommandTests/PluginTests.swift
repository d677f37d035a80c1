import Foundation
import Testing

/// What a file names as plugins, and what is there instead. A plugin that works is run by the project's CI script, which
/// builds it as a package of its own.
@Suite struct PluginTests {
  private static func graph(_ plugin: String) -> String {
    """
    format: 1
    plugins: ["\(plugin)"]
    nodes:
      source: { use: test.video, with: { duration: 1s } }
      null: { use: null, in: source }
    """
  }

  /// The causes and notes that `check` gives, with the test's folder as `~`.
  private func details(_ plugin: String, _ workshop: Workshop) async throws -> [String] {
    try workshop.write(Self.graph(plugin), to: "graph.yaml")
    let outcome = try await workshop.run("check", "graph.yaml", environment: ["REEL_PLUGIN_PATH": workshop.path])
    #expect(outcome.code == 69)
    return outcome.error.replacing(workshop.path, with: "~").split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("error") || $0.contains(" = cause") || $0.contains(" = help")
    }
  }

  @Test func pluginThatIsNotThere_saysWhereItWasLookedFor() async throws {
    let workshop = try Workshop()
    #expect(
      try await details("Sparkle", workshop) == [
        "error: plugin 'Sparkle' is not available",
        "  = help: build it, and name its folder in REEL_PLUGIN_PATH",
      ])
  }

  @Test func libraryWithoutAnEntryPoint_isNoPlugin() async throws {
    let workshop = try Workshop()
    let library = URL(fileURLWithPath: Workshop.reel).deletingLastPathComponent().appendingPathComponent("libReel.so")
    try FileManager.default.copyItem(atPath: library.path, toPath: "\(workshop.path)/libSparkle.so")
    #expect(
      try await details("Sparkle", workshop) == [
        "error: plugin 'Sparkle' cannot be loaded",
        "  = cause: ~/libSparkle.so has no reel_plugin_register: it is no plugin",
      ])
  }

  @Test func textAsPlugin_isAnError() async throws {
    let workshop = try Workshop(["libSparkle.so": "text"])
    #expect(
      try await details("Sparkle", workshop) == [
        "error: plugin 'Sparkle' cannot be loaded", "  = cause: ~/libSparkle.so: file too short",
      ])
  }

  @Test func pluginForAnotherVersion_isRefusedAndSaysWhatToDo() async throws {
    let workshop = try Workshop([
      "old.c": "int reel_plugin_register(const void *host, int abi) { return abi == 1 ? 1 : 0; }"
    ])
    let compiler = try await workshop.bash("clang -shared -fPIC -o libSparkle.so old.c")
    #expect(compiler.code == 0, "\(compiler.error)")
    #expect(
      try await details("Sparkle", workshop) == [
        "error: plugin 'Sparkle' cannot be loaded",
        "  = cause: ~/libSparkle.so was built for another version of Reel than 1",
        "  = help: build the plugin with this version of Reel",
      ])
  }

  @Test(arguments: ["../x", "/tmp/x", "a b"]) func nameThatIsAPath_isRefused(name: String) async throws {
    let workshop = try Workshop()
    #expect(
      try await details(name, workshop) == [
        "error: '\(name)' is no plugin's name", "  = help: write NAME for libNAME.so",
      ])
  }
}
