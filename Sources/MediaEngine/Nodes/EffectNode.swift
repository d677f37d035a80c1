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
    default: return nil
    }
  }
}
