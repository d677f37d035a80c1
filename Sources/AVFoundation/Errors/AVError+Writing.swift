internal import MediaGraph

extension AVError {
  /// The error of an operation that writes: what has no other code is a failed export. Errors of its sources keep their codes.
  init(writing error: any Error) {
    let known = AVError(reading: error)
    switch known.code {
    case .unknown: self.init(.exportFailed, userInfo: known.userInfo)
    case .fileFormatNotRecognized, .invalidSourceMedia:
      self = Self.isOfSource(error) ? known : AVError(.exportFailed, userInfo: known.userInfo)
    default: self = known
    }
  }

  /// True for an error that was met while a source was read: before the run, it has its code already; a graph that runs names its inputs.
  private static func isOfSource(_ error: any Error) -> Bool {
    if error is AVError { return true }
    guard let problem = (error as? Diagnostics)?.all.first ?? error as? Diagnostic else { return false }
    return problem.kind == .input && problem.underlying != nil
  }
}
