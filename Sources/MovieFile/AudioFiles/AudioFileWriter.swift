/// Writes a file with one audio track: WAVE, AIFF, AIFF-C, Core Audio Format, AMR, MP3, FLAC.
///
///     let writer = AudioFileWriter(.caf, to: try FileByteSink(creating: path))
///     let sound = try writer.addTrack(draft)
///     try writer.append(run, .memory(bytes), toTrack: sound)
///     try writer.finish()
///
/// PCM samples are converted to the byte order and sign of the file type, gaps become silence, and samples outside the
/// track's segments are left out at both ends. Packets are written unchanged; file types that can state the valid range
/// do so, and MP3 files lack frames that are not valid where their header cannot. Memory is bounded by a table of four
/// bytes per packet.
public final class AudioFileWriter: MediaWriter {
  public let format: AudioFileFormat
  private let sink: any RandomAccessByteSink
  private var draft: TrackDraft?
  private var headers: (any AudioFileHeaders)?
  private var samples: StoredSamples?
  private var contents = AudioDataTotals()
  private var segments: [TrackTimeline.Segment]?
  /// True if the segments are those of the whole track.
  private var knowsEnd = false
  /// The start of the first packet and the end of the last, on the timeline of the samples.
  private var first: Int64?
  private var next: Int64 = 0
  /// PCM samples that are held back until the next ones, or the end, determine how many of them are valid.
  private var held: (run: SampleRun, bytes: SampleBytes)?
  /// Frames of MP3 that are held back likewise; nil for other formats.
  private var queue: MP3FrameQueue?
  private var isFinished = false
  private static let piece = 1 << 16

  public init(_ format: AudioFileFormat, to sink: any RandomAccessByteSink) {
    self.format = format
    self.sink = sink
    if format == .mp3 { queue = MP3FrameQueue() }
  }

  @discardableResult
  public func addTrack(_ draft: TrackDraft) throws(MovieError) -> Int {
    guard self.draft == nil else { throw notStorable("it has one track") }
    try check(draft)
    let description = try draft.sampleEntries[0].formatDescription(handlerType: draft.handlerType)
    let stream = try AudioFileStream(description, rate: draft.timescale)
    let headers = try format.headers(for: stream)
    (self.draft, self.headers, samples) = (draft, headers, stream.samples)
    try sink.append(headers.head(contents))
    return 0
  }

  public func descriptionCount(ofTrack track: Int) -> Int { draft?.sampleEntries.count ?? 0 }

  /// - Throws: `notStorable` if the format differs from the one that the file has begun with.
  public func updateTrack(_ track: Int, _ body: (inout TrackDraft) -> Void) throws(MovieError) {
    guard var changed = draft else { return }
    body(&changed)
    try check(changed)
    guard changed.sampleEntries == draft?.sampleEntries else { throw notStorable("the sound changes its format") }
    draft = changed
  }

  private func check(_ draft: TrackDraft) throws(MovieError) {
    guard draft.handlerType == .audio else { throw notStorable("it is for sound") }
    guard draft.sampleEntries.count == 1 else { throw notStorable("the sound changes its format") }
  }

  public func setSegments(_ segments: [TrackTimeline.Segment]?, ofTrack track: Int) {
    self.segments = segments
    // Later ones know of the samples so far only.
    knowsEnd = first == nil
  }

  public func append(_ run: SampleRun, _ bytes: SampleBytes, toTrack track: Int) throws(MovieError) {
    precondition(!isFinished, "the file is finished")
    guard run.canBeCounted else {
      throw MovieError(.excessive, "\(run.count) samples of \(run.first.size) bytes have times that exceed 61 bits")
    }
    guard let headers, bytes.count == run.byteCount, run.first.size > 0, run.first.duration >= 0 else {
      throw MovieError(.malformed, "\(run.count) samples of \(run.first.size) bytes have \(bytes.count) together")
    }
    guard run.first.descriptionIndex == 0 else { throw notStorable("the sound changes its format") }
    let start = run.first.presentationTime
    if first != nil, start != next { try pass(to: start) }
    first = first ?? start
    next = start + run.first.duration * Int64(run.count)
    if let samples {
      guard run.first.duration <= run.first.size, run.first.size == Int(run.first.duration) * samples.bytesPerFrame
      else {
        throw MovieError(.malformed, "\(run.first.duration) frames have \(run.first.size) bytes")
      }
      try release(isLast: false)
      held = (run, bytes)
    } else if queue != nil {
      try hold(run, bytes)
    } else {
      if contents.byteCount == 0 {
        try headers.check(firstPacket: bytes.part(0..<min(16, Int64(run.first.size))).loaded())
      }
      for _ in 0..<run.count { contents.packets.append(size: run.first.size, frames: run.first.duration) }
      try write(bytes, headers)
    }
  }

