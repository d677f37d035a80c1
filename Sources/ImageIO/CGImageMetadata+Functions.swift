import CoreGraphics
import Foundation

// MARK: Namespaces and prefixes

/// Exif.
public nonisolated(unsafe) let kCGImageMetadataNamespaceExif: CFString = "http://ns.adobe.com/exif/1.0/"
/// Exif's further tags.
public nonisolated(unsafe) let kCGImageMetadataNamespaceExifAux: CFString = "http://ns.adobe.com/exif/1.0/aux/"
/// Exif 2.3 and later.
public nonisolated(unsafe) let kCGImageMetadataNamespaceExifEX: CFString = "http://cipa.jp/exif/1.0/"
/// Dublin Core.
public nonisolated(unsafe) let kCGImageMetadataNamespaceDublinCore: CFString = "http://purl.org/dc/elements/1.1/"
/// IPTC Core.
public nonisolated(unsafe) let kCGImageMetadataNamespaceIPTCCore: CFString =
  "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
/// IPTC Extension.
public nonisolated(unsafe) let kCGImageMetadataNamespaceIPTCExtension: CFString =
  "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
/// Photoshop.
public nonisolated(unsafe) let kCGImageMetadataNamespacePhotoshop: CFString = "http://ns.adobe.com/photoshop/1.0/"
/// TIFF.
public nonisolated(unsafe) let kCGImageMetadataNamespaceTIFF: CFString = "http://ns.adobe.com/tiff/1.0/"
/// XMP.
public nonisolated(unsafe) let kCGImageMetadataNamespaceXMPBasic: CFString = "http://ns.adobe.com/xap/1.0/"
/// XMP's rights.
public nonisolated(unsafe) let kCGImageMetadataNamespaceXMPRights: CFString = "http://ns.adobe.com/xap/1.0/rights/"
/// Exif.
public nonisolated(unsafe) let kCGImageMetadataPrefixExif: CFString = "exif"
/// Exif's further tags.
public nonisolated(unsafe) let kCGImageMetadataPrefixExifAux: CFString = "aux"
/// Exif 2.3 and later.
public nonisolated(unsafe) let kCGImageMetadataPrefixExifEX: CFString = "exifEX"
/// Dublin Core.
public nonisolated(unsafe) let kCGImageMetadataPrefixDublinCore: CFString = "dc"
/// IPTC Core.
public nonisolated(unsafe) let kCGImageMetadataPrefixIPTCCore: CFString = "Iptc4xmpCore"
/// IPTC Extension.
public nonisolated(unsafe) let kCGImageMetadataPrefixIPTCExtension: CFString = "Iptc4xmpExt"
/// Photoshop.
public nonisolated(unsafe) let kCGImageMetadataPrefixPhotoshop: CFString = "photoshop"
/// TIFF.
public nonisolated(unsafe) let kCGImageMetadataPrefixTIFF: CFString = "tiff"
/// XMP.
public nonisolated(unsafe) let kCGImageMetadataPrefixXMPBasic: CFString = "xmp"
/// XMP's rights.
public nonisolated(unsafe) let kCGImageMetadataPrefixXMPRights: CFString = "xmpRights"

// MARK: Tags

/// Creates a tag; nil for a value that is no string, number, array or dictionary of these.
///
/// - Parameters:
///   - xmlns: The namespace.
///   - prefix: Its prefix; nil for a known namespace's own.
public func CGImageMetadataTagCreate(
  _ xmlns: CFString, _ prefix: CFString?, _ name: CFString, _ type: CGImageMetadataType, _ value: CFTypeRef
) -> CGImageMetadataTag? {
  let namespace = xmlns as String
  let known = CGImageMetadata.knownNamespaces.first { $0.value == namespace }?.key
  guard let prefix = (prefix as String?) ?? known, type != .invalid,
    let value = CGImageMetadataTag.Value(value, type)
  else { return nil }
  return CGImageMetadataTag(namespace: namespace, prefix: prefix, name: name as String, type: type, value: value)
}

/// Returns the namespace of a tag.
public func CGImageMetadataTagCopyNamespace(_ tag: CGImageMetadataTag) -> CFString? { tag.namespace as CFString }
/// Returns the prefix of a tag.
public func CGImageMetadataTagCopyPrefix(_ tag: CGImageMetadataTag) -> CFString? { tag.prefix as CFString }
/// Returns the name of a tag.
public func CGImageMetadataTagCopyName(_ tag: CGImageMetadataTag) -> CFString? { tag.name as CFString }
/// Returns the kind of a tag's value.
public func CGImageMetadataTagGetType(_ tag: CGImageMetadataTag) -> CGImageMetadataType { tag.type }
/// Returns the value of a tag: a string, an array or a dictionary.
public func CGImageMetadataTagCopyValue(_ tag: CGImageMetadataTag) -> CFTypeRef? { tag.value.object }

