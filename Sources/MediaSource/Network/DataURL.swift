import Foundation

/// The bytes of a URL of the scheme `data` (RFC 2397).
enum DataURL {
  /// Returns the bytes; nil if the URL is malformed.
  static func bytes(_ url: URL) -> [UInt8]? {
    let text = url.absoluteString
    guard let comma = text.firstIndex(of: ","), let colon = text.firstIndex(of: ":"), colon < comma else { return nil }
    let header = text[text.index(after: colon)..<comma]
    let body = String(text[text.index(after: comma)...])
    if header.lowercased().hasSuffix(";base64") {
      guard let decoded = body.removingPercentEncoding else { return nil }
      return Data(base64Encoded: decoded, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
    }
    return percentDecoded(body.utf8)
  }

  private static func percentDecoded(_ text: String.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return bytes
  }
}
