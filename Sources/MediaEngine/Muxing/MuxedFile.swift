internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph
import MovieFile

/// The file of a muxer, written from its inputs' samples in file order.
///
/// The result depends on that order alone. Used by one thread at a time: that of the current input.
final class MuxedFile {
  private let options: MuxerOptions
  private let inputs: [MuxerInput]
  private let output: MuxerOutput
  private var writer: (any MediaWriter)?
  /// The times at which the program has ended segments.
  private var segmentEnds: [CMTime] = []
  /// The time from which fragments count; invalid if that is the start of the first session.
  private var fragmentStart = CMTime.invalid
  /// The time that is 0 in a file whose samples keep their times; nil if edits place them.
  private var keptOrigin: CMTime?
  /// The file's metadata, as far as known.
  private(set) var metadata: MuxerMetadata?
  /// True if the file ends before its tracks do.
  var endsEarly = false
  /// True if a sample had no room below the size limit: the file ends before it.
  private(set) var isFull = false
  /// The size that the file will have at most: its headers, nil after a change of what they say, and its samples with their places in
  /// tables.
  private var (headerSize, samplesSize): (Int64?, Int64) = (nil, 0)
  /// Notes on the file for the user.
  var notes: [String] {
    (metadata?.notes("file") ?? []) + ((writer as? MatroskaWriter)?.notes ?? []) + inputs.compactMap(\.roundingNote)
      + inputs.compactMap(\.fieldNote) + inputs.compactMap(\.absenceNote)
  }

  init(_ options: MuxerOptions, _ kinds: [MuxerInput.Kind], to output: MuxerOutput) {
    self.options = options
    self.output = output
    inputs = kinds.enumerated().map { MuxerInput($1, options, number: $0 + 1) }
  }

  /// The flow return of downstream, if it refused bytes.
  var flowError: FlowError? { output.flowError }
  /// The error that kept the file from getting its name.
  var placementProblem: (any Error)? { output.placementProblem }

  /// Begins the file, with tracks in the order of the inputs.
  ///
  /// - Parameters:
  ///   - reopen: Opens the output again, if it is a single file.
  ///   - firsts: The first sample of each input that has one.
  ///   - length: The expected length of the movie; nil if unknown.
  ///   - whenReadable: Called when a first part of the file is readable.
  func begin(
    reopen: (@Sendable () -> CInt)?, firsts: [Int: Buffer], expectedLength length: CMTime?,
    whenReadable: @escaping () throws -> Void
  ) throws {
    guard writer == nil else { return }
    for (index, input) in inputs.enumerated() where input.kind != .metadata {
      guard let first = firsts[index] else { continue }
      try input.prepare(first)
      try input.expectStart(first)
    }
    var options = options
    // Fragmented files have the movie's metadata at their beginning.
    options.metadata = metadata(from: .zero)
    metadata = options.metadata
    let sink = try output.open(reopen: reopen, options, whenReadable: whenReadable)
    writer = try options.writer(to: sink, length: length)
    placeFragments()
    for input in inputs where !input.isEnded {
      if options.goesIntoStreams { try input.announce() }
      try addTrack(of: input)
    }
  }

  func receive(_ event: Event, _ index: Int) {
    inputs[index].receive(event)
    guard let sessions = ProgramSessions(event) else { return }
    for input in inputs { input.takeSessions(of: inputs[index]) }
    (segmentEnds, fragmentStart) = (sessions.segmentEnds, sessions.fragmentStart)
    if sessions.keepsTimes { keptOrigin = inputs[index].sessionOrigin }
    placeFragments()
  }

  /// Tells the writer what the program says of fragments and their times.
  private func placeFragments() {
    guard let movie = writer as? MovieWriter else { return }
    if let keptOrigin { movie.keepTimes(from: keptOrigin) }
    if fragmentStart.isNumeric { movie.countFragments(from: fragmentStart) }
    for time in segmentEnds { movie.endSegment(at: time) }
  }

  func append(_ buffer: Buffer, _ index: Int) throws {
    let input = inputs[index]
    if input.kind == .metadata {
      headerSize = nil
      return try input.collect(buffer)
    }
    let descriptionCount = input.draft?.sampleEntries.count
    try input.prepare(buffer)
    if input.draft?.sampleEntries.count != descriptionCount { headerSize = nil }
    try addTrack(of: input)
    guard let writer else { return }
    guard try hasRoom(for: buffer, of: input) else { return input.leaveOut(buffer) }
    try input.append(buffer, to: writer, from: origin)
    // Fragmented files have the edits at their beginning; the first audio packet may consist of priming only.
    if !input.isShown || writer.followsSegments { setSegments() }
  }

  /// Tables have at most these bytes for a sample: its size, duration, offset of presentation, sync and chunk entries.
  private static let tableBytes: Int64 = 40
  /// The bytes of the file's headers but for metadata, and of each track's but for what its draft has.
  private static let headerBytes: Int64 = 1024
  /// The bytes of the headers of a track that is not known yet.
  private static let unknownTrackBytes: Int64 = 4096
  /// The bytes by which headers that get their place before the media may be too large: file systems insert whole blocks.
  private static let blockBytes: Int64 = 4096

