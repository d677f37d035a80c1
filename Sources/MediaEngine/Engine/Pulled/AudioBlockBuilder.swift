internal import MediaSource

/// Puts audio into blocks of a tenth of a second, counted from the first sample: their borders depend neither on the packets of
/// a file nor on the way through which the audio has come.
///
///     1024  1024  1024  1024  1024 …  ─▷  4800  4800 …
///
/// A gap and a new format begin with a new block.
struct AudioBlockBuilder {
  private var format: DecodedAudioFormat?
  /// The position of the block's first sample.
  private var start: Int64 = 0
  private var bytes: [UInt8] = []

  /// Adds audio.
  /// - Returns: The blocks that are complete with it.
  mutating func append(_ chunk: DecodedAudio) -> [DecodedAudio] {
    var blocks: [DecodedAudio] = []
    let size = chunk.format.bytesPerFrame
    if format != chunk.format || start + Int64(bytes.count / size) != chunk.position {
      if let last = finish() { blocks.append(last) }
      (format, start) = (chunk.format, chunk.position)
    }
    let length = max(1, chunk.format.rate / 10) * size
    var rest = chunk.bytes[...]
    while bytes.count + rest.count >= length {
      let part = rest.prefix(length - bytes.count)
      rest = rest.dropFirst(part.count)
      bytes.append(contentsOf: part)
      if let block = takeBlock() { blocks.append(block) }
    }
    if !rest.isEmpty {
      if bytes.isEmpty { bytes.reserveCapacity(length) }
      bytes.append(contentsOf: rest)
    }
    return blocks
  }

  private mutating func takeBlock() -> DecodedAudio? {
    guard let format, !bytes.isEmpty else { return nil }
    let block = DecodedAudio(format: format, position: start, bytes: bytes)
    start += Int64(block.frameCount)
    bytes = []
    return block
  }

  /// Takes out the last block, which may be short.
  mutating func finish() -> DecodedAudio? {
    defer { format = nil }
    return takeBlock()
  }
}
