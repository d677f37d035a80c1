/// The language of media: a tag of BCP 47 such as `en` or `pt-BR`, or three letters of ISO 639-2; `und` for none.
public struct SpokenLanguage: TextValue {
  public static let parameterType = ParameterType(
    "language", example: "en", pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")

  /// The tag as it was given.
  public let text: String

  public init() { text = "und" }

  public init(parsing text: String) throws(ArgumentError) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      parts.allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      } && parts[0].count > 1 && parts[0].allSatisfy(\.isLetter)
    guard isTag else { throw .notA(Self.parameterType, help: "write a tag such as en, pt-BR or und") }
    self.text = text
  }
}
