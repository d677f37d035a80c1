import CoreGraphics
import Foundation
import Synchronization

/// The kind of a tag's value.
public enum CGImageMetadataType: Int32, Sendable {
  case invalid = -1
  /// The kind of the value as it is: a string, an ordered array, or a structure.
  case `default` = 0
  case string = 1
  case arrayUnordered = 2
  case arrayOrdered = 3
  case alternateArray = 4
  /// Strings by language.
  case alternateText = 5
  case structure = 6
}

/// A tag of metadata: a name in a namespace, and a value.
public final class CGImageMetadataTag: Sendable {
  /// A value.
  indirect enum Value: Hashable, Sendable {
    case text(String)
    case array([Value])
    /// Texts by language.
    case languages([String: String])
    case structure([String: Value])
  }

  let namespace: String
  let prefix: String
  let name: String
  let type: CGImageMetadataType
  let value: Value

  init(namespace: String, prefix: String, name: String, type: CGImageMetadataType, value: Value) {
    (self.namespace, self.prefix, self.name) = (namespace, prefix, name)
    (self.type, self.value) = (type, value)
  }

  /// The name with its prefix.
  var path: String { "\(prefix):\(name)" }
}

/// Metadata of an image: tags by their paths, such as `dc:title`. Does not change.
///
/// Paths have elements of arrays in brackets, from 0 on (`dc:subject[0]`) or by language (`dc:title[en]`), and fields of
/// structures after a full stop. Source: CGImageMetadata.h.
public class CGImageMetadata: @unchecked Sendable {
  // Unchecked, since the class has a subclass: what is stored is behind a lock.
  struct Content: Sendable {
    var tags: [String: CGImageMetadataTag] = [:]
    var order: [String] = []
    var namespaces = CGImageMetadata.knownNamespaces
  }

  let content: Mutex<Content>

  init(_ content: Content = Content()) { self.content = Mutex(content) }

  /// The namespaces that need no registration, by prefix.
  static let knownNamespaces: [String: String] = [
    "exif": "http://ns.adobe.com/exif/1.0/", "aux": "http://ns.adobe.com/exif/1.0/aux/",
    "exifEX": "http://cipa.jp/exif/1.0/", "dc": "http://purl.org/dc/elements/1.1/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "tiff": "http://ns.adobe.com/tiff/1.0/", "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
  ]

  /// The tags, in the order in which they were added.
  var tags: [CGImageMetadataTag] { content.withLock { content in content.order.compactMap { content.tags[$0] } } }

  /// Returns the tag or the part of one at a path; nil if there is none.
  func tag(_ path: String) -> CGImageMetadataTag? {
    guard let parts = MetadataPath(path) else { return nil }
    guard let tag = content.withLock({ $0.tags[parts.root] }) else { return nil }
    guard !parts.steps.isEmpty else { return tag }
    var value = tag.value
    for step in parts.steps {
      guard let next = step.of(value) else { return nil }
      value = next
    }
    let type: CGImageMetadataType = if case .text = value { .string } else { .default }
    return CGImageMetadataTag(namespace: tag.namespace, prefix: tag.prefix, name: tag.name, type: type, value: value)
  }
}

/// Metadata of an image that can be changed.
public final class CGMutableImageMetadata: CGImageMetadata, @unchecked Sendable {
  // Unchecked as the class above.

  func register(_ namespace: String, for prefix: String) -> Bool {
    content.withLock { content in
      if let known = content.namespaces[prefix] { return known == namespace }
      content.namespaces[prefix] = namespace
      return true
    }
  }

  func set(_ tag: CGImageMetadataTag) {
    content.withLock { content in
      if content.tags.updateValue(tag, forKey: tag.path) == nil { content.order.append(tag.path) }
      if content.namespaces[tag.prefix] == nil { content.namespaces[tag.prefix] = tag.namespace }
    }
  }

  /// Sets the value at a path; parts of other tags' values are changed, or added at their end.
  func set(_ value: CGImageMetadataTag.Value, at path: String) -> Bool {
    guard let parts = MetadataPath(path), let namespace = content.withLock({ $0.namespaces[parts.prefix] }) else {
      return false
    }
    var whole = content.withLock { $0.tags[parts.root]?.value }
    guard MetadataPath.set(value, in: &whole, parts.steps[...]), let whole else { return false }
    set(CGImageMetadataTag(namespace: namespace, prefix: parts.prefix, name: parts.name, type: .default, value: whole))
    return true
  }

