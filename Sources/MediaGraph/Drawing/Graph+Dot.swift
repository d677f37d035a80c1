extension Graph {
  /// Returns the graph as text for Graphviz: a box for each node, an arrow for each link in the colour of its port
  /// type.
  ///
  /// The graph must have passed its check. An expanded graph shows each template's nodes inside a frame.
  public func dot(registry: Registry = .shared, detail: GraphDetail = .full) -> String {
    let drawing = GraphDrawing(self, registry: registry)
    let isFull = detail == .full
    // White also where it is shown on a dark page: letters and lines are dark.
    var lines = [
      "digraph \(Self.dotText(drawing.title ?? "graph")) {",
      "  rankdir=LR; bgcolor=white; pad=0.3; nodesep=0.3; ranksep=0.5; fontname=\"Helvetica\";",
    ]
    if isFull, let title = Self.dotTitle(of: drawing) { lines.append("  labelloc=t; labeljust=l; label=<\(title)>;") }
    lines += [
      "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f7f9fb\", color=\"#5b6670\", fontname=\"Helvetica\", "
        + "fontsize=12, margin=\"0.15,0.08\"];",
      "  edge [fontname=\"Helvetica\", fontsize=10, fontcolor=\"#3c454d\", penwidth=1.8, arrowsize=0.8];",
    ]
    var boxes = Self.dotBoxes(of: drawing, in: nil, indent: isFull ? "    " : "  ", detail)
    if isFull {
      // The graph's own label is the title; a frame without a border has the legend below all boxes.
      let legend = Self.dotLegend(of: drawing)
      boxes =
        ["  subgraph cluster_legend {", "    peripheries=0; labelloc=b; labeljust=l; label=<\(legend)>;"] + boxes
        + ["  }"]
    }
    lines += boxes
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

  private static func dotBoxes(
    of drawing: GraphDrawing, in group: String?, indent: String, _ detail: GraphDetail
  ) -> [String] {
    var lines = drawing.boxes.filter { $0.group == group }.map { box in
      let shape = box.isTemplate ? ", shape=box3d, style=filled" : ""
      let arguments = detail == .full ? box.arguments : []
      let label = "<\(dotLabel(name: box.name, use: box.use, arguments: arguments))>"
      return "\(indent)\(box.id) [label=\(label)\(shape)];"
    }
    for (index, name) in drawing.groups.enumerated() {
      let slash = name.lastIndex(of: "/")
      guard slash.map({ String(name[..<$0]) }) == group else { continue }
      let title = slash.map { String(name[name.index(after: $0)...]) } ?? name
      lines += [
        "\(indent)subgraph cluster_\(index) {",
        "\(indent)  label=<<b>\(dotMarkup(title))</b>>; labelloc=t; labeljust=l;",
        "\(indent)  style=\"rounded,dashed\"; color=\"#8a949e\"; peripheries=1; fontname=\"Helvetica\"; fontsize=11;",
      ]
      lines += dotBoxes(of: drawing, in: name, indent: indent + "  ", detail) + ["\(indent)}"]
    }
    return lines
  }

  /// A name in bold, above its type in grey, above the arguments in small letters.
  private static func dotLabel(name: String, use: String, arguments: [String]) -> String {
    var label = "<b>\(dotMarkup(name))</b><br/><font color=\"#5f6b76\">\(dotMarkup(use))</font>"
    if !arguments.isEmpty {
      label += "<br/>"
      for line in arguments { label += "<br align=\"left\"/><font point-size=\"10\">\(dotMarkup(line))</font>" }
      label += "<br align=\"left\"/>"
    }
    return label
  }

  private static func dotTitle(of drawing: GraphDrawing) -> String? {
    let title = drawing.title.map { "<font point-size=\"18\"><b>\(dotMarkup($0))</b></font>" }
    let summary = drawing.summary.map { "<font point-size=\"12\" color=\"#3c454d\">\(dotMarkup($0))</font>" }
    let lines = [title, summary].compactMap { $0 }
    return lines.isEmpty ? nil : lines.map { $0 + "<br align=\"left\"/>" }.joined() + "<br/>"
  }

  private static func dotLegend(of drawing: GraphDrawing) -> String {
    let entries = drawing.types.map { type in
      "<font color=\"\(type.color)\">\(type.isBroken ? "━ ━" : "━━━")</font> \(dotMarkup(type.rawValue))"
    }
    var notes: [String] = []
    if drawing.arrows.contains(where: \.isOff) {
      notes.append("<font color=\"\(GraphDrawing.colorOfLinksThatAreOff)\">━━┤</font> off")
    }
    if drawing.arrows.contains(where: { $0.delivery == .latest }) { notes.append("▷ the latest only") }
    if drawing.boxes.contains(where: \.isTemplate) { notes.append("❒ a template") }
    let line = (entries + notes).joined(separator: "&#160;&#160;&#160;&#160;")
    return "<br/><font point-size=\"10\" color=\"#3c454d\">\(line)</font>"
  }

  /// Escapes a text for Graphviz' markup.
  private static func dotMarkup(_ text: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    return escaped.replacing("\"", with: "&quot;").replacing("\n", with: " ")
  }

  /// Returns a text in quotes, with all markup characters of names escaped.
  private static func dotText(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
