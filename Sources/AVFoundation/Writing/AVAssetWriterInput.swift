internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MovieFile
import Dispatch
import Synchronization

/// One track of a file to write: takes samples, encodes them if it has settings, and stores them.
///
/// Append samples while ``isReadyForMoreMediaData`` is true, or let the input ask for them with
/// `requestMediaDataWhenReady(on:using:)`. Properties are set before writing starts. All members may be used from any thread; samples of one
/// input are appended one after the other.
///
/// Source: `AVAssetWriterInput`.
open class AVAssetWriterInput: NSObject, KeyValueObservable, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.

  /// The kind of media.
  public let mediaType: AVMediaType
  /// The settings of the encoder; nil for samples that are stored as they are.
  public let outputSettings: [String: Any]?
  /// The format of the samples that will be appended, if the caller knows it.
  public let sourceFormatHint: CMFormatDescription?
  public let propertyObservers = PropertyObservers()

  struct Options: Sendable {
    var metadata: [AVMetadataItem] = []
    var transform = CGAffineTransform.identity
    var timescale: CMTimeScale = 0
    var isRealTime = false
    var naturalSize = CGSize.zero
    var languageCode: String?
    var extendedLanguageTag: String?
    var isEnabled = true
    var volume: Float = 1
    var associations: [Association] = []
    var allowsMultiplePasses = false
    var dataLocation = MediaDataLocation.interleavedWithMainMediaData
    var chunkDuration = CMTime.invalid
    var chunkAlignment = 0
  }

  /// A reference to the track of another input.
  struct Association: Sendable {
    /// The writer keeps its inputs; inputs that kept each other would never be released.
    private(set) weak var input: AVAssetWriterInput?
    let type: String
  }

  private struct Attachment {
    var core: WriterCore?
    var isAttached = false
    /// The input's place among the writer's.
    var index: Int?
    var source: (any ProgramFeed)?
    var isReady = false
    var isFinished = false
    var request: MediaDataRequest?
    weak var adaptor: AVAssetWriterInputPixelBufferAdaptor?
    var hasAdaptor = false
  }

  /// The settings, read once; nil for samples that are stored as they are.
  let encoderSettings: Result<EncoderSettings, SettingsError>?
  let options = Mutex(Options())
  let passes = PassResponse()
  private let attachment = Mutex(Attachment())
  /// The latest format of samples that is known to be encodable.
  let encodable = Mutex(EncodableFormat())

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - outputSettings: The settings of an encoder, with the keys of audio or video settings; nil for samples that are stored as they are.
  ///   - sourceFormatHint: The format of the samples, if it is known: settings that are missing are taken from it, and the writer checks
  ///     early if its file holds it. It has the input's media type, and so have the samples. Beside settings it may also be the format that
  ///     the samples are decoded from.
  public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
    if let sourceFormatHint {
      precondition(
        mediaType.rawValue == sourceFormatHint.mediaType.characters,
        "An input of type '\(mediaType.rawValue)' has no format hint of type '\(sourceFormatHint.mediaType.characters)'."
      )
    }
    (self.mediaType, self.outputSettings, self.sourceFormatHint) = (mediaType, outputSettings, sourceFormatHint)
    encoderSettings = outputSettings.map { settings in
      Result { () throws(SettingsError) in try EncoderSettings(settings, mediaType) }
    }
    super.init()
  }

  /// Creates an input whose samples' format is not known yet.
  public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
    self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
  }

  // MARK: - Options

  /// The track's metadata, such as its name and characteristics; a key may have several items, in several languages or not.
  ///
  /// Starting to write fails with an item that tracks of the file cannot hold.
  open var metadata: [AVMetadataItem] {
    get { options.withLock { $0.metadata } }
    set { set("metadata") { $0.metadata = newValue } }
  }

  /// The transformation of frames for display.
  open var transform: CGAffineTransform {
    get { options.withLock { $0.transform } }
    set { set("transform") { $0.transform = newValue } }
  }

  /// Units a second of the times of frames; 0, as it is at first, for those of the samples. Not for audio, whose units are its samples.
  open var mediaTimeScale: CMTimeScale {
    get { options.withLock { $0.timescale } }
    set {
      set("mediaTimeScale") { $0.timescale = max(0, newValue) }
      if mediaType == .audio, newValue != 0 { core?.fail(WriterMisuse("mediaTimeScale is not for audio")) }
    }
  }

  /// True if the samples come as they are recorded, so that their program cannot wait: then the input is ready unless its encoder is
  /// too slow. False, as it is at first, if they are there already: then it is ready as long as it is not too far ahead of others.
  open var expectsMediaDataInRealTime: Bool {
    get { options.withLock { $0.isRealTime } }
    set { set("expectsMediaDataInRealTime") { $0.isRealTime = newValue } }
  }

  /// The size at which the track is shown; zero, as it is at first, for that of the frames.
  open var naturalSize: CGSize {
    get { options.withLock { $0.naturalSize } }
    set { set("naturalSize") { $0.naturalSize = newValue } }
  }

  /// The language, as three letters of ISO 639-2/T; nil if it is not known.
  open var languageCode: String? {
    get { options.withLock { $0.languageCode } }
    set { set("languageCode") { $0.languageCode = newValue } }
  }

  /// The language with script or region, as a tag of BCP 47, which takes precedence; nil if it is not known.
  open var extendedLanguageTag: String? {
    get { options.withLock { $0.extendedLanguageTag } }
    set { set("extendedLanguageTag") { $0.extendedLanguageTag = newValue } }
  }

  /// True if players show the track without being asked to.
  open var marksOutputTrackAsEnabled: Bool {
    get { options.withLock { $0.isEnabled } }
    set { set("marksOutputTrackAsEnabled") { $0.isEnabled = newValue } }
  }

  /// The volume of the track; 1 is full volume.
  open var preferredVolume: Float {
    get { options.withLock { $0.volume } }
    set { set("preferredVolume") { $0.volume = newValue } }
  }

  /// The place of the track's data among those of other tracks, in files in one piece; interleaved at first.
  ///
  /// All samples of inputs whose data come first are appended and finished before the data of others are written; those wait on the
  /// disk if they are many.
  open var mediaDataLocation: MediaDataLocation {
    get { options.withLock { $0.dataLocation } }
    set { set("mediaDataLocation") { $0.dataLocation = newValue } }
  }

  /// The longest duration of chunks, runs of the track's samples that are together in the file; invalid, as it is at first, for half a
  /// second. Chunks of a single sample may be longer, and those of a megabyte end earlier.
  ///
  /// For QuickTime and MPEG-4 files in one piece: in others it does not matter. Starting to write fails with a time that is not above zero.
  open var preferredMediaChunkDuration: CMTime {
    get { options.withLock { $0.chunkDuration } }
    set { set("preferredMediaChunkDuration") { $0.chunkDuration = newValue } }
  }

  /// The number of bytes at whose multiples in the file chunks begin, such as 512, with zeros before them; 0, as it is at first, or 1 for
  /// no padding.
  ///
  /// For QuickTime and MPEG-4 files in one piece: in others it does not matter. Starting to write fails with a number that is no power of
  /// two up to 65,536.
  open var preferredMediaChunkAlignment: Int {
    get { options.withLock { $0.chunkAlignment } }
    set { set("preferredMediaChunkAlignment") { $0.chunkAlignment = newValue } }
  }

  func setAllowsMultiplePasses(_ value: Bool) {
    set("performsMultiPassEncodingIfSupported") { $0.allowsMultiplePasses = value }
  }

  private func set(_ name: String, _ body: (inout Options) -> Void) {
    if let core, core.hasStarted {
      return core.fail(WriterMisuse("\(name) of an input cannot be set after startWriting()"))
    }
    options.withLock { body(&$0) }
  }

  // MARK: - Associations

  /// Returns true if the track of another input can be associated with this one's.
  open func canAddTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) -> Bool {
    guard input !== self, trackAssociationType.utf8.count == 4, core?.hasStarted != true else { return false }
    // Time codes, chapters and fallbacks belong to something that is seen or heard.
    switch AVAssetTrack.AssociationType(rawValue: trackAssociationType) {
    case .audioFallback: return mediaType == .audio && input.mediaType == .audio
    case .chapterList: return [.text, .video].contains(input.mediaType)
    case .forcedSubtitlesOnly: return mediaType == .subtitle && input.mediaType == .subtitle
    case .timecode: return input.mediaType == .timecode
    default: return true
    }
  }

  /// Associates the track of another input of the same writer with this one's; before writing starts.
  open func addTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) {
    guard canAddTrackAssociation(withTrackOf: input, type: trackAssociationType) else {
      core?.fail(WriterMisuse("the tracks of these inputs cannot be associated as '\(trackAssociationType)'"))
      return
    }
    options.withLock { $0.associations.append(Association(input: input, type: trackAssociationType)) }
  }

  // MARK: - Samples

  /// True if the input takes samples now. Observable, on any thread.
  ///
  /// It may be false of all inputs for a while. After writing has failed or was cancelled it is true until `markAsFinished()`, so that a
  /// program that waits appends, and finds out.
  open var isReadyForMoreMediaData: Bool {
    let (core, index) = attachment.withLock { ($0.isFinished ? nil : $0.core, $0.index) }
    guard let core else { return false }
    guard let index else { return core.status == .failed || core.status == .cancelled }
    return core.isReady(index)
  }

  /// Appends samples: frames, linear PCM, or coded samples if there are no settings. Their times ascend, and are relative to the session's.
  ///
  /// The sample buffer and what it holds must not be changed afterwards.
  /// - Returns: False if the writer does not write, or fails with this sample: its `error` says why.
  @discardableResult
  open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    let (core, index) = attachment.withLock { ($0.core, $0.index) }
    guard let core, let index else { return false }
    if let misuse = mismatch(sampleBuffer) {
      core.fail(misuse)
      return false
    }
    if ![.video, .audio, .metadata, .timecode].contains(mediaType) { return appendText(sampleBuffer) }
    return core.append(sampleBuffer, to: index)
  }

  /// Appends the first of some samples, as many as there is room for.
  ///
  /// - Returns: The number of samples that were appended; fewer than there is room for where one would make the writer fail. Nil if the
  ///   writer's run takes no more.
  func append(some samples: ArraySlice<CMSampleBuffer>) -> Int? {
    let (core, index) = attachment.withLock { ($0.core, $0.index) }
    guard let core, let index, [.video, .audio].contains(mediaType) else { return 0 }
    var known: CMFormatDescription?
    let fitting = samples.prefix { sample in
      // The formats of a file's samples are mostly one object.
      if outputSettings == nil, let known, sample.formatDescription === known { return sample.imageBuffer == nil }
      guard mismatch(sample) == nil else { return false }
      known = sample.formatDescription
      return true
    }
    return core.append(some: fitting, to: index)
  }

  /// Returns the reason why a sample is none of this input's; nil if it is one.
  private func mismatch(_ sample: CMSampleBuffer) -> WriterMisuse? {
    let type = sample.formatDescription?.mediaType.characters ?? (sample.imageBuffer == nil ? "" : "vide")
    let isText = mediaType != .video && mediaType != .audio
    if isText ? ["vide", "soun"].contains(type) : type != mediaType.rawValue {
      return WriterMisuse("a sample of type '\(type)' was appended to an input of type '\(mediaType.rawValue)'")
    }
    // The samples that are encoded are decoded from some other format, which programs often give as the hint.
    if let hint = sourceFormatHint, let format = sample.formatDescription, outputSettings == nil || !hint.isCoded {
      if hint.mediaSubType != format.mediaSubType || (mediaType == .video && hint.dimensions != format.dimensions) {
        return WriterMisuse("a sample has another format than sourceFormatHint")
      }
    }
    guard !isText else {
      if mediaType == .metadata, sample.formatDescription?.mediaSubType != .boxed {
        return WriterMisuse("metadata are appended as samples of boxes: use AVAssetWriterInputMetadataAdaptor")
      }
      if mediaType == .timecode, sample.formatDescription?.mediaType != .timeCode || sample.totalSampleSize < 4 {
        return WriterMisuse("timecode is appended as samples of four bytes with a format of timecode")
      }
      return sample.numSamples > 1
        ? WriterMisuse("a sample of type '\(type)' has several: these are appended one after the other") : nil
    }
    if outputSettings == nil {
      if sample.imageBuffer != nil {
        return WriterMisuse("a frame that is not compressed needs outputSettings, by which it is encoded")
      }
    } else if mediaType == .video {
      guard let image = sample.imageBuffer else {
        return WriterMisuse(
          "a sample without a pixel buffer cannot be encoded: for coded samples outputSettings are nil")
      }
      return refusal(ofFrame: image)
    } else if mediaType == .audio, sample.formatDescription?.mediaSubType != .linearPCM {
      return WriterMisuse("audio that is compressed cannot be encoded: for coded samples outputSettings are nil")
    } else if mediaType == .audio, let misuse = refusal(ofAudio: sample) {
      return misuse
    }
    return sample.imageBuffer == nil && sample.dataBuffer == nil && sample.numSamples > 0
      ? WriterMisuse("a sample has no data") : nil
  }

  /// Appends text that is shown for a time.
  func append(_ text: StyledText, at range: CMTimeRange) -> Bool {
    let (core, index) = attachment.withLock { ($0.core, $0.index) }
    guard let core, let index else { return false }
    return core.append(text, at: range, to: index)
  }

  /// Appends a sample of the input's own making.
  func append(made sample: CMSampleBuffer) -> Bool {
    let (core, index) = attachment.withLock { ($0.core, $0.index) }
    guard let core, let index else { return false }
    return core.append(sample, to: index)
  }

  /// Makes the writer fail because of a call.
  func fail(_ misuse: WriterMisuse) { core?.fail(misuse) }

  /// Calls a block on a queue whenever the input is ready, again and again until `markAsFinished()` or the end of writing.
  ///
  /// The block appends samples as long as ``isReadyForMoreMediaData`` is true. It is called once more when writing has failed, so that it
  /// finds out. There is one request for an input.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {
    let request = attachment.withLock { attachment -> MediaDataRequest? in
      if attachment.isFinished { return nil }
      let request =
        attachment.request
        ?? MediaDataRequest(
          isReady: { [weak self] in self?.isReadyForMoreMediaData ?? false },
          isLast: { [weak self] in self?.isWriterLost ?? true })
      attachment.request = request
      return request
    }
    guard let request else { return }
    if !request.begin(on: queue, block) {
      core?.fail(WriterMisuse("requestMediaDataWhenReady(on:using:) is called once for an input"))
    }
  }

  /// Ends the track: other inputs wait for it no longer. After that, and after `finishWriting()`, nothing is appended.
  open func markAsFinished() {
    let (core, index) = attachment.withLock { attachment in
      attachment.isFinished = true
      return (attachment.core, attachment.index)
    }
    endRequest()
    if let core, let index { core.finish(input: index) }
    update(isReady: false)
  }

  // MARK: - The writer

  private var core: WriterCore? { attachment.withLock { $0.core } }
  /// True if an adaptor appends what the input gets.
  var hasAdaptor: Bool { attachment.withLock { $0.hasAdaptor } }
  /// True if samples go into the file as boxes or as they are, and not as packets of text.
  var isStoringSamples: Bool { attachment.withLock { $0.source } is ProgramSource<MediaGraph.Metadata> }
  /// The readiness of the run's source; nil before writing starts.
  var sourceReadiness: AsyncStream<Bool>? { attachment.withLock { $0.source }?.readiness }
  var writerError: AVError? { core?.error }
  /// True while samples may be appended, now or later.
  var isTakingSamples: Bool {
    attachment.withLock { !$0.isFinished } && core?.status == .writing && core?.isFinishing == false
  }
  /// Waits for the end of the writer's run.
  func writerEnds() async {
    guard let core else { return }
    await withCheckedContinuation { continuation in core.whenEnded { continuation.resume() } }
  }
  var isWriterCancelled: Bool { core?.status == .cancelled }
  /// True if the writer has failed or was cancelled.
  private var isWriterLost: Bool { [.failed, .cancelled].contains(core?.status) }
  var isAttached: Bool { attachment.withLock { $0.isAttached } }

  func attach(to writer: AVAssetWriter) {
    attachment.withLock { ($0.core, $0.isAttached) = (writer.core, true) }
  }

  /// Claims the input for an adaptor.
  ///
  /// - Returns: False if it has one.
  func claim(by adaptor: AVAssetWriterInputPixelBufferAdaptor?) -> Bool {
    attachment.withLock { attachment in
      guard !attachment.hasAdaptor else { return false }
      (attachment.hasAdaptor, attachment.adaptor) = (true, adaptor)
      return true
    }
  }

  /// Follows the readiness of the source of a run.
  func start(_ index: Int, _ source: any ProgramFeed) {
    attachment.withLock { ($0.index, $0.source) = (index, source) }
    passes.begin()
    let readiness = source.readiness
    Task(executorPreference: RunThreads.shared) { [weak self] in
      for await _ in readiness { self?.follow() }
      self?.follow()
    }
  }

  /// Looks at the readiness, and tells observers and the request.
  func follow() {
    let isFinished = attachment.withLock { $0.isFinished }
    if isFinished { return }
    update(isReady: isReadyForMoreMediaData)
    attachment.withLock { $0.request }?.readinessChanged()
  }

  private func update(isReady: Bool) {
    let old = attachment.withLock { attachment in
      defer { attachment.isReady = isReady }
      return attachment.isReady
    }
    if old != isReady { changeValue(of: "readyForMoreMediaData", from: old, to: isReady) {} }
  }

  func sessionStarted() { attachment.withLock { $0.adaptor }?.makePool() }

  /// Ends the requests: the writer finishes or is cancelled.
  func writerFinishes() { endRequest() }

  private func endRequest() {
    let request = attachment.withLock { attachment in
      defer { attachment.request = nil }
      return attachment.request
    }
    request?.end()
    passes.end()
  }
}

