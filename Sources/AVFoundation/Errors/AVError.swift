/// An error of media, with a code that programs can tell apart and a reason that people can act on.
///
/// Errors are thrown and stored as `AVError` values: `catch AVError.diskFull`, `error as? AVError` and `(error as NSError).code` all
/// work. `localizedFailureReason` names the cause in one line, and `underlyingError` is the typed error that caused it, if any.
///
/// Source: `AVError`; the domain and the codes are Apple's.
public struct AVError: Error, @unchecked Sendable {
  /// What went wrong.
  public let code: Code
  /// More about it, under Foundation's keys and those whose names begin with `AVError`. Written once, here.
  public let userInfo: [String: Any]

  /// The domain of these errors.
  public static var errorDomain: String { AVFoundationErrorDomain }

  /// Creates an error. What `userInfo` does not say for people, `code` does.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// The number of the code.
  public var errorCode: Int { code.rawValue }
}

extension AVError.Code {
  /// Whether an error is of a code.
  public static func ~= (code: AVError.Code, error: any Error) -> Bool {
    if let error = error as? AVError { return error.code == code }
    let error = error as NSError
    return error.domain == AVError.errorDomain && error.code == code.rawValue
  }
}

extension AVError: CustomNSError {
  /// `userInfo`, with a description in any case.
  public var errorUserInfo: [String: Any] {
    userInfo.merging([NSLocalizedDescriptionKey: code.message]) { said, _ in said }
  }
}

extension AVError: LocalizedError {
  /// What went wrong in general.
  public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String ?? code.message }
  /// The cause, in one line.
  public var failureReason: String? { userInfo[NSLocalizedFailureReasonErrorKey] as? String }
  /// What can be done about it.
  public var recoverySuggestion: String? { userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }
}

extension AVError: Hashable {
  /// Errors are equal that say the same to people.
  public static func == (left: AVError, right: AVError) -> Bool {
    left.code == right.code && left.errorDescription == right.errorDescription
      && left.failureReason == right.failureReason
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AVError: CustomStringConvertible {
  /// All of it in one line: `diskFull (-11807): There is no space left. (No space left on device)`.
  public var description: String {
    "\(code) (\(code.rawValue)): \(errorDescription ?? "")" + (failureReason.map { " (\($0))" } ?? "")
  }
}
