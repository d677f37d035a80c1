internal import MediaSource
internal import MediaEngine

/// The answers to a request: an image or an error for each of its times, in order of the times. Belongs to one thread at a time.
final class ImageAnswers: Sendable {
  typealias Outcome = Result<(image: CGImage, actualTime: CMTime), any Error>

  private let times: [CMTime]
  private let settings: AVAssetImageGenerator.Settings
  private let isAlone: Bool
  private let find: @Sendable () throws -> (reader: ImageReader, track: AVAssetTrack)
  /// Like `rest`, used by the one thread that asks for answers.
  private nonisolated(unsafe) var run: ImageRun?
  /// The times that are left when nothing more can be made, and why.
  private nonisolated(unsafe) var rest: (indices: ArraySlice<Int>, reason: any Error)?

  /// - Parameters:
  ///   - isAlone: Whether it has a decoder of its own; if not, others of the same reader wait until it is done.
  ///   - find: Finds the track that images are made of, when the first one is asked for.
  init(
    _ times: [CMTime], _ settings: AVAssetImageGenerator.Settings, isAlone: Bool = false,
    find: @escaping @Sendable () throws -> (reader: ImageReader, track: AVAssetTrack)
  ) {
    (self.times, self.settings, self.isAlone, self.find) = (times, settings, isAlone, find)
  }

  /// The next answer; nil after the last. What is cancelled is answered with a `CancellationError`, everything else with an `AVError`.
  func next(_ cancellation: Cancellation) -> (time: CMTime, outcome: Outcome)? {
    if rest == nil {
      do {
        return try make(cancellation)
      } catch {
        let left = run?.rest ?? times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        rest = (left[...], Self.reason(error))
      }
    }
    guard let reason = rest?.reason, let index = rest?.indices.popFirst() else { return nil }
    return (times[index], .failure(reason))
  }

  private func make(_ cancellation: Cancellation) throws -> (time: CMTime, outcome: Outcome)? {
    if cancellation.isCancelled { throw CancellationError() }
    let run = try run ?? start()
    self.run = run
    guard let element = try run.next(cancellation) else { return nil }
    return (times[element.index], element.result.mapError(Self.reason))
  }

  private func start() throws -> ImageRun {
    let (reader, track) = try find()
    return reader.run(settings.requests(times), settings.imageSettings(for: track), isAlone: isAlone)
  }

  private static func reason(_ error: any Error) -> any Error {
    error is CancellationError ? error : AVError(reading: error)
  }
}
