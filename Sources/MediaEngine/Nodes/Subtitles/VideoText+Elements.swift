internal import GStreamer
package import MediaGraph
import MovieFile

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
  ///
  /// - Parameter fromTop: True if the text is taller than the frames: all that is seen of it is its beginning.
  func settings(height: Int, fromTop: Bool = false) -> [(name: String, value: String)] {
    let color = style.color
    let argb = UInt32(255) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    return [
      ("font-desc", "\(style.font) \(style.size ?? max(4, height / 20))px"), ("auto-resize", "false"),
      ("color", "\(argb)"),
      ("valignment", fromTop ? "top" : style.position.text), ("halignment", style.align.text),
      ("line-alignment", style.align.text), ("xpad", "\(style.margin)"), ("ypad", "\(fromTop ? 0 : style.margin)"),
      ("draw-outline", style.outline.text), ("draw-shadow", style.outline.text), ("shaded-background", "false"),
      // Frames wait for late subtitles, so that none is shown without its text.
      ("wait-text", "true"),
    ]
  }

  func build(_ bin: NodeBin) throws {
    let (convert, overlay) = (try bin.add("videoconvert"), try bin.add("textoverlay"))
    for (name, value) in settings(height: 720) { try overlay.set(name, to: value) }
    if let text { try overlay.set("text", to: StyledText(text).markup) }
    try convert.pad("src").link(to: overlay.pad("video_sink"))
    let turned = TurnedFrames()
    bin.note { turned.notes }
    for (link, _) in bin.inputs {
      let isText = link.port == "subtitles"
      if !isText { turned.watch(try convert.pad("sink"), of: link.source.nodeName ?? "an input") }
      try bin.exposeInput(isText ? overlay.pad("text_sink") : convert.pad("sink"))
    }
    try bin.exposeOutput(overlay.pad("src"))
    // The properties that depend on the frame's height are set when that is known.
    let (node, name, fail) = (self, bin.node.name, bin.fail)
    try convert.pad("sink").addProbe(.events) { info in
      guard let size = info.caps?.first.flatMap({ PixelSize($0) }) else { return .pass }
      do {
        let settings = node.settings(height: size.height, fromTop: try node.isTooTall(for: size))
        for (name, value) in settings where ["font-desc", "valignment", "ypad"].contains(name) {
          try overlay.set(name, to: value)
        }
      } catch {
        fail(Diagnostic("'\(name)' cannot draw", kind: .failure, underlying: error))
      }
      return .pass
    }
  }

  /// True if the text is taller than frames of a size, of which the overlay would show no more than a part in the wrong place.
  private func isTooTall(for size: PixelSize) throws -> Bool {
    guard text != nil, style.position != .top else { return false }
    let caps = try Caps("video/x-raw,format=BGRA,width=\(size.width),height=\(size.height),framerate=25/1")
    let frame = Buffer(copying: [UInt8](repeating: 0, count: size.width * size.height * 4))
    return try DrawnText(self, on: frame, caps, height: size.height).isTooTall
  }
}
