/// An error of media, with a code for programs and a reason for people.
///
/// Errors are thrown and stored as `AVError` values: `catch AVError.diskFull`, `error as? AVError` and `(error as NSError).code` all
/// work. `localizedFailureReason` names the cause in one line, and `underlyingError` is the typed error that caused it, if any.
///
/// Source: `AVError`; the domain and the codes are Apple's.
public struct AVError: Error, Sendable {
  /// The code of the error.
  public let code: Code
  /// Details, under Foundation's keys and those whose names begin with `AVError`. Set once in the initializer;
  /// values are property lists, times, devices and errors, which nothing changes.
  public nonisolated(unsafe) let userInfo: [String: Any]

  /// The domain of these errors.
  public static var errorDomain: String { AVFoundationErrorDomain }

  /// Creates an error. Texts for people that `userInfo` lacks are those of `code`.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// The number of the code.
  public var errorCode: Int { code.rawValue }
}

extension AVError.Code {
  /// True if an error has a code.
  public static func ~= (code: AVError.Code, error: any Error) -> Bool {
    if let error = error as? AVError { return error.code == code }
    let error = error as NSError
    return error.domain == AVError.errorDomain && error.code == code.rawValue
  }
}

extension AVError: CustomNSError {
  /// `userInfo`, with the code's description if it has none.
  public var errorUserInfo: [String: Any] {
    userInfo.merging([NSLocalizedDescriptionKey: code.message]) { own, _ in own }
  }
}

extension AVError {
  /// Creates the error of an object with the domain and a code of this module; of other objects, an unknown error with
  /// the object underneath.
  public init(_nsError error: NSError) {
    guard error.domain == AVFoundationErrorDomain, let code = Code(rawValue: error.code) else {
      self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error])
      return
    }
    self.init(code, userInfo: error.userInfo)
  }

  /// The error as an object.
  public var _nsError: NSError { self as NSError }
}

extension AVError: LocalizedError {
  /// The general description of the error.
  public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String ?? code.message }
  /// The cause, in one line.
  public var failureReason: String? { userInfo[NSLocalizedFailureReasonErrorKey] as? String }
  /// A possible remedy.
  public var recoverySuggestion: String? { userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }
}

extension AVError: Hashable {
  /// Errors are equal if their code and texts are.
  public static func == (left: AVError, right: AVError) -> Bool {
    left.code == right.code && left.errorDescription == right.errorDescription
      && left.failureReason == right.failureReason
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AVError: CustomStringConvertible {
  /// The whole error in one line: `diskFull (-11807): There is no space left. (No space left on device)`.
  public var description: String {
    "\(code) (\(code.rawValue)): \(errorDescription ?? "")" + (failureReason.map { " (\($0))" } ?? "")
  }
}
