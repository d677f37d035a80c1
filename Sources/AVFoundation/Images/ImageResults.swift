internal import MediaSource
internal import MediaEngine

/// The answers to a request: an image or an error for each of its times, in order of the times. Belongs to one thread at a time.
final class ImageResults: Sendable {
  typealias Outcome = Result<(image: CGImage, actualTime: CMTime), any Error>

  private let times: [CMTime]
  private let settings: AVAssetImageGenerator.Settings
  private let isAlone: Bool
  private let find: @Sendable () throws -> any ImageSource
  /// Like `rest`, used by the one thread that asks for answers.
  private nonisolated(unsafe) var work: (any ImageWork)?
  /// The times that are left when nothing more can be made, and why.
  private nonisolated(unsafe) var rest: (indices: ArraySlice<Int>, reason: any Error)?

  /// - Parameters:
  ///   - isAlone: true if it has a decoder of its own; otherwise, other requests of the track wait until it is done.
  ///   - find: Returns the track of the images; called for the first one.
  init(
    _ times: [CMTime], _ settings: AVAssetImageGenerator.Settings, isAlone: Bool = false,
    find: @escaping @Sendable () throws -> any ImageSource
  ) {
    (self.times, self.settings, self.isAlone, self.find) = (times, settings, isAlone, find)
  }

  /// Returns the next result; nil after the last. Its error is a `CancellationError` if cancelled, else an `AVError`.
  func next(_ cancellation: Cancellation) -> (time: CMTime, outcome: Outcome)? {
    if rest == nil {
      do {
        return try make(cancellation)
      } catch {
        let left = work?.rest ?? times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        rest = (left[...], Self.reason(error))
      }
    }
    guard let reason = rest?.reason, let index = rest?.indices.popFirst() else { return nil }
    return (times[index], .failure(reason))
  }

  private func make(_ cancellation: Cancellation) throws -> (time: CMTime, outcome: Outcome)? {
    if cancellation.isCancelled { throw CancellationError() }
    let work = try work ?? find().work(settings.requests(times), settings, isAlone: isAlone)
    self.work = work
    guard let (index, outcome) = try work.next(cancellation) else { return nil }
    return (times[index], outcome.mapError(Self.reason))
  }

  private static func reason(_ error: any Error) -> any Error {
    error is CancellationError ? error : AVError(reading: error)
  }
}
