internal import MediaSource
import Synchronization

/// The samples of one track, as they are stored or decoded.
///
///     let output = AVAssetReaderTrackOutput(track: track, outputSettings: [
///       kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
///     ])
///
/// Settings:
/// - nil: samples as they are stored, in decoding order, with their exact times; those that are needed only to decode others are
///   marked by `doNotDisplay`, or for audio by the durations to trim.
/// - Video: `kCVPixelBufferPixelFormatTypeKey`, `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`, to which frames are
///   stretched; frames are as they are stored, not turned.
/// - Audio: `AVFormatIDKey` with `kAudioFormatLinearPCM`, `AVSampleRateKey`, `AVNumberOfChannelsKey`, `AVChannelLayoutKey` and the
///   keys of linear PCM. Without them: the track's rate and channels, 16 bits, signed, interleaved. Priming is left out, edits
///   are applied, and empty edits are silent. Of more than eight channels, which are for no speakers, the first are the track's, and
///   the others are silent.
///
/// Settings that cannot be used make `AVAssetReader.canAdd(_:)` false, and `startReading()` fail with an error that names the key.
///
/// Source: `AVAssetReaderTrackOutput`.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  private enum Form: Sendable {
    case stored
    case frames(PixelBufferSettings)
    case audio(PCMOutputFormat)
  }

  /// The track that is read.
  public let track: AVAssetTrack
  /// The settings that the output was made with; nil for samples as they are stored.
  open var outputSettings: [String: Any]? { settings }
  // Set once; values of settings are property lists.
  private nonisolated(unsafe) let settings: [String: Any]?
  private let form: Form?
  private let algorithm: Mutex<AVAudioTimePitchAlgorithm>

  /// Creates an output of a track's samples.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    let form = SettingsResult { () throws(SettingsError) in try Self.form(of: track, outputSettings) }
    (self.track, settings, self.form) = (track, outputSettings, form.value)
    algorithm = Mutex(.standard(for: [track]))
    super.init([track], form.problem)
  }

  private static func form(of track: AVAssetTrack, _ settings: [String: Any]?) throws(SettingsError) -> Form {
    guard let settings else { return .stored }
    switch track.mediaType {
    case .video: return .frames(try PixelBufferSettings(settings))
    case .audio: return .audio(try PCMOutputFormat(settings))
    case let type:
      throw SettingsError("outputSettings", "is not nil, but samples of '\(type)' are given as they are stored")
    }
  }

  /// The treatment of the pitch where edits play the track faster or slower: `spectral` by default for a composition's track. For
  /// a file's, `varispeed`, the default, is the only one: all others make the start of the reader fail if the track has such edits.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { algorithm.withLock { $0 } }
    set { configure("audioTimePitchAlgorithm") { algorithm.withLock { $0 = newValue } } }
  }

  override var problemOfFile: AVError? { if case .audio(let format) = form { format.problem(of: track) } else { nil } }

  override func addParts(to plan: inout ReadingPlan, _ number: Int) throws -> SampleSupply {
    switch form {
    case nil: throw AVError(problem ?? SettingsError("outputSettings", "cannot be used"))
    case .stored: return try plan.stored(track, number)
    case .frames(let settings): return try plan.frames(track, settings, number)
    case .audio(let format):
      try audioTimePitchAlgorithm.check(track)
      return try plan.audio(track, format, audioTimePitchAlgorithm, number)
    }
  }
}

extension AVAudioTimePitchAlgorithm {
  /// The algorithm of outputs unless they are given another.
  static func standard(for tracks: [AVAssetTrack]) -> AVAudioTimePitchAlgorithm {
    tracks.contains { $0 is AVCompositionTrack } ? .spectral : .varispeed
  }

  /// - Throws: `AVError` if edits of a track would need another algorithm than `varispeed`.
  func check(_ track: AVAssetTrack) throws {
    guard self != .varispeed, !(track is AVCompositionTrack) else { return }
    let isScaled = track.segments.contains { segment in
      !segment.isEmpty && segment.timeMapping.source.duration != segment.timeMapping.target.duration
    }
    guard isScaled else { return }
    throw AVError(
      .operationNotSupportedForAsset, reason: "edits of track \(track.trackID) change its speed, and so its pitch",
      suggestion: "set audioTimePitchAlgorithm to varispeed")
  }
}