extension AVAssetWriterInput {
  /// The place of a track's data in the file.
  ///
  /// Source: `AVAssetWriterInput.MediaDataLocation`.
  public struct MediaDataLocation: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By turns with those of other tracks, at the same times.
    public static let interleavedWithMainMediaData = MediaDataLocation(
      rawValue: "AVAssetWriterInputMediaDataLocationInterleavedWithMainMediaData")
    /// Before those of other tracks.
    public static let beforeMainMediaDataNotInterleaved = MediaDataLocation(
      rawValue: "AVAssetWriterInputMediaDataLocationBeforeMainMediaDataNotInterleaved")
  }
}

extension KeyValueObservable where Self: AVAssetWriterInput {
  public static func observableName(of keyPath: AnyKeyPath) -> String? {
    [\Self.isReadyForMoreMediaData: "readyForMoreMediaData"][keyPath]
  }
}

extension CMFormatDescription {
  /// True of the formats of compressed frames and audio.
  fileprivate var isCoded: Bool {
    switch mediaType {
    case .audio: mediaSubType != .linearPCM
    // The types of frames in memory are those of their pixels, which files do not know.
    default: (try? CodedFormat(self)) != nil
    }
  }
}

extension CMFormatDescription.MediaType {
  /// The four characters of the type.
  fileprivate var characters: String { BoxType(rawValue: rawValue).text }
}
