extension Graph {
  /// Returns the graph as a Mermaid flowchart, which Markdown viewers draw; requirements as for `dot(registry:)`.
  public func mermaid(registry: Registry = .shared) -> String {
    let drawing = GraphDrawing(self, registry: registry)
    var lines = ["flowchart LR"]
    lines += Self.mermaidBoxes(of: drawing, in: nil, indent: "  ")
    for arrow in drawing.arrows {
      let head = arrow.isOff ? "x" : ">"
      let line = arrow.type?.isBroken == true ? "-.-\(head)" : "--\(head)"
      let text = [arrow.label, arrow.isOff ? "off" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
      let label = text.isEmpty ? "" : "|\"\(Self.mermaidText(text))\"|"
      lines.append("  \(arrow.from) \(line)\(label) \(arrow.to)")
    }
    for (index, arrow) in drawing.arrows.enumerated() {
      guard let type = arrow.type else { continue }
      lines.append("  linkStyle \(index) stroke:\(arrow.isOff ? GraphDrawing.colorOfLinksThatAreOff : type.color)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func mermaidBoxes(of drawing: GraphDrawing, in group: String?, indent: String) -> [String] {
    var lines = drawing.boxes.filter { $0.group == group }.map { box in
      let (open, close) = box.isTemplate ? ("[[", "]]") : ("(", ")")
      return "\(indent)\(box.id)\(open)\"\(mermaidText(box.name))<br/>\(mermaidText(box.use))\"\(close)"
    }
    for (index, name) in drawing.groups.enumerated() {
      let slash = name.lastIndex(of: "/")
      guard slash.map({ String(name[..<$0]) }) == group else { continue }
      let title = slash.map { String(name[name.index(after: $0)...]) } ?? name
      lines.append("\(indent)subgraph g\(index)[\"\(mermaidText(title))\"]")
      lines += mermaidBoxes(of: drawing, in: name, indent: indent + "  ") + ["\(indent)end"]
    }
    return lines
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
