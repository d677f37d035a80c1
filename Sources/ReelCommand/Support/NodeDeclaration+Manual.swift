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
    return sections.joined(separator: "\n\n")
  }

  /// Formats rows in columns below a title; nil if there are none.
  private static func section(_ title: String, _ rows: [(name: String, type: String, remark: String)]) -> String? {
    guard !rows.isEmpty else { return nil }
    let name = rows.map(\.name.count).max() ?? 0
    let type = min(24, rows.map(\.type.count).max() ?? 0)
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
    } else if case .text(let text)? = defaultValue {
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
