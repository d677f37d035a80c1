internal import MediaSource
internal import MediaEngine

/// Timed audiovisual media: a file, a resource on a server, or a composition of other assets.
///
/// Properties may be read from any thread, and block while their data are read; `load(_:)`, or
/// `loadValuesAsynchronously(forKeys:completionHandler:)`, waits without blocking. A property that cannot be read is
/// empty or zero, and `statusOfValue(forKey:error:)` reports the reason. Nothing is read before it is needed.
///
///     let asset = AVURLAsset(url: url)
///     let (duration, tracks) = try await asset.load(.duration, .tracks)
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, LoadableObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The file of the asset; nil for an asset in memory, such as a composition.
  let file: MediaFile?
  let propertyLoader: (any PropertyLoader)?
  /// The tracks, created on first use: always the same objects.
  private let trackObjects = OnceValue<[AVAssetTrack]>()
  /// The items of metadata: always the same objects, which keep the values they have read.
  let metadataObjects = OnceValue<[AVMetadataItem]>()
  /// The groups of options by characteristic: always the same objects.
  let selectionGroups = OnceValue<[AVMediaCharacteristic: AVMediaSelectionGroup]>()

  /// Creates an asset without media.
  public override init() {
    (file, propertyLoader) = (nil, nil)
    super.init()
  }

  init(_ file: MediaFile) {
    self.file = file
    propertyLoader = ValueLoader(file, of: "AVAsset", waitsForOthers: !file.url.isFileURL) { Self.loads[$0] }
    super.init()
  }

  /// Makes an asset that is not read from a file of its own; a subclass answers for its properties.
  init(loader: any PropertyLoader) {
    (file, propertyLoader) = (nil, loader)
    super.init()
  }

  deinit { cancelLoading() }

  /// Returns the same object: an asset does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: The asset as a whole

  /// The duration of the asset; an estimate if an exact one requires reading all of it, unless
  /// `providesPreciseDurationAndTiming`. Indefinite for a live stream.
  open var duration: CMTime { value("duration", or: .invalid) { try file?.duration() ?? .zero } }

  /// True if the option `AVURLAssetPreferPreciseDurationAndTimingKey` was set.
  open var providesPreciseDurationAndTiming: Bool { file?.options.isPrecise ?? true }

  /// The natural playback rate; 1 for most assets.
  open var preferredRate: Float {
    value("preferredRate", or: 1) { try file?.movie().map { Float($0.header.preferredRate.doubleValue) } ?? 1 }
  }

  /// The transform for displaying the asset; the identity for most. Tracks have transforms of their own.
  open var preferredTransform: CGAffineTransform {
    value("preferredTransform", or: .identity) { try file?.movie()?.header.matrix.affineTransform ?? .identity }
  }

  /// The natural playback volume; 1 for most assets.
  open var preferredVolume: Float {
    value("preferredVolume", or: 1) { try file?.movie().map { Float($0.header.preferredVolume.doubleValue) } ?? 1 }
  }

  /// The references to other files that are not resolved.
  open var referenceRestrictions: AVAssetReferenceRestrictions {
    AVAssetReferenceRestrictions(rawValue: file?.options.restrictions.rawValue ?? 0)
  }

  // MARK: Capabilities

  /// True if any track of the asset can be displayed or heard here.
  open var isPlayable: Bool { value("isPlayable", or: false) { try file?.isPlayable() ?? true } }

  /// True if an export session can process the asset: not a live stream, not protected media.
  open var isExportable: Bool { value("isExportable", or: false) { try file?.isExportable() ?? true } }

  /// True if a reader can read the asset's samples: not a live stream, not protected media.
  open var isReadable: Bool { value("isReadable", or: false) { try file?.isReadable() ?? true } }

  /// True if tracks of the asset can be inserted into a composition.
  open var isComposable: Bool { value("isComposable", or: false) { try file?.isReadable() ?? true } }

  /// True if samples are encrypted with keys of a rights manager.
  open var hasProtectedContent: Bool { value("hasProtectedContent", or: false) { try file?.isProtected() ?? false } }

  /// True if the asset resembles a camera's movie. Linux has no album of saved photos; programs that share movies use
  /// this property.
  ///
  /// True for MPEG-4 and QuickTime files that can be exported, with video of H.264, HEVC, MPEG-4 or JPEG and audio, if
  /// any, of AAC or PCM.
  open var isCompatibleWithSavedPhotosAlbum: Bool {
    value("isCompatibleWithSavedPhotosAlbum", or: false) { try file?.isCameraMovie() ?? false }
  }

  // MARK: Tracks

  /// The tracks, in the order of the file.
  // Compositions have tracks of their own types under this name, which take precedence.
  @_disfavoredOverload
  open var tracks: [AVAssetTrack] {
    value("tracks", or: []) {
      try trackObjects.get { try file?.tracks().map { AVAssetTrack($0, of: self, file: file) } ?? [] }
    }
  }

  /// Returns the track with an ID; nil if there is none.
  open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }

  /// Returns the tracks of a media type, in the order of the file.
  @_disfavoredOverload
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks with a media characteristic, in the order of the file.
  @_disfavoredOverload
  open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Returns an ID that no track has.
  open func unusedTrackID() -> CMPersistentTrackID {
    let used = Set(tracks.map(\.trackID))
    if let last = used.max(), last < .max { return max(last, 0) + 1 }
    return (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? kCMPersistentTrackID_Invalid
  }

  // MARK: Metadata

  /// All metadata of the asset, in the order of the file; its tracks have metadata of their own.
  ///
  /// Items read their values on first use.
  open var metadata: [AVMetadataItem] { describe("metadata", or: []) { $0.items } }

  /// An item for each common key that has a value, and for each language in which it has one.
  open var commonMetadata: [AVMetadataItem] { describe("commonMetadata", or: []) { $0.common } }

  /// The metadata formats of the asset.
  open var availableMetadataFormats: [AVMetadataFormat] { describe("availableMetadataFormats", or: []) { $0.formats } }

  /// Returns the items of a format, in the order of the file; none if the asset does not have it.
  open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    describe("availableMetadataFormats", or: []) { $0.items(of: format) }
  }

  /// The date when the media were made; nil if unknown. The item has a `dateValue` if the stored value can be parsed as
  /// a date, else only a `stringValue`.
  open var creationDate: AVMetadataItem? { describe("creationDate", or: nil) { try creationDate(in: $0) } }

  /// The lyrics of a song, in the language that the user prefers; nil if there are none.
  open var lyrics: String? { describe("lyrics", or: nil) { $0.lyrics(preferredLanguages: Locale.preferredLanguages) } }

  // MARK: Chapters

  /// The languages of chapter names. Chapters in an unknown language are those of `und`.
  open var availableChapterLocales: [Locale] {
    value("availableChapterLocales", or: []) { try chapterLocales() }
  }

  /// Returns the chapters with names in a language, in their order.
  ///
  /// Each group holds the name, an item with the common key `title`, and has the name's time range; other items are
  /// added to the groups whose time they overlap, whatever their language.
  ///
  /// - Parameters:
  ///   - locale: The language of the names, one of `availableChapterLocales`, or any that matches one of them.
  ///   - commonKeys: The common keys of other items for the groups; artwork is the only kind that exists.
  open func chapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
  ) -> [AVTimedMetadataGroup] {
    value("availableChapterLocales", or: []) {
      try chapterGroups(locale, withArtwork: commonKeys?.contains(.commonKeyArtwork) ?? false)
    }
  }

  /// Returns the chapters in the most preferred language that exists, with their artwork; those of the first language
  /// if none of the preferred ones exists.
  ///
  /// - Parameter preferredLanguages: Tags of BCP 47, such as those of `Locale.preferredLanguages`.
  open func chapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String]
  ) -> [AVTimedMetadataGroup] {
    value("availableChapterLocales", or: []) { try chapterGroups(preferredLanguages) }
  }

  // MARK: Alternatives

  /// The characteristics that the asset has options for.
  open var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    let groups = mediaSelectionGroups
    return AVMediaSelectionGroup.characteristics.filter { groups[$0] != nil }
  }

  /// Returns the options for a characteristic: audible, legible or visual; nil if the file has no alternatives for it.
  open func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? { mediaSelectionGroups[mediaCharacteristic] }

  /// The default options of all groups.
  open var preferredMediaSelection: AVMediaSelection { AVMediaSelection(self) }

  // MARK: Loading

  /// Loads the values of properties; see `AVAsynchronousKeyValueLoading`.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil) {
    load(keys, handler)
  }

  /// Returns the loading status of a property; see `AVAsynchronousKeyValueLoading`.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(key, outError)
  }

  /// Cancels all pending loads, for all callers, and those of the tracks. Also happens when the asset is released.
  open func cancelLoading() {
    propertyLoader?.cancel()
    file?.cancel()
    for track in trackObjects.known ?? [] { track.propertyLoader?.cancel() }
  }
}

/// Classes with an initializer that makes an object of a suitable subclass from a URL.
public protocol AVAssetFactory {}

extension AVAsset: AVAssetFactory {}

extension AVAssetFactory where Self == AVAsset {
  /// Creates an asset for a URL: an `AVURLAsset`. Nothing is read yet.
  public init(url: URL) {
    self = AVURLAsset(url: url)
  }
}
