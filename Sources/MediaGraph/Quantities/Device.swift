/// A capture or playback device, by its name on the machine: `camera:0`.
public struct Device: TextValue, ExpressibleByStringLiteral {
  public static let parameterType = ParameterType("device", example: "camera:0")
  public let text: String

  public init() { text = "" }
  public init(stringLiteral value: String) { text = value }

  public init(parsing text: String) throws(ArgumentError) {
    guard !text.isEmpty else { throw ArgumentError("must not be empty", label: "names nothing") }
    self.text = text
  }
}
