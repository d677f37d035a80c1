/// A range of bytes that holds only audio frames.
struct AudioFrameLayout: Sendable {
  /// The byte range, from the first frame of audio on.
  var range: Range<Int64>
  /// The first frame's header; all others have the same format.
  var first: AudioFrameHeader
}

/// Walks raw audio frames from header to header, skipping bytes that are no frames.
struct AudioFrameWalker {
  /// The state of a walk.
  struct Position: Sendable {
    var sample = 0
    var decodeTime: Int64 = 0
    var offset: Int64
  }

  /// The largest number of frames of equal size in one run.
  private static let longestRun = 256

  private let layout: AudioFrameLayout
  private let source: any ByteSource
  private let window: ByteWindow
  private(set) var position: Position
  /// The problem with bytes between frames that are no audio; nil if there are none.
  private(set) var problem: MovieError?

  init(_ layout: AudioFrameLayout, source: any ByteSource, readAhead: Int, at position: Position? = nil) {
    self.layout = layout
    self.source = source
    window = ByteWindow(source, capacity: max(readAhead, 4096))
    self.position = position ?? Position(offset: layout.range.lowerBound)
  }

  /// Returns the next run of equal frames; nil after the last.
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

  /// Returns the header of a frame of this stream that starts at a byte and ends in the range; nil if there is none.
  private func header(at offset: Int64) throws(MovieError) -> AudioFrameHeader? {
    guard layout.range.upperBound - offset >= Int64(AudioFrameHeader.length),
      let header = AudioFrameHeader(try window.u64(at: offset)), header.continues(layout.first),
      Int64(header.size) <= layout.range.upperBound - offset
    else { return nil }
    return header
  }

  /// Moves to the next byte at which a frame starts that is followed by another, or to the end.
  private mutating func resynchronise() throws(MovieError) -> AudioFrameHeader? {
    let start = position.offset
    let end = layout.range.upperBound
    // Bytes too short for a header may be a truncated frame.
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
