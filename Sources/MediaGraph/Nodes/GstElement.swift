/// Any other element of GStreamer: the escape hatch.
///
/// Its ports follow from its arguments, so those of a handle are requested by type: `blur.port(out: "out", as:
/// RawVideo.self)`.
public struct GstElement: Node {
  public static let type: NodeType = "gst"
  public static let summary = "Any GStreamer element, by its name."

  @Parameter("The element's name.") public var element: String
  @Parameter("Properties by GStreamer's names, with values as text.") public var properties = TextMap()
  @Parameter("The caps of both sides, where they are the same.") public var type: PortType?
  @Parameter("The type of the input; a source leaves it out.") public var from: PortType?
  @Parameter("The type of the output; a sink leaves it out.") public var to: PortType?

  public init() {}

  /// The declaration with the ports that `type`, `from` and `to` determine.
  public var declaration: NodeDeclaration {
    let declaration = Self.declaration
    var ports: [PortDeclaration] = []
    if let taken = from ?? type { ports.append(PortDeclaration(name: "in", direction: .input, types: [taken])) }
    if let given = to ?? type { ports.append(PortDeclaration(name: "out", direction: .output, types: [given])) }
    return NodeDeclaration(
      type: Self.type, summary: Self.summary, ports: ports, parameters: declaration.parameters)
  }
}
