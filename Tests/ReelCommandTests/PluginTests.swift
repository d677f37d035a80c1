import Foundation
import Testing

/// Plugins that a file names, and errors of loading them. The project's CI script runs a valid plugin, which it builds
/// as a package of its own.
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

  /// Returns the causes and notes of `check`, with the test's folder as `~`.
  private func details(_ plugin: String, _ fixture: CommandFixture, mode: String = "") async throws -> [String] {
    try fixture.write(Self.graph(plugin), to: "graph.yaml")
    let outcome = try await fixture.run(
      "check", "graph.yaml", environment: ["REEL_PLUGIN_PATH": fixture.path, "SPARKLE": mode])
    #expect(outcome.code == 69)
    return outcome.error.replacing(fixture.path, with: "~").split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("error") || $0.contains(" = cause") || $0.contains(" = help")
    }
  }

  @Test func folderThatIsNone_isAnError() async throws {
    let outcome = try await CommandFixture().run("nodes", "--plugin-path", "nowhere")
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("error: --plugin-path nowhere is no folder\n"), "\(outcome.error)")
  }

  @Test func pluginThatIsNotThere_saysWhereItWasLookedFor() async throws {
    let fixture = try CommandFixture()
    #expect(
      try await details("Sparkle", fixture) == [
        "error: plugin 'Sparkle' is not available",
        "  = help: build it, and name its folder in REEL_PLUGIN_PATH",
      ])
  }

  @Test func libraryWithoutAnEntryPoint_isNoPlugin() async throws {
    let fixture = try CommandFixture()
    let library = URL(fileURLWithPath: CommandFixture.reel).deletingLastPathComponent().appendingPathComponent(
      "libReel.so")
    try FileManager.default.copyItem(atPath: library.path, toPath: "\(fixture.path)/libSparkle.so")
    #expect(
      try await details("Sparkle", fixture) == [
        "error: plugin 'Sparkle' cannot be loaded",
        "  = cause: ~/libSparkle.so has no reel_plugin_register: it is no plugin",
        "  = help: export that function, as 'Write a plugin' in Reel's README shows",
      ])
  }

  @Test func textAsPlugin_isAnError() async throws {
    let fixture = try CommandFixture(["libSparkle.so": "text"])
    #expect(
      try await details("Sparkle", fixture) == [
        "error: plugin 'Sparkle' cannot be loaded", "  = cause: ~/libSparkle.so: file too short",
        "  = help: it is no library; build the plugin anew",
      ])
  }

  private static let rebuild = "  = help: build the plugin with this version of Reel"

  /// Builds a plugin in C, and returns the details of its error.
  private func details(ofPluginInC text: String, options: String = "") async throws -> [String] {
    let fixture = try CommandFixture(["plugin.c": text])
    let compiler = try await fixture.bash("clang -shared -fPIC -o libSparkle.so plugin.c \(options)")
    #expect(compiler.code == 0, "\(compiler.error)")
    return try await details("Sparkle", fixture)
  }

  @Test func pluginForAnotherVersion_isRefusedAndSaysWhatToDo() async throws {
    #expect(
      try await details(ofPluginInC: "int reel_plugin_register(const void *host, int abi) { return 1; }") == [
        "error: plugin 'Sparkle' cannot be loaded",
        "  = cause: ~/libSparkle.so was built for another version of Reel than 2", Self.rebuild,
      ])
  }

  @Test func pluginThatMissesWhatAnotherVersionHad_isRefused() async throws {
    let text = "void reel_gone(void); int reel_plugin_register(const void *h, int a) { reel_gone(); return 0; }"
    #expect(
      try await details(ofPluginInC: text) == [
        "error: plugin 'Sparkle' cannot be loaded",
        "  = cause: ~/libSparkle.so: undefined symbol: reel_gone: it was built for another version of Reel",
        Self.rebuild,
      ])
  }

  @Test func pluginWithItsOwnCopyOfReel_isRefused() async throws {
    #expect(
      try await details(ofPluginInC: "int reel_plugin_register(const void *host, int abi) { return 2; }") == [
        "error: plugin 'Sparkle' cannot be loaded",
        "  = cause: ~/libSparkle.so brings along a copy of Reel of its own", Self.rebuild,
      ])
  }

  @Test func pluginThatNeedsAMissingLibrary_saysHowToFindOutWhich() async throws {
    let fixture = try CommandFixture([
      "other.c": "int other(void) { return 0; }",
      "plugin.c": "int other(void); int reel_plugin_register(const void *h, int a) { return other(); }",
    ])
    let compiler = try await fixture.bash(
      """
      clang -shared -fPIC -o libother.so other.c && clang -shared -fPIC -o libSparkle.so plugin.c -L. -lother \
        && rm libother.so
      """)
    #expect(compiler.code == 0, "\(compiler.error)")
    #expect(
      try await details("Sparkle", fixture) == [
        "error: plugin 'Sparkle' cannot be loaded",
        "  = cause: libother.so: cannot open shared object file: No such file or directory",
        "  = help: install what the library needs: 'ldd ~/libSparkle.so' lists it",
      ])
  }

  @Test func pluginThatRegistersNothing_isRefused() async throws {
    #expect(
      try await details(ofPluginInC: "int reel_plugin_register(const void *host, int abi) { return 0; }") == [
        "error: plugin 'Sparkle' cannot be loaded", "  = cause: ~/libSparkle.so registered no node",
        "  = help: let its registration register one at least",
      ])
  }

  @Test func registrationThatFailsWithoutAReason_isAnError() async throws {
    #expect(
      try await details(ofPluginInC: "int reel_plugin_register(const void *host, int abi) { return 3; }") == [
        "error: plugin 'Sparkle' cannot be loaded", "  = cause: the registration of ~/libSparkle.so failed",
        "  = help: ask the plugin's author",
      ])
  }

  /// A plugin in Swift whose registration fails in the way that a variable selects.
  private static let inSwift = """
    import Glibc
    import MediaEngine
    import MediaGraph

    struct Failure: Error, CustomStringConvertible { let description = "there is no licence file" }

    struct Sparkle: ClosureNode {
      static let type: NodeType = "video.sparkle"
      static let summary = "Does nothing to pictures."
      @Port(in: "in") var input: Input<RawVideo>
      @Port(out: "out") var output: Output<RawVideo>
      init() {}
      func makeClosure() -> VideoEffect { VideoEffect { _ in } }
    }

    @_cdecl("reel_plugin_register")
    public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
      PluginHost.register(host: host, abi: abi) { registry in
        try registry.register(Sparkle.self)
        switch getenv("SPARKLE").map({ String(cString: $0) }) {
        case "throws": throw Failure()
        case "twice": try registry.register(Sparkle.self)
        default: break
        }
      }
    }
    """

  /// Makes a folder with the plugin, built against the tested build of Reel.
  private static func swiftPlugin(_ name: String) async throws -> CommandFixture {
    let fixture = try CommandFixture(["plugin.swift": inSwift])
    let products = URL(fileURLWithPath: CommandFixture.reel).deletingLastPathComponent().path
    // SwiftPM itself knows the module maps of the C modules that Reel is built with.
    let compiler = try await fixture.bash(
      """
      maps=(\(products)/*.build/module.modulemap \(products)/../../checkouts/*/Sources/*/include/module.modulemap \\
        \(CommandFixture.package)/Sources/CGStreamer/module.modulemap)
      headers=$(pkg-config --cflags-only-I gstreamer-pbutils-1.0 | sed 's/-I/-Xcc -I/g')
      swiftc -parse-as-library -emit-library -module-name \(name) -o lib\(name).so plugin.swift -I \(products)/Modules \\
        $(printf -- '-Xcc -fmodule-map-file=%s ' "${maps[@]}") $headers -L \(products) -lReel -module-cache-path cache
      """)
    #expect(compiler.code == 0, "\(compiler.error)")
    return fixture
  }

  @Test func pluginsInSwift_thatWorkAndThatDoNot() async throws {
    let fixture = try await Self.swiftPlugin("Good")
    #expect(
      try await details("Good", fixture, mode: "throws") == [
        "error: plugin 'Good' cannot be loaded",
        "  = cause: the registration of ~/libGood.so failed: there is no licence file",
        "  = help: the plugin says so; see what it needs",
      ])
    #expect(
      try await details("Good", fixture, mode: "twice") == [
        "error: plugin 'Good' cannot be loaded",
        "  = cause: the registration of ~/libGood.so failed: a node type named 'video.sparkle' is registered already",
        "  = help: give the node another name",
      ])
    // Two plugins with a node of the same name.
    try fixture.write(fixture.data(of: "libGood.so"), to: "libOther.so")
    try fixture.write("format: 1\nplugins: [Good, Other]\n", to: "two.yaml")
    let environment = ["REEL_PLUGIN_PATH": fixture.path]
    let two = try await fixture.run("check", "two.yaml", environment: environment)
    #expect(two.code == 69)
    #expect(two.error.contains("'video.sparkle' is registered already, by the plugin 'Good'"))
    #expect(two.error.contains("help: give the node another name, or leave one of the two plugins out"))
    // A file that does not name the plugin: its manifest has the type.
    let graph =
      Self.graph("Good").replacing("in: source", with: "in: sparkle")
      + "\n  sparkle: { use: video.sparkle, in: source }\n"
    try fixture.write(graph, to: "good.yaml")
    let good = try await fixture.run("check", "good.yaml", environment: environment)
    #expect(good.code == 0, "\(good.error)")
    let written = try await fixture.run("plugins", "Good", "--write", environment: environment)
    #expect(written.code == 0 && written.output.contains("video.sparkle  Does nothing to pictures."))
    let printed = try await fixture.run("plugins", "Good", "--json", environment: environment)
    #expect(try Data(printed.output.utf8) == fixture.data(of: "libGood.json"))
    try fixture.write(graph.replacing("plugins: [\"Good\"]", with: ""), to: "forgot.yaml")
    let forgot = try await fixture.run("check", "forgot.yaml", environment: environment)
    #expect(forgot.code == 65)
    #expect(
      forgot.error.contains("is a node of the plugin 'Good'") && forgot.error.contains("help: add plugins: [Good]"))
  }

  @Test(arguments: ["../x", "/tmp/x", "a b"]) func nameThatIsAPath_isRefused(name: String) async throws {
    let fixture = try CommandFixture()
    #expect(
      try await details(name, fixture) == [
        "error: '\(name)' is no plugin's name", "  = help: write NAME for libNAME.so",
      ])
  }
}
