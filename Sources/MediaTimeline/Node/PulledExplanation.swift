extension [String] {
  /// The lines of an explanation, as many as people read, and the number of those that are left out.
  var abridged: [String] {
    let limit = 60
    return count > limit ? prefix(limit) + ["… and \(count - limit) more"] : self
  }
}
