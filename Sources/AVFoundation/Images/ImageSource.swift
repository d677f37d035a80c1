internal import GStreamer
internal import MediaSource
internal import MediaEngine

/// A source of images: a track of a file, a track of a composition, or a video composition. Belongs to one thread at a time.
protocol ImageSource {
  /// True if images are made of a track as it is now.
  func shows(_ track: AVAssetTrack) -> Bool

  /// Returns the work for some requests.
  ///
  /// - Parameter isAlone: True if nothing else uses the source.
  func work(_ requests: [ImageRequest], _ settings: AVAssetImageGenerator.Settings, isAlone: Bool) -> any ImageWork
}

/// The images of some requests, in order of their times.
protocol ImageWork {
  typealias Outcome = Result<(image: CGImage, actualTime: CMTime), any Error>

  /// The indices of the requests without an answer.
  var rest: [Int] { get }

  /// Returns the next answer; nil after the last.
  ///
  /// - Throws: `CancellationError`; what ends all further work.
  func next(_ cancellation: Cancellation) throws -> (index: Int, outcome: Outcome)?
}

/// The track of a file that images are made of.
struct ImageTrack: ImageSource {
  private let track: AVAssetTrack
  private let cursor: FrameCursor
  private let renderer = ImageRenderer()

  /// - Throws: `AVError` for a track without a file, and for one whose frames cannot be decoded.
  init(_ track: AVAssetTrack) throws {
    guard let content = track.content else {
      throw AVError(.operationNotSupportedForAsset, reason: "the track is not read from a file")
    }
    let media = try content.mediaTrack()
    guard media.isVideo else { throw AVError(.invalidSourceMedia, reason: "the video track does not say its format") }
    (self.track, cursor) = (track, FrameCursor(media.track))
  }

  func shows(_ track: AVAssetTrack) -> Bool { self.track === track }

  func work(_ requests: [ImageRequest], _ settings: AVAssetImageGenerator.Settings, isAlone: Bool) -> any ImageWork {
    // Consecutive single images may continue at the last decoded frame; several are decoded in parallel.
    let scheduler =
      isAlone || requests.count > 1 ? ImageScheduler(cursor.track, requests) : ImageScheduler(cursor, requests)
    return TrackWork(scheduler: scheduler, renderer: renderer, settings: settings.imageSettings(for: track))
  }

  private struct TrackWork: ImageWork {
    let scheduler: ImageScheduler
    let renderer: ImageRenderer
    let settings: ImageSettings

    var rest: [Int] { scheduler.rest }

    func next(_ cancellation: Cancellation) throws -> (index: Int, outcome: Outcome)? {
      guard let answer = try scheduler.next(cancellation) else { return nil }
      return (
        answer.request,
        Result {
          let frame = try answer.frame.get()
          let image = try renderer.image(frame.decoded.buffer, frame.decoded.caps, frame.description, settings)
          return (image: image, actualTime: frame.choice.actual)
        }
      )
    }
  }
}

/// Requests that are answered one after the other, in order of their times.
final class SerialImageWork: ImageWork {
  private let requests: [ImageRequest]
  private let make: (ImageRequest, Cancellation) throws -> (image: CGImage, actualTime: CMTime)
  private(set) var rest: [Int]

  init(
    _ requests: [ImageRequest],
    _ make: @escaping (ImageRequest, Cancellation) throws -> (image: CGImage, actualTime: CMTime)
  ) {
    (self.requests, self.make) = (requests, make)
    rest = requests.indices.sorted { (requests[$0].time, $0) < (requests[$1].time, $1) }
  }

  func next(_ cancellation: Cancellation) throws -> (index: Int, outcome: Outcome)? {
    guard let index = rest.first else { return nil }
    do {
      let made = try make(requests[index], cancellation)
      rest.removeFirst()
      return (index, .success(made))
    } catch let error as CancellationError {
      throw error
    } catch {
      rest.removeFirst()
      return (index, .failure(error))
    }
  }
}
