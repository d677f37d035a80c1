internal import MediaSource
internal import MediaEngine
internal import MovieFile

/// A track of an asset: media of one kind, such as video or audio, and its presentation.
///
/// Properties answer and load as those of `AVAsset` do. Loads are cancelled through the asset only.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, LoadableObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The asset of the track; nil once it is released. The track remains usable.
  public weak final var asset: AVAsset? { owningAsset }
  /// The asset of the track; a track of a composition may lose it.
  var owningAsset: AVAsset? { owner }
  private weak let owner: AVAsset?

  /// The content of the track: in its file, or in its composition.
  let content: (any ContainerTrack)?
  let propertyLoader: (any PropertyLoader)?
  /// The file of the track; nil for a track in memory.
  let file: MediaFile?
  /// The items of metadata: always the same objects, which keep the values they have read.
  let metadataObjects = OnceValue<[AVMetadataItem]>()

  init(_ content: any ContainerTrack, of asset: AVAsset?, file: MediaFile?) {
    owner = asset
    (self.content, self.file) = (content, file)
    propertyLoader = ValueLoader(
      content, of: "AVAssetTrack", waitsForOthers: file.map { !$0.url.isFileURL } ?? false
    ) { Self.loads[$0] }
    super.init()
  }

  /// Returns the same object: a track does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Header fields

  /// The identifier of the track in its asset.
  open var trackID: CMPersistentTrackID { content?.attributes.id ?? kCMPersistentTrackID_Invalid }

  /// The kind of the media.
  open var mediaType: AVMediaType { AVMediaType(content?.attributes.mediaType ?? "") }

  /// True if the file marks the track for presentation by default.
  open var isEnabled: Bool { content?.attributes.isEnabled ?? true }

  /// True if all samples are in the asset's own file.
  open var isSelfContained: Bool { content?.attributes.isSelfContained ?? true }

  /// The timescale of the media's own times, in units per second.
  open var naturalTimeScale: CMTimeScale { value("naturalTimeScale", or: 0) { try content?.timescale() ?? 0 } }

  /// The language, three letters of ISO 639-2/T; nil if the file does not name it.
  open var languageCode: String? { content?.attributes.languageCode }

  /// The language as a tag of RFC 4646; nil if the file does not name it.
  open var extendedLanguageTag: String? { content?.attributes.extendedLanguageTag }

  /// The transform for displaying the frames, from the file; the identity for most.
  open var preferredTransform: CGAffineTransform { content?.attributes.transform ?? .identity }

  /// The natural playback volume of the track; 1 for most.
  open var preferredVolume: Float { Float(content?.attributes.volume ?? 1) }

  /// Returns the tracks associated with this one by a type, such as its chapters; none if the file has no such
  /// reference.
  open func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    guard let asset, let content else { return [] }
    let code = trackAssociationType.referenceType
    let ids = content.attributes.references.filter { $0.type.text == code }.flatMap(\.trackIDs)
    return ids.compactMap { id in asset.tracks.first { UInt32(bitPattern: $0.trackID) == id } }
  }

  /// The types by which tracks are associated with this one.
  open var availableTrackAssociationTypes: [AssociationType] {
    let codes = Set(content?.attributes.references.map(\.type.text) ?? [])
    return AssociationType.all.filter { codes.contains($0.referenceType) }
  }

  // MARK: Metadata

  /// All metadata of the track, in the order of the file.
  open var metadata: [AVMetadataItem] { describe("metadata") { $0.items } }

  /// An item for each common key that has a value for the track, and for each language in which it has one.
  open var commonMetadata: [AVMetadataItem] { describe("commonMetadata") { $0.common } }

  /// The metadata formats of the track.
  open var availableMetadataFormats: [AVMetadataFormat] { describe("availableMetadataFormats") { $0.formats } }

  /// Returns the items of a format, in the order of the file; none if the track does not have it.
  open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    describe("availableMetadataFormats") { $0.items(of: format) }
  }

  // MARK: Loading

  /// Loads the values of properties; see `AVAsynchronousKeyValueLoading`.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil) {
    load(keys, handler)
  }

  /// Returns the loading status of a property; see `AVAsynchronousKeyValueLoading`.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(key, outError)
  }

  deinit { propertyLoader?.cancel() }

  // MARK: Samples

  /// The formats of the samples, of the type `CMFormatDescription`; one when all samples are alike.
  open var formatDescriptions: [Any] { descriptions }

  final var descriptions: [CMFormatDescription] {
    value("formatDescriptions", or: []) { try content?.formatDescriptions() ?? [] }
  }

  /// The size of displayed frames before the transform: in square pixels and cut to the clean aperture. Zero for audio.
  open var naturalSize: CGSize {
    value("naturalSize", or: .zero) { try content?.naturalSize() ?? .zero }
  }

  /// The time range of the track on the asset's timeline. A start after zero means that the track begins with an empty
  /// edit.
  open var timeRange: CMTimeRange {
    value("timeRange", or: .invalid) { try content?.timeRange() ?? .zero }
  }

  /// The segments of the track's timeline, each with the part of the media that it shows.
  // Composition tracks have segments of their own type under this name, which take precedence.
  @_disfavoredOverload
  open var segments: [AVAssetTrackSegment] {
    value("segments", or: []) { try content?.segments().map { AVAssetTrackSegment($0) } ?? [] }
  }

  /// The average number of frames per second of the media; 0 for audio.
  open var nominalFrameRate: Float {
    value("nominalFrameRate", or: 0) { try content?.nominalFrameRate() ?? 0 }
  }

  /// The shortest duration of a frame; invalid for audio.
  open var minFrameDuration: CMTime {
    value("minFrameDuration", or: .invalid) { try content?.minFrameDuration() ?? .invalid }
  }

  /// True if the track can be played here: its samples are not protected, and a decoder exists if they need one.
  open var isPlayable: Bool { value("isPlayable", or: false) { try content?.isDecodable() ?? true } }

  /// True if the samples can be decoded here.
  open var isDecodable: Bool { value("isDecodable", or: false) { try content?.isDecodable() ?? true } }

  /// The average number of bits per second of the media.
  open var estimatedDataRate: Float {
    value("estimatedDataRate", or: 0) { try content?.estimatedDataRate() ?? 0 }
  }

  /// The total size of all samples in bytes.
  open var totalSampleDataLength: Int64 {
    value("totalSampleDataLength", or: 0) { try content?.statistics().byteCount ?? 0 }
  }

  /// True if the track has a media characteristic, inferred or by a tag. A tag does not make audio visual.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    characteristics.contains(mediaCharacteristic)
  }

  final var characteristics: [AVMediaCharacteristic] {
    value("mediaCharacteristics", or: []) {
      guard let content else { return [] }
      let named = try content.characteristics().map { AVMediaCharacteristic($0) }
      guard mediaType == .video else { return named }
      let formats = try content.formatDescriptions()
      return named + AVMediaCharacteristic.ofFormats.filter { _, has in formats.contains(where: has) }.map(\.0)
    }
  }

  /// Returns the segment that holds a time of the track; nil for times outside.
  open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    guard trackTime.isNumeric else { return nil }
    return segments.first { $0.timeMapping.target.containsTime(trackTime) }
  }

  /// Returns the presentation time of the sample displayed at a time of the track; invalid for times outside and in
  /// empty segments.
  open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard trackTime.isNumeric else { return .invalid }
    return value("samplePresentationTime", or: .invalid) {
      try content?.presentationTime(at: trackTime) ?? .invalid
    }
  }
}

extension AVAssetTrackSegment {
  convenience init(_ segment: TrackTimeline.Segment) {
    guard let source = segment.source else {
      self.init(timeMapping: CMTimeMappingMakeEmpty(target: segment.target))
      return
    }
    self.init(timeMapping: CMTimeMapping(source: source, target: segment.target))
  }
}
