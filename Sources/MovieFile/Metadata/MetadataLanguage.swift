/// A language, in the form that the file stores.
public enum MetadataLanguage: Hashable, Sendable {
  /// A code of the classic Mac OS, 0 being English (QuickTime File Format, "Language code values").
  case macintosh(UInt16)
  /// Three letters of ISO 639-2/T, or a tag of BCP 47.
  case tag(String)

  /// The language as a tag of BCP 47 or three letters of ISO 639-2; nil for codes that name none.
  public var identifier: String? {
    switch self {
    case .tag(let tag): tag
    case .macintosh(let code): MediaLanguage(code: code).flatMap { $0.tag == "und" ? nil : $0.tag }
    }
  }

  /// Decodes the 16 bits of movie files: Macintosh codes below 0x400, else three letters of five bits each (ISO/IEC
  /// 14496-12, clause 8.4.2); nil if they name no language.
  init?(packed: UInt16) {
    if packed < 0x400 {
      self = .macintosh(packed)
      return
    }
    let letters = [packed >> 10 & 31, packed >> 5 & 31, packed & 31]
    // 0x7fff is QuickTime's "unspecified".
    guard packed < 0x7fff, letters.allSatisfy({ (1...26).contains($0) }) else { return nil }
    self = .tag(String(decoding: letters.map { UInt8($0 + 0x60) }, as: UTF8.self))
  }
}
