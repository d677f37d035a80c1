extension Array where Element: Sendable {
  /// Maps the elements one after the other.
  func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await body(element)) }
    return result
  }
}
