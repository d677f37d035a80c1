package import GStreamer
import CoreMedia
import MovieFile

/// Decodes any picture of a track, and runs of pictures in the order of presentation.
///
/// Pictures that are chosen: decoding starts at the last sync sample at or before the first of them in decoding order, or at the one
/// before when it is shown before that one; what none of them depends on is skipped; after the last the decoder is drained. A run goes
/// on without ever draining the decoder. A sample that goes in and never comes out is an error at that sample; what depends on it is
/// an error too, until the next sync sample.
///
/// Belongs to one thread at a time; never the cooperative pool's.
package final class PictureDecoder {
  package struct Picture: Sendable {
    package let sample: CodedSample
    package let buffer: Buffer
    package let caps: Caps
  }

  private let track: any CodedTrack
  package private(set) var session: DecoderSession?
  private var formatIndex: Int?
  private let threads: Int
  private let isCancelled: () -> Bool

  /// What went into the decoder and has not come out, by rank.
  private var pending: [Int: CodedSample] = [:]
  /// What came out or failed, in the order of presentation.
  private var ready: [(rank: Int, result: Result<Picture, DecoderError>)] = []
  /// The sample that goes in next.
  private var next = 0
  /// The sync sample that decoding started with, and whether what is shown before it can be decoded.
  private var start: (sample: CodedSample, isClosed: Bool)?
  /// Pictures of lower rank are not wanted.
  private var firstRank = 0
  /// In a run, nil: everything that is shown is decoded. Else the samples whose pictures are still to come.
  private var wanted: Set<Int>?
  private var lastWanted = 0
  private var isAtEnd = false
  /// Whether the decoder goes on from where it is: `next` is what it has to get.
  package private(set) var isRunning = false

  package init(
    _ track: any CodedTrack, threads: Int = DecoderSession.threads, isCancelled: @escaping () -> Bool = { false }
  ) {
    (self.track, self.threads) = (track, threads)
    self.isCancelled = isCancelled
  }

  // MARK: Chosen pictures

  /// The picture of a sample, alone.
  ///
  /// The decoder is drained after it: for pictures in a row, ``run(from:)`` costs less.
  package func picture(_ index: Int) throws -> Picture {
    try pass(over: [index])
    guard let (_, result) = try nextOfPass() else { throw lost(index) }
    return try result.get()
  }

  /// Starts a pass, which decodes once what the pictures of some samples need.
  ///
  /// - Parameter indices: not empty; the one whose decoding starts earliest comes first.
  package func pass(over indices: [Int]) throws {
    try begin(at: indices[0], wanted: Set(indices))
    isRunning = false
  }

  /// A picture of the pass, or why there is none: as they come out of the decoder, each once; nil after the last.
  func nextOfPass() throws -> (index: Int, result: Result<Picture, DecoderError>)? {
    while let first = wanted?.first {
      while let entry = ready.first {
        ready.removeFirst()
        let index =
          switch entry.result {
          case .success(let picture): picture.sample.index
          case .failure(let error): error.sample ?? -1
          }
        if wanted?.remove(index) != nil { return (index, entry.result) }
      }
      if next <= lastWanted, next < track.count {
        try pushNext()
      } else if !isAtEnd {
        // Later samples are not needed: what the decoder holds back comes out by draining it.
        try drain()
        isAtEnd = true
      } else {
        wanted?.remove(first)
        return (first, .failure(lost(first)))
      }
    }
    return nil
  }

  private func lost(_ index: Int) -> DecoderError {
    let time = (try? track.sample(index)).map { track.time($0.presentationTime) } ?? .invalid
    return DecoderError(.damagedSample, "the decoder gave no picture for it", sample: index, time: time)
  }

  // MARK: A run

  /// Starts a run whose first picture is that of a sample.
  package func run(from index: Int) throws {
    try begin(at: index, wanted: nil)
    isRunning = true
  }

  /// The next picture of the run in the order of presentation; nil after the last.
  ///
  /// - Throws: `DecoderError` for a picture that can't be decoded; the next call goes on with the one after it.
  func nextPicture() throws -> Picture? {
    while true {
      while let first = ready.first {
        ready.removeFirst()
        if first.rank >= firstRank { return try first.result.get() }
      }
      if next < track.count {
        try pushNext()
      } else if !isAtEnd {
        try drain()
        isAtEnd = true
      } else {
        isRunning = false
        return nil
      }
    }
  }

  /// Whether a run that has not reached a sample gets there without decoding more than a fresh start would.
  func isAhead(_ index: Int) throws -> Bool { try isRunning && startSample(for: index).index <= next }

  // MARK: Starting

  private func begin(at index: Int, wanted: Set<Int>?) throws {
    pending.removeAll(keepingCapacity: true)
    ready.removeAll(keepingCapacity: true)
    isAtEnd = false
    self.wanted = wanted
    lastWanted = wanted?.max() ?? 0
    firstRank = try track.rank(of: index)
    let first = try startSample(for: index)
    next = first.index
    try prepareSession(first.formatIndex)
    session?.restart()
    start = (first, try isClosed(first))
  }

  /// Where the decoding of a sample starts.
  func startSample(for index: Int) throws -> CodedSample {
    let sample = try track.sample(index)
    guard let sync = try track.syncSample(atOrBefore: index) else { return try track.sample(0) }
    let first = try track.sample(sync)
    guard sample.presentationTime < first.presentationTime, sync > 0, try !isClosed(first),
      let earlier = try track.syncSample(atOrBefore: sync - 1)
    else { return first }
    return try track.sample(earlier)
  }

  private func isClosed(_ sample: CodedSample) throws -> Bool {
    guard track.isReordered else { return true }
    do {
      let inspection = try inspection(sample)
      return try track.bytes(of: sample).withUnsafeBytes { inspection.isClosed($0) }
    } catch let error as MovieError {
      throw DecoderError(
        .unreadableSample, Self.unreadable, sample: sample.index, time: track.time(sample.presentationTime),
        cause: "\(error)")
    }
  }

  private static let unreadable = "its bytes can't be read"

  private func inspection(_ sample: CodedSample) throws -> SampleInspection {
    SampleInspection(try track.format(of: sample).stream)
  }

  private func prepareSession(_ index: Int) throws {
    guard formatIndex != index || session == nil else { return }
    guard track.formats.indices.contains(index) else { throw DecoderError(.incompleteFormat, "no such format") }
    session = nil
    session = try DecoderSession(track.formats[index], threads: threads)
    formatIndex = index
  }

  // MARK: Pushing

  private func pushNext() throws {
    if isCancelled() { throw CancellationError() }
    let sample = try track.sample(next)
    next += 1
    guard let start else { return }
    // Pictures that are shown before the first, and need what came before it.
    let rank = try track.rank(of: sample.index)
    let isWanted = wanted.map { $0.contains(sample.index) } ?? (rank >= firstRank)
    if sample.index > start.sample.index, !start.isClosed, sample.presentationTime < start.sample.presentationTime {
      guard isWanted else { return }
      return report(
        sample, rank, "it depends on pictures before sample \(start.sample.index)", code: .missingReference)
    }
    if !isWanted, try sample.isDisposable || track.format(of: sample).codec.isIntraOnly { return }
    if sample.formatIndex != formatIndex {
      try drain()
      try prepareSession(sample.formatIndex)
    }
    let buffer: Buffer
    do {
      buffer = try track.bytes(of: sample)
    } catch {
      return try fail(sample, rank, Self.unreadable, code: .unreadableSample, cause: "\(error)")
    }
    let inspection = try inspection(sample)
    // Zeros look like a picture that is not to be shown.
    if buffer.byteCount > 0, let damage = try buffer.withUnsafeBytes({ inspection.damage($0) }) {
      return try fail(sample, rank, damage)
    }
    if try buffer.withUnsafeBytes({ inspection.isHidden($0) }) {
      // What is not shown may still be referred to.
      if buffer.byteCount > 0 { _ = session?.push(buffer, rank: rank, isSync: sample.isSync) }
      return collect()
    }
    if !isWanted, try buffer.withUnsafeBytes({ inspection.isDisposable($0) }) { return }
    pending[rank] = sample
    guard let session else { return }
    if session.push(buffer, rank: rank, isSync: sample.isSync) {
      collect()
    } else {
      try recover(from: sample)
    }
  }

  private func drain() throws {
    guard let session else { return }
    session.drain()
    collect()
    let lost = pending
    pending.removeAll(keepingCapacity: true)
    let complaint = session.complaint
    session.restart()
    for (rank, sample) in lost { report(sample, rank, "the decoder gave no picture for it", cause: complaint) }
  }

  /// Takes what the decoder has given; what should have come earlier never comes.
  private func collect() {
    guard let session else { return }
    for output in session.takeOutputs() {
      guard let rank = output.rank, let sample = pending.removeValue(forKey: rank) else { continue }
      if output.buffer.flags.contains(.corrupted) {
        report(sample, rank, "the decoder found it corrupt")
      } else {
        insert(rank, .success(Picture(sample: sample, buffer: output.buffer, caps: output.caps)))
      }
      for (lostRank, lost) in pending where lostRank < rank {
        pending[lostRank] = nil
        report(lost, lostRank, "the decoder gave no picture for it", cause: session.complaint)
      }
    }
  }

  // MARK: Damage

  /// The decoder refuses to go on: what it still holds comes out, the rest is lost.
  private func recover(from sample: CodedSample) throws {
    let complaint = session?.complaint
    session?.drain()
    collect()
    let lost = pending
    pending.removeAll(keepingCapacity: true)
    session?.restart()
    for (rank, sample) in lost { report(sample, rank, "the decoder refused it", cause: complaint) }
    try skipToSync(after: sample.index)
  }

  /// A sample that is not given to the decoder.
  private func fail(
    _ sample: CodedSample, _ rank: Int, _ message: String, code: DecoderError.Code = .damagedSample,
    cause: String? = nil
  ) throws {
    if sample.isDisposable { return report(sample, rank, message, code: code, cause: cause) }
    try drain()
    report(sample, rank, message, code: code, cause: cause)
    try skipToSync(after: sample.index)
  }

  /// What follows depends on what is missing.
  private func skipToSync(after index: Int) throws {
    while next < track.count {
      let sample = try track.sample(next)
      if sample.isSync || (try? track.format(of: sample))?.codec.isIntraOnly == true {
        start = (sample, try isClosed(sample))
        return
      }
      if wanted != nil, sample.index > lastWanted { return }
      report(
        sample, try track.rank(of: sample.index), "it depends on sample \(index), which is damaged",
        code: .missingReference)
      next += 1
      if isCancelled() { throw CancellationError() }
    }
  }

  private func report(
    _ sample: CodedSample, _ rank: Int, _ message: String, code: DecoderError.Code = .damagedSample,
    cause: String? = nil
  ) {
    insert(
      rank,
      .failure(
        DecoderError(
          code, message, sample: sample.index, time: track.time(sample.presentationTime), cause: cause)))
  }

  private func insert(_ rank: Int, _ result: Result<Picture, DecoderError>) {
    let position = ready.lastIndex { $0.rank < rank }.map { $0 + 1 } ?? 0
    ready.insert((rank, result), at: position)
  }
}
