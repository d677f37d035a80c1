extension Graph {
  /// Returns the graph as text for Graphviz: a box for each node, an arrow for each link in the colour of its port
  /// type.
  ///
  /// The graph must have passed its check. An expanded graph shows each template's nodes inside a frame.
  public func dot(registry: Registry = .shared) -> String {
    let drawing = GraphDrawing(self, registry: registry)
    var lines = ["digraph \(Self.dotText(drawing.title ?? "graph")) {"]
    lines += [
      "  rankdir=LR;", "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
    ]
    lines += Self.dotBoxes(of: drawing, in: nil, indent: "  ")
    for arrow in drawing.arrows {
      var attributes: [String] = []
      let label = [arrow.label, arrow.isOff ? "off" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
      if !label.isEmpty { attributes.append("label=\(Self.dotText(label))") }
      if let type = arrow.type {
        let color = arrow.isOff ? GraphDrawing.colorOfLinksThatAreOff : type.color
        attributes += ["color=\"\(color)\"", "tooltip=\"\(type.rawValue)\""]
        if type.isBroken { attributes.append("style=dashed") }
      }
      switch arrow.delivery {
      case .all: break
      case .latest: attributes.append("arrowhead=empty")
      // A bar across the end: no media pass.
      case .nothing: attributes.append("arrowhead=tee")
      }
      lines.append(
        "  \(arrow.from) -> \(arrow.to)" + (attributes.isEmpty ? ";" : " [\(attributes.joined(separator: ", "))];"))
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func dotBoxes(of drawing: GraphDrawing, in group: String?, indent: String) -> [String] {
    var lines = drawing.boxes.filter { $0.group == group }.map { box in
      let shape = box.isTemplate ? ", shape=box3d, style=\"\"" : ""
      return "\(indent)\(box.id) [label=\(dotText(box.name + "\n" + box.use))\(shape)];"
    }
    for (index, name) in drawing.groups.enumerated() {
      let slash = name.lastIndex(of: "/")
      guard slash.map({ String(name[..<$0]) }) == group else { continue }
      lines += [
        "\(indent)subgraph cluster_\(index) {",
        "\(indent)  label=\(dotText(slash.map { String(name[name.index(after: $0)...]) } ?? name));",
        "\(indent)  style=\"rounded,dashed\"; fontname=\"Helvetica\"; fontsize=10;",
      ]
      lines += dotBoxes(of: drawing, in: name, indent: indent + "  ") + ["\(indent)}"]
    }
    return lines
  }

  /// Returns a text in quotes, with all markup characters of names escaped.
  private static func dotText(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
