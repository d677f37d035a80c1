public import MediaGraph

/// A node type implemented in Swift; conform to it in programs and plugins.
///
///     public struct Vignette: ClosureNode {
///       public static let type: NodeType = "video.vignette"
///       public static let summary = "Darkens the corners of each frame."
///
///       @Port(in: "in") public var input: Input<RawVideo>
///       @Port(out: "out") public var output: Output<RawVideo>
///       @Parameter("The darkness of the corners.", in: 0...1) public var strength = 0.6
///
///       public init() {}
///
///       public func makeClosure() -> VideoEffect {
///         VideoEffect(formats: [.i420]) { [strength] frame in … }
///       }
///     }
///
/// The protocol is the same for all kinds of nodes, which differ in the type of their closure:
///
/// | the node | its closure |
/// | --- | --- |
/// | changes frames or audio in place | `VideoEffect`, `AudioEffect` |
/// | is a source of frames, audio, text, metadata … | `VideoSource`, `AudioSource`, `DataSource` |
/// | is a sink | `VideoSink`, `AudioSink`, `DataSink` |
/// | composes frames or mixes audio of several inputs | `VideoCompositor`, `AudioMixer` |
/// | encodes, decodes, changes sizes, parses | `Transform` |
///
/// The inputs of compositors and mixers are one port that repeats, or ports with names of their own; `VideoInputs` and
/// `AudioInputs` have the port of each. A node that consists of other nodes is a `TemplateNode`.
public protocol ClosureNode: Node {
  associatedtype Closure: ClosureComponent

  /// Returns the closure with this node's parameters. Called when a graph is checked and for each run, on any thread
  /// but those of the cooperative pool, before data flow.
  ///
  /// - Throws: An error of the parameters' combination, which ends the run before it starts.
  func makeClosure() throws -> Closure
}

/// A component implemented by a closure: the types above; do not conform other types.
public protocol ClosureComponent: Component {}

/// The engine's implementation of components.
enum Runnable {
  /// Returns the element node of a component; nil if the engine cannot run it.
  static func node(for component: (any Component)?) throws -> (any ElementNode)? {
    switch component {
    case let node as any ElementNode: node
    case let node as any ClosureNode: try node.makeClosure() as? any ElementNode
    case let component as any PulledComponent: component.elementNode
    default: nil
    }
  }
}
