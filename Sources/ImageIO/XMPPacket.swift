import CoreGraphics
import Foundation

/// XMP: tags in RDF, an application of XML (ISO 16684-1).
enum XMPPacket {
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  /// The largest packet that is read.
  static let maximumSize = 1 << 22

  // MARK: Writing

  /// Returns a packet; without its wrapper, by which other programs find packets, it is the contents of an extended one.
  static func write(_ tags: [CGImageMetadataTag], isWrapped: Bool = true) -> Data {
    var namespaces: [String: String] = [:]
    for tag in tags { namespaces[tag.prefix] = tag.namespace }
    let declarations = namespaces.sorted { $0.key < $1.key }.map { " xmlns:\($0.key)=\"\(escape($0.value))\"" }
    var text = isWrapped ? "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" : ""
    text += "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"\(rdf)\">\n"
    text += "<rdf:Description rdf:about=\"\"\(declarations.joined())>\n"
    for tag in tags { text += element(tag) }
    text += "</rdf:Description>\n</rdf:RDF></x:xmpmeta>" + (isWrapped ? "\n<?xpacket end=\"w\"?>" : "")
    return Data(text.utf8)
  }

  /// Returns a tag's part of a packet.
  static func element(_ tag: CGImageMetadataTag) -> String {
    "<\(tag.path)>\(content(tag.value, tag.type, tag.prefix))</\(tag.path)>\n"
  }

  private static func content(
    _ value: CGImageMetadataTag.Value, _ type: CGImageMetadataType, _ prefix: String
  ) -> String {
    switch value {
    case .text(let text): return escape(text)
    case .array(let values):
      let name = type == .arrayUnordered ? "Bag" : type == .alternateArray ? "Alt" : "Seq"
      let items = values.map { "<rdf:li>\(content($0, .default, prefix))</rdf:li>" }
      return "<rdf:\(name)>\(items.joined())</rdf:\(name)>"
    case .languages(let texts):
      let items = texts.sorted { $0.key < $1.key }.map {
        "<rdf:li xml:lang=\"\(escape($0.key))\">\(escape($0.value))</rdf:li>"
      }
      return "<rdf:Alt>\(items.joined())</rdf:Alt>"
    case .structure(let fields):
      let items = fields.sorted { $0.key < $1.key }.map {
        "<\(prefix):\($0.key)>\(content($0.value, .default, prefix))</\(prefix):\($0.key)>"
      }
      return "<rdf:Description>\(items.joined())</rdf:Description>"
    }
  }

  private static func escape(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }

  // MARK: Reading

  /// Returns the tags of a packet; nil if it is no XML with a description.
  static func read(_ data: Data) -> [CGImageMetadataTag]? {
    guard data.count <= maximumSize, let root = XMLElement.parse(data) else { return nil }
    var (tags, found) = ([CGImageMetadataTag](), false)
    var open = [root]
    while let element = open.popLast() {
      guard element.namespace == rdf, element.name == "Description" else {
        open += element.children
        continue
      }
      found = true
      for (name, text) in element.attributes.sorted(by: { $0.key < $1.key }) {
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0] != "xmlns", parts[0] != "xml", let namespace = element.scope[parts[0]],
          namespace != rdf
        else { continue }
        tags.append(
          CGImageMetadataTag(namespace: namespace, prefix: parts[0], name: parts[1], type: .string, value: .text(text)))
      }
      for child in element.children {
        guard let namespace = child.namespace else { continue }
        let (value, type) = value(of: child)
        tags.append(
          CGImageMetadataTag(namespace: namespace, prefix: child.prefix, name: child.name, type: type, value: value))
      }
    }
    return found ? tags : nil
  }

  private static func value(of element: XMLElement) -> (CGImageMetadataTag.Value, CGImageMetadataType) {
    guard let only = element.children.first else { return (.text(element.text), .string) }
    guard only.namespace == rdf else {
      // Fields without a description of their own: rdf:parseType="Resource".
      return (.structure(fields(of: element)), .structure)
    }
    switch only.name {
    case "Alt":
      let languages = only.children.compactMap { item in item.attributes["xml:lang"].map { ($0, item.text) } }
      if !languages.isEmpty {
        return (.languages(Dictionary(languages) { first, _ in first }), .alternateText)
      }
      return (.array(only.children.map { value(of: $0).0 }), .alternateArray)
    case "Bag": return (.array(only.children.map { value(of: $0).0 }), .arrayUnordered)
    case "Seq": return (.array(only.children.map { value(of: $0).0 }), .arrayOrdered)
    default: return (.structure(fields(of: only)), .structure)
    }
  }

  private static func fields(of element: XMLElement) -> [String: CGImageMetadataTag.Value] {
    Dictionary(element.children.map { ($0.name, value(of: $0).0) }) { first, _ in first }
  }
}
