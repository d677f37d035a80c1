internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph

/// The way from a source to a program's sink that the program pulls; it runs on the program's own thread.
///
/// Unchecked, because its streams are touched under its lock alone.
final class PulledChain: @unchecked Sendable {
  private let lock = NSLock()
  private let stream: PulledStream
  private var soundCaps: (format: SoundFormat, caps: Caps)?
  /// The end of the chain; nil before it.
  private var outcome: Result<Void, any Error>?
  private var isStopped = false
  private var report = PortReport(port: "in", buffers: 0, bytes: 0, samples: nil)
  private var position = CMTime.zero
  private let cancellation = Cancellation()
  /// Told once, when the chain has given everything or failed.
  private var whenEnded: (@Sendable (Result<Void, any Error>) -> Void)?

  init(_ stream: PulledStream) { self.stream = stream }

  /// Calls a closure once when the chain ends; at once if a quick program has pulled all of it already.
  func whenEnded(_ body: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let known = lock.withLock {
      if outcome == nil { whenEnded = body }
      return outcome
    }
    if let known { body(known) }
  }

  /// Makes the next sample; nil after the last, and once the run is over.
  func next(_ caller: Cancellation) throws -> ProgramSample? {
    lock.lock()
    defer { lock.unlock() }
    if outcome != nil || isStopped { return nil }
    // A cancelled run also ends the work of the thread that pulls.
    cancellation.follow(with: caller)
    do {
      guard let sample = try make(caller) else {
        end(.success(()))
        return nil
      }
      report.buffers += 1
      report.bytes += sample.buffer.byteCount
      position = sample.duration.isNumeric ? sample.time + sample.duration : sample.time
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
    case .sound(let sound):
      guard let chunk = try sound.next(cancellation) else { return nil }
      let caps: Caps
      if let known = soundCaps, known.format == chunk.format {
        caps = known.caps
      } else {
        caps = try Caps(chunk.format.caps)
      }
      soundCaps = (chunk.format, caps)
      report.samples = (report.samples ?? 0) + chunk.frameCount
      return ProgramSample(
        buffer: Buffer(copying: chunk.bytes), caps: caps, time: chunk.time, decodeTime: .invalid,
        duration: chunk.duration)
    }
  }

  private func end(_ result: Result<Void, any Error>) {
    outcome = result
    whenEnded.take()?(result)
  }

  /// Goes on elsewhere; a chain that has come to its end gives again.
  func move(to time: CMTime) {
    lock.withLock {
      position = time
      switch stream {
      case .frames(let frames): frames.move(to: time)
      case .sound(let sound): sound.move(to: time)
      }
    }
  }

  /// Lets the program have nothing more.
  func stop() { lock.withLock { isStopped = true } }

  /// Ends what is under way.
  func cancel() {
    cancellation.cancel()
    stop()
  }

  /// True if the run was cancelled, or failed, before the chain's end.
  var wasCancelled: Bool { cancellation.isCancelled && lock.withLock { outcome == nil } }

  /// The end of the last sample that was pulled, and the number of those.
  var progress: (position: CMTime, report: PortReport) { lock.withLock { (position, report) } }
}
