import OrderedCollections

/// A function from parameters to a graph with typed boundary ports; usable as a node.
public struct Template: NodeContainer, Sendable {
  public var parameters: OrderedDictionary<String, ParameterDeclaration> = [:]
  /// The boundary's inputs, which nodes read as `$name`.
  public var inputs: OrderedDictionary<String, PortType> = [:]
  /// The boundary's outputs, with the node's port that each one exposes.
  public var outputs: OrderedDictionary<String, Link.Source> = [:]
  public var nodes: [GraphNode] = []
  var origin = Origin()

  public init() {}

  /// The places of a template's parts in a description file.
  struct Origin: Sendable {
    var name: SourceRange?
    var inputs: [String: SourceRange] = [:]
    var outputs: [String: SourceRange] = [:]
  }
}

extension Template: Equatable {
  public static func == (left: Template, right: Template) -> Bool {
    left.parameters == right.parameters && left.inputs == right.inputs && left.outputs == right.outputs
      && areEqual(left.nodes, right.nodes)
  }
}

/// A template as a Swift type: its boundary is a declaration like any node's, its body builds the nodes.
///
///     public struct WebH264: TemplateNode {
///       public static let type: NodeType = "presets.web_h264"
///       public static let summary = "H.264 and AAC in an MP4 that starts fast."
///
///       @Port(in: "video") public var video: Input<RawVideo>
///       @Port(in: "audio") public var audio: Input<RawAudio>
///       @Port(out: "movie") public var movie: Output<Container>
///       @Parameter("The video's bit rate.") public var bitrate: Bitrate = .megabits(5)
///
///       public init() {}
///
///       public func build(_ template: inout Template) {
///         let h264 = template.add("h264", VideoEncodeH264 { $0.bitrate = bitrate })
///         let aac = template.add("aac", AudioEncodeAAC())
///         let mp4 = template.add("mp4", MuxMP4())
///         template.connect(video, to: h264.input)
///         template.connect(audio, to: aac.input)
///         template.connect(h264.output, to: mp4.input)
///         template.connect(aac.output, to: mp4.input)
///         template.connect(mp4.output, to: movie)
///       }
///     }
public protocol TemplateNode: Node {
  /// Adds the nodes and links them with each other and with this value's own ports, which are the boundary.
  func build(_ template: inout Template)
}

extension TemplateNode {
  /// The nodes that replace this one, with its parameters filled in.
  public var template: Template {
    var template = Template()
    for input in declaration.inputs { template.inputs[input.name] = input.types.first }
    build(&template)
    return template
  }
}

extension Template {
  /// Links an input of the boundary to a node.
  public mutating func connect<M: Medium>(_ boundary: Input<M>, to input: Input<M>) {
    add(Link(port: input.port, source: .boundary(boundary.port)), to: input.node)
  }

  /// Links an input of the boundary to a muxer.
  @_disfavoredOverload
  public mutating func connect<M: TrackMedium>(_ boundary: Input<M>, to input: Input<AnyTrack>) {
    add(Link(port: input.port, source: .boundary(boundary.port)), to: input.node)
  }

  /// Links an input of the boundary to a node that accepts bytes.
  @_disfavoredOverload
  public mutating func connect<M: ByteMedium>(_ boundary: Input<M>, to input: Input<AnyBytes>) {
    add(Link(port: input.port, source: .boundary(boundary.port)), to: input.node)
  }

  /// Links an input of the boundary to a node that accepts any medium.
  @_disfavoredOverload
  public mutating func connect<M: Medium>(_ boundary: Input<M>, to input: Input<AnyMedium>) {
    add(Link(port: input.port, source: .boundary(boundary.port)), to: input.node)
  }

  /// Passes an input of the boundary through to an output of it.
  public mutating func connect<M: Medium>(_ boundary: Input<M>, to output: Output<M>) {
    outputs[output.port] = .boundary(boundary.port)
  }

  /// Exposes a node's output as an output of the boundary.
  public mutating func connect<M: Medium>(_ output: Output<M>, to boundary: Output<M>) {
    outputs[boundary.port] = .node(output.node ?? "", port: output.port, index: output.index)
  }
}
