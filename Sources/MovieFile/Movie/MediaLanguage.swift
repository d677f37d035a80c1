/// The language of media as its header stores it: three letters of ISO 639-2, or QuickTime's Macintosh code.
public struct MediaLanguage: Hashable, Sendable {
  /// Three letters of ISO 639-2/T, such as `eng`; `und` if the code has none.
  public let iso639: String
  /// The BCP 47 tag of a Macintosh code with its script or region, such as `zh-Hant`, if three letters cannot express
  /// it.
  public let tag: String
  /// The 16-bit code.
  let code: UInt16

  /// The code of `und`: three letters of five bits each.
  static let undetermined: UInt16 = 0x55c4

  /// Makes a language of three letters of ISO 639-2/T, such as `eng`; nil for other texts.
  public init?(iso639 letters: String) {
    let bytes = Array(letters.utf8)
    guard bytes.count == 3, bytes.allSatisfy({ (0x61...0x7a).contains($0) }) else { return nil }
    code = bytes.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    (iso639, tag) = (letters, letters)
  }

  /// Nil for QuickTime's "unspecified".
  ///
  /// - Parameter code: 16 bits; from 0x400 on three letters of 5 bits, below it a Macintosh code.
  init?(code: UInt16) {
    guard code != 0x7fff else { return nil }
    self.code = code
    guard code < 0x400 else {
      let letters = [10, 5, 0].map { UInt8(code >> UInt16($0) & 31) + 0x60 }
      let isWord = code < 0x8000 && letters.allSatisfy { (0x61...0x7a).contains($0) }
      iso639 = isWord ? String(decoding: letters, as: UTF8.self) : "und"
      tag = iso639
      return
    }
    guard let language = Self.macintosh[code] else {
      (iso639, tag) = ("und", "und")
      return
    }
    (iso639, tag) = language
  }

  /// Languages of the Script Manager, with ISO 639-2/T codes and BCP 47 tags (QuickTime File Format, "Language Code
  /// Values").
  private static let macintosh: [UInt16: (String, String)] = [
    0: ("eng", "en"), 1: ("fra", "fr"), 2: ("deu", "de"), 3: ("ita", "it"), 4: ("nld", "nl"), 5: ("swe", "sv"),
    6: ("spa", "es"), 7: ("dan", "da"), 8: ("por", "pt"), 9: ("nor", "no"), 10: ("heb", "he"), 11: ("jpn", "ja"),
    12: ("ara", "ar"), 13: ("fin", "fi"), 14: ("ell", "el"), 15: ("isl", "is"), 16: ("mlt", "mt"), 17: ("tur", "tr"),
    18: ("hrv", "hr"), 19: ("zho", "zh-Hant"), 20: ("urd", "ur"), 21: ("hin", "hi"), 22: ("tha", "th"),
    23: ("kor", "ko"), 24: ("lit", "lt"), 25: ("pol", "pl"), 26: ("hun", "hu"), 27: ("est", "et"), 28: ("lav", "lv"),
    29: ("sme", "se"), 30: ("fao", "fo"), 31: ("fas", "fa"), 32: ("rus", "ru"), 33: ("zho", "zh-Hans"),
    34: ("nld", "nl-BE"), 35: ("gle", "ga"), 36: ("sqi", "sq"), 37: ("ron", "ro"), 38: ("ces", "cs"),
    39: ("slk", "sk"), 40: ("slv", "sl"), 41: ("yid", "yi"), 42: ("srp", "sr"), 43: ("mkd", "mk"), 44: ("bul", "bg"),
    45: ("ukr", "uk"), 46: ("bel", "be"), 47: ("uzb", "uz"), 48: ("kaz", "kk"), 49: ("aze", "az"),
    50: ("aze", "az-Arab"), 51: ("hye", "hy"), 52: ("kat", "ka"), 53: ("ron", "mo"), 54: ("kir", "ky"),
    55: ("tgk", "tg"), 56: ("tuk", "tk"), 57: ("mon", "mn"), 58: ("mon", "mn-Cyrl"), 59: ("pus", "ps"),
    60: ("kur", "ku"), 61: ("kas", "ks"), 62: ("snd", "sd"), 63: ("bod", "bo"), 64: ("nep", "ne"), 65: ("san", "sa"),
    66: ("mar", "mr"), 67: ("ben", "bn"), 68: ("asm", "as"), 69: ("guj", "gu"), 70: ("pan", "pa"), 71: ("ori", "or"),
    72: ("mal", "ml"), 73: ("kan", "kn"), 74: ("tam", "ta"), 75: ("tel", "te"), 76: ("sin", "si"), 77: ("mya", "my"),
    78: ("khm", "km"), 79: ("lao", "lo"), 80: ("vie", "vi"), 81: ("ind", "id"), 82: ("tgl", "tl"),
    83: ("msa", "ms"), 84: ("msa", "ms-Arab"), 85: ("amh", "am"), 86: ("tir", "ti"), 87: ("orm", "om"),
    88: ("som", "so"), 89: ("swa", "sw"), 90: ("kin", "rw"), 91: ("run", "rn"), 92: ("nya", "ny"), 93: ("mlg", "mg"),
    94: ("epo", "eo"), 128: ("cym", "cy"), 129: ("eus", "eu"), 130: ("cat", "ca"), 131: ("lat", "la"),
    132: ("que", "qu"), 133: ("grn", "gn"), 134: ("aym", "ay"), 135: ("tat", "tt"), 136: ("uig", "ug"),
    137: ("dzo", "dz"), 138: ("jav", "jv"),
  ]
}
