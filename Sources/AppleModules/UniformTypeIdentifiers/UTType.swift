// Module UniformTypeIdentifiers: the types of files. The type itself is AVFoundation's, whose writers take it.

@_exported import Foundation
@_exported import struct AVFoundation.UTType
import AVFoundation

/// A kind of tag of types.
public struct UTTagClass: Hashable, Sendable, RawRepresentable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Extensions of file names.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  /// MIME types.
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTType {
  /// Creates the type of files with an extension; nil for unknown ones, and those that do not conform to `supertype`.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// Creates the type of a MIME type; nil for unknown ones, and those that do not conform to `supertype`.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// Creates the type of a tag; nil for unknown ones, and those that do not conform to `supertype`.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    let known = KnownTypes.shared
    let identifier =
      switch tagClass {
      case .filenameExtension: known.identifier(ofExtension: tag)
      case .mimeType: known.identifier(ofMIMEType: tag)
      default: String?.none
      }
    guard let identifier, let type = UTType(identifier), supertype.map({ type.conforms(to: $0) }) ?? true else {
      return nil
    }
    self = type
  }

  /// Creates a type of the program's own; its supertypes and tags are not known.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self = UTType(identifier) ?? .data
  }

  /// Creates a type of another program; its supertypes and tags are not known.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self = UTType(identifier) ?? .data
  }

  /// The extension that files of the type have as a rule; nil if none is known.
  public var preferredFilenameExtension: String? { KnownTypes.shared.entry(identifier)?.extensions.first }

  /// The MIME type; nil if none is known.
  public var preferredMIMEType: String? { KnownTypes.shared.entry(identifier)?.mimeTypes.first }

  /// The extensions and MIME types.
  public var tags: [UTTagClass: [String]] {
    guard let entry = KnownTypes.shared.entry(identifier) else { return [:] }
    return [.filenameExtension: entry.extensions, .mimeType: entry.mimeTypes].filter { !$0.value.isEmpty }
  }

  /// All types that the type conforms to, without itself.
  public var supertypes: Set<UTType> {
    Set(KnownTypes.shared.ancestors(of: identifier).compactMap { UTType($0) })
  }

  /// Returns true if the type is another, or conforms to it.
  public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

  /// Returns true if the type conforms to another.
  public func isSubtype(of type: UTType) -> Bool {
    KnownTypes.shared.ancestors(of: identifier).contains(type.identifier)
  }

  /// Returns true if another type conforms to this one.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  /// True for types that are known by a MIME type alone.
  public var isDynamic: Bool { identifier.hasPrefix("dyn.") }

  /// True for types that are known.
  public var isDeclared: Bool { !isDynamic && KnownTypes.shared.entry(identifier) != nil }

  /// True for types without an owner.
  public var isPublic: Bool { identifier.hasPrefix("public.") }
}

extension URL {
  /// Returns the URL with the type's extension, unless it has one of the type's already.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    let known = contentType.tags[.filenameExtension] ?? []
    guard let preferred = known.first, !known.contains(pathExtension.lowercased()) else { return self }
    return appendingPathExtension(preferred)
  }
}
