internal import MediaSource
internal import MediaEngine
internal import MovieFile

/// A track of an asset: one kind of media, such as pictures or sound, and how it is to be shown.
///
/// Properties answer and load as those of `AVAsset` do. Loads are cancelled through the asset only.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, LoadableObject, @unchecked Sendable {
  /// The asset that the track is of; nil when nobody holds that any more. The track goes on answering.
  public weak final var asset: AVAsset? { owner }
  private weak let owner: AVAsset?

  /// What the track is read from; nil for one that is in memory, such as a composition's.
  let content: (any TrackContent)?
  let propertyLoader: (any PropertyLoader)?
  /// The file that the track is in; nil for one that is in memory.
  let file: MediaFile?
  /// The items of metadata: always the same objects, which keep what they have read.
  let metadataObjects = OnceValue<[AVMetadataItem]>()

  init(_ content: any TrackContent, of asset: AVAsset, file: MediaFile?) {
    owner = asset
    (self.content, self.file) = (content, file)
    propertyLoader = ValueLoader(
      content, of: "AVAssetTrack", waitsForOthers: file.map { !$0.url.isFileURL } ?? false
    ) { Self.works[$0] }
    super.init()
  }

  /// The same object: a track does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: What the headers say

  /// Identifies the track in its asset.
  open var trackID: CMPersistentTrackID { content?.facts.id ?? kCMPersistentTrackID_Invalid }

  /// The kind of the media.
  open var mediaType: AVMediaType { AVMediaType(content?.facts.mediaType ?? "") }

  /// Whether the file says that the track is to be shown unless somebody chooses otherwise.
  open var isEnabled: Bool { content?.facts.isEnabled ?? true }

  /// Whether all samples are in the asset's own file.
  open var isSelfContained: Bool { content?.facts.isSelfContained ?? true }

  /// Units a second of the media's own times.
  open var naturalTimeScale: CMTimeScale { value("naturalTimeScale", or: 0) { try content?.timescale() ?? 0 } }

  /// The language, three letters of ISO 639-2/T; nil if the file does not say.
  open var languageCode: String? { content?.facts.languageCode }

  /// The language as a tag of RFC 4646; nil if the file does not say.
  open var extendedLanguageTag: String? { content?.facts.extendedLanguageTag }

  /// How the pictures have to be transformed to be shown, as the file says; the identity for most.
  open var preferredTransform: CGAffineTransform { content?.facts.transform ?? .identity }

  /// The volume that the track wants to be played with; 1 for most.
  open var preferredVolume: Float { Float(content?.facts.volume ?? 1) }

  /// Tracks that belong to this one in one way, such as its chapters; none if the file says nothing of the kind.
  open func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    guard let asset, let content else { return [] }
    let code = trackAssociationType.referenceType
    let ids = content.facts.references.filter { $0.type.text == code }.flatMap(\.trackIDs)
    return ids.compactMap { id in asset.tracks.first { UInt32(bitPattern: $0.trackID) == id } }
  }

  /// The ways in which tracks belong to this one.
  open var availableTrackAssociationTypes: [AssociationType] {
    let codes = Set(content?.facts.references.map(\.type.text) ?? [])
    return AssociationType.all.filter { codes.contains($0.referenceType) }
  }

  // MARK: What the file says about it

  /// Everything that the file says about the track, in its order.
  open var metadata: [AVMetadataItem] { describe("metadata") { $0.items } }

  /// An item for each common key that has a value for the track, and for each language in which it has one.
  open var commonMetadata: [AVMetadataItem] { describe("commonMetadata") { $0.common } }

  /// The formats of metadata that the track has.
  open var availableMetadataFormats: [AVMetadataFormat] { describe("availableMetadataFormats") { $0.formats } }

  /// The items of a format, in the order of the file; none if the track does not have it.
  open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    describe("availableMetadataFormats") { $0.items(of: format) }
  }

  // MARK: Loading

  /// Loads the values of properties; see `AVAsynchronousKeyValueLoading`.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil) {
    load(keys, handler)
  }

  /// Whether the value of a property is there; see `AVAsynchronousKeyValueLoading`.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(key, outError)
  }

  deinit { propertyLoader?.cancel() }

  // MARK: What the samples are

  /// The formats of the samples, of the type `CMFormatDescription`; one when all samples are alike.
  open var formatDescriptions: [Any] { descriptions }

  final var descriptions: [CMFormatDescription] {
    value("formatDescriptions", or: []) { try content?.formatDescriptions() ?? [] }
  }

  /// The size of the pictures as they are to be shown, before the transform: with pixels made square, and cut to the clean
  /// aperture. Zero for sound.
  open var naturalSize: CGSize {
    value("naturalSize", or: .zero) { try content?.naturalSize() ?? .zero }
  }

  /// Where the track lies on the asset's timeline. A start after zero means that it begins with an empty stretch.
  open var timeRange: CMTimeRange {
    value("timeRange", or: .invalid) { try content?.timeRange() ?? .zero }
  }

  /// The stretches of the track's timeline, and the parts of the media that they show.
  open var segments: [AVAssetTrackSegment] {
    value("segments", or: []) { try content?.segments().map { AVAssetTrackSegment($0) } ?? [] }
  }

  /// Pictures a second, on average over the media; 0 for sound.
  open var nominalFrameRate: Float {
    value("nominalFrameRate", or: 0) { try content?.nominalFrameRate() ?? 0 }
  }

  /// The shortest time between two pictures; invalid for sound.
  open var minFrameDuration: CMTime {
    value("minFrameDuration", or: .invalid) { try content?.minFrameDuration() ?? .invalid }
  }

  /// Whether the track can be shown or heard here: its samples are not protected, and there is a decoder if they need one.
  open var isPlayable: Bool { value("isPlayable", or: false) { try content?.isDecodable() ?? true } }

  /// Whether the samples can be decoded here.
  open var isDecodable: Bool { value("isDecodable", or: false) { try content?.isDecodable() ?? true } }

  /// Bits a second, on average over the media.
  open var estimatedDataRate: Float {
    value("estimatedDataRate", or: 0) { try content?.estimatedDataRate() ?? 0 }
  }

  /// Bytes of all samples together.
  open var totalSampleDataLength: Int64 {
    value("totalSampleDataLength", or: 0) { try content?.statistics().byteCount ?? 0 }
  }

  /// Whether the track has a media characteristic, by what it is or by a tag. A tag does not make sound visible.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    characteristics.contains(mediaCharacteristic)
  }

  final var characteristics: [AVMediaCharacteristic] {
    value("mediaCharacteristics", or: []) {
      try content?.characteristics().map { AVMediaCharacteristic($0) } ?? []
    }
  }

  /// The segment that holds a time of the track; nil for times outside.
  open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    guard trackTime.isNumeric else { return nil }
    return segments.first { $0.timeMapping.target.containsTime(trackTime) }
  }

  /// When the sample that a time of the track shows begins; invalid for times outside, and where nothing is shown.
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
