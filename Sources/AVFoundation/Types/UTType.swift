/// A uniform type identifier, as far as writers need one: module UniformTypeIdentifiers has the rest.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
  /// The identifier.
  public let identifier: String

  /// Creates a type; nil for an identifier that is unknown.
  ///
  /// Known are Apple's identifiers of media, documents and archives, dynamic ones, and those that the program has declared with
  /// `init(exportedAs:)` or `init(importedAs:)`. Case does not matter.
  public init?(_ identifier: String) {
    guard let entry = KnownTypes.shared.entry(identifier) else { return nil }
    self.identifier = entry.identifier
  }

  /// Creates a type whose identifier is known.
  package init(known identifier: String) { self.identifier = identifier }

  public var description: String { identifier }

  /// MPEG-4 movies.
  public static let mpeg4Movie = UTType(known: AVFileType.mp4.rawValue)
  /// QuickTime movies.
  public static let quickTimeMovie = UTType(known: AVFileType.mov.rawValue)
}

extension UTType: Codable {
  /// Reads a type from its identifier, which must be known.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(identifier)' is no known type")
    }
    self = type
  }

  /// Writes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
