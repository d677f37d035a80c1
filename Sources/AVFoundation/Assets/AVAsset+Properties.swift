internal import MediaSource
internal import MediaEngine

extension AVAsset {
  /// The loading work of each property of assets, by name.
  static let loads: [String: PropertyLoad<MediaFile>] = {
    let headers = PropertyLoad<MediaFile>(known: { $0.isOpen }, load: { _ = try $0.media() })
    let tracks = PropertyLoad<MediaFile>(known: { $0.knowsTracks }, load: { _ = try $0.tracks() })
    func use(_ body: @escaping @Sendable (MediaFile) throws -> Bool) -> PropertyLoad<MediaFile> {
      PropertyLoad(
        known: { $0.knowsTracks.flatMap { if case .failure = $0 { $0 } else { nil } } }, load: { _ = try body($0) })
    }
    return [
      "tracks": tracks, "isPlayable": use { try $0.isPlayable() }, "isExportable": use { try $0.isExportable() },
      "isReadable": use { try $0.isReadable() }, "isComposable": use { try $0.isReadable() },
      "hasProtectedContent": use { try $0.isProtected() },
      "isCompatibleWithSavedPhotosAlbum": use { try $0.isCameraMovie() },
      "duration": PropertyLoad(
        known: { $0.knowsDuration }, isExpensive: { try $0.isDurationExpensive() }, load: { _ = try $0.duration() }),
      "preferredRate": headers, "preferredTransform": headers, "preferredVolume": headers,
      "providesPreciseDurationAndTiming": .constant, "referenceRestrictions": .constant,
    ].merging(metadataLoads) { own, _ in own }
      .merging(mediaSelectionLoads) { own, _ in own }
  }()
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// `AVAsset.duration`.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty("duration") { $0.duration } }
  /// `AVAsset.tracks`.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty("tracks") { $0.tracks } }
  /// `AVAsset.isPlayable`.
  public static var isPlayable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("isPlayable") { $0.isPlayable }
  }
  /// `AVAsset.isExportable`.
  public static var isExportable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("isExportable") { $0.isExportable }
  }
  /// `AVAsset.isReadable`.
  public static var isReadable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("isReadable") { $0.isReadable }
  }
  /// `AVAsset.isComposable`.
  public static var isComposable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("isComposable") { $0.isComposable }
  }
  /// `AVAsset.hasProtectedContent`.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("hasProtectedContent") { $0.hasProtectedContent }
  }
  /// `AVAsset.isCompatibleWithSavedPhotosAlbum`.
  public static var isCompatibleWithSavedPhotosAlbum: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("isCompatibleWithSavedPhotosAlbum") { $0.isCompatibleWithSavedPhotosAlbum }
  }
  /// `AVAsset.preferredRate`.
  public static var preferredRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("preferredRate") { $0.preferredRate }
  }
  /// `AVAsset.preferredTransform`.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty("preferredTransform") { $0.preferredTransform }
  }
  /// `AVAsset.preferredVolume`.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("preferredVolume") { $0.preferredVolume }
  }
  /// `AVAsset.providesPreciseDurationAndTiming`.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
  }
}

extension AVAsset {
  /// True if the file lists its samples, so that they can be counted without reading all of it. Reads headers; blocks
  /// once.
  package var listsItsSamples: Bool { (try? file?.movie()) ?? nil != nil }

  /// Returns the track with an ID, without blocking a thread; nil if there is none.
  public final func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await load(.tracks).first { $0.trackID == trackID }
  }

  /// Returns the tracks of a media type, without blocking a thread.
  public final func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks with a media characteristic, without blocking a thread.
  public final func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    var found: [AVAssetTrack] = []
    for track in try await load(.tracks) {
      if try await track.load(.mediaCharacteristics).contains(mediaCharacteristic) { found.append(track) }
    }
    return found
  }
}
