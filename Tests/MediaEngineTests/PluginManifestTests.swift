import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct PluginManifestTests {
  /// Reel's own nodes have every kind of port and parameter.
  private let declarations = Registry().declarations

  @Test func aManifest_saysWhatTheDeclarationsSay() throws {
    let manifest = PluginManifest(plugin: "All", declarations: declarations)
    #expect(manifest.abi == PluginHost.abi)
    #expect(manifest.nodes.map(\.type) == declarations.map(\.type.name))
    for (node, declaration) in zip(manifest.nodes, declarations) {
      #expect(node.summary == declaration.summary)
      for (ports, declared) in [(node.inputs, declaration.inputs), (node.outputs, declaration.outputs)] {
        #expect(ports.map(\.name) == declared.map(\.name))
        #expect(ports.map(\.types) == declared.map { $0.types.map(\.rawValue) })
        #expect(ports.map(\.doc) == declared.map(\.doc))
        #expect(ports.map(\.isRequired) == declared.map(\.isRequired))
        #expect(ports.map(\.repeats) == declared.map(\.repeats))
      }
      #expect(node.parameters.map(\.name) == declaration.parameters.map(\.name))
      for (parameter, declared) in zip(node.parameters, declaration.parameters) {
        #expect(parameter.type == declared.type.name && parameter.choices == declared.type.choices)
        #expect(parameter.doc == declared.doc && parameter.unit == declared.unit)
        #expect(parameter.minimum == declared.minimum && parameter.maximum == declared.maximum)
        #expect(parameter.isRequired == declared.isRequired)
        if let text = parameter.defaultValue { #expect(declared.defaultValue == .text(text)) }
      }
    }
  }

  @Test func aManifest_comesBackFromItsFile_andEqualOnesAreEqualBytes() throws {
    let manifest = PluginManifest(plugin: "All", declarations: declarations)
    #expect(try PluginManifest(json: manifest.json) == manifest)
    #expect(try manifest.json == PluginManifest(plugin: "All", declarations: declarations.reversed()).json)
  }

  @Test func anotherFormat_isRefused() throws {
    var manifest = PluginManifest(plugin: "None", declarations: [])
    manifest.format = 2
    let json = try manifest.json
    #expect(throws: DecodingError.self) { try PluginManifest(json: json) }
  }

  struct One: TemplateNode {
    static let type: NodeType = "test.one"
    static let summary = "One."
    func build(_ template: inout Template) {}
  }

  struct Two: TemplateNode {
    static let type: NodeType = "test.two"
    static let summary = "Two."
    func build(_ template: inout Template) {}
  }

  @Test func registeringTogether_isAllOrNothing() throws {
    let registry = Registry()
    let error = #expect(throws: RegistrationError.self) {
      try registry.registerTogether { registry in
        try registry.register(One.self)
        try registry.register(VideoScale.self)
      }
    }
    #expect(error?.type == "video.scale")
    #expect(registry.declaration(of: "test.one") == nil)
    let types = try registry.registerTogether { registry in
      try registry.register(Two.self)
      try registry.register(One.self)
    }
    #expect(types == ["test.one", "test.two"])
    #expect(registry.declaration(of: "test.two")?.summary == "Two.")
  }
}
