/// A type that is not declared: what is known of it is in its identifier, written as Apple's systems do.
///
/// An example is `dyn.ah62d4rv4ge81g6xy`: behind `dyn.a`, in base 32 with digits of its own, stands `?0=6:1=srt`, which says that the
/// type conforms to public.data (0=6) and has the file name extension srt (1).
package struct DynamicType: Sendable {
  /// The types that it conforms to.
  package var supertypes: [String] = []
  /// The class and the text of each tag.
  package var tags: [(tagClass: String, tag: String)] = []

  package static let filenameExtension = "public.filename-extension"
  package static let mimeType = "public.mime-type"

  private static let prefix = "dyn.a"
  private static let digits = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)
  private static let conformance = "UTTypeConformsTo"
  /// Texts that are written as a digit of sixteens.
  private static let short = [
    conformance, filenameExtension, "com.apple.ostype", mimeType, "com.apple.nspboard-type", "public.url-scheme",
    "public.data", "public.text", "public.plain-text", "public.utf16-plain-text",
    "com.apple.traditional-mac-plain-text", "public.image", "public.video", "public.audio", "public.directory",
    "public.folder",
  ]

  package init(supertypes: [String], tags: [(tagClass: String, tag: String)]) {
    (self.supertypes, self.tags) = (supertypes, tags)
  }

  /// Reads an identifier; nil for those that are not dynamic, or not in this form.
  package init?(identifier: String) {
    guard identifier.hasPrefix(Self.prefix), let text = Self.decoded(identifier.dropFirst(Self.prefix.count)) else {
      return nil
    }
    let pairs = Self.split(text.hasPrefix("?") ? text.dropFirst() : text[...], at: ":")
    for pair in pairs {
      let sides = Self.split(pair[...], at: "=")
      guard sides.count == 2 else { return nil }
      let key = Self.long(Self.plain(sides[0]))
      for value in Self.split(sides[1][...], at: ",").map(Self.plain) {
        if key == Self.conformance { supertypes.append(Self.long(value)) } else { tags.append((key, value)) }
      }
    }
    guard !tags.isEmpty else { return nil }
  }

  package var identifier: String {
    let conformances = supertypes.map { (Self.conformance, Self.brief($0)) }
    let pairs = (conformances + tags.map { ($0.tagClass, Self.escaped($0.tag)) }).map { "\(Self.brief($0))=\($1)" }
    return Self.prefix + Self.encoded((pairs.count > 1 ? "?" : "") + pairs.joined(separator: ":"))
  }

  // MARK: Abbreviations

  private static func brief(_ text: String) -> String {
    short.firstIndex(of: text).map { String($0, radix: 16, uppercase: true) } ?? escaped(text)
  }

  private static func long(_ text: String) -> String {
    guard text.count == 1, let index = Int(text, radix: 16) else { return text }
    return short[index]
  }

  // MARK: Special characters

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += (",:=?\\".contains($1) ? "\\" : "") + String($1) }
  }

  private static func plain(_ text: String) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      if character == "\\" && !isEscaped {
        isEscaped = true
      } else {
        (result, isEscaped) = (result + String(character), false)
      }
    }
    return result
  }

  /// Splits a text where a character is not escaped.
  private static func split(_ text: Substring, at separator: Character) -> [String] {
    var (parts, isEscaped) = ([""], false)
    for character in text {
      if character == separator && !isEscaped { parts.append("") } else { parts[parts.count - 1].append(character) }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }

  // MARK: Base 32

  private static func encoded(_ text: String) -> String {
    var (result, bits, count) = ([UInt8](), 0, 0)
    for byte in text.utf8 {
      (bits, count) = ((bits << 8 | Int(byte)) & 0xFFF, count + 8)
      while count >= 5 {
        count -= 5
        result.append(digits[bits >> count & 31])
      }
    }
    if count > 0 { result.append(digits[bits << (5 - count) & 31]) }
    return String(decoding: result, as: UTF8.self)
  }

  private static func decoded(_ text: Substring) -> String? {
    var (result, bits, count) = ([UInt8](), 0, 0)
    for character in text.utf8 {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      (bits, count) = ((bits << 5 | digit) & 0xFFF, count + 5)
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}
