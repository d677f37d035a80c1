/// The JSON Schema of description files, derived from the declarations of the node types, for editors and other tools.
///
/// A file that fits the schema can still be wrong: only `GraphChecker` checks links and the parameters of the file's
/// templates.
public struct DescriptionSchema: Sendable {
  private let declarations: [NodeDeclaration]
  /// The plugins of types that are not Reel's own.
  private let plugins: [NodeType: String]

  /// - Parameter registry: the types that files may use; register those of plugins first.
  public init(registry: Registry = .shared) {
    declarations = registry.declarations
    plugins = Dictionary(
      uniqueKeysWithValues: declarations.compactMap { node in registry.plugin(of: node.type).map { (node.type, $0) } })
  }

  /// The schema, of JSON Schema 2020-12.
  public var text: String { root.text() + "\n" }

  private var root: JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Reel description",
      "description": "A graph of typed media nodes, as the command reel runs it.",
      "type": "object",
      "required": ["format"],
      "additionalProperties": false,
      "properties": .object(DescriptionKeys.root.map { ($0, Self.rootProperties[$0] ?? true) }),
      // Types of plugins that were not loaded are not known to the schema.
      "if": ["required": ["plugins"]],
      "then": ["properties": ["nodes": ["additionalProperties": ["$ref": "#/$defs/node"]]]],
      "else": [
        "properties": [
          "nodes": ["additionalProperties": ["allOf": [["$ref": "#/$defs/node"], ["$ref": "#/$defs/knownType"]]]]
        ]
      ],
      "$defs": .object(definitions),
    ]
  }

  private static let rootProperties: [String: JSON] = [
    "format": ["description": "The format's number.", "enum": [.number("1"), "1"]],
    "name": ["description": "The graph's name.", "$ref": "#/$defs/text"],
    "summary": ["description": "One sentence on what the graph does.", "$ref": "#/$defs/text"],
    "include": [
      "description": "Files whose templates are used as NAME/TEMPLATE; paths are relative to this file.",
      "type": ["object", "null"], "propertyNames": ["$ref": "#/$defs/name"], "additionalProperties": ["type": "string"],
    ],
    "plugins": ["description": "The plugins that nodes come from: NAME of libNAME.so.", "$ref": "#/$defs/texts"],
    "parameters": ["description": "What --set gives values to.", "$ref": "#/$defs/parameters"],
    "templates": [
      "description": "Graphs with typed inputs and outputs, used like nodes.",
      "type": ["object", "null"], "propertyNames": ["$ref": "#/$defs/name"],
      "additionalProperties": ["$ref": "#/$defs/template"],
    ],
    "nodes": [
      "description": "The graph: nodes by their names.", "type": ["object", "null"],
      "propertyNames": ["$ref": "#/$defs/name"],
    ],
    "stop": [
      "description": "When a run ends although its sources go on; outputs are complete.", "type": "object",
      "additionalProperties": false,
      "properties": [
        "after": ["description": "The duration that each source gives.", "$ref": "#/$defs/time"],
        "signals": [
          "description": "The signals that end the run this way.",
          "anyOf": [["$ref": "#/$defs/signal"], ["type": "array", "items": ["$ref": "#/$defs/signal"]]],
        ],
        "failure": [
          "description": "The scope of a failure: the whole run, or the failing node's branch alone.",
          "enum": .strings(FailureExtent.allCases.map(\.text)),
        ],
      ],
    ],
  ]

  private var definitions: [(String, JSON)] {
    Self.generalDefinitions + [("time", SchemaValues.value(of: MediaTime.parameterType))]
      + [("node", node), ("knownType", ["properties": ["use": knownTypes]]), ("template", Self.template)]
      + declarations.map { ("node:\($0.type.name)", schema(of: $0)) }
  }

  private static let generalDefinitions: [(String, JSON)] = [
    ("name", ["pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"]),
    ("referredName", ["pattern": "^[A-Za-z_][A-Za-z0-9_]*$"]),
    ("text", ["type": ["string", "number", "boolean"]]),
    ("texts", ["type": "array", "items": ["$ref": "#/$defs/text"]]),
    (
      "reference",
      [
        "description": "A parameter's value: $name, or $(name) inside a text.", "type": "string",
        "pattern": "^\\$[A-Za-z_][A-Za-z0-9_]*$|\\$\\([A-Za-z_][A-Za-z0-9_]*\\)",
      ]
    ),
    (
      "source",
      [
        "description": "NODE, NODE.PORT, NODE.PORT.2 for the second stream, or $INPUT in a template.", "type": "string",
        "pattern":
          "^([A-Za-z_][A-Za-z0-9_-]*(\\.[A-Za-z_][A-Za-z0-9_-]*(\\.[1-9][0-9]*)?)?|\\$[A-Za-z_][A-Za-z0-9_]*)$",
      ]
    ),
    ("sources", ["anyOf": [["$ref": "#/$defs/source"], ["type": "array", "items": ["$ref": "#/$defs/source"]]]]),
    ("portType", ["enum": .strings(PortType.allCases.map(\.rawValue))]),
    ("signal", ["enum": .strings(StopSignal.allCases.map(\.text))]),
    (
      "parameters",
      [
        "type": ["object", "null"], "propertyNames": ["$ref": "#/$defs/referredName"],
        "additionalProperties": [
          "type": "object", "additionalProperties": false, "required": ["type"],
          "properties": [
            "type": ["enum": .strings(ParameterType.named.keys.sorted())],
            "required": ["type": "boolean", "description": "True if a value is required."],
            "default": ["description": "The value when none is given.", "$ref": "#/$defs/text"],
            "minimum": ["$ref": "#/$defs/text"],
            "maximum": ["$ref": "#/$defs/text"],
          ],
        ],
      ]
    ),
  ]

  private static let template: JSON = [
    "type": "object", "additionalProperties": false,
    "properties": [
      "parameters": ["$ref": "#/$defs/parameters"],
      "inputs": [
        "description": "The inputs by their names; nodes read them as $NAME.", "type": ["object", "null"],
        "propertyNames": ["$ref": "#/$defs/referredName"],
        "additionalProperties": ["$ref": "#/$defs/portType"],
      ],
      "outputs": [
        "description": "The outputs by their names, and which node gives each.", "type": ["object", "null"],
        "additionalProperties": ["$ref": "#/$defs/source"],
      ],
      "nodes": [
        "type": ["object", "null"], "propertyNames": ["$ref": "#/$defs/name"],
        "additionalProperties": ["$ref": "#/$defs/node"],
      ],
    ],
  ]

  // MARK: - Nodes

  /// The properties of all nodes, and of those whose type is known.
  private var node: JSON {
    [
      "type": "object", "required": ["use"], "additionalProperties": false,
      "properties": [
        "use": [
          "description": "The node's type, or a template's name.", "type": ["string", "null"],
          "anyOf": [knownTypes, true],
        ],
        "in": [
          "description": "Where the inputs come from.",
          "anyOf": [
            ["$ref": "#/$defs/sources"],
            ["type": "object", "additionalProperties": ["$ref": "#/$defs/sources"]],
          ],
        ],
        "with": ["description": "The parameters.", "type": ["object", "null"]],
        "delivery": [
          "description": "The queue's policy when this node is slower than its inputs: all waits, latest drops.",
          "enum": .strings(Delivery.allCases.map(\.text)),
        ],
      ],
      "allOf": .array(
        declarations.map { declaration in
          [
            "if": ["required": ["use"], "properties": ["use": ["enum": Self.spellings(of: declaration.type)]]],
            "then": ["$ref": .string("#/$defs/node:\(declaration.type.name)")],
          ]
        }),
    ]
  }

  /// Matches the types with a dot in their names; a template's name has none, unless it is Reel's own.
  private var knownTypes: JSON {
    let names = declarations.flatMap { declaration in
      if case .array(let spellings) = Self.spellings(of: declaration.type) { spellings } else { [] as [JSON] }
    }
    return [
      "anyOf": [
        ["enum": .array(names)], ["pattern": "^[A-Za-z_][A-Za-z0-9_-]*(/[A-Za-z_][A-Za-z0-9_-]*)?$"],
        ["pattern": "^swift\\."],
      ]
    ]
  }

  /// The spellings of a type's name: YAML reads a bare null as no value.
  private static func spellings(of type: NodeType) -> JSON {
    type.name == "null" ? ["null", .null] : [.string(type.name)]
  }

  private func schema(of declaration: NodeDeclaration) -> JSON {
    let plugin = plugins[declaration.type]
    let summary = declaration.summary + (plugin.map { " Needs 'plugins: [\($0)]'." } ?? "")
    var properties: [(String, JSON)] = [("use", ["description": .string(summary)])]
    // Some types derive their ports from their arguments.
    let required = declaration.inputs.contains { $0.isRequired } ? ["in"] : []
    if !declaration.ports.isEmpty { properties.append(("in", Self.inputs(of: declaration))) }
    properties.append(("with", SchemaValues.parameters(declaration.parameters)))
    let needsValues = declaration.parameters.contains { $0.isRequired }
    var schema: [(String, JSON)] = [
      ("required", .strings(["use"] + required + (needsValues ? ["with"] : []))),
      ("properties", .object(properties)),
    ]
    // An annotation of ours for tools that write the plugin's name into the file; validators ignore it.
    if let plugin { schema.insert(("x-plugin", .string(plugin)), at: 0) }
    return .object(schema)
  }

  private static func inputs(of declaration: NodeDeclaration) -> JSON {
    let inputs = declaration.inputs
    guard !inputs.isEmpty else { return ["description": "A source has no inputs.", "not": [:]] }
    let ports = inputs.map { port in
      (
        port.name,
        [
          "description": .string([port.doc, "Takes \(port.typeNames)."].filter { !$0.isEmpty }.joined(separator: " ")),
          "$ref": .string(port.repeats ? "#/$defs/sources" : "#/$defs/source"),
        ] as JSON
      )
    }
    let map: JSON = [
      "type": "object", "additionalProperties": false,
      "required": .strings(inputs.filter(\.isRequired).map(\.name)), "properties": .object(ports),
    ]
    guard let input = declaration.port(nil, .input) else { return map }
    return ["anyOf": [["$ref": .string(input.repeats ? "#/$defs/sources" : "#/$defs/source")], map]]
  }
}
