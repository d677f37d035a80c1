internal import MediaSource
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
    propertyLoader = ValueLoader(file, of: "AVAsset", waitsForOthers: !file.url.isFileURL) { Self.works[$0] }
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

  // MARK: What it says about itself

  /// Everything that the asset says about itself, in the order of the file; its tracks have metadata of their own.
  ///
  /// Items read their values when somebody asks for them.
  open var metadata: [AVMetadataItem] { describe("metadata", or: []) { $0.items } }

  /// An item for each common key that has a value, and for each language in which it has one.
  open var commonMetadata: [AVMetadataItem] { describe("commonMetadata", or: []) { $0.common } }

  /// The formats of metadata that the asset has.
  open var availableMetadataFormats: [AVMetadataFormat] { describe("availableMetadataFormats", or: []) { $0.formats } }

  /// The items of a format, in the order of the file; none if the asset does not have it.
  open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    describe("availableMetadataFormats", or: []) { $0.items(of: format) }
  }

  /// When the media was made; nil if nobody knows. The item has a `dateValue` if what is stored can be read as a date, else only
  /// a `stringValue`.
  open var creationDate: AVMetadataItem? { describe("creationDate", or: nil) { try creationDate(in: $0) } }

  /// The words of a song, in the language that the user wants most; nil if there are none.
  open var lyrics: String? { describe("lyrics", or: nil) { $0.lyrics(preferredLanguages: Locale.preferredLanguages) } }

  // MARK: Chapters

  /// The languages that chapters have names in. Chapters whose language is not known are those of `und`.
  open var availableChapterLocales: [Locale] {
    value("availableChapterLocales", or: []) { try chapterLocales() }
  }

  /// The chapters with names in a language, in their order.
  ///
  /// Each group has the name, an item with the common key `title`, and lasts as long as that; other items join the groups whose time
  /// they overlap, whatever their language.
  ///
  /// - Parameters:
  ///   - locale: The language of the names, one of `availableChapterLocales`, or any that matches one of them.
  ///   - commonKeys: Which other items the groups are to have; artwork is the only kind that there is.
  open func chapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
  ) -> [AVTimedMetadataGroup] {
    value("availableChapterLocales", or: []) {
      try chapterGroups(locale, withArtwork: commonKeys?.contains(.commonKeyArtwork) ?? false)
    }
  }

  /// The chapters in the language that somebody wants most, with their artwork; those of the first language if there is none of
  /// the wanted ones.
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

  /// The options for a characteristic: audible, legible or visual; nil if the file has no alternatives for it.
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

  /// Whether the value of a property is there; see `AVAsynchronousKeyValueLoading`.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(key, outError)
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
