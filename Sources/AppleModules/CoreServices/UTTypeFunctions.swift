// Module CoreServices: types of files by their identifiers, as before UniformTypeIdentifiers.

@_exported import CoreGraphics
import UniformTypeIdentifiers

/// Extensions of file names.
public nonisolated(unsafe) let kUTTagClassFilenameExtension: CFString = "public.filename-extension"
/// MIME types.
public nonisolated(unsafe) let kUTTagClassMIMEType: CFString = "public.mime-type"

/// Returns the identifier of a tag, retained; nil for unknown ones.
///
/// - Parameter inConformingToUTI: A type to which it must conform; nil for any.
public func UTTypeCreatePreferredIdentifierForTag(
  _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> Unmanaged<CFString>? {
  let supertype = inConformingToUTI.flatMap { UTType($0 as String) }
  let type = UTType(tag: inTag as String, tagClass: UTTagClass(rawValue: inTagClass as String), conformingTo: supertype)
  return type.map { Unmanaged.passRetained($0.identifier as CFString) }
}

/// Returns the identifiers of a tag, retained, the preferred one first; nil if there is none.
///
/// - Parameter inConformingToUTI: A type to which they must conform; nil for any.
public func UTTypeCreateAllIdentifiersForTag(
  _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> Unmanaged<CFArray>? {
  let supertype = inConformingToUTI.flatMap { UTType($0 as String) }
  let types = UTType.types(
    tag: inTag as String, tagClass: UTTagClass(rawValue: inTagClass as String), conformingTo: supertype)
  return types.isEmpty ? nil : Unmanaged.passRetained(types.map(\.identifier) as CFArray)
}

/// Returns the preferred tag of a type, retained; nil if there is none.
public func UTTypeCopyPreferredTagWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> Unmanaged<CFString>? {
  let tags = UTType(inUTI as String)?.tags[UTTagClass(rawValue: inTagClass as String)]
  return tags?.first.map { Unmanaged.passRetained($0 as CFString) }
}

/// Returns all tags of a type, retained, the preferred one first; nil if there are none.
public func UTTypeCopyAllTagsWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> Unmanaged<CFArray>? {
  let tags = UTType(inUTI as String)?.tags[UTTagClass(rawValue: inTagClass as String)]
  return tags.map { Unmanaged.passRetained($0 as CFArray) }
}

/// Returns true for identifiers of types that are known by tags alone.
public func UTTypeIsDynamic(_ inUTI: CFString) -> Bool { UTType(inUTI as String)?.isDynamic ?? false }

/// Returns true for identifiers of types that Apple's systems or the program declare.
public func UTTypeIsDeclared(_ inUTI: CFString) -> Bool { UTType(inUTI as String)?.isDeclared ?? false }

/// Returns true if a type is another, or conforms to it.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
  guard let type = UTType(inUTI as String), let other = UTType(inConformsToUTI as String) else { return false }
  return type.conforms(to: other)
}

/// Returns true if two identifiers are the same; case does not matter.
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
  (inUTI1 as String).lowercased() == (inUTI2 as String).lowercased()
}
