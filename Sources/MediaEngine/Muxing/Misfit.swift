internal import MediaSource
import MovieFile

/// Why a kind of file does not hold what is written, and which one does.
struct Misfit: Error, CustomStringConvertible {
  let reason: MovieError
  private let alternative: WritableFormat?

  /// - Parameter holds: Whether another kind of file holds it.
  init(_ reason: MovieError, in format: WritableFormat, _ holds: (WritableFormat) -> Bool) {
    self.reason = reason
    let others: [WritableFormat] = [.movie(.mp4), .movie(.mov), .sound(.caf)]
    alternative = reason.code == .unfit ? others.first { $0 != format && holds($0) } : nil
  }

  /// What to do instead; nil if no kind of file holds it.
  var help: String? { alternative.map { "\($0.name) files hold it" } }

  var description: String { reason.description }
}

extension Misfit: MediaErrorConvertible {
  package func mediaError(_ family: MediaError.Family) -> MediaError {
    var error = MediaError(reason, during: .muxing)
    (error.underlying, error.help) = (self, help)
    return error
  }
}
