import Foundation

/// Writes a Matroska or WebM file (RFC 9559): headers, clusters as the samples come, and the index at the end.
///
///     let writer = MatroskaWriter(.matroska, to: try FileByteSink(creating: path))
///     let video = try writer.addTrack(draft)
///     writer.setSegments(segments, ofTrack: video)
///     try writer.append(run, .memory(bytes), toTrack: video)
///     try writer.finish()
///
/// Times are exact in what they are made of, and rounded once, to the file's units: milliseconds, as players expect;
/// finer ones where frames follow each other faster, and in Matroska files of audio alone, where a unit is a sample at
/// most. Constant frame rates are stated beside. Blocks hold one frame each. A track's samples are written once its
/// segments are known, the headers once each track has begun or 64 MB wait. A sink whose bytes cannot be changed gets a
/// segment of unknown size without an index, and the metadata that are set before the first sample before its clusters.
/// Used by one thread at a time.
public final class MatroskaWriter: MediaWriter {
  public let document: MatroskaDocument
  private let file: MatroskaFileParts
  private var tracks: [MatroskaTrackWriter] = []
  private var hasHeaders = false
  private var isFinished = false
  /// Blocks that wait for the headers.
  private var waiting: [MatroskaDraftBlock] = []
  private var waitingBytes = 0
  private var cluster = MatroskaCluster()
  private var nanosecondsPerUnit: Int64 = 1_000_000
  /// The units by which all times are later, so that hidden frames have a place before the first.
  private var shift: Int64 = 0
  private var lastTimes: [Int64?] = []
  private var lastCue = Int64.min
  /// The end of each track's blocks, in nanoseconds.
  private var ends: [Int64] = []

  private static let waitingLimit = 64 << 20
  /// The shortest cluster before a key frame, and the longest, in nanoseconds.
  private static let shortest: Int64 = 500_000_000
  private static let longest: Int64 = 2_000_000_000

  public init(_ document: MatroskaDocument, to sink: any ByteSink) {
    self.document = document
    file = MatroskaFileParts(document, to: sink)
  }

  public var followsSegments: Bool { true }
  /// The title in the file's headers; to be set before the first sample.
  public var title: String? {
    get { file.title }
    set { file.title = newValue }
  }
  /// The creation date; nil for none. To be set before the first sample.
  public var creationDate: Date? {
    get { file.creationDate }
    set { file.creationDate = newValue }
  }

  @discardableResult
  public func addTrack(_ draft: TrackDraft) throws(MovieError) -> Int {
    guard !hasHeaders else {
      throw MovieError(.notStorable, "the tracks of a \(document.name) file are known before its first cluster")
    }
    tracks.append(try MatroskaTrackWriter(draft, number: tracks.count + 1, in: document))
    ends.append(0)
    return tracks.count - 1
  }

  public func descriptionCount(ofTrack track: Int) -> Int { tracks[track].draft.sampleEntries.count }

  public func updateTrack(_ track: Int, _ body: (inout TrackDraft) -> Void) throws(MovieError) {
    var draft = tracks[track].draft
    body(&draft)
    try tracks[track].update(draft)
  }

  public func setSegments(_ segments: [TrackTimeline.Segment]?, ofTrack track: Int) {
    tracks[track].segments = segments
  }

  public func append(_ run: SampleRun, _ bytes: SampleBytes, toTrack track: Int) throws(MovieError) {
    precondition(!isFinished, "the file is finished")
    guard run.canBeCounted else {
      throw MovieError(.excessive, "\(run.count) samples of \(run.first.size) bytes have times that exceed 61 bits")
    }
    guard bytes.count == run.byteCount else {
      throw MovieError(.malformed, "\(run.count) samples of \(run.first.size) bytes have \(bytes.count) together")
    }
    try write(tracks[track].take(run, bytes))
  }

  public func limitPresentation(to end: Int64, ofTrack track: Int) { tracks[track].presentationLimit = end }

  public func finishTrack(_ track: Int) throws(MovieError) {
    try write(tracks[track].finish())
  }

  /// Sets the metadata of the file; must be called before `finish`, and before the first sample for those that readers
  /// of a stream are to see.
  ///
  /// - Parameter items: Items in the key space `matroska`.
  public func setMetadata(_ items: [MetadataItem], chapters: [ChapterList] = []) {
    (file.items, file.chapters) = (items, chapters)
  }

  /// Notes on what players may show otherwise than meant.
  public var notes: [String] {
    let count = tracks.reduce(0) { $0 + $1.hiddenCount }
    guard count > 0 else { return [] }
    return [
      "an edit begins inside of a group of pictures: \(count) frames before it are in the file to be decoded only, which "
        + "some players show for a moment"
    ]
  }

