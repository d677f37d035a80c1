import MediaGraph
package import MediaSource

extension Diagnostic {
  /// Creates the diagnostic of a media error, at the place in the description that caused it.
  ///
  /// - Parameter message: The effect of the error; by default the error's own summary.
  package init(_ error: MediaError, _ message: String? = nil, at range: SourceRange? = nil) {
    self.init(
      message ?? error.summary, kind: error.kind, at: range, cause: error.reason, underlying: error,
      help: error.help ?? error.installation)
  }
}

extension MediaError {
  /// The kind of the diagnostic, which decides the command's exit code.
  fileprivate var kind: Diagnostic.Kind {
    switch (family, code) {
    case (_, .missingDecoder) where !missingElements.isEmpty: .unavailable
    case (_, .unavailable), (.plugin, _), (.device, _): .unavailable
    case (.usage, _): .usage
    case (.reading, _): .input
    case (.muxing, _), (.writing, _): .output
    case (.decoding, _), (.rendering, _), (.encoding, _), (.cancelled, _): .failure
    }
  }

  /// The elements that decode the media, none of which is installed.
  var missingElements: [String] { (underlying as? DecoderError)?.missingElements ?? [] }

  /// The advice to install the elements that are missing; nil if none are, or if no package is known to have them.
  var installation: String? {
    let packages = Set(missingElements.compactMap { Availability.package(of: $0) }).sorted()
    return packages.isEmpty ? nil : "install \(packages.joined(separator: " or "))"
  }
}
