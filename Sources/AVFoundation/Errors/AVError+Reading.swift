internal import MediaSource
internal import MediaEngine
internal import MediaGraph
internal import MovieFile

extension AVError {
  /// Converts an error of reading media to an error for users of an asset; an `AVError` is kept.
  init(reading error: any Error) {
    switch error {
    case let error as AVError: self = error
    case let error as MovieError: self.init(Self.code(of: error.code), reason: error.description, underlying: error)
    case let error as DecoderError: self.init(decoding: error)
    case let error as MediaFileError:
      self.init(Self.code(of: error.reason), reason: error.description, underlying: error)
    case let error as MediaError:
      self.init(Self.code(of: error), reason: error.reason, suggestion: error.help, underlying: error)
    case let error as Diagnostic:
      self.init(
        error.kind == .unavailable ? .decoderNotFound : .fileFormatNotRecognized, reason: error.cause ?? error.message,
        suggestion: error.help, underlying: error)
    case is CancellationError: self.init(.unknown, reason: "it was cancelled", underlying: error)
    default: self.init(.unknown, reason: "\(error)", underlying: error)
    }
  }

  private static func code(of code: MovieError.Code) -> Code {
    switch code {
    case .notAMovie, .unsupported: .fileFormatNotRecognized
    case .truncated, .malformed, .excessive: .fileFailedToParse
    case .protected: .contentIsProtected
    case .changed, .unreadable: .invalidSourceMedia
    case .forbiddenReference: .referenceForbiddenByReferencePolicy
    case .unwritable: .exportFailed
    case .unfit: .operationNotSupportedForAsset
    }
  }

  private static func code(of error: MediaError) -> Code {
    switch error.code {
    case .unavailable: .decoderNotFound
    case .missing, .unreadable: .invalidSourceMedia
    case .malformedURL, .noMedia, .stalled, .damaged: .fileFormatNotRecognized
    case .unseekable: .operationNotSupportedForAsset
    }
  }

  private static func code(of reason: MediaFileError.Reason) -> Code {
    switch reason {
    case .unsupportedScheme, .noHost, .malformedURL, .contentType: .fileFormatNotRecognized
    // Access is for the server to decide: neither a name nor a password was sent.
    case .status(401), .status(402), .status(403), .status(407), .status(451): .contentIsNotAuthorized
    case .status, .timeout, .unreachable, .cutOff, .changed, .noRanges: .invalidSourceMedia
    case .uncounted: .operationNotSupportedForAsset
    }
  }

  private init(decoding error: DecoderError) {
    let code: Code =
      switch error.code {
      case .damagedSample, .missingReference: .decodeFailed
      case .missingDecoder: .decoderNotFound
      case .unreadableSample, .incompleteFormat: .invalidSourceMedia
      case .protected: .contentIsProtected
      case .unsupported: .operationNotSupportedForAsset
      case .outOfMemory: .outOfMemory
      case .nothingThere: .noImageAtTime
      }
    var more: [String: Any] = [:]
    if error.time.isNumeric { more[AVErrorTimeKey] = NSValue(time: error.time) }
    if let type = error.mediaType { more[AVErrorMediaTypeKey] = (type == .audio ? AVMediaType.audio : .video).rawValue }
    if let type = error.mediaSubType { more[AVErrorMediaSubTypeKey] = [NSNumber(value: type.rawValue)] }
    self.init(code, reason: error.description, underlying: error, more: more)
  }
}
