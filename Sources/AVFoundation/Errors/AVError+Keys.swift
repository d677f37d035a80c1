/// The domain of errors of this module.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The capture device of the error.
public let AVErrorDeviceKey = "AVErrorDeviceKey"
/// The time of the error: an `NSValue` of a `CMTime`.
public let AVErrorTimeKey = "AVErrorTimeKey"
/// The size of the file so far, in bytes: an `NSNumber`.
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// The process that holds the resource: an `NSNumber`.
public let AVErrorPIDKey = "AVErrorPIDKey"
/// True if the recording is usable in spite of the error: an `NSNumber` with a Boolean.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"
/// The media type that could not be decoded or encoded: a string, the raw value of an `AVMediaType`.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The formats that could not be decoded or encoded: an array of `NSNumber` with four-character codes.
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"

extension AVError {
  /// The time of the error.
  public var time: CMTime? {
    // On Apple's systems, a time among the values of a dictionary is such an object.
    userInfo[AVErrorTimeKey] as? CMTime ?? (userInfo[AVErrorTimeKey] as? NSValue)?.timeValue
  }

  /// The size of the file so far, in bytes.
  public var fileSize: Int64? { (userInfo[AVErrorFileSizeKey] as? NSNumber)?.int64Value }

  /// The process that holds the resource.
  public var processID: Int? { (userInfo[AVErrorPIDKey] as? NSNumber)?.intValue }

  /// True if the recording is usable in spite of the error.
  public var recordingSuccessfullyFinished: Bool? {
    (userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue
  }

  /// The media type that could not be decoded or encoded.
  public var mediaType: AVMediaType? { (userInfo[AVErrorMediaTypeKey] as? String).map { AVMediaType(rawValue: $0) } }

  /// The formats that could not be decoded or encoded, as four-character codes.
  public var mediaSubtypes: [Int]? { (userInfo[AVErrorMediaSubTypeKey] as? [NSNumber])?.map(\.intValue) }

  /// The typed error that caused this one.
  public var underlyingError: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }

  /// Creates an error with a cause in one line and the underlying typed error.
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
