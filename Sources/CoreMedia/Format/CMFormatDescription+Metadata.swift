import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// Creates a description of metadata without a table of keys, such as ID3.
  public convenience init(metadataFormatType: MediaSubType) throws {
    try self.init(mediaType: .metadata, mediaSubType: metadataFormatType)
  }

  /// Creates a description of boxed metadata from entries of its key table.
  ///
  /// - Throws: `invalidParameter` if an entry lacks its local identifier, or two have the same.
  public convenience init(boxedMetadataKeys: [[String: CFPropertyList]]) throws {
    let table = NSMutableDictionary()
    for entry in boxedMetadataKeys {
      guard let id = (entry[kCMMetadataFormatDescriptionKey_LocalID as String] as? NSNumber)?.uint32Value,
        table[String(id) as NSString] == nil
      else { throw Error.invalidParameter }
      table[String(id) as NSString] = entry as NSDictionary
    }
    self.init(
      mediaType: kCMMediaType_Metadata, subType: kCMMetadataFormatType_Boxed, detail: .none,
      extensions: [kCMFormatDescriptionExtensionKey_MetadataKeyTable: table])
  }

  /// Creates a description of boxed metadata from identifiers and data types; local identifiers are given from 1.
  ///
  /// - Throws: `invalidParameter` if a specification lacks an identifier of the form `space/key`, or a data type.
  public convenience init(boxedMetadataSpecifications: [[String: CFPropertyList]]) throws {
    try self.init(boxedMetadataKeys: try Self.keyTable(of: boxedMetadataSpecifications, firstID: 1))
  }

  /// Creates a description with the keys of another and more specifications.
  public convenience init(
    sourceMetadata: CMMetadataFormatDescription, specifications: [[String: CFPropertyList]]
  ) throws {
    let entries = sourceMetadata.keyTableEntries
    let last = entries.compactMap { ($0[kCMMetadataFormatDescriptionKey_LocalID as String] as? NSNumber)?.uint32Value }
    let (first, overflow) = (last.max() ?? 0).addingReportingOverflow(1)
    guard !overflow else { throw Error.invalidParameter }
    try self.init(boxedMetadataKeys: entries + Self.keyTable(of: specifications, firstID: first))
  }

  /// Creates a description with the keys of two others; those of the second that the first has too count once.
  public convenience init(
    sourceMetadata: CMMetadataFormatDescription, otherSourceDescription: CMMetadataFormatDescription
  ) throws {
    let known = Set(sourceMetadata.identifiers)
    let others = otherSourceDescription.keyTableEntries.compactMap { entry in
      Self.identifier(of: entry).flatMap { known.contains($0) ? nil : Self.specification(of: entry, identifier: $0) }
    }
    try self.init(sourceMetadata: sourceMetadata, specifications: others)
  }

  /// The entry of the key table for a local identifier, or nil.
  public func keyWithLocalID(_ localKeyID: OSType) -> [String: CFPropertyList]? {
    keyTableEntries.first {
      ($0[kCMMetadataFormatDescriptionKey_LocalID as String] as? NSNumber)?.uint32Value == localKeyID
    }
  }

  /// The identifiers of the key table, such as `mdta/com.example.tag`, in the order of local identifiers.
  public var identifiers: [String] { keyTableEntries.compactMap(Self.identifier) }

  private var keyTableEntries: [[String: CFPropertyList]] {
    let table = extensionDictionary?.dictionary(kCMFormatDescriptionExtensionKey_MetadataKeyTable)
    let entries = table?.allValues.compactMap { value -> [String: CFPropertyList]? in
      (value as? [String: Any])?.mapValues { $0 as AnyObject }
    }
    func id(_ entry: [String: CFPropertyList]) -> UInt32 {
      (entry[kCMMetadataFormatDescriptionKey_LocalID as String] as? NSNumber)?.uint32Value ?? 0
    }
    return entries?.sorted { id($0) < id($1) } ?? []
  }

  private static func keyTable(
    of specifications: [[String: CFPropertyList]], firstID: UInt32
  ) throws -> [[String: CFPropertyList]] {
    try specifications.enumerated().map { index, specification in
      let identifierKey = kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as String
      let typeKey = kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as String
      guard let identifier = specification[identifierKey] as? String, let type = specification[typeKey] as? String,
        let slash = identifier.firstIndex(of: "/"), identifier.distance(from: identifier.startIndex, to: slash) == 4,
        let offset = UInt32(exactly: index)
      else { throw Error.invalidParameter }
      let (id, overflow) = firstID.addingReportingOverflow(offset)
      guard !overflow else { throw Error.invalidParameter }
      let space = MediaSubType(string: String(identifier[..<slash])).rawValue
      var entry: [String: CFPropertyList] = [
        kCMMetadataFormatDescriptionKey_Namespace as String: NSNumber(value: space),
        kCMMetadataFormatDescriptionKey_Value as String:
          Data(identifier[identifier.index(after: slash)...].utf8) as NSData,
        kCMMetadataFormatDescriptionKey_LocalID as String: NSNumber(value: id),
        // Namespace 1 holds names of types in reverse domain order.
        kCMMetadataFormatDescriptionKey_DataTypeNamespace as String: NSNumber(value: 1),
        kCMMetadataFormatDescriptionKey_DataType as String: Data(type.utf8) as NSData,
      ]
      let copied = [
        (
          kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag,
          kCMMetadataFormatDescriptionKey_LanguageTag
        ),
        (
          kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency,
          kCMMetadataFormatDescriptionKey_StructuralDependency
        ),
        (kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData, kCMMetadataFormatDescriptionKey_SetupData),
      ]
      for (from, to) in copied {
        if let value = specification[from as String] { entry[to as String] = value }
      }
      return entry
    }
  }

  private static func identifier(of entry: [String: CFPropertyList]) -> String? {
    guard let space = (entry[kCMMetadataFormatDescriptionKey_Namespace as String] as? NSNumber)?.uint32Value,
      let value = entry[kCMMetadataFormatDescriptionKey_Value as String] as? Data
    else { return nil }
    let characters = (0..<4).map { UInt8(truncatingIfNeeded: space >> UInt32(24 - 8 * $0)) }
    return String(decoding: characters, as: UTF8.self) + "/" + String(decoding: value, as: UTF8.self)
  }

  private static func specification(
    of entry: [String: CFPropertyList], identifier: String
  ) -> [String: CFPropertyList]? {
    guard let type = entry[kCMMetadataFormatDescriptionKey_DataType as String] as? Data else { return nil }
    var result: [String: CFPropertyList] = [
      kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as String: identifier as NSString,
      kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as String:
        String(decoding: type, as: UTF8.self) as NSString,
    ]
    if let language = entry[kCMMetadataFormatDescriptionKey_LanguageTag as String] {
      result[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag as String] = language
    }
    return result
  }
}

