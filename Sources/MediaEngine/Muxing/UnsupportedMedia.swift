internal import MediaSource
import MovieFile

/// The reason why a format does not hold a stream, and a format that does.
struct UnsupportedMedia: Error, CustomStringConvertible {
  let reason: MovieError
  private let alternative: WritableFormat?

  /// - Parameter holds: Returns true if another format holds it.
  init(_ reason: MovieError, in format: WritableFormat, _ holds: (WritableFormat) -> Bool) {
    self.reason = reason
    let others: [WritableFormat] = [.movie(.mp4), .movie(.mov), .audio(.caf), .matroska(.matroska)]
    alternative = reason.code == .notStorable ? others.first { $0 != format && holds($0) } : nil
  }

  /// The suggested alternative; nil if no format holds it.
  var help: String? { alternative.map { "\($0.name) files hold it" } }

  var description: String { reason.description }
}

extension UnsupportedMedia: MediaErrorConvertible {
  package func mediaError(_ family: MediaError.Family) -> MediaError {
    var error = MediaError(reason, during: .muxing)
    (error.underlying, error.help) = (self, help)
    return error
  }
}
