/// A uniform type identifier, as far as writers need one: Linux has no framework of that name.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
  /// The identifier.
  public let identifier: String

  /// Creates a type; nil for an empty identifier.
  public init?(_ identifier: String) {
    guard !identifier.isEmpty else { return nil }
    self.identifier = identifier
  }

  private init(known identifier: String) { self.identifier = identifier }

  public var description: String { identifier }

  /// MPEG-4 movies.
  public static let mpeg4Movie = UTType(known: AVFileType.mp4.rawValue)
  /// QuickTime movies.
  public static let quickTimeMovie = UTType(known: AVFileType.mov.rawValue)
}
