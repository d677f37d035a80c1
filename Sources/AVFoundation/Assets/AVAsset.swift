internal import MediaEngine

/// Timed audiovisual media: a file, something on a server, or a composition of others.
///
/// Properties answer from any thread, and block while what they need is read; `load(_:)`, or
/// `loadValuesAsynchronously(forKeys:completionHandler:)`, waits without blocking. What cannot be read is empty or zero, and
/// `statusOfValue(forKey:error:)` says why. Nothing is read before it is asked for.
///
///     let asset = AVURLAsset(url: url)
///     let (duration, tracks) = try await asset.load(.duration, .tracks)
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, LoadableObject, @unchecked Sendable {
  /// What the asset is read from; nil for one that is in memory, such as a composition.
  let file: MediaFile?
  let propertyLoader: (any PropertyLoader)?
  /// The tracks, once somebody has asked for them: always the same objects.
  private let trackObjects = OnceValue<[AVAssetTrack]>()
  /// The items of metadata: always the same objects, which keep what they have read.
  let metadataObjects = OnceValue<[AVMetadataItem]>()
  /// The groups of options by characteristic: always the same objects.
  let selectionGroups = OnceValue<[AVMediaCharacteristic: AVMediaSelectionGroup]>()

  /// Creates an asset of nothing.
  public override init() {
    (file, propertyLoader) = (nil, nil)
    super.init()
  }

  init(_ file: MediaFile) {
    self.file = file
    propertyLoader = ValueLoader(file, of: "AVAsset", isRemote: !file.url.isFileURL) { Self.works[$0] }
    super.init()
  }

  deinit { cancelLoading() }

  /// The same object: an asset does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: The asset as a whole

  /// How long the asset lasts; an estimate where it would have to be counted, unless `providesPreciseDurationAndTiming`.
  /// Indefinite for a live stream.
  open var duration: CMTime { value("duration", or: .invalid) { try file?.duration() ?? .zero } }

  /// Whether `AVURLAssetPreferPreciseDurationAndTimingKey` was given.
  open var providesPreciseDurationAndTiming: Bool { file?.options.isPrecise ?? true }

  /// The speed that the asset wants to be played at; 1 for most.
  open var preferredRate: Float {
    value("preferredRate", or: 1) { try file?.movie().map { Float($0.header.preferredRate.doubleValue) } ?? 1 }
  }

  /// How the asset wants to be transformed when it is shown; the identity for most. Tracks have transforms of their own.
  open var preferredTransform: CGAffineTransform {
    value("preferredTransform", or: .identity) { try file?.movie()?.header.matrix.affineTransform ?? .identity }
  }

  /// The volume that the asset wants to be played with; 1 for most.
  open var preferredVolume: Float {
    value("preferredVolume", or: 1) { try file?.movie().map { Float($0.header.preferredVolume.doubleValue) } ?? 1 }
  }

  /// Which references to other files are not followed.
  open var referenceRestrictions: AVAssetReferenceRestrictions {
    AVAssetReferenceRestrictions(rawValue: file?.options.restrictions.rawValue ?? 0)
  }

  // MARK: What can be done with it

  /// Whether anything in the asset can be seen or heard here.
  open var isPlayable: Bool { value("isPlayable", or: false) { try file?.isPlayable() ?? true } }

  /// Whether an export session can take the asset: not a live stream, not protected media.
  open var isExportable: Bool { value("isExportable", or: false) { try file?.isExportable() ?? true } }

  /// Whether a reader can take the asset's samples: not of a live stream, nor of protected media.
  open var isReadable: Bool { value("isReadable", or: false) { try file?.isReadable() ?? true } }

  /// Whether tracks of the asset can be put into a composition.
  open var isComposable: Bool { value("isComposable", or: false) { try file?.isReadable() ?? true } }

  /// Whether samples are encrypted, with keys of a rights manager.
  open var hasProtectedContent: Bool { value("hasProtectedContent", or: false) { try file?.isProtected() ?? false } }

  /// Whether the asset is a movie as cameras make them. Linux has no album of saved photos; programs that share movies ask this.
  ///
  /// True for MPEG-4 and QuickTime files that can be exported, with pictures of H.264, HEVC, MPEG-4 or JPEG and sound, if any, of
  /// AAC or uncompressed.
  open var isCompatibleWithSavedPhotosAlbum: Bool {
    value("isCompatibleWithSavedPhotosAlbum", or: false) { try file?.isLikeACamerasMovie() ?? false }
  }

  // MARK: Tracks

  /// The tracks, in the order of the file.
  open var tracks: [AVAssetTrack] {
    value("tracks", or: []) {
      try trackObjects.get { try file?.tracks().map { AVAssetTrack($0, of: self, file: file) } ?? [] }
    }
  }

  /// The track with an ID; nil if there is none.
  open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }

  /// The tracks of a media type, in the order of the file.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a media characteristic, in the order of the file.
  open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// An ID that no track has.
  open func unusedTrackID() -> CMPersistentTrackID {
    let used = Set(tracks.map(\.trackID))
    if let last = used.max(), last < .max { return max(last, 0) + 1 }
    return (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? kCMPersistentTrackID_Invalid
  }

  // MARK: Loading

  /// Loads the values of properties; see `AVAsynchronousKeyValueLoading`.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil) {
    guard let propertyLoader else {
      handler?()
      return
    }
    propertyLoader.load(keys, handler: handler ?? {})
  }

  /// Whether the value of a property is there; see `AVAsynchronousKeyValueLoading`.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    propertyLoader?.publicStatus(key, error: outError) ?? .loaded
  }

  /// Cancels all that is being loaded, for everybody who waits, and of the tracks too. It happens by itself when nobody holds the
  /// asset any more.
  open func cancelLoading() {
    propertyLoader?.cancel()
    file?.cancel()
    for track in trackObjects.known ?? [] { track.propertyLoader?.cancel() }
  }
}

/// Classes whose objects are made from URLs, of a subclass that fits.
public protocol AVAssetFactory {}

extension AVAsset: AVAssetFactory {}

extension AVAssetFactory where Self == AVAsset {
  /// Creates an asset for a URL: an `AVURLAsset`. Nothing is read yet.
  public init(url: URL) {
    self = AVURLAsset(url: url)
  }
}
