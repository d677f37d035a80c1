extension AVError {
  /// The error of an export that cannot be made as it is set up.
  static func cannotExport(_ reason: String, _ suggestion: String? = nil) -> AVError {
    AVError(.exportFailed, reason: reason, suggestion: suggestion)
  }
}