  /// Holds frames of MP3, and writes those that the file has in any case.
  private func hold(_ run: SampleRun, _ bytes: SampleBytes) throws(MovieError) {
    let size = Int64(run.first.size)
    let end = knowsEnd ? try heardRange()?.upperBound : nil
    for index in 0..<Int64(run.count) {
      // Frames far behind the end cannot be left out once they are held.
      if let end, run.first.presentationTime + index * run.first.duration > end + run.first.duration { break }
      let frame = try bytes.part(index * size..<(index + 1) * size).loaded()
      try queue?.append(frame, at: run.first.presentationTime + index * run.first.duration)
      try writeFrames(isLast: false)
    }
  }

  private func writeFrames(isLast: Bool) throws(MovieError) {
    let heard = try heardRange()
    guard let headers, let frames = queue?.next(heard: heard, isLast: isLast) else { return }
    if contents.mp3 == nil, !frames.isEmpty, let queue, let frame = queue.example {
      first = queue.start
      contents.mp3 = MP3Totals(first: frame)
      try sink.append(headers.head(contents))
    }
    for frame in frames {
      contents.packets.append(size: frame.bytes.count, frames: Int64(frame.header.sampleCount))
      contents.mp3?.count(frame)
      try write(.memory(frame.bytes), headers)
    }
  }

  /// Fills the gap before a time with silence; a gap between packets is an error.
  private func pass(to start: Int64) throws(MovieError) {
    guard let headers, start > next else {
      throw MovieError(.malformed, "sound at sample \(start) comes after sound that goes on to \(next)")
    }
    guard let samples else {
      throw notStorable("between samples \(next) and \(start) there is nothing, which it cannot say")
    }
    try release(isLast: false)
    let frame = samples.silence
    var left = start - next
    while left > 0 {
      let count = min(left, Int64(Self.piece))
      try write(.memory(Array(repeatElement(frame, count: Int(count)).joined())), headers)
      left -= count
    }
  }

  /// Writes the held samples, as far as they are valid.
  private func release(isLast: Bool) throws(MovieError) {
    guard let headers, let samples, let (run, bytes) = held else { return }
    held = nil
    let start = run.first.presentationTime
    let end = start + run.first.duration * Int64(run.count)
    let heard = try heardRange()
    let from = min(max(start, heard?.lowerBound ?? start), end)
    let to = isLast ? min(end, heard?.upperBound ?? end) : end
    let size = Int64(samples.bytesPerFrame)
    if to < start, from == start, contents.byteCount > 0 {
      // The end became known after later samples were written.
      let surplus = min(start - to, contents.byteCount / size) * size
      try sink.removeLast(surplus)
      contents.byteCount -= surplus
    }
    let range = (from - start) * size..<max(from - start, to - start) * size
    if !range.isEmpty { try write(bytes.part(range), headers) }
  }

  private func write(_ bytes: SampleBytes, _ headers: any AudioFileHeaders) throws(MovieError) {
    guard bytes.count <= headers.maximumAudioByteCount - contents.byteCount else {
      throw notStorable("there are more than \(headers.maximumAudioByteCount) bytes of sound")
    }
    contents.byteCount += bytes.count
    switch bytes {
    case .range(let range, let source) where !headers.conversion.changesAnything: try sink.append(range, of: source)
    case .range(let range, let source):
      // Pieces of whole samples, whatever their size.
      var start = range.lowerBound
      while start < range.upperBound {
        let count = min(range.upperBound - start, Int64(Self.piece * 3))
        var piece = try source.bytes(at: start, count: Int(count))
        headers.conversion.apply(to: &piece)
        try sink.append(piece)
        start += count
      }
    case .memory(var bytes):
      headers.conversion.apply(to: &bytes)
      try sink.append(bytes)
    }
  }

  public func finishTrack(_ track: Int) {}

