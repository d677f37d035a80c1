internal import MediaSource
internal import MediaEngine

/// The results of a request: an image or an error for each of its times, sorted by time. Used by one thread at a time.
final class ImageAnswers: @unchecked Sendable {
  typealias Outcome = Result<(image: CGImage, actualTime: CMTime), any Error>

  private let times: [CMTime]
  private let settings: AVAssetImageGenerator.Settings
  private let isAlone: Bool
  private let find: @Sendable () throws -> (reader: ImageReader, track: AVAssetTrack)
  private var run: ImageRun?
  /// The remaining times when no more images can be made, and the reason.
  private var rest: (indices: ArraySlice<Int>, reason: any Error)?

  /// - Parameters:
  ///   - isAlone: true if it has a decoder of its own; otherwise, other requests of the reader wait until it is done.
  ///   - find: Returns the reader and the track of the images; called for the first one.
  init(
    _ times: [CMTime], _ settings: AVAssetImageGenerator.Settings, isAlone: Bool = false,
    find: @escaping @Sendable () throws -> (reader: ImageReader, track: AVAssetTrack)
  ) {
    (self.times, self.settings, self.isAlone, self.find) = (times, settings, isAlone, find)
  }

  /// Returns the next result; nil after the last. Its error is a `CancellationError` if cancelled, else an `AVError`.
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
