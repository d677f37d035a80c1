/// The domain of errors of this module.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The capture device that the error is about.
public let AVErrorDeviceKey = "AVErrorDeviceKey"
/// The time at which it happened: an `NSValue` of a `CMTime`.
public let AVErrorTimeKey = "AVErrorTimeKey"
/// How large the file had become, in bytes: an `NSNumber`.
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// The process that is in the way: an `NSNumber`.
public let AVErrorPIDKey = "AVErrorPIDKey"
/// Whether the recording can be used in spite of the error: an `NSNumber` with a Boolean.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"
/// The media type of what could not be decoded or encoded: a string, the raw value of an `AVMediaType`.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The formats that could not be decoded or encoded: an array of `NSNumber` with four-character codes.
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"

extension AVError {
  /// The time at which it happened.
  public var time: CMTime? { (userInfo[AVErrorTimeKey] as? NSValue)?.timeValue }

  /// How large the file had become, in bytes.
  public var fileSize: Int64? { (userInfo[AVErrorFileSizeKey] as? NSNumber)?.int64Value }

  /// The process that is in the way.
  public var processID: Int? { (userInfo[AVErrorPIDKey] as? NSNumber)?.intValue }

  /// Whether the recording can be used in spite of the error.
  public var recordingSuccessfullyFinished: Bool? {
    (userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue
  }

  /// The media type of what could not be decoded or encoded.
  public var mediaType: AVMediaType? { (userInfo[AVErrorMediaTypeKey] as? String).map { AVMediaType(rawValue: $0) } }

  /// The formats that could not be decoded or encoded, as four-character codes.
  public var mediaSubtypes: [Int]? { (userInfo[AVErrorMediaSubTypeKey] as? [NSNumber])?.map(\.intValue) }

  /// The typed error that caused this one.
  public var underlyingError: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }

  /// An error with a cause, in one line, and the typed error underneath.
  init(
    _ code: Code, reason: String, suggestion: String? = nil, underlying: (any Error)? = nil,
    more: [String: Any] = [:]
  ) {
    var info = more
    info[NSLocalizedFailureReasonErrorKey] = reason
    if let suggestion { info[NSLocalizedRecoverySuggestionErrorKey] = suggestion }
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    self.init(code, userInfo: info)
  }
}
