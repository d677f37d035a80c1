internal import GStreamer
public import CoreMedia
import MovieFile

/// Makes colour-managed images of a track at or near times.
///
///     let reader = ImageReader(track)
///     let (image, time) = try await reader.image(for: ImageRequest(CMTime(value: 3, timescale: 2)))
///
/// Request images for several times together: samples they share are decoded once. Safe to use from any task; each call
/// of ``images(for:settings:)`` has a decoder of its own.
public final class ImageReader: Sendable {
  private let track: any CodedTrack
  private let queue = ReaderQueue("reel.images")
  private let core: FrameCore
  private let renderer = ImageRenderer()

  package init(_ track: any CodedTrack) {
    self.track = track
    core = FrameCore(track)
  }

  /// Creates a reader of the images of a movie's track. Blocks while the track's tables are indexed: milliseconds an
  /// hour of video.
  public convenience init(_ track: Track, of movie: Movie) throws { self.init(try MovieTrack(track, of: movie)) }

  /// Returns the end of the track's timeline.
  public func end() async throws -> CMTime { try await queue.run { [core] _ in try core.timeline().end } }

  /// Returns the image for a time, and its presentation time.
  ///
  /// - Throws: `DecoderError`: `nothingThere` if no frame is presented within the tolerances, `damagedSample` or
  ///   `missingReference` if the frame cannot be decoded; `CancellationError`.
  public func image(
    for request: ImageRequest, settings: ImageSettings = ImageSettings()
  ) async throws -> (image: CGImage, actualTime: CMTime) {
    let run = run([request], settings, isAlone: false)
    let answer = try await queue.run { try run.next($0) }
    guard let result = try answer?.result.get() else {
      throw DecoderError(.nothingThere, "nothing is shown at \(request.time.positionText)")
    }
    return (result.image, result.actualTime)
  }

  /// Returns the images for some times, sorted by time.
  public func images(for requests: [ImageRequest], settings: ImageSettings = ImageSettings()) -> Images {
    Images(reader: self, requests: requests, settings: settings)
  }

  /// Returns the work for a thread that may block.
  ///
  /// - Parameter isAlone: true if it has a decoder of its own; otherwise, it must not be used while another run is.
  package func run(_ requests: [ImageRequest], _ settings: ImageSettings, isAlone: Bool) -> ImageRun {
    // Consecutive single images may continue at the last decoded frame; several are decoded in parallel.
    let batch = isAlone || requests.count > 1 ? ImageBatch(track, requests) : ImageBatch(core, requests)
    return ImageRun(batch, requests, settings, renderer)
  }

  /// The images for some times.
  ///
  /// An element's error affects one time only: the following images are still made.
  public struct Images: AsyncSequence, Sendable {
    fileprivate let reader: ImageReader
    fileprivate let requests: [ImageRequest]
    fileprivate let settings: ImageSettings

    /// An image, or its error.
    public struct Element: Sendable {
      public let request: ImageRequest
      /// The index of the request in the call.
      public let index: Int
      public let result: Result<(image: CGImage, actualTime: CMTime), any Error>
    }

    public func makeAsyncIterator() -> Iterator { Iterator(run: reader.run(requests, settings, isAlone: true)) }

    public struct Iterator: AsyncIteratorProtocol {
      private let queue = ReaderQueue("reel.images")
      fileprivate let run: ImageRun

      public mutating func next() async throws -> Element? { try await queue.run { [run] in try run.next($0) } }
    }
  }
}
