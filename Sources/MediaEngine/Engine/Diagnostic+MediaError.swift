import MediaGraph
package import MediaSource

extension Diagnostic {
  /// Creates the diagnostic of a media error, at the place in the description that caused it.
  package init(_ error: MediaError, at range: SourceRange? = nil) {
    self.init(error.summary, kind: error.kind, at: range, cause: error.reason, underlying: error, help: error.help)
  }
}

extension MediaError {
  /// The kind of the diagnostic, which decides the command's exit code.
  fileprivate var kind: Diagnostic.Kind {
    switch (family, code) {
    case (_, .unavailable), (.plugin, _), (.device, _): .unavailable
    case (.usage, _): .usage
    case (.reading, _): .input
    case (.muxing, _), (.writing, _): .output
    case (.decoding, _), (.rendering, _), (.encoding, _), (.cancelled, _): .failure
    }
  }
}
