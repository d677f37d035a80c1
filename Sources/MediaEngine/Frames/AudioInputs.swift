/// The sound of a mixer's inputs during one block of the output.
///
/// It exists only during the call that receives it: it can't be stored or copied.
public struct AudioInputs: ~Copyable {
  /// A stretch of one input.
  struct Part {
    let port: String
    /// The first of the samples; nil where the input is silent.
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

  /// How many inputs there are, silent or not.
  public var count: Int { parts.count }

  /// The port that an input is linked to: `in`, unless the node names its ports. Traps when there is no such input.
  public func port(_ index: Int) -> String { parts[index].port }

  /// Lends an input's sound for reading; inputs are counted from 0, in the order of the links.
  ///
  /// The block has the format, the position and the length of the output's. Traps when there is no such input.
  /// - Returns: what `body` returns; nil when the input gives no sound now, since it has not begun, pauses or has ended.
  public func withBlock<R, E: Error>(
    _ index: Int, _ body: (borrowing AudioBlock) throws(E) -> R
  ) throws(E) -> R? {
    guard let base = parts[index].base else { return nil }
    let block = AudioBlock(mapped: base, format: format, frameCount: frameCount, position: position)
    return try body(block)
  }
}
