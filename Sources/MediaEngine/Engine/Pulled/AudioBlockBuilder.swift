internal import MediaSource

/// Puts audio into blocks of a tenth of a second, counted from the first sample: their borders depend neither on the packets of
/// a file nor on the way through which the audio has come.
///
///     1024  1024  1024  1024  1024 …  ─▷  4800  4800 …
///
/// A gap and a new format begin with a new block.
struct AudioBlockBuilder {
  private var pending: DecodedAudio?

  /// Adds audio.
  /// - Returns: The blocks that are complete with it.
  mutating func append(_ chunk: DecodedAudio) -> [DecodedAudio] {
    var blocks: [DecodedAudio] = []
    var rest = chunk
    if let pending {
      if pending.format == chunk.format, pending.position + Int64(pending.frameCount) == chunk.position {
        rest = DecodedAudio(format: chunk.format, position: pending.position, bytes: pending.bytes + chunk.bytes)
      } else {
        blocks.append(pending)
      }
    }
    let length = max(1, chunk.format.rate / 10)
    while rest.frameCount >= length {
      let border = rest.position + Int64(length)
      if let block = rest.clamped(to: rest.position..<border) { blocks.append(block) }
      guard let left = rest.clamped(to: border..<Int64.max) else {
        pending = nil
        return blocks
      }
      rest = left
    }
    pending = rest.frameCount > 0 ? rest : nil
    return blocks
  }

  /// Takes out the last block, which may be short.
  mutating func finish() -> DecodedAudio? { pending.take() }
}
