import Foundation

/// An element of XML, as far as XMP needs it: names with namespaces, attributes, text. Linux' Foundation has a parser
/// in a module of its own, whose libraries every program that uses this module would load.
struct XMLElement {
  var prefix: String
  var name: String
  var attributes: [String: String]
  /// The namespaces by prefix, in which the element's names are.
  var scope: [String: String]
  var children: [XMLElement] = []
  var text = ""

  var namespace: String? { scope[prefix] }

  private static let maximumDepth = 64
  private static let maximumCount = 20_000

  /// Reads a document; nil if it is not well formed, or too deep.
  static func parse(_ data: Data) -> XMLElement? {
    let bytes = Array(data)
    var (position, count) = (0, 0)
    var open: [XMLElement] = []
    func find(_ text: String, from start: Int) -> Int? {
      let wanted = Array(text.utf8)
      guard bytes.count >= wanted.count else { return nil }
      var index = start
      while index <= bytes.count - wanted.count {
        if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) { return index }
        index += 1
      }
      return nil
    }
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        if !open.isEmpty {
          open[open.count - 1].text += unescape(String(decoding: bytes[position..<end], as: UTF8.self))
        }
        position = end
        continue
      }
      let rest = bytes[position...]
      if rest.starts(with: "<!--".utf8) {
        guard let end = find("-->", from: position) else { return nil }
        position = end + 3
        continue
      }
      if rest.starts(with: "<?".utf8) || rest.starts(with: "<!".utf8) {
        guard let end = find(">", from: position) else { return nil }
        position = end + 1
        continue
      }
      guard let end = end(ofTag: bytes, from: position) else { return nil }
      let inside = String(decoding: bytes[position + 1..<end], as: UTF8.self)
      position = end + 1
      if inside.hasPrefix("/") {
        guard let element = open.popLast() else { return nil }
        guard !open.isEmpty else { return element }
        open[open.count - 1].children.append(element)
        continue
      }
      count += 1
      let isEmpty = inside.hasSuffix("/")
      guard count <= maximumCount, open.count < maximumDepth,
        let element = XMLElement(tag: isEmpty ? String(inside.dropLast()) : inside, scope: open.last?.scope)
      else { return nil }
      guard isEmpty else {
        open.append(element)
        continue
      }
      guard !open.isEmpty else { return element }
      open[open.count - 1].children.append(element)
    }
    return nil
  }

  /// Returns the position of the bracket that ends a tag; those in quotes do not.
  private static func end(ofTag bytes: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      }
    }
    return nil
  }

  private init?(tag: String, scope outer: [String: String]?) {
    let end = tag.firstIndex(where: \.isWhitespace) ?? tag.endIndex
    let parts = tag[..<end].split(separator: ":", maxSplits: 1).map(String.init)
    guard let last = parts.last else { return nil }
    (prefix, name) = (parts.count == 2 ? parts[0] : "", last)
    var (attributes, scope) = ([String: String](), outer ?? [:])
    var rest = tag[end...].drop(while: \.isWhitespace)
    while !rest.isEmpty {
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let key = rest[..<equals].trimmingCharacters(in: .whitespacesAndNewlines)
      rest = rest[equals...].dropFirst().drop(while: \.isWhitespace)
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      rest = rest.dropFirst()
      guard let close = rest.firstIndex(of: quote) else { return nil }
      let value = Self.unescape(String(rest[..<close]))
      attributes[key] = value
      if key == "xmlns" { scope[""] = value }
      if key.hasPrefix("xmlns:") { scope[String(key.dropFirst(6))] = value }
      rest = rest[close...].dropFirst().drop(while: \.isWhitespace)
    }
    (self.attributes, self.scope) = (attributes, scope)
  }

  private static func unescape(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var (result, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(of: ";") else { break }
      let name = rest[rest.index(after: start)..<end]
      let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
      if let character = known[String(name)] {
        result += character
      } else if name.hasPrefix("#"), let scalar = scalar(name.dropFirst()) {
        result.unicodeScalars.append(scalar)
      }
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }

  private static func scalar(_ text: Substring) -> UnicodeScalar? {
    let number = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    return number.flatMap { UnicodeScalar($0) }
  }
}
