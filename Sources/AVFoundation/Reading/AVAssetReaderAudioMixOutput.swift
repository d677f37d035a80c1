import Synchronization

/// The sum of several audio tracks, as linear PCM.
///
/// Tracks are converted to one rate and number of channels, the largest among them unless the settings say others, and added
/// sample by sample; what is beyond full scale is clipped, except by floating-point samples.
///
/// Source: `AVAssetReaderAudioMixOutput`.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The tracks that are mixed.
  public let audioTracks: [AVAssetTrack]
  /// The settings that the output was made with; nil for floating-point samples.
  open var audioSettings: [String: Any]? { settings }
  // Set once; values of settings are property lists.
  private nonisolated(unsafe) let settings: [String: Any]?
  private let format: PCMOutputFormat?
  private let algorithm: Mutex<AVAudioTimePitchAlgorithm>
  private let mix = Mutex<AVAudioMix?>(nil)

  /// Creates an output of a mix.
  ///
  /// - Parameters:
  ///   - audioTracks: Audio tracks of the reader's asset, at least one.
  ///   - audioSettings: Settings of linear PCM; nil for floating-point samples of 32 bits.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    let format = SettingsResult { () throws(SettingsError) in
      guard !audioTracks.isEmpty else { throw SettingsError("audioTracks", "is empty") }
      if let other = audioTracks.first(where: { $0.mediaType != .audio }) {
        throw SettingsError("audioTracks", "has track \(other.trackID) of type '\(other.mediaType)'")
      }
      return try PCMOutputFormat(audioSettings ?? [AVLinearPCMIsFloatKey: true])
    }
    (self.audioTracks, settings, self.format) = (audioTracks, audioSettings, format.value)
    algorithm = Mutex(.standard(for: audioTracks))
    super.init(audioTracks, format.problem)
  }

  /// The volumes of the tracks over the time of the asset; nil, as is the default, for the sum of the tracks as they are. The
  /// output keeps a copy. Parameters for a track that the asset does not have make the start of the reader fail.
  open var audioMix: AVAudioMix? {
    get { mix.withLock { $0 } }
    set {
      let copy = newValue?.copy() as? AVAudioMix
      configure("audioMix") { mix.withLock { $0 = copy } }
    }
  }

  /// The treatment of the pitch where edits play a track faster or slower; see
  /// `AVAssetReaderTrackOutput.audioTimePitchAlgorithm`.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { algorithm.withLock { $0 } }
    set { configure("audioTimePitchAlgorithm") { algorithm.withLock { $0 = newValue } } }
  }

  override var problemOfFile: AVError? {
    guard let format else { return nil }
    return audioTracks.lazy.compactMap { format.problem(of: $0) }.first
  }

  override func addParts(to plan: inout ReadingPlan, _ number: Int) throws -> SampleSupply {
    guard let format else { throw AVError(problem ?? SettingsError("audioSettings", "cannot be used")) }
    if audioMix != nil || audioTracks.contains(where: { $0 is AVCompositionTrack }) {
      return try plan.mixEdit(audioTracks, audioMix, audioTimePitchAlgorithm, format, number)
    }
    for track in audioTracks { try audioTimePitchAlgorithm.check(track) }
    return try plan.mix(audioTracks, format, number)
  }
}
