internal import CGStreamer

/// The two- and three-letter codes of ISO 639.
package enum LanguageCode {
  /// Returns true if two codes name one language, `de`, `deu` and `ger` for example.
  package static func equivalent(_ a: String, _ b: String) -> Bool {
    guard let a = twoLetter(a), let b = twoLetter(b) else { return false }
    return a == b
  }

  /// Returns three letters of ISO 639-2/T; nil if the code is no language.
  package static func threeLetter(_ code: String) -> String? {
    gst_tag_get_language_code_iso_639_2T(code).map { String(cString: $0) }
  }

  /// Returns the shortest code (RFC 5646, clause 2.2.1); nil if the code is no language.
  package static func shortest(_ code: String) -> String? { twoLetter(code) ?? threeLetter(code) }

  private static func twoLetter(_ code: String) -> String? {
    gst_tag_get_language_code_iso_639_1(code).map { String(cString: $0) }
  }
}