  public func finish() throws(MovieError) {
    precondition(!isFinished, "the file is finished")
    for track in tracks.indices { try write(tracks[track].finish()) }
    isFinished = true
    if !hasHeaders { try begin() }
    try flush()
    var end: Int64 = 0
    for (track, blockEnd) in zip(tracks, ends) { end = max(end, min(blockEnd, try track.limit ?? .max)) }
    let room = shift * nanosecondsPerUnit
    try file.finish(headers, duration: end + room, shift: room)
  }

  // MARK: - Headers

  private func write(_ blocks: [MatroskaDraftBlock]) throws(MovieError) {
    guard !hasHeaders else {
      for block in blocks { try write(block) }
      return
    }
    waiting += blocks
    waitingBytes += blocks.reduce(0) { $0 + $1.memory }
    let isReady = !waiting.isEmpty && tracks.allSatisfy { $0.hasBegun || $0.isFinished || !($0.isVideo || $0.isAudio) }
    if isReady || waitingBytes > Self.waitingLimit { try begin() }
  }

  private var headers: [MatroskaTrackHeader] {
    tracks.map { $0.header() }
  }

  private func begin() throws(MovieError) {
    hasHeaders = true
    nanosecondsPerUnit = unit
    lastTimes = tracks.map { _ in nil }
    shift = tracks.flatMap(\.leads).map { $0.units - $0.nanoseconds / nanosecondsPerUnit }.max().map { max(0, $0) } ?? 0
    // The delay of later tracks can only be put in where bytes can be changed.
    if !file.isRandomAccess { for track in tracks where !track.hasBegun { track.canDelay = false } }
    try file.begin(nanosecondsPerUnit: nanosecondsPerUnit, headers, shift: shift * nanosecondsPerUnit)
    let blocks = waiting
    waiting = []
    for block in blocks { try write(block) }
  }

  /// The nanoseconds of a unit of the file's times.
  private var unit: Int64 {
    let rates = tracks.filter(\.isAudio).map(\.draft.timescale)
    if document == .matroska, rates.count == tracks.count, let rate = rates.max(), rate > 1000 {
      return 1_000_000_000 / Int64(rate)
    }
    // Two units a frame, so that no two have the same time.
    let shortest = tracks.filter(\.isVideo).compactMap { track in
      track.constantDuration.map { Double($0) / Double(track.draft.timescale) }
    }.min()
    var unit: Int64 = 1_000_000
    while let shortest, shortest > 0, unit > 1000, Double(2 * unit) > shortest * 1e9 { unit /= 10 }
    return unit
  }

  // MARK: - Clusters

  private func write(_ block: MatroskaDraftBlock) throws(MovieError) {
    let track = tracks[block.track]
    let time = max(0, units(block.nanoseconds) - block.unitsEarlier + shift)
    var duration = block.duration.map { units(block.nanoseconds + $0) + shift - time }
    if let stated = block.duration, let known = track.frameDuration, abs(known - stated) <= 1 { duration = nil }
    let isVideoStart = track.isVideo && block.isSync && block.track == tracks.firstIndex(where: \.isVideo)
    let length = (time - cluster.start) * nanosecondsPerUnit
    let isFull = length >= Self.longest || isVideoStart && length >= Self.shortest
    if !cluster.isEmpty, isFull || !cluster.hasRoom(at: time) { try flush() }
    cluster.append(
      MatroskaCluster.Block(
        time: time, number: track.number, block: block, reference: lastTimes[block.track], duration: duration))
    lastTimes[block.track] = time
    ends[block.track] = max(ends[block.track], max(block.end, block.nanoseconds + (block.duration ?? 0)))
  }

  private func units(_ nanoseconds: Int64) -> Int64 {
    Int64(clamping: ExactScale.nearest(Int128(nanoseconds), over: Int128(nanosecondsPerUnit)))
  }

  private func flush() throws(MovieError) {
    guard !cluster.isEmpty else { return }
    let main = (tracks.firstIndex(where: \.isVideo) ?? tracks.firstIndex(where: \.isAudio) ?? 0)
    let (pieces, byteCount, offsets) = cluster.written()
    for (block, offset) in zip(cluster.blocks, offsets) where block.number == main + 1 && block.block.isSync {
      guard lastCue == .min || (block.time - lastCue) * nanosecondsPerUnit >= Self.shortest else { continue }
      lastCue = block.time
      file.addCue(MatroskaFileParts.Cue(time: block.time, track: block.number, offset: offset))
    }
    try file.append(pieces, byteCount: byteCount)
    cluster = MatroskaCluster()
  }
}
