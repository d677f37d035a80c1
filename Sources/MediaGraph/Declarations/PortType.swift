/// The type of the media that pass a port; the raw value is the name in description files and diagnostics.
public enum PortType: String, Sendable, Hashable, CaseIterable, Codable {
  case rawVideo = "video/raw"
  case rawAudio = "audio/raw"
  case codedVideo = "video/coded"
  case codedAudio = "audio/coded"
  case text
  case metadata
  case container
  case bytes
}

extension PortType: TextValue {
  public static let parameterType = ParameterType("port type", choices: allCases.map(\.rawValue))

  /// Raw video.
  public init() { self = .rawVideo }

  public init(parsing text: String) throws(ArgumentError) {
    guard let value = PortType(rawValue: text) else { throw .notAChoice(text, of: Self.allCases.map(\.rawValue)) }
    self = value
  }

  public var text: String { rawValue }
}
