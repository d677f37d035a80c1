internal import MediaEngine

extension AVAssetImageGenerator {
  /// Makes one image, and waits for it: never on the main thread of a program with a window, or in an async function.
  ///
  /// - Parameter actualTime: Receives when the picture is shown, unless nil.
  /// - Throws: `AVError`: `noImageAtTime`, `decodeFailed` …
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let (image, time) = try work.image(requestedTime, currentSettings)
    actualTime?.pointee = time
    return image
  }

  /// Makes images for some times, in order of the times: the handler is called once for each of them, on a private queue, one call at
  /// a time, and after those of earlier requests.
  ///
  /// - Parameter requestedTimes: Values of `CMTime`.
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    // Whoever wrote the handler before Swift knew of threads was told which queue calls it.
    nonisolated(unsafe) let handler = handler
    work.generate(requestedTimes.map(\.timeValue), currentSettings) { time, outcome in
      switch outcome {
      case .success(let (image, actual)): handler(time, image, actual, .succeeded, nil)
      case .failure(is CancellationError): handler(time, nil, .invalid, .cancelled, nil)
      case .failure(let error): handler(time, nil, .invalid, .failed, error)
      }
    }
  }

  /// Makes one image; the handler is called on a private queue with the image and its actual time, or with an error.
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    work.generate([requestedTime], currentSettings) { _, outcome in
      switch outcome {
      case .success(let (image, actual)): handler(image, actual, nil)
      case .failure(let error): handler(nil, .invalid, error)
      }
    }
  }

  /// Makes one image, without blocking a thread.
  ///
  /// - Throws: `AVError`; `CancellationError` when the task was cancelled, or all generation.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        work.generate([time], currentSettings, cancellation) { _, outcome in continuation.resume(with: outcome) }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Makes images for some times, in order of the times, each when it is asked for.
  public func images(for times: [CMTime]) -> Images { Images(work.series(times, currentSettings)) }

  /// The images for some times, one after the other.
  ///
  /// Iterate over it once. An image that cannot be made is a `failure`; those after it come all the same.
  public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let series: ImageSeries

    init(_ series: ImageSeries) { self.series = series }

    public func makeAsyncIterator() -> Images { self }

    /// The next image; nil after the last.
    public mutating func next() async -> Element? { await series.next() }

    /// An image, or why there is none.
    @frozen
    public enum Element: Sendable {
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      case failure(requestedTime: CMTime, error: any Error)

      /// The time that was asked for.
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

      /// When the picture is shown; throws the error of a failure.
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
