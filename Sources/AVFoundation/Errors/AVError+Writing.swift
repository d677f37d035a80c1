internal import MediaGraph

extension AVError {
  /// The error of an operation that writes: what has no other code is a failed export.
  init(writing error: any Error) {
    let known = AVError(reading: error)
    switch known.code {
    case .fileFormatNotRecognized, .invalidSourceMedia, .unknown:
      self.init(.exportFailed, userInfo: known.userInfo)
    default: self = known
    }
  }
}
