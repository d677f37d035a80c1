public import MediaGraph

/// A node type whose work is Swift code; conform to it in programs and plugins.
///
///     public struct Vignette: ClosureNode {
///       public static let type: NodeType = "video.vignette"
///       public static let summary = "Darkens the corners of each picture."
///
///       @Port(in: "in") public var input: Input<RawVideo>
///       @Port(out: "out") public var output: Output<RawVideo>
///       @Parameter("How dark the corners get.", in: 0...1) public var strength = 0.6
///
///       public init() {}
///
///       public func makeClosure() -> VideoEffect {
///         VideoEffect(formats: [.i420]) { [strength] frame in … }
///       }
///     }
///
/// This is the one protocol for all that a node can do: its closure is what differs.
///
/// | the node | its closure |
/// | --- | --- |
/// | changes pictures or sound in place | `VideoEffect`, `AudioEffect` |
/// | makes pictures, sound, text, metadata … | `VideoSource`, `AudioSource`, `DataSource` |
/// | takes them | `VideoSink`, `AudioSink`, `DataSink` |
/// | makes one picture or one sound of several | `VideoCompositor`, `AudioMixer` |
/// | encodes, decodes, changes sizes, parses | `Transform` |
///
/// The inputs of compositors and mixers are one port that repeats, or ports with names of their own; `VideoInputs` and `AudioInputs`
/// tell which is which. A node that is made of other nodes is a `TemplateNode`.
public protocol ClosureNode: Node {
  associatedtype Closure: ClosureComponent

  /// The closure with this node's parameters. Called when a graph is checked and for each run, on any thread but those of the
  /// cooperative pool, before anything flows.
  /// - Throws: what is wrong with the parameters together; it ends the run before it starts.
  func makeClosure() throws -> Closure
}

/// A closure as a component: the types above; no other type can conform usefully.
public protocol ClosureComponent: Component {}

/// How the engine runs a component.
enum Runnable {
  /// The elements of a component; nil when the engine cannot run it.
  static func node(for component: (any Component)?) throws -> (any ElementNode)? {
    switch component {
    case let node as any ElementNode: node
    case let node as any ClosureNode: try node.makeClosure() as? any ElementNode
    default: nil
    }
  }
}