/// Creates a description of metadata; for boxed metadata `keys` are the entries of its key table.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithKeys(
  allocator: CFAllocator?, metadataType: CMMetadataFormatType, keys: CFArray?,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_InvalidParameter) {
    if metadataType == kCMMetadataFormatType_Boxed, let keys {
      return try CMFormatDescription(boxedMetadataKeys: propertyLists(keys))
    } else {
      return try CMFormatDescription(metadataFormatType: .init(rawValue: metadataType))
    }
  }
}

/// Creates a description of boxed metadata from identifiers and data types.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
  allocator: CFAllocator?, metadataType: CMMetadataFormatType, metadataSpecifications: CFArray,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_InvalidParameter) {
    guard metadataType == kCMMetadataFormatType_Boxed else { throw CMFormatDescription.Error.invalidParameter }
    return try CMFormatDescription(
      boxedMetadataSpecifications: propertyLists(metadataSpecifications))
  }
}

/// The entry of the key table for a local identifier, or nil.
public func CMMetadataFormatDescriptionGetKeyWithLocalID(
  _ desc: CMMetadataFormatDescription, localKeyID: OSType
) -> CFDictionary? {
  desc.keyWithLocalID(localKeyID).map { $0 as NSDictionary }
}

/// The identifiers of the key table, or nil if there is none.
public func CMMetadataFormatDescriptionGetIdentifiers(_ desc: CMMetadataFormatDescription) -> CFArray? {
  desc.identifiers.isEmpty ? nil : desc.identifiers as NSArray
}

private func propertyLists(_ array: CFArray) throws -> [[String: CFPropertyList]] {
  guard let entries = array as? [[String: Any]] else { throw CMFormatDescription.Error.invalidParameter }
  return entries.map { $0.mapValues { $0 as AnyObject } }
}
