package import MediaGraph

extension VideoText: ElementNode {
  var elements: [ElementChoice] {
    ["videoconvert", "textoverlay"].map { ElementChoice($0) }
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    let hasSubtitles = node.inputs.contains { $0.port == "subtitles" }
    if hasSubtitles, text != nil {
      return [
        Diagnostic(
          "'\(node.name)' has both a text and subtitles", at: node.range(ofArgument: "text"),
          help: "draw them by two nodes, one after the other")
      ]
    }
    if !hasSubtitles, node.arguments["text"] == nil {
      return [
        Diagnostic(
          "'\(node.name)' has nothing to draw", at: node.range,
          help: "write with: { text: … }, or in: { in: NODE, subtitles: NODE }")
      ]
    }
    return []
  }

  /// The properties of a `textoverlay` for frames of a height.
  package func settings(height: Int) -> [(name: String, value: String)] {
    let color = style.color
    let argb = UInt32(255) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    return [
      ("font-desc", "\(style.font) \(style.size ?? max(4, height / 20))px"), ("auto-resize", "false"),
      ("color", "\(argb)"),
      ("valignment", style.position == .center ? "center" : style.position.text), ("halignment", style.align.text),
      ("line-alignment", style.align.text), ("xpad", "\(style.margin)"), ("ypad", "\(style.margin)"),
      ("draw-outline", style.outline.text), ("draw-shadow", style.outline.text), ("shaded-background", "false"),
      // Frames wait for late subtitles, so that none is shown without its text.
      ("wait-text", "true"),
    ]
  }

  func build(_ bin: NodeBin) throws {
    let (convert, overlay) = (try bin.add("videoconvert"), try bin.add("textoverlay"))
    for (name, value) in settings(height: 720) { try overlay.set(name, to: value) }
    if let text { try overlay.set("text", to: PangoText.escaped(text)) }
    try convert.pad("src").link(to: overlay.pad("video_sink"))
    for (link, _) in bin.inputs {
      try bin.exposeInput(link.port == "subtitles" ? overlay.pad("text_sink") : convert.pad("sink"))
    }
    try bin.exposeOutput(overlay.pad("src"))
    // A font size relative to the frame's height is set when that is known.
    guard style.size == nil else { return }
    let (node, name, fail) = (self, bin.node.name, bin.fail)
    try convert.pad("sink").addProbe(.events) { info in
      guard let size = info.caps?.first.flatMap({ PixelSize($0) }) else { return .pass }
      do {
        for (name, value) in node.settings(height: size.height) where name == "font-desc" {
          try overlay.set(name, to: value)
        }
      } catch {
        fail(Diagnostic("'\(name)' cannot draw", kind: .failure, underlying: error))
      }
      return .pass
    }
  }
}

/// Text that the overlay parses as markup.
package enum PangoText {
  package static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
