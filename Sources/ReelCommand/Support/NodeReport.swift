import MediaGraph

/// The JSON form of a node type; unknown values are left out.
struct NodeReport: Encodable {
  struct Port: Encodable {
    let name: String
    let types: [String]
    let summary: String?
    let required: Bool?
    let repeats: Bool
    /// True for the port of links that name none.
    let isDefault: Bool
  }

  struct Parameter: Encodable {
    let name: String
    let type: ValueType
    let summary: String?
    let unit: String?
    /// The default, as files write it.
    let `default`: String?
    let minimum: String?
    let maximum: String?
    let required: Bool
    /// True if a running graph takes a new value.
    let live: Bool
  }

  struct ValueType: Encodable {
    let name: String
    let example: String?
    /// All values, if they are few.
    let choices: [String]?
    /// The ways to write a value, where words are among them.
    let forms: [String]?
    /// The fields of a record.
    let fields: [Parameter]?
    /// The types of which a value has one.
    let alternatives: [ValueType]?
    let isList: Bool
  }

  let type: String
  let group: String
  let summary: String
  let plugin: String?
  let inputs: [Port]
  let outputs: [Port]
  let parameters: [Parameter]

  init(_ declaration: NodeDeclaration) {
    type = declaration.type.name
    group = NodeGroup.groups(of: [declaration]).first?.title ?? ""
    summary = declaration.summary
    plugin = Registry.shared.plugin(of: declaration.type)
    inputs = declaration.inputs.map { Port($0, of: declaration) }
    outputs = declaration.outputs.map { Port($0, of: declaration) }
    parameters = declaration.parameters.map(Parameter.init)
  }
}

extension NodeReport.Port {
  fileprivate init(_ port: PortDeclaration, of declaration: NodeDeclaration) {
    name = port.name
    types = port.types.map(\.rawValue)
    summary = port.doc.isEmpty ? nil : port.doc
    required = port.direction == .input ? port.isRequired : nil
    repeats = port.repeats
    isDefault = declaration.port(nil, port.direction)?.name == port.name
  }
}

extension NodeReport.Parameter {
  fileprivate init(_ parameter: ParameterDeclaration) {
    name = parameter.name
    type = NodeReport.ValueType(parameter.type)
    summary = parameter.doc.isEmpty ? nil : parameter.doc
    unit = parameter.unit
    if case .text(let text)? = parameter.defaultValue { self.default = text } else { self.default = nil }
    minimum = parameter.minimum
    maximum = parameter.maximum
    required = parameter.isRequired
    live = parameter.isLive
  }
}

extension NodeReport.ValueType {
  fileprivate init(_ type: ParameterType) {
    name = type.name
    example = type.example
    choices = type.choices
    forms = type.forms.nonEmpty
    fields = type.fields.map(NodeReport.Parameter.init).nonEmpty
    alternatives = type.alternatives.map(NodeReport.ValueType.init).nonEmpty
    isList = type.isList
  }
}
