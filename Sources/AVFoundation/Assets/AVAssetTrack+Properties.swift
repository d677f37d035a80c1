internal import MediaSource
internal import MediaEngine

extension AVAssetTrack {
  /// The loading work of each property of tracks, by name.
  static let loads: [String: PropertyLoad<any ContainerTrack>] = {
    typealias Work = PropertyLoad<any ContainerTrack>
    let formats = Work(load: { _ = try $0.formatDescriptions() })
    let decoding = Work(load: { _ = try $0.isDecodable() })
    let timeline = Work(isExpensive: { _ in true }, load: { _ = try $0.segments() })
    let samples = Work(isExpensive: { _ in true }, load: { _ = try $0.statistics() })
    let headerKeys = [
      "trackID", "mediaType", "isEnabled", "isSelfContained", "languageCode", "availableTrackAssociationTypes",
      "extendedLanguageTag", "preferredTransform", "preferredVolume",
    ]
    var loads: [String: Work] = [
      "formatDescriptions": formats, "isPlayable": decoding, "isDecodable": decoding, "naturalSize": formats,
      "segments": timeline, "timeRange": timeline,
      "nominalFrameRate": samples, "minFrameDuration": samples, "estimatedDataRate": samples,
      "totalSampleDataLength": samples,
      "naturalTimeScale": Work(isExpensive: { _ in true }, load: { _ = try $0.timescale() }),
      "requiresFrameReordering": Work(isExpensive: { _ in true }, load: { _ = try $0.storedTrack().isReordered }),
      "canProvideSampleCursors": Work(isExpensive: { _ in true }, load: { _ = try? $0.storedTrack() }),
      "mediaCharacteristics": Work(load: {
        _ = try $0.characteristics()
        _ = try $0.formatDescriptions()
      }),
    ]
    for key in headerKeys { loads[key] = .constant }
    return loads.merging(metadataLoads) { own, _ in own }
  }()
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// `AVAssetTrack.formatDescriptions`.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    AVAsyncProperty("formatDescriptions") { $0.descriptions }
  }
  /// `AVAssetTrack.isEnabled`.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isEnabled") { $0.isEnabled } }
  /// `AVAssetTrack.isPlayable`.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isPlayable") { $0.isPlayable } }
  /// `AVAssetTrack.isDecodable`.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isDecodable") { $0.isDecodable } }
  /// `AVAssetTrack.availableTrackAssociationTypes`.
  public static var availableTrackAssociationTypes: AVAsyncProperty<Root, [AVAssetTrack.AssociationType]> {
    AVAsyncProperty("availableTrackAssociationTypes") { $0.availableTrackAssociationTypes }
  }
  /// `AVAssetTrack.isSelfContained`.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("isSelfContained") { $0.isSelfContained }
  }
  /// `AVAssetTrack.totalSampleDataLength`.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    AVAsyncProperty("totalSampleDataLength") { $0.totalSampleDataLength }
  }
  /// The media characteristics of a track; see `AVAssetTrack.hasMediaCharacteristic(_:)`.
  public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
    AVAsyncProperty("mediaCharacteristics") { $0.characteristics }
  }
  /// `AVAssetTrack.timeRange`.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty("timeRange") { $0.timeRange } }
  /// `AVAssetTrack.naturalTimeScale`.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    AVAsyncProperty("naturalTimeScale") { $0.naturalTimeScale }
  }
  /// `AVAssetTrack.estimatedDataRate`.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("estimatedDataRate") { $0.estimatedDataRate }
  }
  /// `AVAssetTrack.languageCode`.
  public static var languageCode: AVAsyncProperty<Root, String?> {
    AVAsyncProperty("languageCode") { $0.languageCode }
  }
  /// `AVAssetTrack.extendedLanguageTag`.
  public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
    AVAsyncProperty("extendedLanguageTag") { $0.extendedLanguageTag }
  }
  /// `AVAssetTrack.naturalSize`.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize") { $0.naturalSize } }
  /// `AVAssetTrack.preferredTransform`.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty("preferredTransform") { $0.preferredTransform }
  }
  /// `AVAssetTrack.preferredVolume`.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("preferredVolume") { $0.preferredVolume }
  }
  /// `AVAssetTrack.nominalFrameRate`.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("nominalFrameRate") { $0.nominalFrameRate }
  }
  /// `AVAssetTrack.minFrameDuration`.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty("minFrameDuration") { $0.minFrameDuration }
  }
  /// `AVAssetTrack.segments`.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
    AVAsyncProperty("segments") { $0.segments }
  }
}

extension AVAssetTrack {
  /// Returns the tracks associated with this one by a type, without blocking a thread.
  public final func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
    // The associated tracks are those of the asset.
    _ = try await asset?.load(.tracks)
    return associatedTracks(ofType: trackAssociationType)
  }

  /// Returns the segment that holds a time of the track, without blocking a thread; nil for times outside.
  public final func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
    _ = try await load(.segments)
    return segment(forTrackTime: trackTime)
  }

  /// Returns the presentation time of the sample displayed at a time of the track, without blocking a thread; invalid
  /// for times outside.
  ///
  /// - Throws: `AVError` if the track's samples cannot be read.
  public final func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws -> CMTime {
    guard let content, trackTime.isNumeric else { return samplePresentationTime(forTrackTime: trackTime) }
    return try await WorkPool.expensive.value { try content.presentationTime(at: trackTime) ?? .invalid }
  }
}
