internal import GStreamer
public import CoreMedia
import MovieFile

/// Gives images of a track at or near times, in their right colours.
///
///     let reader = ImageReader(track)
///     let (image, time) = try await reader.image(for: ImageRequest(CMTime(value: 3, timescale: 2)))
///
/// Images for several times cost less when they are asked for together: what they need is decoded once. May be used from any task;
/// each call of ``images(for:settings:)`` has a decoder of its own.
public final class ImageReader: Sendable {
  private let track: any CodedTrack
  private let queue = ReaderQueue("reel.images")
  private let core: FrameCore
  private let renderer = ImageRenderer()

  package init(_ track: any CodedTrack) {
    self.track = track
    core = FrameCore(track)
  }

  /// A reader of a track's images. Traps for sound.
  public convenience init(_ track: MediaTrack) {
    precondition(track.isVideo, "the track has no pictures")
    self.init(track.track)
  }

  /// A reader of the images of a movie's track. Blocks while the track's tables are indexed: milliseconds an hour of video.
  public convenience init(_ track: Track, of movie: Movie) throws { self.init(try MovieTrack(track, of: movie)) }

  /// When the track's timeline ends.
  public func end() async throws -> CMTime { try await queue.run { [core] _ in try core.timeline().end } }

  /// The image for a time, and when it is shown.
  ///
  /// - Throws: `DecoderError`: `nothingThere` when nothing is shown within the tolerances, `damagedSample` or `missingReference`
  ///   when the picture can't be decoded; `CancellationError`.
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

  /// The images for some times, in order of the times.
  public func images(for requests: [ImageRequest], settings: ImageSettings = ImageSettings()) -> Images {
    Images(reader: self, requests: requests, settings: settings)
  }

  /// Work for a thread that may block.
  ///
  /// - Parameter isAlone: whether it has a decoder of its own; if not, it must not be used while another run is.
  package func run(_ requests: [ImageRequest], _ settings: ImageSettings, isAlone: Bool) -> ImageRun {
    // One image after the other may go on where the last one was decoded; several are decoded beside each other.
    let batch = isAlone || requests.count > 1 ? ImageBatch(track, requests) : ImageBatch(core, requests)
    return ImageRun(batch, requests, settings, renderer)
  }

  /// The images for some times.
  ///
  /// An error of an element concerns one time: what follows comes all the same.
  public struct Images: AsyncSequence, Sendable {
    fileprivate let reader: ImageReader
    fileprivate let requests: [ImageRequest]
    fileprivate let settings: ImageSettings

    /// An image, or why there is none.
    public struct Element: Sendable {
      public let request: ImageRequest
      /// The position of the request among those that were made.
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
