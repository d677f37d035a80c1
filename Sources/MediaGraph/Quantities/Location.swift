/// The location of media: a path, relative to the command's working directory, or a URL.
public struct Location: TextValue, ExpressibleByStringLiteral {
  public static let parameterType = ParameterType("url", example: "movie.mp4")

  /// The path or URL as it was given.
  public let text: String

  public init() { text = "" }
  public init(_ text: String) { self.text = text }
  public init(stringLiteral value: String) { text = value }

  public init(parsing text: String) throws(ArgumentError) {
    guard !text.isEmpty else { throw ArgumentError("must not be empty", label: "names nothing") }
    guard !text.utf8.contains(0) else { throw ArgumentError("must not hold a NUL byte", label: "is no path") }
    self.text = text
  }

  /// The path of a local file, without `file:` and percent escapes; nil for other URLs.
  public var path: String? {
    guard let scheme else { return text }
    guard scheme == "file" else { return nil }
    var rest = text.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    }
    return Self.removingPercentEscapes(String(rest))
  }

  /// The scheme of a URL; nil for a path. A single letter is not a scheme: `c:/x` is a path.
  public var scheme: String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    guard scheme.count > 1, scheme.first?.isLetter == true, scheme.allSatisfy(Self.isSchemeCharacter) else {
      return nil
    }
    // `a:b.mp4` is a file's name unless the rest looks like a URL.
    return text[colon...].hasPrefix("://") || scheme == "file" || scheme == "data" ? scheme.lowercased() : nil
  }

  /// A character of a scheme by RFC 3986, 3.1.
  private static func isSchemeCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isASCIIDigit || "+-.".contains(character))
  }

  private static func removingPercentEscapes(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
