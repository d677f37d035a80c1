/// A range of bytes that is nothing but frames of coded sound.
struct AudioFrameLayout: Sendable {
  /// From the first frame of sound on.
  var range: Range<Int64>
  /// The first frame's header; the others are like it.
  var first: AudioFrameHeader
}

/// Walks the frames of bare coded sound from header to header, and past what is none.
struct AudioFrameWalker {
  /// Where a walk is.
  struct Position: Sendable {
    var sample = 0
    var decodeTime: Int64 = 0
    var offset: Int64
  }

  /// As many frames of equal size are one run.
  private static let longestRun = 256

  private let layout: AudioFrameLayout
  private let source: any ByteSource
  private let window: ByteWindow
  private(set) var position: Position
  /// What does not belong to the sound, although there is more of it behind; nil if all does.
  private(set) var problem: MovieError?

  init(_ layout: AudioFrameLayout, source: any ByteSource, readAhead: Int, at position: Position? = nil) {
    self.layout = layout
    self.source = source
    window = ByteWindow(source, capacity: max(readAhead, 4096))
    self.position = position ?? Position(offset: layout.range.lowerBound)
  }

  /// The next frames, as many as are alike; nil after the last.
  mutating func next() throws(MovieError) -> SampleRun? {
    var found = try self.header(at: position.offset)
    if found == nil { found = try resynchronise() }
    guard let header = found else { return nil }
    let first = Sample(
      index: position.sample, decodeTime: position.decodeTime, presentationTime: position.decodeTime,
      duration: Int64(header.sampleCount), offset: position.offset + Int64(header.headerSize),
      size: header.size - header.headerSize, descriptionIndex: 0, flags: .sync, rollDistance: nil,
      timescale: layout.first.sampleRate)
    var count = 0
    var next: AudioFrameHeader? = header
    repeat {
      count += 1
      position.offset += Int64(header.size)
      next = try self.header(at: position.offset)
    } while header.headerSize == 0 && count < Self.longestRun && next?.size == header.size
      && next?.sampleCount == header.sampleCount
    position.sample += count
    position.decodeTime += Int64(count * header.sampleCount)
    return SampleRun(first: first, count: count)
  }

  /// The header of a frame of this stream that starts at a byte and ends in the range; nil if there is none.
  private func header(at offset: Int64) throws(MovieError) -> AudioFrameHeader? {
    guard layout.range.upperBound - offset >= Int64(AudioFrameHeader.length),
      let header = AudioFrameHeader(try window.u64(at: offset)), header.continues(layout.first),
      Int64(header.size) <= layout.range.upperBound - offset
    else { return nil }
    return header
  }

  /// Moves to the next byte at which a frame starts that another one follows, or the end.
  private mutating func resynchronise() throws(MovieError) -> AudioFrameHeader? {
    let start = position.offset
    let end = layout.range.upperBound
    // What is too short for a header may be a frame that was cut.
    if start < end, problem == nil, start > layout.range.lowerBound, let cut = try cutFrame(at: start) { problem = cut }
    while end - position.offset >= Int64(AudioFrameHeader.length) {
      position.offset += 1
      guard try window.u8(at: position.offset) == 0xff, let header = try header(at: position.offset) else { continue }
      let next = position.offset + Int64(header.size)
      if next != end, try self.header(at: next) == nil { continue }
      problem =
        problem
        ?? MovieError(
          .malformed, "\(position.offset - start) bytes are no sound", offset: start, file: source.name)
      return header
    }
    return nil
  }

  private func cutFrame(at offset: Int64) throws(MovieError) -> MovieError? {
    let left = layout.range.upperBound - offset
    guard left >= Int64(AudioFrameHeader.length), let header = AudioFrameHeader(try window.u64(at: offset)),
      header.continues(layout.first), Int64(header.size) > left
    else { return nil }
    return MovieError(
      .truncated, "the last frame has \(header.size) bytes; the file has \(left) left", offset: offset,
      file: source.name)
  }
}
