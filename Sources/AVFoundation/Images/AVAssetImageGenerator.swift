internal import MediaSource
internal import MediaEngine
import Synchronization

/// Makes images of an asset's video frames at or near times, independently of playback.
///
/// The frame is of the first enabled video track. Request images for several times together: frames they share are
/// decoded once.
///
///     let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
///     generator.maximumSize = CGSize(width: 320, height: 180)
///     for await image in generator.images(for: times) { … }
///
/// The image is of a frame that begins at most `requestedTimeToleranceBefore` before the requested time and at most
/// `requestedTimeToleranceAfter` after it, and the actual time is the frame's own. If no frame begins in that range, the
/// image is of the frame that is presented at the requested time. With tolerances of zero, and where one of them is
/// infinite, the actual time is the first time in the range at which the frame is presented. At the asset's end, and after
/// it, the image is of the last frame if the tolerances reach it. Where no frame is presented, requests fail with
/// `AVError.noImageAtTime`.
///
/// Colours are converted to RGB with the track's matrix and range; the image's colour space has the track's primaries.
/// HDR video (PQ, HLG) is not tone mapped: its images have the track's transfer function, and the colour space
/// `itur_2100_PQ` or `itur_2100_HLG`; drawn into a context of another space, values above graphics white are clipped.
///
/// Properties may be set from any thread. Requests use the values at the time of the request. Outstanding requests are
/// cancelled when the generator is deallocated.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The asset that images are made of.
  public let asset: AVAsset
  private let settings = Mutex(Settings())
  /// The times of the last request.
  private let lastTimes = Mutex<[CMTime]>([])
  private let work: ImageGenerationQueue

  /// Creates a generator. The asset need not have video tracks yet: its tracks are looked up with every request.
  public init(asset: AVAsset) {
    self.asset = asset
    work = ImageGenerationQueue(asset)
    super.init()
  }

  deinit { work.cancelAll() }

  struct Settings: Sendable {
    var apertureMode: ApertureMode? = .cleanAperture
    var appliesTransform = false
    var maximumSize = CGSize.zero
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
    var videoComposition: AVVideoComposition?
    /// The compositor that composes the frames of `videoComposition`; nil for that of this module.
    var compositor: SharedCompositor?
  }

  var currentSettings: Settings { settings.withLock { $0 } }

  /// The times of the last request; empty before the first.
  var requestedTimes: [CMTime] { lastTimes.withLock { $0 } }

  /// Stores a request's times, and returns the current settings for it.
  private func note(_ times: [CMTime]) -> Settings {
    lastTimes.withLock { $0 = times }
    return currentSettings
  }

  /// Makes images on the generator's thread.
  func generate(
    _ times: [CMTime], _ cancellation: Cancellation = Cancellation(),
    _ handler: @escaping @Sendable (CMTime, ImageResults.Outcome) -> Void
  ) {
    work.generate(times, note(times), cancellation, handler)
  }

  /// Returns images that are made on demand.
  func series(_ times: [CMTime]) -> ImageSeries { work.series(times, note(times)) }

  /// The part of the frames that is shown, and its aspect ratio; `cleanAperture` by default, and for nil.
  open var apertureMode: ApertureMode? {
    get { currentSettings.apertureMode }
    set { settings.withLock { $0.apertureMode = newValue } }
  }

  /// True if the track's `preferredTransform` is applied to images; false by default.
  ///
  /// Rotations by multiples of 90° and mirroring only move pixels. For other transforms the frame is drawn, on a
  /// transparent background.
  open var appliesPreferredTrackTransform: Bool {
    get { currentSettings.appliesTransform }
    set { settings.withLock { $0.appliesTransform = newValue } }
  }

  /// The composition that images are made by; nil, as is the default, for those of the first enabled video track. The generator
  /// keeps a copy.
  ///
  /// With a composition, images are those of its frames, and `appliesPreferredTrackTransform` is ignored. Requests fail with
  /// `AVError.invalidVideoComposition` if it cannot be used.
  open var videoComposition: AVVideoComposition? {
    get { currentSettings.videoComposition }
    set {
      let copy = newValue?.copy() as? AVVideoComposition
      let compositor = (copy?.newCompositor()).map { SharedCompositor($0) }
      settings.withLock { ($0.videoComposition, $0.compositor) = (copy, compositor) }
    }
  }

  /// The program's compositor that composes the frames of images: an instance of the class that ``videoComposition`` has when it is set;
  /// nil where it has none. Requests that are made at the same time share it, and take turns.
  open var customVideoCompositor: (any AVVideoCompositing)? {
    settings.withLock { $0.videoComposition?.customVideoCompositorClass == nil ? nil : $0.compositor?.object }
  }

  /// The maximum size of images, in pixels; a side of zero is unlimited, and zero, the default, means no limit.
  ///
  /// Images keep the aspect ratio of `apertureMode`, and are never enlarged.
  open var maximumSize: CGSize {
    get { currentSettings.maximumSize }
    set { settings.withLock { $0.maximumSize = newValue } }
  }

  /// The maximum time before the requested one; positive infinity by default. Zero before and after selects the exact
  /// frame.
  open var requestedTimeToleranceBefore: CMTime {
    get { currentSettings.toleranceBefore }
    set { settings.withLock { $0.toleranceBefore = newValue } }
  }

  /// The maximum time after the requested one; positive infinity by default. Zero before and after selects the exact
  /// frame.
  open var requestedTimeToleranceAfter: CMTime {
    get { currentSettings.toleranceAfter }
    set { settings.withLock { $0.toleranceAfter = newValue } }
  }

  // MARK: Requests

  /// Makes one image, and blocks until it is made: do not call it on the main thread of a program with a window, or in
  /// an async function.
  ///
  /// - Parameter actualTime: Receives the time at which the frame is presented, unless nil.
  /// - Throws: `AVError`: `noImageAtTime`, `decodeFailed` …
  open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let (image, time) = try work.image(requestedTime, note([requestedTime]))
    actualTime?.pointee = time
    return image
  }

  /// Makes images for some times, sorted by time: the handler is called once for each of them, on a private queue, one
  /// call at a time, and after those of earlier requests.
  ///
  /// - Parameter requestedTimes: Values of `CMTime`.
  open func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    // Handlers from before Swift concurrency are not `Sendable`; the queue that calls them is documented.
    nonisolated(unsafe) let handler = handler
    generate(requestedTimes.map(\.timeValue)) { time, outcome in
      switch outcome {
      case .success(let (image, actual)): handler(time, image, actual, .succeeded, nil)
      case .failure(is CancellationError): handler(time, nil, .invalid, .cancelled, nil)
      case .failure(let error): handler(time, nil, .invalid, .failed, error)
      }
    }
  }

  /// Makes one image; the handler is called on a private queue with the image and its actual time, or with an error.
  open func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    generate([requestedTime]) { _, outcome in
      switch outcome {
      case .success(let (image, actual)): handler(image, actual, nil)
      case .failure(let error): handler(nil, .invalid, error)
      }
    }
  }

  /// Cancels all outstanding requests: the handler is called for each of their times with `cancelled`. Later requests
  /// are not affected.
  open func cancelAllCGImageGeneration() { work.cancelAll() }
}

extension AVAssetImageGenerator {
  /// The part of a frame that an image shows, and its aspect ratio.
  public struct ApertureMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The clean aperture, in square pixels.
    public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
    /// The whole frame, in square pixels.
    public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
    /// The whole frame, with one image pixel for each stored pixel.
    public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
  }

  /// The result of a request.
  public enum Result: Int, Sendable {
    case succeeded
    case failed
    case cancelled
  }
}

/// Called for each requested time: with that time, the image or nil, the actual time, the result, and an error if it is
/// `failed`.
public typealias AVAssetImageGeneratorCompletionHandler = (
  CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?
) -> Void

extension AVAssetImageGenerator.Settings {
  func requests(_ times: [CMTime]) -> [ImageRequest] {
    times.map { ImageRequest($0, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) }
  }

  /// - Parameter track: The track that is shown; nil for composed frames.
  func imageSettings(for track: AVAssetTrack?) -> ImageSettings {
    let aperture: ImageSettings.Aperture =
      switch apertureMode {
      case .productionAperture: .production
      case .encodedPixels: .encoded
      default: .clean
      }
    return ImageSettings(
      aperture: aperture, maximumSize: maximumSize,
      transform: appliesTransform ? track?.preferredTransform ?? .identity : .identity)
  }
}
