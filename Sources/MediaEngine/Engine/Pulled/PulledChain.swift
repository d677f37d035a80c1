internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph
import Synchronization

/// The way from a source to a program's sink that the program pulls; it runs on the program's own thread.
///
/// Unchecked, because its streams are touched under its lock alone.
final class PulledChain: @unchecked Sendable {
  /// A change that concerns the run.
  enum Event: Sendable {
    /// Everything was given, or the chain has failed.
    case ended(Result<Void, any Error>)
    /// The chain gives again.
    case goesOn
  }

  /// - Returns: False if the run is over.
  typealias Listener = @Sendable (Event) -> Bool

  private let lock = NSLock()
  private let stream: PulledStream
  /// The ranges that come after the one under way.
  private var ranges: [CMTimeRange] = []
  private var blocks = AudioBlockBuilder()
  private var readyBlocks: [DecodedAudio] = []
  private var audioFormat: (format: DecodedAudioFormat, caps: Caps, description: CMFormatDescription)?
  /// An error that comes after audio which was made before it.
  private var lateError: (any Error)?
  /// The end of the chain; nil before it.
  private var outcome: Result<Void, any Error>?
  private let isStopped = Atomic(false)
  /// Apart from the lock: a caller that asks for it does not wait for a frame that is being made.
  private let place = Mutex((position: CMTime.zero, report: PortReport(port: "in", buffers: 0, bytes: 0, samples: nil)))
  private let cancellation = Cancellation()
  private var listener: Listener?

  init(_ stream: PulledStream) { self.stream = stream }

  /// Calls a closure whenever the chain ends or goes on after its end; at once if a quick program has pulled all of it already.
  func listen(_ body: @escaping Listener) {
    let known = lock.withLock {
      listener = body
      return outcome
    }
    if let known { _ = body(.ended(known)) }
  }

  /// Makes the next sample; nil after the last, and once the run is over.
  func next(_ caller: Cancellation) throws -> ProgramSample? {
    lock.lock()
    defer { lock.unlock() }
    if outcome != nil || isStopped.load(ordering: .acquiring) { return nil }
    // A cancelled run also ends the work of the thread that pulls.
    cancellation.follow(with: caller)
    do {
      var made = try make(caller)
      while made == nil, !ranges.isEmpty {
        go(to: ranges.removeFirst())
        made = try make(caller)
      }
      guard let sample = made else {
        end(.success(()))
        return nil
      }
      place.withLock { place in
        place.position = sample.duration.isNumeric ? sample.time + sample.duration : sample.time
        place.report.buffers += 1
        place.report.bytes += sample.buffer.byteCount
        if let count = sample.frameCount { place.report.samples = (place.report.samples ?? 0) + count }
      }
      return sample
    } catch {
      if !(error is CancellationError) { end(.failure(error)) }
      throw error
    }
  }

  private func make(_ cancellation: Cancellation) throws -> ProgramSample? {
    switch stream {
    case .frames(let frames):
      return try frames.next(cancellation).map {
        ProgramSample(buffer: $0.buffer, caps: $0.caps, time: $0.time, decodeTime: .invalid, duration: $0.duration)
      }
    case .packets(let packets):
      return try packets.next(cancellation).map {
        ProgramSample(
          buffer: $0.buffer, caps: $0.format.caps, time: $0.time, decodeTime: $0.decodeTime, duration: $0.duration,
          shown: $0.shown, description: $0.format.description, stored: $0.stored)
      }
    case .audio(let audio):
      guard let block = try nextBlock(of: audio, cancellation) else { return nil }
      if let known = audioFormat, known.format == block.format {
        return ProgramSample(block, known.caps, known.description)
      }
      let (caps, description) = (try Caps(block.format.caps), try block.format.formatDescription())
      audioFormat = (block.format, caps, description)
      return ProgramSample(block, caps, description)
    }
  }

  private func nextBlock(of audio: any PulledAudio, _ cancellation: Cancellation) throws -> DecodedAudio? {
    while readyBlocks.isEmpty {
      if let error = lateError.take() { throw error }
      do {
        guard let chunk = try audio.next(cancellation) else { return blocks.finish() }
        readyBlocks = blocks.append(chunk)
      } catch {
        guard !(error is CancellationError), let rest = blocks.finish() else { throw error }
        lateError = error
        return rest
      }
    }
    return readyBlocks.removeFirst()
  }

  private func end(_ result: Result<Void, any Error>) {
    outcome = result
    _ = listener?(.ended(result))
  }

  // MARK: Another place

  /// Goes on in other ranges, one after the other; a chain that has come to its end gives again.
  /// - Throws: `Diagnostics` if the run is over.
  func move(to ranges: [CMTimeRange]) throws {
    try lock.withLock {
      if case .failure? = outcome { throw LiveControl.over }
      if isStopped.load(ordering: .acquiring) { throw LiveControl.over }
      if outcome != nil {
        guard listener?(.goesOn) ?? true else { throw LiveControl.over }
        outcome = nil
      }
      guard let first = ranges.first else { return }
      self.ranges = Array(ranges.dropFirst())
      place.withLock { $0.position = first.start }
      go(to: first)
    }
  }

  private func go(to range: CMTimeRange) {
    (blocks, readyBlocks, lateError) = (AudioBlockBuilder(), [], nil)
    switch stream {
    case .frames(let frames): frames.move(to: range)
    case .audio(let audio): audio.move(to: range)
    case .packets(let packets): packets.move(to: range)
    }
  }

  // MARK: The run

  /// Lets the program have nothing more.
  func stop() { isStopped.store(true, ordering: .releasing) }

  /// Ends what is under way.
  func cancel() {
    cancellation.cancel()
    stop()
  }

  /// True if the run was cancelled, or failed, before the chain's end.
  var wasCancelled: Bool { cancellation.isCancelled && lock.withLock { outcome == nil } }

  /// The end of the last sample that was pulled, and the number of those.
  var progress: (position: CMTime, report: PortReport) { place.withLock { $0 } }
}