  /// Returns false for a buffer that would make the file larger than it may be, and for all after it.
  ///
  /// - Throws: `Diagnostic` if that leaves a file without samples, or video without frames.
  private func hasRoom(for buffer: Buffer, of input: MuxerInput) throws -> Bool {
    guard let limit = options.sizeLimit else { return true }
    guard !isFull else { return false }
    let headers = headerSize ?? greatestHeaderSize
    headerSize = headers
    let size = Int64(buffer.byteCount) + Self.tableBytes
    if headers + samplesSize + size <= limit {
      samplesSize += size
      return true
    }
    isFull = true
    // Video that begins later may be left out as if the file ended before it.
    let soon = origin + CMTime(value: 1, timescale: 1)
    let isFirst = input.kind == .video && input.presentedStart == nil && input.expectedStart ?? origin < soon
    guard samplesSize > 0, !isFirst else {
      let cause = "a size limit of \(limit) bytes is too small for the first samples"
      throw Diagnostic(
        "the file would have nothing to play", kind: .output, cause: cause,
        underlying: MediaError(.failed, cause, family: .muxing))
    }
    return false
  }

  /// A size that the headers do not exceed, with what is known of the tracks and of the metadata.
  private var greatestHeaderSize: Int64 {
    let tracks = inputs.map { input -> Int64 in
      guard let draft = input.draft else {
        return input.kind == .metadata || input.isEnded ? 0 : Self.unknownTrackBytes
      }
      let parts = draft.sampleEntries.map(\.contents.count) + draft.boxes.map { $0.payload.count + 8 }
      return Self.headerBytes + Int64(parts.reduce(0, +))
    }
    return Self.headerBytes + (options.movesBytes ? Self.blockBytes : 0) + (metadata(from: .zero)?.byteCount ?? 0)
      + tracks.reduce(0, +)
  }

  /// Ends the track of an input.
  func end(_ index: Int) throws {
    let input = inputs[index]
    defer { input.isEnded = true }
    // The data of other tracks come after all of this one.
    let isFirst = options.tracks.indices.contains(index) && options.tracks[index].first
    if !input.awaitsSessionEnd || isFirst { try finishTrack(of: input, isFirst: isFirst) }
  }

  private func finishTrack(of input: MuxerInput, isFirst: Bool) throws {
    guard let writer, let track = input.track else { return }
    try input.finish(writer)
    if endsEarly { input.endEarly() }
    setSegments()
    try writer.finishTrack(track)
    if isFirst { try (writer as? MovieWriter)?.writePendingSamples(ofTrack: track) }
  }

  /// Writes the rest, once all inputs have ended.
  func finish() throws {
    for input in inputs where input.isEnded && !input.isFinished { try finishTrack(of: input, isFirst: false) }
    setSegments()
    try addMetadata()
    try writer?.finish()
    try output.finish()
  }

  /// Sends the end of the stream.
  func close() { output.end() }

  // MARK: - Tracks

  private func addTrack(of input: MuxerInput) throws {
    guard input.track == nil, let writer, let draft = input.draft else { return }
    headerSize = nil
    input.track = try writer.addTrack(draft)
    setSegments()
  }

  /// The time that is 0 in the movie.
  private var origin: CMTime {
    inputs.lazy.compactMap(\.sessionOrigin).first
      ?? inputs.compactMap { $0.presentedStart ?? $0.expectedStart }.min() ?? .zero
  }

  /// Sets the tracks' edits: the first presented sample is at 0, or the program's first session.
  private func setSegments() {
    guard let writer else { return }
    for input in inputs {
      guard let track = input.track else { continue }
      if let segments = input.segments(from: origin) {
        writer.setSegments(segments, ofTrack: track)
        if let end = input.heldEnd { writer.holdPresentation(to: end, ofTrack: track) }
        input.isShown = true
      } else if let segments = input.expectedSegments {
        writer.setSegments(segments, ofTrack: track)
      }
    }
  }

  // MARK: - Metadata

  /// Adds the file's metadata, as far as known.
  private func addMetadata() throws {
    let origin = origin
    guard let writer, let metadata = metadata(from: origin) else { return }
    if !options.layout.isFragmented { self.metadata = metadata }
    let end = inputs.compactMap { $0.segments(from: origin)?.last?.target.end }.max() ?? .zero
    try metadata.finish(writer, tracks: inputs.filter(\.kind.isPresented).compactMap(\.track), end: end)
  }

  /// Returns the metadata of the description and of the inputs; chapters at their times relative to an origin.
  private func metadata(from origin: CMTime) -> MuxerMetadata? {
    guard var metadata = options.metadata else { return nil }
    let objects = inputs.flatMap(\.objects)
    metadata.add(objects.map(\.object))
    let chapters = objects.filter { $0.object.chapter != nil }.map { object, start, duration in
      let start = max(.zero, CMTime(value: start, timescale: 1_000_000_000) - origin)
      return (object: object, timeRange: CMTimeRange(start: Self.coarse(start), duration: Self.coarse(duration)))
    }
    metadata.add(chapters: chapters)
    return metadata
  }

  /// Returns a chapter's time in units of files: in milliseconds if that is exact, else in millionths.
  private static func coarse(_ time: CMTime) -> CMTime {
    let milliseconds = CMTimeConvertScale(time, timescale: 1000, method: .default)
    return milliseconds == time ? milliseconds : CMTimeConvertScale(time, timescale: 1_000_000, method: .default)
  }
}
