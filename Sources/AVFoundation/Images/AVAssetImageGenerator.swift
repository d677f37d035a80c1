internal import MediaSource
internal import MediaEngine
import Synchronization

/// Makes images of an asset's pictures at or near times, independently of playback.
///
/// The picture is that of the first enabled video track. Images for several times are asked for together: what they need is decoded
/// once.
///
///     let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
///     generator.maximumSize = CGSize(width: 320, height: 180)
///     for await image in generator.images(for: times) { … }
///
/// The actual time of an image lies between `requestedTimeToleranceBefore` before the requested time and
/// `requestedTimeToleranceAfter` after it: it is when the picture is first shown within those. At the asset's end, and after it,
/// the last picture is shown if the tolerances reach it. Where nothing is shown, requests fail with `AVError.noImageAtTime`.
///
/// Red, green and blue are those of the track: its matrix and its range are applied, and the image's colour space names its
/// primaries. Pictures of high dynamic range (PQ, HLG) are not mapped to the range of a screen: their images have the curve of the
/// track, and the colour space `itur_2100_PQ` or `itur_2100_HLG`; drawn into a context of another space, what is brighter than the
/// white of graphics is clipped.
///
/// Properties may be set from any thread. Requests keep those that they were made with. When nobody holds the generator any more,
/// what is outstanding is cancelled.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The asset that images are made of.
  public let asset: AVAsset
  private let settings = Mutex(Settings())
  /// The times of the last request.
  private let lastTimes = Mutex<[CMTime]>([])
  private let work: ImageWork

  /// Creates a generator. The asset need not have any picture yet: its tracks are looked up with every request.
  public init(asset: AVAsset) {
    self.asset = asset
    work = ImageWork(asset)
    super.init()
  }

  deinit { work.cancelAll() }

  struct Settings: Sendable {
    var apertureMode: ApertureMode? = .cleanAperture
    var appliesTransform = false
    var maximumSize = CGSize.zero
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
  }

  var currentSettings: Settings { settings.withLock { $0 } }

  /// The times that images were asked for last; none before any were.
  var requestedTimes: [CMTime] { lastTimes.withLock { $0 } }

  /// Notes a request, and gives the settings that it keeps.
  private func note(_ times: [CMTime]) -> Settings {
    lastTimes.withLock { $0 = times }
    return currentSettings
  }

  /// Makes images on the generator's thread.
  func generate(
    _ times: [CMTime], _ cancellation: Cancellation = Cancellation(),
    _ handler: @escaping @Sendable (CMTime, ImageAnswers.Outcome) -> Void
  ) {
    work.generate(times, note(times), cancellation, handler)
  }

  /// Images that are made when they are asked for.
  func series(_ times: [CMTime]) -> ImageSeries { work.series(times, note(times)) }

  /// Which part of the pictures is shown, and in which shape; `cleanAperture` by default, and for nil.
  open var apertureMode: ApertureMode? {
    get { currentSettings.apertureMode }
    set { settings.withLock { $0.apertureMode = newValue } }
  }

  /// Whether images are turned as the track's `preferredTransform` says; false by default.
  ///
  /// Turns by quarters and mirrors only move pixels. By anything else the picture is drawn anew, on transparent ground.
  open var appliesPreferredTrackTransform: Bool {
    get { currentSettings.appliesTransform }
    set { settings.withLock { $0.appliesTransform = newValue } }
  }

  /// The box that images fit into, in pixels; a side of zero does not limit, and zero, the default, nothing at all.
  ///
  /// Images keep their shape, which `apertureMode` decides, and are never made larger.
  open var maximumSize: CGSize {
    get { currentSettings.maximumSize }
    set { settings.withLock { $0.maximumSize = newValue } }
  }

  /// How much earlier than requested an image may be; positive infinity by default. Zero before and after: the very picture.
  open var requestedTimeToleranceBefore: CMTime {
    get { currentSettings.toleranceBefore }
    set { settings.withLock { $0.toleranceBefore = newValue } }
  }

  /// How much later than requested an image may be; positive infinity by default. Zero before and after: the very picture.
  open var requestedTimeToleranceAfter: CMTime {
    get { currentSettings.toleranceAfter }
    set { settings.withLock { $0.toleranceAfter = newValue } }
  }

  // MARK: Requests

  /// Makes one image, and waits for it: never on the main thread of a program with a window, or in an async function.
  ///
  /// - Parameter actualTime: Receives when the picture is shown, unless nil.
  /// - Throws: `AVError`: `noImageAtTime`, `decodeFailed` …
  open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let (image, time) = try work.image(requestedTime, note([requestedTime]))
    actualTime?.pointee = time
    return image
  }

  /// Makes images for some times, in order of the times: the handler is called once for each of them, on a private queue, one call at
  /// a time, and after those of earlier requests.
  ///
  /// - Parameter requestedTimes: Values of `CMTime`.
  open func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    // Whoever wrote the handler before Swift knew of threads was told which queue calls it.
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

  /// Cancels what is outstanding of all requests that were made before: each of their times gets its answer, `cancelled`. Later
  /// requests are not concerned.
  open func cancelAllCGImageGeneration() { work.cancelAll() }
}

extension AVAssetImageGenerator {
  /// Which part of a picture an image shows, and in which shape.
  public struct ApertureMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The clean aperture, in square pixels.
    public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
    /// All of the picture, in square pixels.
    public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
    /// All of the picture, a stored pixel for each of the image's.
    public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
  }

  /// What has become of a request.
  public enum Result: Int, Sendable {
    case succeeded
    case failed
    case cancelled
  }
}

/// Called for each requested time: with that, the image or nil, the actual time, the result, and an error if that is `failed`.
public typealias AVAssetImageGeneratorCompletionHandler = (
  CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?
) -> Void

extension AVAssetImageGenerator.Settings {
  func requests(_ times: [CMTime]) -> [ImageRequest] {
    times.map { ImageRequest($0, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) }
  }

  func imageSettings(for track: AVAssetTrack) -> ImageSettings {
    let aperture: ImageSettings.Aperture =
      switch apertureMode {
      case .productionAperture: .production
      case .encodedPixels: .encoded
      default: .clean
      }
    return ImageSettings(
      aperture: aperture, maximumSize: maximumSize, transform: appliesTransform ? track.preferredTransform : .identity)
  }
}
