/// An error in a count, or in its parameters.
public struct CountingError: Error, Equatable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
