import MediaGraph

/// A node type that changes pictures in place with code of its own; conform to it in programs and plugins.
///
/// The engine converts what comes to one of the formats, asks once a run for the effect, and calls it for each picture on a
/// streaming thread, one at a time.
public protocol VideoEffectNode: Node {
  /// Changes one picture.
  typealias Effect = @Sendable (inout VideoFrame) throws -> Void

  /// The layouts that the effect handles, best first; any, if empty.
  static var formats: [PixelFormat] { get }

  /// The effect with this node's parameters; made before the first picture.
  func makeEffect() throws -> Effect
}

/// A node type that changes sound in place with code of its own; as `VideoEffectNode`.
public protocol AudioEffectNode: Node {
  /// Changes one block of sound.
  typealias Effect = @Sendable (inout AudioBlock) throws -> Void

  /// The formats that the effect handles, best first. Sound is always interleaved.
  static var formats: [SampleFormat] { get }

  /// The effect with this node's parameters; made before the first block.
  func makeEffect() throws -> Effect
}

/// A node type that makes one picture of several with code of its own; conform to it in programs and plugins.
///
/// Its inputs are one port that repeats, or ports with names of their own, or both: `VideoInputs` tells which is which.
/// The engine converts what comes to one of the formats and aligns the inputs in time; the output has the highest frame rate
/// of the inputs and ends with the last of them. Calls come on a streaming thread, one at a time.
public protocol VideoCompositorNode: Node {
  /// Makes one picture of those that the inputs show; what the output holds before is of no use.
  typealias Compositor = @Sendable (borrowing VideoInputs, inout VideoFrame) throws -> Void

  /// The layouts that the compositor handles, best first; any, if empty. Inputs and output have the same.
  static var formats: [PixelFormat] { get }

  /// How large the output is; the widest and the highest of the inputs' sizes, unless the node says otherwise.
  func outputSize(of inputs: [PixelSize]) -> PixelSize

  /// The compositor with this node's parameters; made before the first picture.
  func makeCompositor() throws -> Compositor
}

extension VideoCompositorNode {
  public func outputSize(of inputs: [PixelSize]) -> PixelSize { .holding(inputs) }
}

/// A node type that makes one stream of sound of several with code of its own; as `VideoCompositorNode`.
///
/// Inputs and output have the highest rate and the most channels of what comes. Nothing is lost or moved by a sample.
public protocol AudioMixerNode: Node {
  /// Makes one block of those of the inputs; the output is silent before.
  typealias Mixer = @Sendable (borrowing AudioInputs, inout AudioBlock) throws -> Void

  /// The formats that the mixer handles, best first. Sound is always interleaved.
  static var formats: [SampleFormat] { get }

  /// The mixer with this node's parameters; made before the first block.
  func makeMixer() throws -> Mixer
}

/// How the engine runs a component.
enum Runnable {
  /// The elements of a component; nil when the engine cannot run it.
  static func node(for component: (any Component)?) throws -> (any ElementNode)? {
    switch component {
    case let node as any ElementNode: return node
    case let node as any VideoEffectNode:
      return VideoEffect(node.declaration.type.name, formats: type(of: node).formats, try node.makeEffect())
    case let node as any AudioEffectNode:
      return AudioEffect(node.declaration.type.name, formats: type(of: node).formats, try node.makeEffect())
    case let node as any VideoCompositorNode:
      return VideoCompositor(
        node.declaration.type.name, formats: type(of: node).formats, size: { node.outputSize(of: $0) },
        try node.makeCompositor())
    case let node as any AudioMixerNode:
      return AudioMixer(node.declaration.type.name, formats: type(of: node).formats, try node.makeMixer())
    default: return nil
    }
  }
}
