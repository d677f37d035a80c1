internal import MediaSource

/// An asset that presents media of several files together: tracks, each of segments that present ranges of files' tracks.
///
/// It does not change; `AVMutableComposition` is the form to be edited. It is used like any asset: played, read, exported, and
/// its tracks can be inserted into other compositions. Its properties are those of its tracks; it has no metadata, chapters and
/// alternatives of its own.
///
///     let snapshot = composition.copy() as! AVComposition
///
/// Source: `AVComposition`.
open class AVComposition: AVAsset, NSMutableCopying, AVCompositionTrackInspection, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  let contents: CompositionContents

  /// The options with which the composition opens the files of segments that have only a URL; those of `AVURLAsset`.
  open var urlAssetInitializationOptions: [String: Any] { options }
  // Set once in the initializer; values of options are property lists.
  nonisolated(unsafe) let options: [String: Any]

  /// Creates a composition without tracks.
  public convenience override init() { self.init(urlAssetInitializationOptions: nil) }

  /// Creates a composition without tracks.
  ///
  /// - Parameter URLAssetInitializationOptions: Options of `AVURLAsset`, for the files of segments that have only a URL.
  public init(urlAssetInitializationOptions URLAssetInitializationOptions: [String: Any]?) {
    options = URLAssetInitializationOptions ?? [:]
    contents = CompositionContents(AVURLAsset.fileOptions(options))
    // The sources may be on servers: loads wait on the threads for that.
    super.init(
      loader: ValueLoader(contents, of: "AVComposition", waitsForOthers: true) { CompositionContents.loads[$0] })
  }

  /// Creates a composition of the same tracks as another has now.
  convenience init(copying composition: AVComposition) {
    self.init(urlAssetInitializationOptions: composition.options)
    copyTracks(of: composition) { AVCompositionTrack($0, of: self) }
  }

  final func copyTracks(of composition: AVComposition, _ make: (CompositionTrackContent) -> AVCompositionTrack) {
    var copied = composition.contents.state.withLock { $0 }
    copied.tracks = copied.tracks.map { make($0.contents.snapshot()) }
    contents.state.withLock { [copied] in $0 = copied }
  }

  /// Returns an immutable snapshot, independent of later edits.
  open override func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns an independent mutable composition of the same tracks: an `AVMutableComposition`.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableComposition(copying: self) }

  // MARK: The asset as a whole

  /// The tracks: `AVCompositionTrack` objects.
  @_disfavoredOverload
  open override var tracks: [AVAssetTrack] { contents.tracks }

  /// The end of the longest track; zero without tracks.
  open override var duration: CMTime { contents.duration }

  /// The size of the video: that of the first enabled video track with media, unless a mutable composition has another.
  open var naturalSize: CGSize { value("naturalSize", or: .zero) { try contents.naturalSize() } }

  open override var isPlayable: Bool { value("isPlayable", or: false) { try contents.isPlayable() } }
  open override var isExportable: Bool { value("isExportable", or: false) { try contents.isExportable() } }
  open override var isReadable: Bool { value("isReadable", or: false) { try contents.isReadable() } }
  open override var isComposable: Bool { value("isComposable", or: false) { try contents.isReadable() } }
  open override var hasProtectedContent: Bool {
    value("hasProtectedContent", or: false) { try contents.isProtected() }
  }

  /// An ID that no track has, nor had before it was removed.
  open override func unusedTrackID() -> CMPersistentTrackID { contents.state.withLock { $0.nextID } }

  /// Cancels all pending loads, for all callers, and those of the tracks; the sources' own assets are not concerned.
  open override func cancelLoading() {
    super.cancelLoading()
    for track in contents.tracks { track.propertyLoader?.cancel() }
  }

  // MARK: Tracks

  /// Returns the track with an ID; nil if there is none.
  open override func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
    contents.tracks.first { $0.trackID == trackID }
  }
}

/// The tracks of compositions with their own type; Swift has no overriding of array properties by arrays of a subclass.
public protocol AVCompositionTrackInspection: AnyObject {}

extension AVCompositionTrackInspection where Self: AVComposition {
  /// The tracks, in the order in which they were added.
  public var tracks: [AVCompositionTrack] { contents.tracks }

  /// Returns the tracks of a media type, in their order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
    contents.tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks with a media characteristic, in their order.
  public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVCompositionTrack] {
    contents.tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }
}

extension AVPartialAsyncProperty where Root: AVComposition {
  /// `AVComposition.tracks`.
  public static var tracks: AVAsyncProperty<Root, [AVCompositionTrack]> {
    AVAsyncProperty("tracks") { $0.contents.tracks }
  }
  /// `AVComposition.naturalSize`.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize") { $0.naturalSize } }
}
