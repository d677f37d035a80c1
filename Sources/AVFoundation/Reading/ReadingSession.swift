internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import Synchronization

/// The samples of one output; used on the program's threads.
struct SampleSupply: Sendable {
  /// Returns the next sample, of memory of its own if the argument is true; nil after the last. A cancelled call leaves frames to the next.
  let next: @Sendable (_ isPrivate: Bool, _ cancellation: Cancellation) throws -> CMSampleBuffer?
  /// Goes on in other ranges, one after the other.
  var move: @Sendable ([CMTimeRange]) throws -> Void
  /// Ends what is waited for, on any thread.
  var cancel: @Sendable () -> Void = {}

  /// A supply that ends at once.
  static let ended = SampleSupply(next: { _, _ in nil }, move: { _ in })
}

/// The reading of an asset: what a reader and its outputs share.
///
///     AVAssetReader ─┬▷ ReadingSession ─▷ GraphReading (asset.read ─▷ formats ─▷ sinks)
///     its outputs ───┘
///
/// The reader and the outputs keep it: a program that uses nothing but an output any more still reads.
final class ReadingSession: Sendable {
  private struct Work {
    var reading: GraphReading?
    /// Breaks off the reading of the files that are opened for this reader.
    var files: ReadingCancellation?
    var supplies: [SampleSupply] = []
    /// True for outputs whose current ranges contain no time.
    var isEmpty: [Bool] = []
  }

  private let state = Mutex(ReadingState())
  private let work = Mutex(Work())
  /// The asset's file, opened for this reader alone, so that nothing but this reader breaks off its reading; nil for an
  /// asset in memory.
  let file: MediaFile?
  /// True if nothing but this reader reads the file.
  private let ownsFile: Bool
  /// The composition that is read; nil for a file.
  private let composition: CompositionContents?

  init(_ asset: AVAsset) {
    composition = (asset as? AVComposition)?.contents
    // A pipe can be read once; all other files are opened again, so that cancelling this reader breaks off no other.
    let isPipe = asset.file.map { $0.url.isFileURL && !InputFile.isRegular($0.url.path) } ?? false
    ownsFile = !isPipe
    file = isPipe ? asset.file : asset.file?.another()
  }

  /// True if the asset is a file of this machine, and no pipe.
  var isLocal: Bool { ownsFile && file?.url.isFileURL == true }

  var status: AVAssetReader.Status { state.withLock { $0.status } }
  var error: AVError? { state.withLock { $0.error } }
  var hasStarted: Bool { state.withLock { $0.hasStarted } }

  // MARK: The reader's calls

  /// - Throws: `AVError` for an asset that cannot be read; read errors of its headers.
  func checkAsset() throws {
    if let composition { return try composition.checkReadable() }
    guard let file else {
      throw AVError(.operationNotSupportedForAsset, reason: "the asset is not read from a URL")
    }
    do {
      if try file.isReadable() { return }
      if try file.isProtected() { throw AVError(.contentIsProtected, reason: "its samples are encrypted") }
      throw AVError(
        .operationNotSupportedForAsset, reason: "its media are known only when it is played",
        suggestion: "read the files that it names")
    } catch {
      throw AVError(reading: error)
    }
  }

  /// Notes the start; returns false if there was one, or the reader is over.
  func start() -> Bool { state.withLock { $0.start() } }

  /// Notes what breaks off the opening of files, before any is opened.
  func note(_ files: ReadingCancellation) {
    work.withLock { $0.files = files }
    // The reader may have been cancelled meanwhile.
    if status != .unknown { release() }
  }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - outputs: A supply for each output, and true for those that support random access.
  ///   - isEmpty: True if there is nothing to read before outputs are reset.
  func begin(
    _ reading: GraphReading?, _ outputs: [(supply: SampleSupply, isRandom: Bool)], isEmpty: Bool
  ) -> Bool {
    work.withLock {
      $0 = Work(
        reading: reading, files: $0.files, supplies: outputs.map(\.supply), isEmpty: outputs.map { _ in isEmpty })
    }
    guard state.withLock({ $0.begin(randomAccess: outputs.map(\.isRandom)) }) else {
      release()
      return false
    }
    return true
  }

  func cancel() {
    if state.withLock({ $0.cancel() }) { release() }
  }

  /// Ends the reader with an error.
  func fail(_ error: AVError) {
    if state.withLock({ $0.fail(error) }) { release() }
  }

  /// Ends the reader because the program has called what it may not: what raises an exception on Apple's systems.
  func reject(_ call: String, _ reason: String) {
    fail(AVError(.unknown, reason: "\(call): \(reason)"))
  }

  /// Breaks off what other threads are reading, and lets go of decoders.
  private func release() {
    let (reading, files, supplies) = work.withLock { work in
      defer { work = Work() }
      return (work.reading, work.files, work.supplies)
    }
    files?.end()
    for supply in supplies { supply.cancel() }
    reading?.cancel()
    if ownsFile { file?.cancel() }
  }

  // MARK: The outputs' calls

  /// Returns the next sample of an output; nil after the last, and when the reader is over.
  func next(_ output: Int, isPrivate: Bool) -> CMSampleBuffer? {
    guard hasStarted else {
      reject("copyNextSampleBuffer()", "startReading() has not been called")
      return nil
    }
    guard state.withLock({ $0.gives(output) }), let supply = supply(output) else { return nil }
    do {
      if !isEmpty(output), let sample = try supply.next(isPrivate, Cancellation()) { return sample }
      state.withLock { $0.drain(output) }
      if status == .completed { release() }
    } catch is CancellationError {
      // The reader was cancelled; anything else that breaks off reading is an error.
      if status == .reading { fail(AVError(.unknown, reason: "reading was broken off")) }
    } catch {
      fail(AVError(reading: error))
    }
    return nil
  }

  private func supply(_ output: Int) -> SampleSupply? {
    work.withLock { $0.supplies.indices.contains(output) ? $0.supplies[output] : nil }
  }

  private func isEmpty(_ output: Int) -> Bool {
    work.withLock { $0.isEmpty.indices.contains(output) && $0.isEmpty[output] }
  }

  /// Goes on in other ranges of the asset's timeline.
  func reset(_ output: Int, to ranges: [CMTimeRange]) {
    let status = status
    if status == .failed || status == .cancelled { return }
    let call = "reset(forReadingTimeRanges:)"
    if let problem = Self.problem(ranges) { return reject(call, problem) }
    if let problem = state.withLock({ $0.reset(output) }) { return reject(call, problem) }
    let shown = ranges.map(\.onTimeline).filter { $0.duration > .zero }
    work.withLock { if $0.isEmpty.indices.contains(output) { $0.isEmpty[output] = shown.isEmpty } }
    do {
      if !shown.isEmpty { try supply(output)?.move(shown) }
    } catch {
      fail(AVError(reading: error))
    }
  }

  /// Returns the reason why ranges cannot be read one after the other; nil if they can.
  private static func problem(_ ranges: [CMTimeRange]) -> String? {
    for (index, range) in ranges.enumerated() {
      guard range.start.isNumber, range.duration.isNumber || range.duration.isPositiveInfinity,
        range.duration >= .zero
      else { return "range \(index) has no start, or a negative duration" }
      guard index == 0 || range.start >= ranges[index - 1].end && range.start > ranges[index - 1].start else {
        return "range \(index) begins before the end of the one before"
      }
    }
    return nil
  }

  func makeFinal(_ output: Int) {
    guard state.withLock({ $0.makeFinal(output) }) else {
      return reject("markConfigurationAsFinal()", "reading has not started")
    }
    if status == .completed { release() }
  }
}
