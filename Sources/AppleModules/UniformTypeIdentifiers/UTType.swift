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
  /// Creates the type of files with an extension; see ``init(tag:tagClass:conformingTo:)``.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// Creates the type of a MIME type; see ``init(tag:tagClass:conformingTo:)``.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// Creates the type of a tag: a declared one that conforms to `supertype`, or else a dynamic one; nil for an empty tag.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
    self = type
  }

  /// Returns the types of a tag that conform to `supertype`, the preferred one first; a dynamic one if there is no other, and none for an
  /// empty tag.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    guard !tag.isEmpty else { return [] }
    let known = KnownTypes.shared.identifiers(of: tag, tagClass: tagClass.rawValue).map { UTType(known: $0) }
    let fitting = known.filter { type in supertype.map { type.conforms(to: $0) } ?? true }
    guard fitting.isEmpty else { return fitting }
    let dynamic = DynamicType(
      supertypes: supertype.map { [$0.identifier] } ?? [], tags: [(tagClass.rawValue, tag.lowercased())])
    return [UTType(known: dynamic.identifier)]
  }

  /// Creates a type of the program's own, which is known from then on, and conforms to `parentType` unless it was known before.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    KnownTypes.shared.declare(identifier, supertypes: parentType.map { [$0.identifier] } ?? [])
    self = UTType(identifier) ?? UTType(known: identifier)
  }

  /// Creates a type of another program, which is known from then on, and conforms to `parentType` unless it was known before.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parentType)
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
    Set(KnownTypes.shared.ancestors(of: identifier).map { UTType(known: $0) })
  }

  /// Returns true if the type is another, or conforms to it.
  public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

  /// Returns true if the type conforms to another.
  public func isSubtype(of type: UTType) -> Bool {
    KnownTypes.shared.ancestors(of: identifier).contains(type.identifier)
  }

  /// Returns true if another type conforms to this one.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  /// True for types that are known by tags alone.
  public var isDynamic: Bool { identifier.hasPrefix("dyn.") }

  /// True for types that Apple's systems or the program declare.
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

  /// Returns the URL with a last component that has the type's extension, unless it has one of the type's already.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    appendingPathComponent(partialName).appendingPathExtension(for: contentType)
  }
}
