internal import MediaSource
import Synchronization

/// The volume of one audio track over time.
///
/// The volume is 1 before the first setting, and stays that of the last one after it; inside a ramp it is interpolated linearly,
/// sample by sample. It may jump where a ramp begins.
///
/// Source: `AVAudioMixInputParameters`.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  struct State: Sendable {
    var trackID = kCMPersistentTrackID_Invalid
    var volume = TimedValues<Float>()
    var timePitchAlgorithm: AVAudioTimePitchAlgorithm?
    var tap: Tap?
  }

  /// A closure or callbacks that the track's audio goes through.
  enum Tap: Sendable {
    case closure(AVAudioProcessingTap)
    case processor(MTAudioProcessingTap)

    /// True if it hears the audio behind its volume.
    var isBehindVolume: Bool {
      if case .processor(let tap) = self { tap.isBehindVolume } else { false }
    }

    /// The closure to call for one output.
    var closure: AVAudioProcessingTap {
      switch self {
      case .closure(let tap): tap
      case .processor(let tap): tap.closure()
      }
    }
  }

  final let state: Mutex<State>

  /// Creates parameters without ramps for no track.
  public override init() {
    state = Mutex(State())
    super.init()
  }

  init(_ state: State) {
    self.state = Mutex(state)
    super.init()
  }

  final var current: State { state.withLock { $0 } }

  /// The ID of the track: of the asset that is read, which for a composition is the composition's track and not its source.
  open var trackID: CMPersistentTrackID { current.trackID }

  /// The treatment of the pitch where the track is played faster or slower; nil for that of the reader or player.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { current.timePitchAlgorithm }

  /// The closure that hears the track's audio before its volume, and may change it; nil for none.
  ///
  /// An addition to Apple's interface. A track has this or an `audioTapProcessor`: setting one removes the other.
  open var processingTap: AVAudioProcessingTap? {
    if case .closure(let tap)? = current.tap { tap } else { nil }
  }

  /// The tap whose callbacks hear the track's audio, and may change it; nil for none.
  ///
  /// It gets the audio that a `processingTap` gets, before the volume or after it, as its creation flags say.
  open var audioTapProcessor: MTAudioProcessingTap? {
    if case .processor(let tap)? = current.tap { tap } else { nil }
  }

  /// Returns the ramp that contains a time, or else the first one that starts after it. A volume that was set at a time is a ramp
  /// up to the next setting, and the last such one has no end.
  ///
  /// - Parameters:
  ///   - startVolume: Receives the volume at the ramp's start, unless nil.
  ///   - endVolume: Receives the volume at its end, unless nil.
  ///   - timeRange: Receives its range, unless nil.
  /// - Returns: False after the last ramp, and without any: nothing is received then.
  open func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { current.volume.copyRamp(at: time, startVolume, endVolume, timeRange) }

  /// Returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    type(of: self) == AVAudioMixInputParameters.self ? self : AVAudioMixInputParameters(current)
  }

  /// Returns a mutable copy: an `AVMutableAudioMixInputParameters`.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMixInputParameters(current) }
}

/// Volumes of a track that can be set.
///
/// Of settings that overlap, the later call wins over its own range: a volume that is set inside a ramp ends it, and a ramp
/// replaces what was set inside its range.
///
/// Source: `AVMutableAudioMixInputParameters`.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  // Unchecked like its superclass; it stores nothing.
  /// Creates parameters without ramps for a track; nil for none.
  public convenience init(track: AVAssetTrack?) {
    self.init()
    if let track { trackID = track.trackID }
  }

  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { state.withLock { $0.trackID = newValue } }
  }

  open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { super.audioTimePitchAlgorithm }
    set { state.withLock { $0.timePitchAlgorithm = newValue } }
  }

  open override var processingTap: AVAudioProcessingTap? {
    get { super.processingTap }
    set {
      state.withLock { state in
        if let newValue {
          state.tap = .closure(newValue)
        } else if case .closure? = state.tap {
          state.tap = nil
        }
      }
    }
  }

  open override var audioTapProcessor: MTAudioProcessingTap? {
    get { super.audioTapProcessor }
    set {
      state.withLock { state in
        if let newValue {
          state.tap = .processor(newValue)
        } else if case .processor? = state.tap {
          state.tap = nil
        }
      }
    }
  }

  /// Sets the volume from a time on, until the next setting.
  ///
  /// - Parameter volume: A factor: 0 is silence, 1 leaves the samples as they are.
  open func setVolume(_ volume: Float, at time: CMTime) {
    guard volume.isFinite else { return }
    state.withLock { $0.volume.setLevel(max(volume, 0), at: time) }
  }

  /// Sets a ramp: the volume changes linearly from the start of a range to its end. A range without times is ignored.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    guard startVolume.isFinite, endVolume.isFinite else { return }
    state.withLock { $0.volume.setRamp(from: max(startVolume, 0), to: max(endVolume, 0), in: timeRange) }
  }

  /// Sets a fade whose power changes linearly, so that two unrelated tracks that fade into each other keep their loudness: the
  /// volume follows a quarter of a sine, in 64 linear ramps (within 0.0001 of it).
  ///
  /// An addition to Apple's interface.
  open func setEqualPowerFade(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange)
  {
    guard startVolume.isFinite, endVolume.isFinite, timeRange.start.isNumber, timeRange.duration.isNumber else {
      return
    }
    let (from, to) = (Double(max(startVolume, 0)), Double(max(endVolume, 0)))
    let steps: Int32 = 64
    func volume(_ step: Int32) -> Float {
      let share = sin(Double(step) / Double(steps) * .pi / 2)
      // Rising, the sine of the fade in; falling, the same sine backwards in time.
      let falling = cos(Double(step) / Double(steps) * .pi / 2)
      return Float(from <= to ? from + (to - from) * share : to + (from - to) * falling)
    }
    func time(_ step: Int32) -> CMTime {
      timeRange.start + CMTimeMultiplyByRatio(timeRange.duration, multiplier: step, divisor: steps)
    }
    state.withLock { state in
      for step in 0..<steps {
        state.volume.setRamp(
          from: volume(step), to: volume(step + 1), in: CMTimeRange(start: time(step), end: time(step + 1)))
      }
    }
  }
}
