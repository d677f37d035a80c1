/// Audio whose chunks cut the stream of frames anywhere: frames are put together over chunks.
struct AVIFrameStream: Sendable {
  /// The beginning of a chunk whose bytes are not all given out.
  private struct Chunk: Sendable {
    /// The position of its first byte in the stream.
    let position: Int64
    let time: Int64
  }

  private var splitter: AudioFrameSplitter
  private var pieces = PieceList()
  private var chunks: ArraySlice<Chunk> = []
  private var position: Int64 = 0
  /// The time of the next frame, if it follows the last one; nil at the beginning.
  private var clock: (time: Int64, position: Int64)?

  /// The number of bytes that are read at once.
  private static let pieceSize: Int64 = 1 << 16

  init(_ format: ElementaryFrameHeader.Format) { splitter = AudioFrameSplitter(format) }

  /// True if a copy takes little memory: no long frame is being searched or put together.
  var isSmall: Bool { splitter.heldCount <= 4096 && chunks.count <= 64 }

  /// The offset of the first bytes whose frame is not complete; nil if there are none.
  var firstPart: Int64? { pieces.firstOffset }

  /// Takes a chunk, and adds the frames that it completes.
  mutating func take(
    _ range: Range<Int64>, at time: Int64, _ timing: AVITiming, stream: Int, _ source: any ByteSource,
    _ packets: inout [ContainerPacket]
  ) throws(MovieError) {
    guard !range.isEmpty else { return }
    chunks.append(Chunk(position: position, time: time))
    pieces.append(range, at: position)
    splitter.beginPayload(at: position)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let count = Int(min(Self.pieceSize, range.upperBound - offset))
      let bytes = try source.bytes(at: offset, count: count)
      bytes.withUnsafeBytes { splitter.take($0, at: position) }
      position += Int64(count)
      offset += Int64(count)
    }
    splitter.endPayload(at: position)
    give(timing, stream, &packets)
  }

  mutating func finish(_ timing: AVITiming, stream: Int, _ packets: inout [ContainerPacket]) {
    splitter.finish()
    give(timing, stream, &packets)
  }

  private mutating func give(_ timing: AVITiming, _ stream: Int, _ packets: inout [ContainerPacket]) {
    while let unit = splitter.next() {
      let time = time(of: unit, timing)
      let duration = unit.duration.flatMap { timing.duration($0.value, per: $0.timescale) }
      clock = duration.map { (time + $0, unit.range.upperBound) }
      packets.append(
        ContainerPacket(
          stream: stream, presentationTime: time, decodeTime: time, duration: duration, isSync: true,
          bytes: bytes(of: unit)))
    }
    let pending = splitter.pending
    pieces.remove(before: pending)
    // The chunk in which the next frame begins remains.
    let next = chunks.partitioningIndex { $0.position > pending }
    if next - 1 > chunks.startIndex { chunks = chunks[(next - 1)...] }
  }

  /// Returns the time of a frame: of chunks that are counted, that of the chunk that it begins; else the time behind the
  /// frame before it.
  private func time(of unit: StreamUnit, _ timing: AVITiming) -> Int64 {
    let next = chunks.partitioningIndex { $0.position > unit.range.lowerBound }
    let chunk = next > chunks.startIndex ? chunks[next - 1] : nil
    if timing.unitSize == 0, let chunk, chunk.position == unit.range.lowerBound { return chunk.time }
    if let clock, clock.position == unit.range.lowerBound { return clock.time }
    guard let chunk else { return clock?.time ?? 0 }
    return timing.time(chunk.time, after: unit.range.lowerBound - chunk.position)
  }

  private func bytes(of unit: StreamUnit) -> PacketBytes {
    var result = PacketBytes()
    switch unit.contents {
    case .made(let bytes): result.append(bytes)
    case .after(let count):
      pieces.append(
        min(unit.range.lowerBound + Int64(count), unit.range.upperBound)..<unit.range.upperBound, to: &result)
    default: pieces.append(unit.range, to: &result)
    }
    return result
  }
}
