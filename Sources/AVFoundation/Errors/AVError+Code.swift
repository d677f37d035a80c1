extension AVError {
  /// The code of an error. The values are Apple's.
  ///
  /// Cases that name their causes after a colon are raised by assets and image generators, for these.
  public enum Code: Int, Hashable, Sendable {
    /// Reason unknown: keys that are no properties, GStreamer errors that no other code fits, errors of a program's
    /// handlers.
    case unknown = -11800
    /// Not enough memory for the media: for an image.
    case outOfMemory = -11801
    /// Recording couldn't start: no data being captured.
    case sessionNotRunning = -11803
    /// Device in use elsewhere in this program.
    case deviceAlreadyUsedByAnotherSession = -11804
    /// Recording got no data.
    case noDataCaptured = -11805
    /// Recording stopped: inputs or outputs changed.
    case sessionConfigurationChanged = -11806
    /// Recording stopped: disk nearly full.
    case diskFull = -11807
    /// Recording stopped: device gone.
    case deviceWasDisconnected = -11808
    /// Recording stopped: source format changed.
    case mediaChanged = -11809
    /// Recording stopped at its duration limit; file may be good.
    case maximumDurationReached = -11810
    /// Recording stopped at its size limit; file may be good.
    case maximumFileSizeReached = -11811
    /// Recording stopped: gap in the input.
    case mediaDiscontinuity = -11812
    /// Recording stopped: sample-count limit.
    case maximumNumberOfSamplesForFileFormatReached = -11813
    /// Device can't be opened: not connected or off.
    case deviceNotConnected = -11814
    /// Device can't be opened: used by another program.
    case deviceInUseByAnotherApplication = -11815
    /// Settings can't change: another process holds the lock.
    case deviceLockedForConfigurationByAnotherProcess = -11817
    /// Recording was interrupted.
    case sessionWasInterrupted = -11818
    /// Media services went away.
    case mediaServicesWereReset = -11819
    /// Export couldn't complete.
    case exportFailed = -11820
    /// Some source media couldn't be decoded: a damaged sample, whose time is in `time`, or one that depends on it.
    case decodeFailed = -11821
    /// Some source media couldn't be read: a missing file, a server that does not answer, answers with an error or
    /// breaks off, a file that ends before its samples do, formats without a description.
    case invalidSourceMedia = -11822
    /// Target file already exists.
    case fileAlreadyExists = -11823
    /// Segment list has gaps.
    case compositionTrackSegmentsNotContiguous = -11824
    /// Segment's target duration is invalid.
    case invalidCompositionTrackSegmentDuration = -11825
    /// Segment's start time is invalid.
    case invalidCompositionTrackSegmentSourceStartTime = -11826
    /// Segment's source has no valid duration.
    case invalidCompositionTrackSegmentSourceDuration = -11827
    /// Format not recognised: other files, web pages, URLs with an unsupported scheme.
    case fileFormatNotRecognized = -11828
    /// File damaged or of unknown format: its headers end early or contradict themselves.
    case fileFailedToParse = -11829
    /// Too many photo requests pending.
    case maximumStillImageCaptureRequestsExceeded = -11830
    /// Program may not open this media: its samples are encrypted.
    case contentIsProtected = -11831
    /// No image at that time: no frame is displayed, nowhere within the tolerances; there is no video track; the time
    /// is not numeric.
    case noImageAtTime = -11832
    /// No decoder for the media in `mediaType` and `mediaSubtypes`.
    case decoderNotFound = -11833
    /// No encoder; userInfo may name media type and subtypes.
    case encoderNotFound = -11834
    /// User may not play the media: the server demands credentials (401, 407), or forbids access (402, 403, 451).
    case contentIsNotAuthorized = -11835
    /// Program may not play media. Never raised here: Linux has no such authorisation.
    case applicationIsNotAuthorized = -11836
    /// Capture session started in the background. Never raised here: there are no foreground and background programs.
    case deviceIsNotAvailableInBackground = -11837
    /// Operation unsupported for this asset: an edit that plays backwards, a pixel format that no image holds, a graph of an asset
    /// without a URL.
    case operationNotSupportedForAsset = -11838
    /// Decoder busy; userInfo may name media type and subtypes.
    case decoderTemporarilyUnavailable = -11839
    /// Encoder busy; userInfo may name media type and subtypes.
    case encoderTemporarilyUnavailable = -11840
    /// Video composition is not usable for the operation.
    case invalidVideoComposition = -11841
    /// An external reference was blocked by the reference restrictions: the asset's properties do not load.
    case referenceForbiddenByReferencePolicy = -11842
    /// The operation was cancelled, such as an export by its session.
    case operationCancelled = -11878
  }

  // Shortcuts, for `catch AVError.diskFull`.

  /// The code of this name.
  public static var unknown: Code { .unknown }

  /// The code of this name.
  public static var outOfMemory: Code { .outOfMemory }

  /// The code of this name.
  public static var sessionNotRunning: Code { .sessionNotRunning }

  /// The code of this name.
  public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }

  /// The code of this name.
  public static var noDataCaptured: Code { .noDataCaptured }

  /// The code of this name.
  public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }

  /// The code of this name.
  public static var diskFull: Code { .diskFull }

  /// The code of this name.
  public static var deviceWasDisconnected: Code { .deviceWasDisconnected }

  /// The code of this name.
  public static var mediaChanged: Code { .mediaChanged }

  /// The code of this name.
  public static var maximumDurationReached: Code { .maximumDurationReached }

  /// The code of this name.
  public static var maximumFileSizeReached: Code { .maximumFileSizeReached }

  /// The code of this name.
  public static var mediaDiscontinuity: Code { .mediaDiscontinuity }

  /// The code of this name.
  public static var maximumNumberOfSamplesForFileFormatReached: Code { .maximumNumberOfSamplesForFileFormatReached }

  /// The code of this name.
  public static var deviceNotConnected: Code { .deviceNotConnected }

  /// The code of this name.
  public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }

  /// The code of this name.
  public static var deviceLockedForConfigurationByAnotherProcess: Code { .deviceLockedForConfigurationByAnotherProcess }

  /// The code of this name.
  public static var sessionWasInterrupted: Code { .sessionWasInterrupted }

  /// The code of this name.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }

  /// The code of this name.
  public static var exportFailed: Code { .exportFailed }

  /// The code of this name.
  public static var decodeFailed: Code { .decodeFailed }

  /// The code of this name.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }

  /// The code of this name.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }

  /// The code of this name.
  public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }

  /// The code of this name.
  public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }

  /// The code of this name.
  public static var invalidCompositionTrackSegmentSourceStartTime: Code {
    .invalidCompositionTrackSegmentSourceStartTime
  }

  /// The code of this name.
  public static var invalidCompositionTrackSegmentSourceDuration: Code { .invalidCompositionTrackSegmentSourceDuration }

  /// The code of this name.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }

  /// The code of this name.
  public static var fileFailedToParse: Code { .fileFailedToParse }

  /// The code of this name.
  public static var maximumStillImageCaptureRequestsExceeded: Code { .maximumStillImageCaptureRequestsExceeded }

  /// The code of this name.
  public static var contentIsProtected: Code { .contentIsProtected }

  /// The code of this name.
  public static var noImageAtTime: Code { .noImageAtTime }

  /// The code of this name.
  public static var decoderNotFound: Code { .decoderNotFound }

  /// The code of this name.
  public static var encoderNotFound: Code { .encoderNotFound }

  /// The code of this name.
  public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }

  /// The code of this name.
  public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }

  /// The code of this name.
  public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }

  /// The code of this name.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }

  /// The code of this name.
  public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }

  /// The code of this name.
  public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }

  /// The code of this name.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }

  /// The code of this name.
  public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }

  /// The code of this name.
  public static var operationCancelled: Code { .operationCancelled }
}
