import MediaGraph
import Testing

/// The plugin of a node type: as loaded, or else from a manifest.
@Suite struct PluginNamesTests {
  private struct Glow: Node {
    static let type: NodeType = "video.glow"
    static let summary = "Glows."
    @Port(in: "in") var input: Input<RawVideo>
  }

  @Test func loadedPlugin_replacesTheManifest() throws {
    let registry = Registry()
    registry.note(["video.glow"], ofPlugin: "Guess")
    #expect(registry.plugin(of: "video.glow") == "Guess")
    try registry.register(Glow.self)
    registry.note(["video.glow"], ofPlugin: "Glow", isLoaded: true)
    registry.note(["video.glow", "video.other"], ofPlugin: "Late")
    #expect(registry.plugin(of: "video.glow") == "Glow")
    #expect(registry.plugin(of: "video.other") == "Late")
    #expect(registry.plugin(of: "mux.mp4") == nil)
  }

  @Test func schema_namesThePlugin() throws {
    let registry = Registry()
    try registry.register(Glow.self)
    registry.note(["video.glow"], ofPlugin: "Glow", isLoaded: true)
    let schema = DescriptionSchema(registry: registry).text
    #expect(schema.contains("\"node:video.glow\": {\n"))
    #expect(schema.contains("\"x-plugin\": \"Glow\""))
    #expect(schema.contains("Glows. Needs 'plugins: [Glow]'."))
    #expect(schema.split(separator: "\n").count { $0.contains("x-plugin") } == 1)
  }
}
