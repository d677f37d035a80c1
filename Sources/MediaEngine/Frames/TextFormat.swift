/// The formats of captions within graphs.
enum TextFormat {
  /// Bold, italic and underlined text as Pango has it, with references for marks of the syntax.
  static let markup = "pango-markup"
  static let plain = "utf8"

  static func caps(_ format: String) -> String { "text/x-raw,format=\(format)" }
  /// Either, with styles if there is a choice.
  static let any = caps("{\(markup),\(plain)}")
}
