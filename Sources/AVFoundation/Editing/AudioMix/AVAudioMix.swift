import Synchronization

/// The volumes of audio tracks over time, for an asset that is read, played or exported.
///
/// Tracks without parameters are heard at a volume of 1. Times are those of the asset's timeline: of a composition's, not of its
/// sources.
///
/// Source: `AVAudioMix`.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  final let parameters: Mutex<[AVAudioMixInputParameters]>

  /// Creates a mix without parameters: the sum of all tracks.
  public override init() {
    parameters = Mutex([])
    super.init()
  }

  /// Creates a mix with copies of parameters.
  fileprivate init(copying parameters: [AVAudioMixInputParameters], _ copy: (AVAudioMixInputParameters) -> Any) {
    self.parameters = Mutex(parameters.compactMap { copy($0) as? AVAudioMixInputParameters })
    super.init()
  }

  /// The parameters of tracks. Of several for one track, the last ones count.
  open var inputParameters: [AVAudioMixInputParameters] { parameters.withLock { $0 } }

  /// Returns an immutable copy, with copies of the parameters.
  open func copy(with zone: NSZone? = nil) -> Any {
    type(of: self) == AVAudioMix.self ? self : AVAudioMix(copying: inputParameters) { $0.copy() }
  }

  /// Returns a mutable copy, with mutable copies of the parameters: an `AVMutableAudioMix`.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableAudioMix(copying: inputParameters) { $0.mutableCopy() }
  }
}

/// A mix whose parameters can be set.
///
///     let parameters = AVMutableAudioMixInputParameters(track: track)
///     parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range)
///     let mix = AVMutableAudioMix()
///     mix.inputParameters = [parameters]
///
/// Source: `AVMutableAudioMix`.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  // Unchecked like its superclass; it stores nothing.
  /// The parameters of tracks. Of several for one track, the last ones count.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set { parameters.withLock { $0 = newValue } }
  }
}
