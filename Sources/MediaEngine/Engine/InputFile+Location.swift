import MediaGraph
package import MediaSource

extension InputFile {
  /// Returns the reason why a local input cannot be read; nil for other URLs, which the run itself checks.
  package static func problem(_ location: Location, at range: SourceRange?) -> Diagnostic? {
    guard let path = location.path else {
      guard location.scheme == "file" else { return nil }
      return Diagnostic(MediaError(.malformedURL, "it is no URL of a file", path: location.text), at: range)
    }
    return problem(path: path).map { Diagnostic($0, at: range) }
  }
}
