package import GStreamer
import CoreMedia
import MovieFile

/// Decodes any frame of a track, and runs of frames in the order of presentation.
///
/// Frames that are chosen: decoding starts at the last sync sample at or before the first of them in decoding order, or at the one
/// before when it is shown before that one; what none of them depends on is skipped; after the last the decoder is drained. A run goes
/// on without ever draining the decoder. A sample that goes in and never comes out is an error at that sample; what depends on it is
/// an error too, until the next sync sample.
///
/// Belongs to one thread at a time; never the cooperative pool's.
package final class VideoTrackDecoder {
  package struct Frame: Sendable {
    package let sample: CodedSample
    package let buffer: Buffer
    package let caps: Caps
  }

  private let track: any CodedTrack
  private var session: (any SampleDecoder)?
  private var formatIndex: Int?
  private var threads: Int
  /// Ends a decode that is in progress; set for the time of a call.
  private var cancellation: Cancellation?

  /// The samples inside the decoder, by stamp.
  private var pending: [Int: CodedSample] = [:]
  private var stamps = PresentationStamps()
  /// The frames and the errors that were not given yet, in the order of presentation.
  private var ready: [(place: PresentationPlace, result: Result<Frame, DecoderError>)] = []
  /// The sample that goes in next, once it has been asked for, and the last that went in.
  private var next: CodedSample?
  private var last: CodedSample?
  /// The sync sample that decoding started with, and whether what is shown before it can be decoded.
  private var start: (sample: CodedSample, isClosed: Bool)?
  /// Frames that are shown before this are not wanted.
  private var firstPlace = PresentationPlace(time: .min, index: 0)
  /// In a run, nil: everything that is shown is decoded. Else the samples whose frames are still to come.
  private var wanted: [Int: CodedSample]?
  private var lastWanted = 0
  private var isAtEnd = false
  /// True before the first frame of a run that began without a sync sample: what comes before it is no damage.
  private var isEntering = false
  /// True if the decoder goes on from its place: it needs `nextSample()` next.
  package private(set) var isRunning = false

  /// - Parameter threads: The number of the decoder's threads, 1 or more.
  package init(_ track: any CodedTrack, threads: Int = DecoderSession.threads) {
    (self.track, self.threads) = (track, threads)
  }

  /// Calls a body whose decoding throws `CancellationError` once it is cancelled, and can be continued by a later call.
  func withCancellation<Value>(_ cancellation: Cancellation, _ body: () throws -> Value) throws -> Value {
    self.cancellation = cancellation
    defer { self.cancellation = nil }
    return try body()
  }

  private var isCancelled: Bool { cancellation?.isCancelled ?? false }

  // MARK: Chosen frames

  /// The frame of a sample, alone.
  ///
  /// The decoder is drained after it: for frames in a row, ``run(from:)`` costs less.
  package func frame(_ sample: CodedSample) throws -> Frame {
    try pass(over: [sample])
    guard let (_, result) = try nextOfPass() else { throw lost(sample) }
    return try result.get()
  }

  /// Starts a pass, which decodes once what the frames of some samples need.
  ///
  /// - Parameter samples: not empty; the one whose decoding starts earliest comes first.
  package func pass(over samples: [CodedSample]) throws {
    try begin(at: samples[0], wanted: Dictionary(samples.map { ($0.index, $0) }) { first, _ in first })
    isRunning = false
  }

  /// A frame of the pass, or why there is none: as they come out of the decoder, each once; nil after the last.
  func nextOfPass() throws -> (index: Int, result: Result<Frame, DecoderError>)? {
    while let first = wanted?.first {
      while let entry = ready.first {
        ready.removeFirst()
        let index =
          switch entry.result {
          case .success(let frame): frame.sample.index
          case .failure(let error): error.sample ?? -1
          }
        if wanted?.removeValue(forKey: index) != nil { return (index, entry.result) }
      }
      if nextIndex <= lastWanted, let sample = try nextSample() {
        try push(sample)
      } else if !isAtEnd {
        // Later samples are not needed: what the decoder holds back comes out by draining it.
        try drain()
        isAtEnd = true
      } else {
        wanted?[first.key] = nil
        return (first.key, .failure(lost(first.value)))
      }
    }
    return nil
  }

  func lost(_ sample: CodedSample) -> DecoderError {
    DecoderError(
      .damagedSample, "the decoder gave no picture for it", sample: sample.index,
      time: track.time(sample.presentationTime))
  }

  // MARK: A run

  /// Starts a run whose first frame is that of a sample.
  package func run(from sample: CodedSample) throws {
    try begin(at: sample, wanted: nil)
    isRunning = true
  }

  /// The next frame of the run in the order of presentation; nil after the last.
  ///
  /// - Throws: `DecoderError` for a frame that can't be decoded; the next call goes on with the one after it.
  func nextFrame() throws -> Frame? {
    while true {
      while let first = ready.first {
        ready.removeFirst()
        if first.place >= firstPlace { return try first.result.get() }
      }
      if let sample = try nextSample() {
        try push(sample)
      } else if !isAtEnd {
        try drain()
        isAtEnd = true
      } else {
        isRunning = false
        guard isEntering else { return nil }
        isEntering = false
        throw DecoderError(.missingReference, "it has no sample with which decoding can begin")
      }
    }
  }

  /// Returns true if a run that has not reached a sample gets there without decoding more than a fresh start would.
  func isAhead(_ sample: CodedSample) throws -> Bool {
    try isRunning && track.decodingStart(of: sample).index <= nextIndex
  }

  // MARK: Starting

  private func begin(at sample: CodedSample, wanted: [Int: CodedSample]?) throws {
    pending.removeAll(keepingCapacity: true)
    stamps = PresentationStamps()
    ready.removeAll(keepingCapacity: true)
    isAtEnd = false
    self.wanted = wanted
    lastWanted = wanted?.keys.max() ?? 0
    firstPlace = sample.place
    let first = try track.decodingStart(of: sample)
    (next, last) = (first, nil)
    try prepareThreads(for: first)
    try prepareSession(first.formatIndex)
    session?.restart()
    start = (first, try track.isClosed(first))
    isEntering = try wanted == nil && !first.isSync && !track.format(of: first).codec.isIntraOnly
  }

  /// Frame numbers of H.264 go on at recovery points: a decoder that starts there makes frames for the gap before them.
  /// GStreamer's loses the coded frame with them if it has a single thread, and refuses the sample.
  private func prepareThreads(for start: CodedSample) throws {
    guard threads == 1, try track.format(of: start).codec == .h264 else { return }
    let inspection = try track.inspection(of: start)
    // Pushing the sample reports bytes that cannot be read.
    guard let bytes = try? track.bytes(of: start), try !bytes.withUnsafeBytes({ inspection.isClosed($0) }) else {
      return
    }
    threads = 2
    session = nil
  }

  private func prepareSession(_ index: Int) throws {
    guard formatIndex != index || session == nil else { return }
    guard track.formats.indices.contains(index) else { throw DecoderError(.incompleteFormat, "no such format") }
    session = nil
    session = try SampleDecoding.decoder(of: track.formats[index], threads: threads)
    formatIndex = index
  }

  // MARK: Pushing

  /// The sample that goes in next; nil after the last. Waits for one that is still to come.
  private func nextSample() throws -> CodedSample? {
    if next == nil, let last { next = try track.sample(after: last) }
    return next
  }

  /// The position of the sample that goes in next, if there is one.
  private var nextIndex: Int { next?.index ?? last.map { $0.index + 1 } ?? 0 }

  private func advance(past sample: CodedSample) { (next, last) = (nil, sample) }

  private func push(_ sample: CodedSample) throws {
    if isCancelled { throw CancellationError() }
    advance(past: sample)
    guard let start else { return }
    // Frames that are shown before the first, and need what came before it.
    let isWanted = wanted.map { $0[sample.index] != nil } ?? (sample.place >= firstPlace)
    if sample.index > start.sample.index, !start.isClosed, sample.presentationTime < start.sample.presentationTime {
      guard isWanted else { return }
      return report(
        sample, "it depends on pictures before sample \(start.sample.index)", code: .missingReference)
    }
    if !isWanted, try isDisposable(sample) || track.format(of: sample).codec.isIntraOnly { return }
    if sample.formatIndex != formatIndex {
      try drain()
      try prepareSession(sample.formatIndex)
    }
    let buffer: Buffer
    do {
      buffer = try track.bytes(of: sample)
    } catch {
      return try fail(sample, DecoderError.unreadableBytes, code: .unreadableSample, cause: "\(error)")
    }
    let inspection = try track.inspection(of: sample)
    // Zeros look like a frame that is not to be shown.
    if buffer.byteCount > 0, let damage = try buffer.withUnsafeBytes({ inspection.damage($0) }) {
      return try fail(sample, damage)
    }
    if try buffer.withUnsafeBytes({ inspection.isHidden($0) }) {
      // Other frames may refer to one that is not shown.
      if buffer.byteCount > 0 { _ = session?.push(buffer, stamp: stamps.stamp(sample.place), isSync: sample.isSync) }
      return collect()
    }
    if !isWanted, try buffer.withUnsafeBytes({ inspection.isDisposable($0) }) { return }
    let stamp = stamps.stamp(sample.place)
    pending[stamp] = sample
    guard let session else { return }
    if session.push(buffer, stamp: stamp, isSync: sample.isSync) {
      collect()
    } else {
      try recover(from: sample)
    }
  }

  /// True if the container says that no frame refers to those of the sample.
  ///
  /// Samples with hidden frames are never left out: some containers say it of the frame that is shown, and mean all of them.
  private func isDisposable(_ sample: CodedSample) throws -> Bool {
    try sample.isDisposable && ![.av1, .vp9, .vp8].contains(track.format(of: sample).codec)
  }

  private func drain() throws {
    guard let session else { return }
    session.drain()
    collect()
    let complaint = session.complaint
    session.restart()
    loseAll("the decoder gave no picture for it", cause: complaint)
  }

  /// Takes what the decoder has given; what should have come earlier never comes.
  private func collect() {
    guard let session else { return }
    for output in session.takeOutputs() {
      guard let sample = output.stamp.flatMap({ pending.removeValue(forKey: $0) }) ?? takeUnchanged() else { continue }
      stamps.remove(through: sample.place)
      if output.buffer.flags.contains(.corrupted) {
        report(sample, "the decoder found it corrupt")
      } else {
        isEntering = false
        insert(sample.place, .success(Frame(sample: sample, buffer: output.buffer, caps: output.caps)))
      }
      for (stamp, lost) in pending where lost.place < sample.place {
        pending[stamp] = nil
        report(lost, "the decoder gave no picture for it", cause: session.complaint)
      }
    }
  }

  /// The sample of a picture that comes with the stamp of the one before it, since nothing changes; nil if there is none.
  private func takeUnchanged() -> CodedSample? {
    guard let formatIndex, track.formats[formatIndex].codec == .animation, pending.count == 1 else { return nil }
    return pending.popFirst()?.value
  }

  // MARK: Damage

  /// The decoder refuses to go on: what it still holds comes out, the rest is lost.
  private func recover(from sample: CodedSample) throws {
    let complaint = session?.complaint
    session?.drain()
    collect()
    session?.restart()
    loseAll("the decoder refused it", cause: complaint)
    try skipToSync(after: sample.index, complaint.map { "which the decoder refused: \($0)" } ?? "which is damaged")
  }

  /// Frames that a restarted decoder still held never come.
  private func loseAll(_ message: String, cause: String?) {
    let lost = pending.values
    pending = [:]
    stamps = PresentationStamps()
    for sample in lost { report(sample, message, cause: cause) }
  }

  /// A sample that is not given to the decoder.
  private func fail(
    _ sample: CodedSample, _ message: String, code: DecoderError.Code = .damagedSample, cause: String? = nil
  ) throws {
    if try isDisposable(sample) { return report(sample, message, code: code, cause: cause) }
    try drain()
    report(sample, message, code: code, cause: cause)
    try skipToSync(after: sample.index)
  }

  /// Reports the samples up to the next sync sample, which depend on one that is missing.
  ///
  /// - Parameter problem: What is wrong with that one.
  private func skipToSync(after index: Int, _ problem: String = "which is damaged") throws {
    while let sample = try nextSample() {
      if sample.isSync || (try? track.format(of: sample))?.codec.isIntraOnly == true {
        start = (sample, try track.isClosed(sample))
        return
      }
      if wanted != nil, sample.index > lastWanted { return }
      report(
        sample, "it depends on sample \(index), \(problem)", code: .missingReference)
      advance(past: sample)
      if isCancelled { throw CancellationError() }
    }
  }

  private func report(
    _ sample: CodedSample, _ message: String, code: DecoderError.Code = .damagedSample, cause: String? = nil
  ) {
    if isEntering { return }
    insert(
      sample.place,
      .failure(
        DecoderError(
          code, message, sample: sample.index, time: track.time(sample.presentationTime), cause: cause)))
  }

  private func insert(_ place: PresentationPlace, _ result: Result<Frame, DecoderError>) {
    let position = ready.lastIndex { $0.place < place }.map { $0 + 1 } ?? 0
    ready.insert((place, result), at: position)
  }
}
