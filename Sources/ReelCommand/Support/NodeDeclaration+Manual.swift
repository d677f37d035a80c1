import MediaGraph

extension NodeDeclaration {
  /// The declaration as a manual page.
  var manual: String {
    var sections = ["\(type.name)\n  \(summary)"]
    if type.name == "gst" { sections.append("Ports\n  in, out  of the types that 'type', 'from' and 'to' name") }
    sections += [
      Self.section("Inputs", inputs.map { ($0.name, $0.typeNames, $0.remark) }),
      Self.section("Outputs", outputs.map { ($0.name, $0.typeNames, $0.remark) }),
      Self.section("Parameters", parameters.map { ($0.name, $0.type.manual, $0.remark) }),
    ].compactMap { $0 }
    var types = ParameterTypeList()
    for parameter in parameters { types.add(parameter.type) }
    sections += types.records.compactMap { record in
      Self.section("Fields of \(record.article)", record.fields.map { ($0.name, $0.type.manual, $0.remark) })
    }
    sections += [
      Self.section("Kinds", types.choices.map { ($0.name, "", "one of: \($0.names)") }),
      Self.section("Values", types.written.map { ($0.name, "", $0.forms.joined(separator: ", ")) }),
    ].compactMap { $0 }
    return sections.joined(separator: "\n\n")
  }

  /// Formats rows in columns below a title; nil if there are none.
  private static func section(_ title: String, _ rows: [(name: String, type: String, remark: String)]) -> String? {
    guard !rows.isEmpty else { return nil }
    let name = rows.map(\.name.count).max() ?? 0
    let type = min(24, rows.map(\.type.count).max() ?? 0)
    if type == 0 {
      return ([title] + rows.map { "  \($0.name.padded(to: name))  \($0.remark)" }).joined(separator: "\n")
    }
    return
      ([title]
      + rows.map { row in
        let start = "  \(row.name.padded(to: name))  \(row.type.padded(to: type))"
        // Long lists of choices are on a line of their own.
        let gap = row.type.count > type ? "\n" + String(repeating: " ", count: name + type + 6) : "  "
        return row.remark.isEmpty ? start : start + gap + row.remark
      }).joined(separator: "\n")
  }
}

/// The types of a node's parameters that need a word of explanation, each once, in the order in which they are met.
private struct ParameterTypeList {
  /// The records.
  private(set) var records: [ParameterType] = []
  /// The types whose values are of one of several records, such as the items of a timeline.
  private(set) var choices: [(name: String, names: String)] = []
  /// The types with several ways to write a value.
  private(set) var written: [ParameterType] = []

  mutating func add(_ type: ParameterType) {
    let isList = type.isList && type.name.hasPrefix("list of ")
    let name = isList ? String(type.name.dropFirst("list of ".count)) : type.name
    if !type.fields.isEmpty {
      guard !records.contains(where: { $0.name == name }) else { return }
      records.append(ParameterType(name, fields: type.fields))
      for field in type.fields { add(field.type) }
    }
    if !type.forms.isEmpty, !written.contains(where: { $0.name == name }) {
      written.append(ParameterType(name, forms: type.forms))
    }
    // Ramps have a value, or keys with values: their alternatives are not kinds of values.
    let kinds = type.alternatives.filter { !$0.fields.isEmpty && !$0.isList }.map(\.name)
    if kinds.count > 1, !choices.contains(where: { $0.name == name }) {
      choices.append((name, kinds.joined(separator: ", ")))
    }
    for alternative in type.alternatives + type.entries { add(alternative) }
  }
}

extension PortDeclaration {
  fileprivate var remark: String {
    let facts = [
      direction == .input && !isRequired ? "optional" : nil,
      repeats ? (direction == .input ? "repeatable" : "several streams: \(name).2") : nil,
    ].compactMap { $0 }
    return [doc, facts.isEmpty ? "" : "(\(facts.joined(separator: ", ")))"].filter { !$0.isEmpty }.joined(
      separator: " ")
  }
}

extension ParameterDeclaration {
  fileprivate var remark: String {
    var facts: [String] = []
    if let unit { facts.append("in \(unit)") }
    switch (minimum, maximum) {
    case (let low?, let high?): facts.append("\(low) to \(high)")
    case (let low?, nil): facts.append("from \(low)")
    case (nil, let high?): facts.append("up to \(high)")
    case (nil, nil): break
    }
    if isRequired {
      facts.append("required")
    } else if case .text(let text)? = defaultValue, !text.isEmpty {
      facts.append("default \(text)")
    } else {
      facts.append("optional")
    }
    return [doc, "(\(facts.joined(separator: ", ")))"].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ParameterType {
  /// The type's name, or its choices.
  fileprivate var manual: String { choices?.joined(separator: "|") ?? name }
}

extension String {
  /// Returns the text padded with spaces.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