extension CGImageMetadataTag.Value {
  init?(_ object: Any, _ type: CGImageMetadataType = .default) {
    switch object {
    case let text as String: self = .text(text)
    case let number as NSNumber: self = .text(number.stringValue)
    case let values as [Any]:
      let values = values.compactMap { Self($0) }
      self = .array(values)
    case let fields as [String: Any]:
      if type == .alternateText, let texts = fields as? [String: String] {
        self = .languages(texts)
      } else {
        self = .structure(fields.compactMapValues { Self($0) })
      }
    case let tag as CGImageMetadataTag: self = tag.value
    default: return nil
    }
  }

  var object: AnyObject {
    switch self {
    case .text(let text): text as NSString
    case .array(let values): values.map(\.object) as NSArray
    case .languages(let texts): texts as NSDictionary
    case .structure(let fields): fields.mapValues(\.object) as NSDictionary
    }
  }

  /// The text; of several, that without a language, or the first.
  var text: String? {
    switch self {
    case .text(let text): text
    case .array(let values): values.first?.text
    case .languages(let texts): texts["x-default"] ?? texts.min { $0.key < $1.key }?.value
    case .structure: nil
    }
  }
}

// MARK: Metadata

/// Returns the metadata of an image: its properties of Exif, TIFF, GPS and IPTC, and its XMP; nil if it has none, its
/// header is damaged, or the index is not 0.
public func CGImageSourceCopyMetadataAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImageMetadata? {
  guard let properties = CGImageSourceCopyPropertiesAtIndex(isrc, index, nil) as? [String: Any] else { return nil }
  let metadata = CGMutableImageMetadata()
  for property in MetadataProperty.all {
    let dictionary = property.dictionary.isEmpty ? properties : properties[property.dictionary] as? [String: Any]
    if let value = dictionary?[property.name].flatMap({ CGImageMetadataTag.Value($0) }) {
      _ = metadata.set(property.list(value), at: property.path)
    }
  }
  for tag in isrc.xmpTags { metadata.set(tag) }
  return metadata.tags.isEmpty ? nil : CGImageMetadata(metadata.content.withLock { $0 })
}

/// Creates metadata without tags.
public func CGImageMetadataCreateMutable() -> CGMutableImageMetadata { CGMutableImageMetadata() }

/// Creates metadata with the tags of others.
public func CGImageMetadataCreateMutableCopy(_ metadata: CGImageMetadata) -> CGMutableImageMetadata? {
  CGMutableImageMetadata(metadata.content.withLock { $0 })
}

/// Creates metadata of an XMP packet; nil if it cannot be read.
public func CGImageMetadataCreateFromXMPData(_ data: CFData) -> CGImageMetadata? {
  guard let tags = XMPPacket.read(Data(copying: data)) else { return nil }
  let metadata = CGMutableImageMetadata()
  for tag in tags { metadata.set(tag) }
  return CGImageMetadata(metadata.content.withLock { $0 })
}

/// Returns an XMP packet of metadata.
public func CGImageMetadataCreateXMPData(_ metadata: CGImageMetadata, _ options: CFDictionary?) -> CFData? {
  XMPPacket.write(metadata.tags) as NSData
}

/// Returns the tags, in the order in which they were added; nil if there are none.
public func CGImageMetadataCopyTags(_ metadata: CGImageMetadata) -> CFArray? {
  let tags = metadata.tags
  return tags.isEmpty ? nil : tags as NSArray
}

/// Returns the tag at a path, which is relative to a parent's if that is given; nil if there is none.
public func CGImageMetadataCopyTagWithPath(
  _ metadata: CGImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString
) -> CGImageMetadataTag? {
  metadata.tag((parent?.path ?? "") + (path as String))
}

/// Returns the text of the tag at a path; nil if it has none.
public func CGImageMetadataCopyStringValueWithPath(
  _ metadata: CGImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString
) -> CFString? {
  metadata.tag((parent?.path ?? "") + (path as String))?.value.text.map { $0 as CFString }
}

/// Gives a prefix a namespace; returns false if the prefix has another one.
@discardableResult
public func CGImageMetadataRegisterNamespaceForPrefix(
  _ metadata: CGMutableImageMetadata, _ xmlns: CFString, _ prefix: CFString,
  _ err: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  if metadata.register(xmlns as String, for: prefix as String) { return true }
  let error = NSError(
    domain: kCFErrorDomainCGImageMetadata as String, code: Int(CGImageMetadataErrors.conflictingArgument.rawValue))
  err?.pointee = Unmanaged.passRetained(error)
  return false
}

