internal import MediaSource
internal import MediaEngine

extension AVAssetImageGenerator {
  /// Makes one image, without blocking a thread.
  ///
  /// - Throws: `AVError`; `CancellationError` if the task or all generation is cancelled.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        generate([time], cancellation) { _, outcome in continuation.resume(with: outcome) }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Returns a sequence of images for some times, sorted by time, each made when the sequence is iterated to it.
  public func images(for times: [CMTime]) -> Images { Images(series(times)) }

  /// The images for some times, one after the other.
  ///
  /// Iterate over it once. An image that cannot be made is a `failure`; the images after it are made nevertheless.
  public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let series: ImageSeries

    init(_ series: ImageSeries) { self.series = series }

    public func makeAsyncIterator() -> Images { self }

    /// The next image; nil after the last.
    public mutating func next() async -> Element? { await series.next() }

    /// An image, or its error.
    @frozen
    public enum Element: Sendable {
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      case failure(requestedTime: CMTime, error: any Error)

      /// The requested time.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image; throws the error of a failure.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): return image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The time at which the frame is presented; throws the error of a failure.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): return time
          case .failure(_, let error): throw error
          }
        }
      }
    }
  }
}
