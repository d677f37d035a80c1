import MediaEngine
import MediaGraph

/// Draws a line of text into a corner of each frame: a node made of another one.
public struct Watermark: TemplateNode {
  public static let type: NodeType = "watermark.text"
  public static let summary = "Draws a line of text into a corner of each picture."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "The pictures with the text.") public var output: Output<RawVideo>
  @Parameter("The text to draw.") public var text: String
  @Parameter("The opacity of the text; 0 is invisible.", in: 0...1) public var opacity = 1.0
  @Parameter("Which corner it stands in.") public var corner: Corner = .bottomRight
  @Parameter("The distance from the edges.", unit: "pixels", in: 0...1000) public var margin = 16

  public init() {}

  /// The corner for the text.
  public enum Corner: String, ChoiceValue { case topLeft, topRight, bottomLeft, bottomRight }

  public func build(_ template: inout Template) {
    let alpha = UInt32(opacity * 255)
    let draw = template.add(
      "draw",
      GstElement {
        $0.element = "textoverlay"
        $0.type = .rawVideo
        $0.properties = [
          "text": Self.escaped(text),
          "halignment": [.topLeft, .bottomLeft].contains(corner) ? "left" : "right",
          "valignment": [.topLeft, .topRight].contains(corner) ? "top" : "bottom",
          "xpad": "\(margin)", "ypad": "\(margin)",
          "color": "\(alpha << 24 | 0xFFFFFF)", "outline-color": "\(alpha << 24)",
        ]
      })
    template.connect(input, to: draw.port(in: "in", as: RawVideo.self))
    template.connect(draw.port(out: "out", as: RawVideo.self), to: output)
  }

  /// Escapes Pango markup, so that its special characters are drawn literally.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

@_cdecl("reel_plugin_register")
public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
  PluginHost.register(host: host, abi: abi) { registry in try registry.register(Watermark.self) }
}