  func remove(_ path: String) -> Bool {
    guard let parts = MetadataPath(path) else { return false }
    guard parts.steps.isEmpty else {
      guard var value = content.withLock({ $0.tags[parts.root]?.value }) else { return false }
      guard MetadataPath.remove(from: &value, parts.steps[...]), let tag = tag(parts.root) else { return false }
      set(
        CGImageMetadataTag(
          namespace: tag.namespace, prefix: tag.prefix, name: tag.name, type: tag.type, value: value))
      return true
    }
    return content.withLock { content in
      content.order.removeAll { $0 == parts.root }
      return content.tags.removeValue(forKey: parts.root) != nil
    }
  }
}

/// A path: a prefix, a name, and steps into the value.
struct MetadataPath {
  enum Step {
    case index(Int)
    case language(String)
    case field(String)

    func of(_ value: CGImageMetadataTag.Value) -> CGImageMetadataTag.Value? {
      switch (self, value) {
      case (.index(let index), .array(let values)): values.indices.contains(index) ? values[index] : nil
      case (.language(let language), .languages(let texts)): texts[language].map { .text($0) }
      case (.field(let name), .structure(let fields)): fields[name]
      default: nil
      }
    }
  }

  let prefix: String
  let name: String
  let steps: [Step]

  var root: String { "\(prefix):\(name)" }

  /// Reads a path; nil if it is none.
  init?(_ path: String) {
    guard let colon = path.firstIndex(of: ":"), colon != path.startIndex else { return nil }
    prefix = String(path[..<colon])
    var rest = path[path.index(after: colon)...]
    let end = rest.firstIndex { $0 == "[" || $0 == "." } ?? rest.endIndex
    name = String(rest[..<end])
    rest = rest[end...]
    var steps: [Step] = []
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "[" {
        guard let close = rest.firstIndex(of: "]") else { return nil }
        let text = String(rest[..<close])
        steps.append(Int(text).map { .index($0) } ?? .language(text))
        rest = rest[close...].dropFirst()
      } else {
        let end = rest.firstIndex { $0 == "[" || $0 == "." } ?? rest.endIndex
        // Fields may repeat their prefix.
        steps.append(.field(String(rest[..<end].split(separator: ":").last ?? "")))
        rest = rest[end...]
      }
    }
    guard !name.isEmpty, steps.count <= 16 else { return nil }
    self.steps = steps
  }

  static func set(
    _ value: CGImageMetadataTag.Value, in whole: inout CGImageMetadataTag.Value?, _ steps: ArraySlice<Step>
  ) -> Bool {
    guard let step = steps.first else {
      whole = value
      return true
    }
    let rest = steps.dropFirst()
    switch (step, whole) {
    case (.index(let index), .array(var values)?) where index >= 0 && index <= values.count:
      var part: CGImageMetadataTag.Value? = index < values.count ? values[index] : nil
      guard set(value, in: &part, rest), let part else { return false }
      if index < values.count { values[index] = part } else { values.append(part) }
      whole = .array(values)
    case (.index(0), nil):
      var part: CGImageMetadataTag.Value?
      guard set(value, in: &part, rest), let part else { return false }
      whole = .array([part])
    case (.language(let language), _):
      guard rest.isEmpty, case .text(let text) = value else { return false }
      var texts: [String: String] = [:]
      if case .languages(let known)? = whole { texts = known }
      texts[language] = text
      whole = .languages(texts)
    case (.field(let name), _):
      var fields: [String: CGImageMetadataTag.Value] = [:]
      if case .structure(let known)? = whole { fields = known } else if whole != nil { return false }
      var part = fields[name]
      guard set(value, in: &part, rest), let part else { return false }
      fields[name] = part
      whole = .structure(fields)
    default: return false
    }
    return true
  }

  static func remove(from whole: inout CGImageMetadataTag.Value, _ steps: ArraySlice<Step>) -> Bool {
    guard let step = steps.first, var part = step.of(whole) else { return false }
    let rest = steps.dropFirst()
    if !rest.isEmpty {
      guard remove(from: &part, rest) else { return false }
      var changed: CGImageMetadataTag.Value? = whole
      guard set(part, in: &changed, [step]), let changed else { return false }
      whole = changed
      return true
    }
    switch (step, whole) {
    case (.index(let index), .array(var values)):
      values.remove(at: index)
      whole = .array(values)
    case (.language(let language), .languages(var texts)):
      texts[language] = nil
      whole = .languages(texts)
    case (.field(let name), .structure(var fields)):
      fields[name] = nil
      whole = .structure(fields)
    default: return false
    }
    return true
  }
}
