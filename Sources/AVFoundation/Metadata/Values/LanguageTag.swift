/// A language of metadata in BCP 47's form, with the matching of languages.
struct LanguageTag: Hashable, Sendable {
  /// In BCP 47's shortest form: `en`, `en-US`, `zh-Hant`.
  let identifier: String
  private let language: String
  /// The script, from the tag or implied by the region.
  private let script: String?
  private let region: String?

  /// Makes a tag; nil for a text that names no language: empty, `und`, `mul`, `zxx`.
  ///
  /// - Parameter text: A tag of BCP 47, a locale identifier, or three letters of ISO 639-2, T or B.
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    var text = text
    if let first = parts.first, let code = Self.bibliographic[first.lowercased()] {
      text = code + text.dropFirst(first.count)
    }
    let locale = Locale(identifier: text)
    guard let code = locale.language.languageCode?.identifier, !["", "und", "mul", "zxx"].contains(code.lowercased())
    else { return nil }
    identifier = locale.identifier(.bcp47)
    language = (locale.language.languageCode?.identifier(.alpha2) ?? code).lowercased()
    region = locale.region?.identifier
    let subtags: [Substring] = text.split { (character: Character) in character == "-" || character == "_" }
    script =
      subtags.dropFirst().first { $0.count == 4 }?.capitalized
      ?? (region == nil ? nil : locale.language.script?.identifier)
  }

  /// The region as a country of ISO 3166-1, two letters; nil for other regions.
  var country: String? { region.flatMap { $0.utf8.count == 2 ? $0 : nil } }

  init?(_ locale: Locale) { self.init(locale.identifier) }

  /// The locale of the tag, in the form `en_US`.
  var locale: Locale { Locale(identifier: identifier.replacingOccurrences(of: "-", with: "_")) }

  /// True if all subtags that both have are equal: `en` and `en-US` match, `en-US` and `en-GB` do not.
  func matches(_ other: LanguageTag) -> Bool {
    func agree(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }
    return language == other.language && agree(script, other.script) && agree(region, other.region)
  }

  /// Returns the three letters of ISO 639-2/T, as files store them; the tag itself if it has none.
  static func iso639(of tag: String) -> String {
    Locale.Language(identifier: tag).languageCode?.identifier(.alpha3) ?? tag
  }

  /// ISO 639-2's bibliographic codes, with the terminological code for each.
  private static let bibliographic = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
    "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
    "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
  ]
}
