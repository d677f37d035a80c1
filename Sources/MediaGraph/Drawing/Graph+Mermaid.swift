extension Graph {
  /// Returns the graph as a Mermaid flowchart, which Markdown viewers draw; requirements as for `dot(registry:detail:)`.
  public func mermaid(registry: Registry = .shared, detail: GraphDetail = .full) -> String {
    let drawing = GraphDrawing(self, registry: registry)
    var lines: [String] = []
    if detail == .full, let title = drawing.title { lines += ["---", "title: \(Self.mermaidTitle(title))", "---"] }
    lines.append("flowchart LR")
    lines += Self.mermaidBoxes(of: drawing, in: nil, indent: "  ", detail)
    for arrow in drawing.arrows {
      let head = arrow.isOff ? "x" : ">"
      let line = arrow.type?.isBroken == true ? "-.-\(head)" : "--\(head)"
      let text = [arrow.label, arrow.isOff ? "off" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
      let label = text.isEmpty ? "" : "|\"\(Self.mermaidText(text))\"|"
      lines.append("  \(arrow.from) \(line)\(label) \(arrow.to)")
    }
    let legend = detail == .full ? drawing.types : []
    if !legend.isEmpty {
      lines.append("  subgraph legend[\"Legend\"]")
      for (index, type) in legend.enumerated() {
        let arrow = "\(type.isBroken ? "-.->" : "-->")|\"\(Self.mermaidText(type.rawValue))\"|"
        lines.append("    k\(index)[\" \"] \(arrow) l\(index)[\" \"]")
      }
      lines.append("  end")
    }
    for (index, arrow) in drawing.arrows.enumerated() {
      guard let type = arrow.type else { continue }
      lines.append("  linkStyle \(index) stroke:\(arrow.isOff ? GraphDrawing.colorOfLinksThatAreOff : type.color)")
    }
    for (index, type) in legend.enumerated() {
      lines.append("  linkStyle \(drawing.arrows.count + index) stroke:\(type.color)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func mermaidBoxes(
    of drawing: GraphDrawing, in group: String?, indent: String, _ detail: GraphDetail
  ) -> [String] {
    var lines = drawing.boxes.filter { $0.group == group }.map { box in
      let (open, close) = box.isTemplate ? ("[[", "]]") : ("(", ")")
      // No style attribute: Mermaid takes the last entity of a line apart that has the word style, a colon and a number sign.
      let type = "<i>\(mermaidText(box.use))</i>"
      let arguments = (detail == .full ? box.arguments : []).map { "<br/><small>\(mermaidText($0))</small>" }.joined()
      return "\(indent)\(box.id)\(open)\"<b>\(mermaidText(box.name))</b><br/>\(type)\(arguments)\"\(close)"
    }
    for (index, name) in drawing.groups.enumerated() {
      let slash = name.lastIndex(of: "/")
      guard slash.map({ String(name[..<$0]) }) == group else { continue }
      let title = slash.map { String(name[name.index(after: $0)...]) } ?? name
      lines.append("\(indent)subgraph g\(index)[\"\(mermaidText(title))\"]")
      lines += mermaidBoxes(of: drawing, in: name, indent: indent + "  ", detail) + ["\(indent)end"]
    }
    return lines
  }

  /// A title as a YAML scalar in double quotes.
  private static func mermaidTitle(_ title: String) -> String {
    "\"" + title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ") + "\""
  }

  /// Escapes a text: letters, digits and a few more characters stay, all others become numeric entities.
  private static func mermaidText(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || " ._-/→".unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return result
  }
}
