/// What was found wrong with a count, or with the parameters of one.
public struct CountingError: Error, Equatable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
