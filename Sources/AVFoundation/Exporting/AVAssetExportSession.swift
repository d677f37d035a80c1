internal import MediaEngine
internal import MediaGraph
import Synchronization

/// Makes a new file of an asset, or of a part of it: encoded as a preset says, or copied as it is stored.
///
///     guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset1280x720) else { … }
///     session.timeRange = CMTimeRange(start: start, duration: duration)
///     try await session.export(to: url, as: .mp4)
///
/// A session exports once. What it is set to, and what a composition holds, counts as it is when the export starts. The file appears
/// under its name when it is complete; no file is replaced, and an export that fails or is cancelled leaves nothing. Only some exports
/// run at once: others wait until these have ended. What a session runs is ``graph``. All members may be used from any thread;
/// observers hear of `status` and `progress` on threads of the export.
///
/// Source: `AVAssetExportSession`.
open class AVAssetExportSession: NSObject, KeyValueObservable, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.

  /// The state of an export.
  public enum Status: Int, Sendable {
    /// It was not started.
    case unknown = 0
    /// It is about to begin, or waits for other exports.
    case waiting = 1
    /// It is under way.
    case exporting = 2
    /// The file is complete.
    case completed = 3
    /// It has failed; ``AVAssetExportSession/error`` says why.
    case failed = 4
    /// It was cancelled, and has left nothing.
    case cancelled = 5
  }

  /// The asset that is exported.
  public final let asset: AVAsset
  /// The name of the preset.
  public final let presetName: String
  public let propertyObservers = PropertyObservers()

  let row: ExportPresetRow
  let settings = Mutex(ExportSettings())
  let state = Mutex(ExportState())
  let work = Mutex(ExportWork())

  /// Creates a session; nil for a name that is no preset's. Reads nothing.
  public init?(asset: AVAsset, presetName: String) {
    guard let row = ExportPresetRow.named(presetName) else { return nil }
    (self.asset, self.presetName, self.row) = (asset, presetName, row)
    super.init()
    settings.withLock { $0.outputFileType = nil }
  }

  // MARK: - State

  /// The state. Observable.
  open var status: Status { state.withLock { $0.status } }

  /// The part that is done, from 0 to 1; it never falls, and is 1 only when the file is complete. Observable.
  open var progress: Float { state.withLock { $0.progress } }

  /// The error of an export that has failed or was cancelled, an `AVError`; nil of all others.
  open var error: (any Error)? { state.withLock { $0.error } }

  /// The report of an export that has completed; nil of all others. An addition of this module.
  public final var result: Result? { state.withLock { $0.result } }

  // MARK: - Output

  /// The file to write, which does not exist yet: the URL of a local file. Observable.
  open var outputURL: URL? {
    get { settings.withLock { $0.outputURL } }
    set { set("outputURL", \.outputURL, newValue) }
  }

  /// The type of the file, one of ``supportedFileTypes``. Where it is not set, the file's name says it. Observable.
  open var outputFileType: AVFileType? {
    get { settings.withLock { $0.outputFileType } }
    set { set("outputFileType", \.outputFileType, newValue) }
  }

  /// The largest size of the file, in bytes; 0, as it is at first, for any. An export that comes to it ends with the media that fit,
  /// and is completed. Observable.
  open var fileLengthLimit: Int64 {
    get { settings.withLock { $0.fileLengthLimit } }
    set { set("fileLengthLimit", \.fileLengthLimit, newValue) }
  }

  /// The part of the asset's timeline that is exported; all of it at first. With a video composition, an end behind that of the asset
  /// makes the file longer. Observable.
  open var timeRange: CMTimeRange {
    get { settings.withLock { $0.timeRange } }
    set { set("timeRange", \.timeRange, newValue) }
  }

  /// The metadata of the file; nil, as they are at first, for those of the asset, with the keys of the file's type, and an empty array
  /// for none. Observable.
  open var metadata: [AVMetadataItem]? {
    get { settings.withLock { $0.metadata } }
    set { set("metadata", \.metadata, newValue) }
  }

  /// The filter of the asset's metadata, where ``metadata`` is nil, and of its tracks'; nil for all of them. Observable.
  open var metadataItemFilter: AVMetadataItemFilter? {
    get { settings.withLock { $0.metadataItemFilter } }
    set { set("metadataItemFilter", \.metadataItemFilter, newValue) }
  }

  /// True if the file's index comes first, so that playback can begin while it is loaded. Observable.
  open var shouldOptimizeForNetworkUse: Bool {
    get { settings.withLock { $0.isOptimizedForNetwork } }
    set { set("shouldOptimizeForNetworkUse", \.isOptimizedForNetwork, newValue) }
  }

  /// The folder of temporary files, which exists; nil, as it is at first, for the system's. The file itself is written in its own
  /// folder, without a name.
  open var directoryForTemporaryFiles: URL? {
    get { settings.withLock { $0.temporaryFolder } }
    set { set("directoryForTemporaryFiles", \.temporaryFolder, newValue) }
  }

  // MARK: - Media

  /// The volumes of the audio tracks; nil, as it is at first, for their sum. The session keeps a copy. Observable.
  open var audioMix: AVAudioMix? {
    get { settings.withLock { $0.audioMix } }
    set { set("audioMix", \.audioMix, newValue?.copy() as? AVAudioMix) }
  }

  /// The composition of the video tracks; nil, as it is at first, for the first enabled one as it is. The session keeps a copy.
  /// Observable.
  open var videoComposition: AVVideoComposition? {
    get { settings.withLock { $0.videoComposition } }
    set {
      let composition = newValue?.copy() as? AVVideoComposition
      let compositor = composition?.newCompositor()
      settings.withLock { $0.compositor = compositor }
      set("videoComposition", \.videoComposition, composition)
    }
  }

  /// The program's compositor that composes the frames of the export: an instance of the class that ``videoComposition`` has when it is
  /// set; nil where it has none.
  open var customVideoCompositor: (any AVVideoCompositing)? {
    settings.withLock { $0.videoComposition?.customVideoCompositorClass == nil ? nil : $0.compositor }
  }

  /// The treatment of the pitch where edits play audio faster or slower; `spectral` at first. Observable.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { settings.withLock { $0.audioTimePitchAlgorithm } }
    set { set("audioTimePitchAlgorithm", \.audioTimePitchAlgorithm, newValue) }
  }

  /// True if the encoder may read the source's media several times; false at first.
  ///
  /// H.264 and HEVC are encoded in two passes then: the first one, which writes temporary files in ``directoryForTemporaryFiles``, measures all
  /// frames, and in the second one each gets its share of the preset's bit rate. The export takes nearly twice the time. Frames of a custom
  /// compositor, ProRes, audio and copies are made in one pass all the same; the notes of ``result`` say so.
  open var canPerformMultiplePassesOverSourceMediaData: Bool {
    get { settings.withLock { $0.allowsSeveralPasses } }
    set { set("canPerformMultiplePassesOverSourceMediaData", \.allowsSeveralPasses, newValue) }
  }

  /// The number of parts that are made at the same time and joined without a seam; 1 at first, ``automaticPartCount`` for as many as the
  /// machine has idle cores for. An addition of this module.
  ///
  /// The file has the frames, the samples and the times of an export in one; bit rates are controlled in each part by itself. An export
  /// that cannot be made in parts is made in one, and the notes of its ``result`` say why.
  public final var partCount: Int {
    get { settings.withLock { $0.partCount } }
    set { settings.withLock { $0.partCount = min(max(newValue, Self.automaticPartCount), 64) } }
  }

  private func set<Value>(
    _ name: String, _ path: WritableKeyPath<ExportSettings, Value> & Sendable, _ value: Value
  ) {
    let old = settings.withLock { settings in
      nonisolated(unsafe) let old = settings[keyPath: path]
      return old
    }
    nonisolated(unsafe) let value = value
    changeValue(of: name, from: old, to: value) { settings.withLock { $0[keyPath: path] = value } }
  }
}

extension KeyValueObservable where Self: AVAssetExportSession {
  public static func observableName(of keyPath: AnyKeyPath) -> String? {
    let names: [AnyKeyPath: String] = [
      \Self.status: "status", \Self.progress: "progress", \Self.outputURL: "outputURL",
      \Self.outputFileType: "outputFileType", \Self.fileLengthLimit: "fileLengthLimit", \Self.timeRange: "timeRange",
      \Self.metadata: "metadata", \Self.metadataItemFilter: "metadataItemFilter", \Self.audioMix: "audioMix",
      \Self.videoComposition: "videoComposition", \Self.audioTimePitchAlgorithm: "audioTimePitchAlgorithm",
      \Self.shouldOptimizeForNetworkUse: "shouldOptimizeForNetworkUse",
      \Self.canPerformMultiplePassesOverSourceMediaData: "canPerformMultiplePassesOverSourceMediaData",
    ]
    return names[keyPath]
  }
}
