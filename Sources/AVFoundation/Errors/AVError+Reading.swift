internal import MediaSource
internal import MediaGraph
internal import MovieFile

extension AVError {
  /// The error of an operation as the caller of this module sees it; an error of this kind stays what it is.
  init(reading error: any Error) {
    switch error {
    case let error as AVError: self = error
    case let error as Diagnostics: self.init(error)
    case let error as Diagnostic: self.init(error)
    case let error as MovieError:
      self.init(MediaError(error, during: .reading), reason: error.description, under: error)
    case let error as DecoderError:
      self.init(MediaError(error, during: .decoding), reason: error.description, under: error)
    case let error as MediaFileError:
      self.init(MediaError(error, during: .reading), reason: error.description, under: error)
    case let error as MediaError: self.init(error, reason: error.reason, under: error)
    default:
      let media = MediaError(error, during: .reading)
      self.init(media, reason: media.reason, under: error)
    }
  }

  private init(_ problems: Diagnostics) {
    guard let first = problems.all.first else {
      self.init(.unknown, reason: "it failed", underlying: problems)
      return
    }
    self.init(first)
  }

  private init(_ problem: Diagnostic) {
    let reason = problem.cause ?? problem.message
    guard let underlying = problem.underlying else {
      self.init(Self.code(of: problem.kind), reason: reason, suggestion: problem.help, underlying: problem)
      return
    }
    var error = MediaError(underlying, during: problem.kind == .output ? .writing : .reading)
    error.help = problem.help
    self.init(error, reason: reason, under: problem)
  }

  private init(_ error: MediaError, reason: String, under cause: any Error) {
    var more: [String: Any] = [:]
    if error.time.isNumeric { more[AVErrorTimeKey] = NSValue(time: error.time) }
    if let type = (error.underlying as? DecoderError)?.mediaType {
      more[AVErrorMediaTypeKey] = (type == .audio ? AVMediaType.audio : .video).rawValue
    }
    if let type = error.codec { more[AVErrorMediaSubTypeKey] = [NSNumber(value: type.rawValue)] }
    self.init(Self.code(of: error), reason: reason, suggestion: error.help, underlying: cause, more: more)
  }

  /// The code of a problem that no other error led to.
  private static func code(of kind: Diagnostic.Kind) -> Code {
    switch kind {
    case .input: .invalidSourceMedia
    case .unavailable: .decoderNotFound
    case .output: .exportFailed
    // Graphs that make no sense: no file is at fault.
    case .usage, .description, .failure: .unknown
    }
  }

  /// The table from media errors to Apple's codes.
  static func code(of error: MediaError) -> Code {
    switch error.code {
    case .missing, .unreadable, .changed, .incompleteFormat: .invalidSourceMedia
    case .malformedURL, .noMedia, .unknownFormat, .stalled: .fileFormatNotRecognized
    case .damaged: .fileFailedToParse
    case .unseekable, .unsupported: .operationNotSupportedForAsset
    case .protected: .contentIsProtected
    case .notAuthorized: .contentIsNotAuthorized
    case .forbiddenReference: .referenceForbiddenByReferencePolicy
    case .damagedSample, .missingReference: .decodeFailed
    case .noSample: .noImageAtTime
    case .missingDecoder: .decoderNotFound
    case .missingEncoder: .encoderNotFound
    case .unavailable: error.family == .encoding ? .encoderNotFound : .decoderNotFound
    case .outOfMemory: .outOfMemory
    case .exists: .fileAlreadyExists
    case .noSpace: .diskFull
    case .unwritable: .exportFailed
    case .deviceMissing: .deviceNotConnected
    case .deviceBusy: .deviceInUseByAnotherApplication
    case .deviceLost: .deviceWasDisconnected
    case .cancelled: .unknown
    case .failed: [.encoding, .muxing, .writing].contains(error.family) ? .exportFailed : .unknown
    }
  }
}
