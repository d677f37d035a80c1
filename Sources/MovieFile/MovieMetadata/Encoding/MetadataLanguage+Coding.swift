import Foundation

extension MetadataLanguage {
  /// The 16-bit code of movie files: a Macintosh code, or three letters of ISO 639-2; nil if the language has none.
  var packed: UInt16? {
    if case .macintosh(let code) = self { return code < 0x400 ? code : nil }
    return threeLetters
  }

  /// The code of three letters of five bits each; nil if the language has none.
  var threeLetters: UInt16? {
    guard let identifier else { return nil }
    return MediaLanguage(tag: identifier)?.code
  }
}

extension MediaLanguage {
  /// Makes the three letters of a BCP 47 tag, such as `fra` of `fr-CA`; nil if it has none.
  public init?(tag: String) {
    let first = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if first.utf8.count == 3 {
      self.init(iso639: first)
    } else {
      guard let letters = Locale.Language(identifier: first).languageCode?.identifier(.alpha3) else { return nil }
      self.init(iso639: letters)
    }
  }
}
