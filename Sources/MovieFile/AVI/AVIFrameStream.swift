/// Audio whose chunks cut the stream of frames anywhere: frames are put together over chunks.
struct AVIFrameStream: Sendable {
  /// A chunk whose bytes are not all given out.
  private struct Span: Sendable {
    /// The position of its first byte in the stream.
    let position: Int64
    let range: Range<Int64>
    /// The time of its beginning.
    let time: Int64

    var end: Int64 { position + Int64(range.count) }
  }

  private var splitter: AudioFrameSplitter
  private var spans: [Span] = []
  private var position: Int64 = 0
  /// The time of the next frame, if it follows the last one; nil at the beginning.
  private var clock: (time: Int64, position: Int64)?

  /// The number of bytes that are read at once.
  private static let pieceSize: Int64 = 1 << 16

  init(_ format: AudioFrameHead.Format) { splitter = AudioFrameSplitter(format) }

  /// Takes a chunk, and adds the frames that it completes.
  mutating func take(
    _ range: Range<Int64>, at time: Int64, _ timing: AVITiming, stream: Int, _ source: any ByteSource,
    _ packets: inout [ContainerPacket]
  ) throws(MovieError) {
    guard !range.isEmpty else { return }
    spans.append(Span(position: position, range: range, time: time))
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
    spans.removeAll { $0.end <= pending }
  }

  /// Returns the time of a frame: of chunks that are counted, that of the chunk that it begins; else the time behind the
  /// frame before it.
  private func time(of unit: StreamUnit, _ timing: AVITiming) -> Int64 {
    let span = spans.last { $0.position <= unit.range.lowerBound }
    if timing.unitSize == 0, let span, span.position == unit.range.lowerBound { return span.time }
    if let clock, clock.position == unit.range.lowerBound { return clock.time }
    guard let span else { return clock?.time ?? 0 }
    let skipped = unit.range.lowerBound - span.position
    return span.time + (timing.unitSize > 0 ? timing.step * (skipped / timing.unitSize) : 0)
  }

  private func bytes(of unit: StreamUnit) -> PacketBytes {
    var start = unit.range.lowerBound
    if case .after(let count) = unit.contents { start += Int64(count) }
    if case .made(let bytes) = unit.contents {
      var result = PacketBytes()
      result.append(bytes)
      return result
    }
    var result = PacketBytes()
    for span in spans where span.end > start && span.position < unit.range.upperBound {
      let from = max(start, span.position) - span.position
      let to = min(unit.range.upperBound, span.end) - span.position
      result.append(span.range.lowerBound + from..<span.range.lowerBound + to)
    }
    return result
  }
}