/// Sets a tag, under a path; returns false if the path is none of the tag's.
@discardableResult
public func CGImageMetadataSetTagWithPath(
  _ metadata: CGMutableImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString, _ tag: CGImageMetadataTag
) -> Bool {
  let path = (parent?.path ?? "") + (path as String)
  guard path != tag.path else {
    metadata.set(tag)
    return true
  }
  return metadata.set(tag.value, at: path)
}

/// Sets the value at a path; returns false for an unknown prefix, and values that have no place there.
@discardableResult
public func CGImageMetadataSetValueWithPath(
  _ metadata: CGMutableImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString, _ value: CFTypeRef
) -> Bool {
  CGImageMetadataTag.Value(value).map { metadata.set($0, at: (parent?.path ?? "") + (path as String)) } ?? false
}

/// Removes the tag at a path; returns false if there is none.
@discardableResult
public func CGImageMetadataRemoveTagWithPath(
  _ metadata: CGMutableImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString
) -> Bool {
  metadata.remove((parent?.path ?? "") + (path as String))
}

/// True to enumerate the elements of arrays, the languages of texts and the fields of structures too.
public nonisolated(unsafe) let kCGImageMetadataEnumerateRecursively: CFString =
  "kCGImageMetadataEnumerateRecursively"

/// Calls a block with each tag and its path, until it returns false; with a path, with the parts of the tag there.
///
/// - Parameter options: `kCGImageMetadataEnumerateRecursively`; each part comes behind what it is a part of.
public func CGImageMetadataEnumerateTagsUsingBlock(
  _ metadata: CGImageMetadata, _ rootPath: CFString?, _ options: CFDictionary?,
  _ block: (CFString, CGImageMetadataTag) -> Bool
) {
  let isRecursive = (options?[kCGImageMetadataEnumerateRecursively] as? NSNumber)?.boolValue ?? false
  func enumerate(_ tags: [(path: String, tag: CGImageMetadataTag)]) -> Bool {
    for (path, tag) in tags {
      guard block(path as CFString, tag), !isRecursive || enumerate(tag.parts(path)) else { return false }
    }
    return true
  }
  guard let rootPath = rootPath as String? else {
    _ = enumerate(metadata.tags.map { ($0.path, $0) })
    return
  }
  if let tag = metadata.tag(rootPath) { _ = enumerate(tag.parts(rootPath)) }
}

extension CGImageMetadataTag {
  /// The parts of the value with their paths, below the tag's own.
  fileprivate func parts(_ path: String) -> [(path: String, tag: CGImageMetadataTag)] {
    func part(_ step: String, _ value: Value) -> (String, CGImageMetadataTag) {
      let type: CGImageMetadataType = if case .text = value { .string } else { .default }
      return (
        path + step, CGImageMetadataTag(namespace: namespace, prefix: prefix, name: name, type: type, value: value)
      )
    }
    return switch value {
    case .text: []
    case .array(let values): values.enumerated().map { part("[\($0)]", $1) }
    case .languages(let texts): texts.sorted { $0.key < $1.key }.map { part("[\($0.key)]", .text($0.value)) }
    case .structure(let fields): fields.sorted { $0.key < $1.key }.map { part(".\($0.key)", $0.value) }
    }
  }
}

/// Returns the tag of a property of Exif, TIFF, GPS or IPTC; nil if there is none.
public func CGImageMetadataCopyTagMatchingImageProperty(
  _ metadata: CGImageMetadata, _ dictionaryName: CFString, _ propertyName: CFString
) -> CGImageMetadataTag? {
  MetadataProperty.find(dictionaryName as String, propertyName as String).flatMap { metadata.tag($0.path) }
}

/// Sets the tag of a property of Exif, TIFF, GPS or IPTC; returns false for properties without one.
@discardableResult
public func CGImageMetadataSetValueMatchingImageProperty(
  _ metadata: CGMutableImageMetadata, _ dictionaryName: CFString, _ propertyName: CFString, _ value: CFTypeRef
) -> Bool {
  guard let property = MetadataProperty.find(dictionaryName as String, propertyName as String),
    let value = CGImageMetadataTag.Value(value)
  else { return false }
  return metadata.set(property.list(value), at: property.path)
}

/// The domain of errors of metadata.
public nonisolated(unsafe) let kCFErrorDomainCGImageMetadata: CFString = "kCFErrorDomainCGImageMetadata"

/// The codes of errors of metadata.
public enum CGImageMetadataErrors: Int32, Sendable {
  case unknown = 0
  case unsupportedFormat = 1
  case badArgument = 2
  case conflictingArgument = 3
  case prefixConflict = 4
}
