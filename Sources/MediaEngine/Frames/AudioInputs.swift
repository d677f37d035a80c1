/// The audio of a mixer's inputs during one block of the output.
///
/// It is valid only during the call that receives it: it can't be stored or copied.
public struct AudioInputs: ~Copyable {
  /// A run of samples of one input.
  struct Part {
    let port: String
    /// The first sample; nil if the input is silent.
    let base: UnsafeMutableRawPointer?
  }

  private let parts: [Part]
  private let format: AudioFormat
  private let frameCount: Int
  private let position: Int64

  init(parts: [Part], format: AudioFormat, frameCount: Int, position: Int64) {
    self.parts = parts
    self.format = format
    self.frameCount = frameCount
    self.position = position
  }

  /// The number of inputs, including silent ones.
  public var count: Int { parts.count }

  /// Returns the port of an input: `in`, unless the node names its ports. Traps if there is no such input.
  public func port(_ index: Int) -> String { parts[index].port }

  /// Calls a body with an input's audio for reading; inputs are counted from 0, in the order of the links.
  ///
  /// The block has the format, the position and the length of the output's. Traps if there is no such input.
  ///
  /// - Returns: The result of `body`; nil if the input has no audio now, because it has not begun, pauses or has ended.
  public func withBlock<R, E: Error>(
    _ index: Int, _ body: (borrowing AudioBlock) throws(E) -> R
  ) throws(E) -> R? {
    guard let base = parts[index].base else { return nil }
    let block = AudioBlock(mapped: base, format: format, frameCount: frameCount, position: position)
    return try body(block)
  }
}
