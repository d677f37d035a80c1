import Foundation
import MediaGraph

/// A plugin's node types, from its declarations: a file that tools can read without running the plugin's code.
///
/// The file is JSON and is beside the library, `libNAME.json` beside `libNAME.so`; `reel plugins NAME --write` makes
/// it. It contains the declarations only: with it, `reel check` finds the plugin that a file does not name.
public struct PluginManifest: Codable, Hashable, Sendable {
  /// The version of this format; readers refuse others.
  public static let format = 1

  public var format = Self.format
  /// The plugin's name, as in a file's `plugins:`.
  public var plugin: String
  /// The plugin interface's version at build time; see ``PluginHost/abi``.
  public var abi: Int32
  /// The node types, sorted by name.
  public var nodes: [Node]

  /// One node type.
  public struct Node: Codable, Hashable, Sendable {
    public var type: String
    public var summary: String
    public var inputs: [Port]
    public var outputs: [Port]
    public var parameters: [Parameter]
  }

  /// One port; `types` are the names in files, such as `video/raw`.
  public struct Port: Codable, Hashable, Sendable {
    public var name: String
    public var types: [String]
    public var doc: String
    public var isRequired: Bool
    public var repeats: Bool

    enum CodingKeys: String, CodingKey { case name, types, doc, isRequired = "required", repeats }
  }

  /// One parameter; unknown and inapplicable values are omitted. Values are texts, as in files.
  public struct Parameter: Codable, Hashable, Sendable {
    public var name: String
    public var type: String
    public var doc: String
    public var unit: String?
    public var isRequired: Bool
    /// The default, if it is a single text: lists and maps are omitted.
    public var defaultValue: String?
    public var minimum: String?
    public var maximum: String?
    public var choices: [String]?

    enum CodingKeys: String, CodingKey {
      case name, type, doc, unit, isRequired = "required", defaultValue = "default", minimum, maximum, choices
    }
  }
}

extension PluginManifest {
  /// The manifest of a plugin with these nodes.
  public init(plugin: String, declarations: [NodeDeclaration]) {
    self.plugin = plugin
    abi = PluginHost.abi
    nodes = declarations.map(Node.init).sorted { $0.type < $1.type }
  }

  /// Reads a manifest.
  ///
  /// - Throws: `DecodingError` if the data are invalid, or of another version.
  public init(json: Data) throws {
    self = try JSONDecoder().decode(PluginManifest.self, from: json)
    guard format == Self.format else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [CodingKeys.format], debugDescription: "the manifest's format is \(format)"))
    }
  }

  /// The manifest as JSON; equal manifests give equal bytes.
  public var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }
}

extension PluginManifest.Node {
  init(_ declaration: NodeDeclaration) {
    type = declaration.type.name
    summary = declaration.summary
    inputs = declaration.inputs.map(PluginManifest.Port.init)
    outputs = declaration.outputs.map(PluginManifest.Port.init)
    parameters = declaration.parameters.map(PluginManifest.Parameter.init)
  }
}

extension PluginManifest.Port {
  init(_ port: PortDeclaration) {
    name = port.name
    types = port.types.map(\.rawValue)
    doc = port.doc
    isRequired = port.isRequired
    repeats = port.repeats
  }
}

extension PluginManifest.Parameter {
  init(_ parameter: ParameterDeclaration) {
    name = parameter.name
    type = parameter.type.name
    doc = parameter.doc
    unit = parameter.unit
    isRequired = parameter.isRequired
    if case .text(let text)? = parameter.defaultValue { defaultValue = text }
    minimum = parameter.minimum
    maximum = parameter.maximum
    choices = parameter.type.choices
  }
}
