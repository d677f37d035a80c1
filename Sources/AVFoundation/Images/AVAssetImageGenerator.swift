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
/// Properties may be set from any thread. Requests keep those that they were made with. When nobody holds the generator any more,
/// what is outstanding is cancelled.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  /// The asset that images are made of.
  public let asset: AVAsset
  private let settings = Mutex(Settings())
  let work: ImageWork

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
