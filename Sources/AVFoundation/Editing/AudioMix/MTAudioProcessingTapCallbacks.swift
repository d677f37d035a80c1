/// The place of a tap in its mix, before or behind the volume; see `kMTAudioProcessingTapCreationFlag_PreEffects`.
public typealias MTAudioProcessingTapCreationFlags = UInt32
/// The ends of a stream; see `kMTAudioProcessingTapFlag_StartOfStream`.
public typealias MTAudioProcessingTapFlags = UInt32

/// The tap gets the audio before the volume of its track.
public var kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags { 1 }
/// The tap gets the audio behind the volume of its track; it is not called for a track whose volume is 0 throughout.
public var kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags { 2 }

/// The source audio does not continue what was there before: filters start anew.
public var kMTAudioProcessingTapFlag_StartOfStream: MTAudioProcessingTapFlags { 0x100 }
/// The source audio ends with these frames.
public var kMTAudioProcessingTapFlag_EndOfStream: MTAudioProcessingTapFlags { 0x200 }

/// The version of callbacks.
public var kMTAudioProcessingTapCallbacksVersion_0: Int32 { 0 }
/// An argument makes no sense.
public var kMTAudioProcessingTapInvalidArgumentErr: OSStatus { -12780 }

/// Begins the life of a tap: gets the pointer of the callbacks, and writes the one that `MTAudioProcessingTapGetStorage(_:)` returns.
public typealias MTAudioProcessingTapInitCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ clientInfo: UnsafeMutableRawPointer?,
    _ tapStorageOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Void
/// Ends the life of a tap, which must not be kept.
public typealias MTAudioProcessingTapFinalizeCallback = @Sendable (_ tap: MTAudioProcessingTap) -> Void
/// Comes before the first call of `process`, with the most frames of a call and the format: 32-bit floats, a buffer for each channel.
public typealias MTAudioProcessingTapPrepareCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ maxFrames: CMItemCount,
    _ processingFormat: UnsafePointer<AudioStreamBasicDescription>
  ) -> Void
/// Comes after the last call of `process`.
public typealias MTAudioProcessingTapUnprepareCallback = @Sendable (_ tap: MTAudioProcessingTap) -> Void
/// Makes the frames of a time.
///
/// - Parameters:
///   - numberFrames: The number of frames to make.
///   - flags: The creation flags of the tap.
///   - bufferListInOut: A buffer for each channel, without memory: `MTAudioProcessingTapGetSourceAudio` gives it some, or the tap its own,
///     which stays until the next call.
///   - numberFramesOut: Receives the number of frames that were made; silence follows the last one if it is less. 0 at first.
///   - flagsOut: Receives the flags of what was made; 0 at first.
public typealias MTAudioProcessingTapProcessCallback =
  @Sendable (
    _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ flags: MTAudioProcessingTapFlags,
    _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>, _ numberFramesOut: UnsafeMutablePointer<CMItemCount>,
    _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>
  ) -> Void

/// The callbacks of a tap.
///
/// Source: `MTAudioProcessingTapCallbacks`.
public struct MTAudioProcessingTapCallbacks {
  /// `kMTAudioProcessingTapCallbacksVersion_0`.
  public var version: Int32
  /// Handed to `init`.
  public var clientInfo: UnsafeMutableRawPointer?
  /// Called when the tap is created.
  public var `init`: MTAudioProcessingTapInitCallback?
  /// Called when the tap is released.
  public var finalize: MTAudioProcessingTapFinalizeCallback?
  /// Called before the first audio.
  public var prepare: MTAudioProcessingTapPrepareCallback?
  /// Called after the last audio.
  public var unprepare: MTAudioProcessingTapUnprepareCallback?
  /// Called for the audio.
  public var process: MTAudioProcessingTapProcessCallback

  /// Collects callbacks.
  public init(
    version: Int32, clientInfo: UnsafeMutableRawPointer?, `init`: MTAudioProcessingTapInitCallback?,
    finalize: MTAudioProcessingTapFinalizeCallback?, prepare: MTAudioProcessingTapPrepareCallback?,
    unprepare: MTAudioProcessingTapUnprepareCallback?, process: @escaping MTAudioProcessingTapProcessCallback
  ) {
    (self.version, self.clientInfo, self.`init`) = (version, clientInfo, `init`)
    (self.finalize, self.prepare, self.unprepare, self.process) = (finalize, prepare, unprepare, process)
  }
}