  /// Sets the metadata of the file, in an ID3 tag, Core Audio's texts or FLAC's comments; must be called before `finish`.
  ///
  /// - Parameters:
  ///   - items: Items in a key space of the file type: `MetadataTranslator` makes them.
  ///   - chapters: Chapters, of which the first list is written if the file type has chapters.
  /// - Throws: `notStorable` if the file cannot hold an item or a chapter.
  public func setMetadata(_ items: [MetadataItem], chapters: [ChapterList] = []) throws(MovieError) {
    contents.tags = try format.tags(saying: items, chapters: chapters)
  }

  public func finish() throws(MovieError) {
    precondition(!isFinished, "the file is finished")
    isFinished = true
    guard let headers else { throw notStorable("there is no sound") }
    try release(isLast: true)
    if queue != nil {
      try writeFrames(isLast: true)
      guard contents.packets.count > 0 else { throw notStorable("there is no sound") }
    }
    guard Int64(contents.tags.count) <= headers.maximumAudioByteCount - contents.byteCount else {
      throw notStorable("behind the sound there is no room for \(contents.tags.count) bytes of tags")
    }
    if let samples {
      contents.frames = contents.byteCount / Int64(samples.bytesPerFrame)
      contents.heard = 0..<contents.frames
    } else {
      contents.frames = contents.packets.frames
      contents.heard = try heardOfPackets(headers)
    }
    try headers.check(contents)
    try sink.append(headers.tail(contents) + (headers.tagPlace == nil ? contents.tags : []))
    try sink.overwrite(at: 0, with: headers.head(contents))
    if let place = headers.tagPlace { try insertTags(at: place, headers) }
    try sink.commit()
  }

  /// Inserts the tags before the audio; the sink may make more room than they need.
  private func insertTags(at place: Int64, _ headers: any AudioFileHeaders) throws(MovieError) {
    let tags = try headers.storedTags(contents.tags, count: 0)
    guard !tags.isEmpty else { return }
    let room = try sink.insert(Int64(tags.count), at: place)
    try sink.overwrite(at: place, with: try headers.storedTags(contents.tags, count: Int(room)))
  }

  // MARK: - Valid range

  /// Returns the valid range on the timeline of the samples; nil for all.
  private func heardRange() throws(MovieError) -> Range<Int64>? {
    guard let segments, let draft else { return nil }
    guard let start = segments.first?.source?.start, segments.first?.target.start == .zero else {
      throw notStorable("the sound begins later than at 0, which it cannot say")
    }
    var end = start
    for segment in segments {
      guard let source = segment.source, source.start == end, segment.rate == .one else {
        throw notStorable("the sound is edited, which it cannot say")
      }
      end = source.end
    }
    func position(_ time: CMTime) -> Int64 {
      let position = CMTimeConvertScale(time, timescale: draft.timescale, method: .default).value
      return max(-1 << 61, min(position, 1 << 61))
    }
    let range = (position(start), position(end))
    return range.0..<max(range.0, range.1)
  }

  /// Returns the valid range, counted from the first decoded sample.
  private func heardOfPackets(_ headers: any AudioFileHeaders) throws(MovieError) -> Range<Int64> {
    let all = contents.frames
    guard let heard = try heardRange(), let first else { return 0..<all }
    let start = max(0, heard.lowerBound - first)
    let end = min(all, max(start, heard.upperBound - first))
    guard headers.saysWhatIsHeard else {
      // The end of the last packet is valid too: packets cannot be split.
      guard start == 0, all - end < (contents.packets.framesPerPacket ?? 1) else {
        throw notStorable(
          "\(start) samples before and \(all - end) behind the sound are not heard, which it cannot say")
      }
      return 0..<all
    }
    return min(start, end)..<end
  }

  private func notStorable(_ reason: String) -> MovieError {
    MovieError(.notStorable, "\(format.name) cannot hold it: \(reason)")
  }
}

extension SampleBytes {
  /// Returns the bytes, which are read if they are those of a source.
  func loaded() throws(MovieError) -> [UInt8] {
    switch self {
    case .memory(let bytes): bytes
    case .range(let range, let source): try source.bytes(at: range.lowerBound, count: range.count)
    }
  }

  /// Returns a part of the bytes.
  func part(_ range: Range<Int64>) -> SampleBytes {
    switch self {
    case .memory(let bytes):
      range.count == bytes.count ? self : .memory(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
    case .range(let all, let source):
      .range(all.lowerBound + range.lowerBound..<all.lowerBound + range.upperBound, source)
    }
  }
}
