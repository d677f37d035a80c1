internal import MovieFile

/// An item that no sample of timed metadata holds, in a full sentence.
struct MetadataProblem: Error, CustomStringConvertible {
  let description: String
}

extension AVTimedMetadataGroup {
  /// Returns the description of a track that holds the group's items: their identifiers, data types and languages; nil for a group
  /// without items, and for items without an identifier or a value that files hold.
  public func copyFormatDescription() -> CMMetadataFormatDescription? {
    items.isEmpty ? nil : try? format(within: nil, isFixed: false)
  }

  /// Returns the format of the group's sample.
  ///
  /// - Parameters:
  ///   - known: The format of the group before; nil if there was none.
  ///   - isFixed: True if all groups have that format.
  /// - Throws: `MetadataProblem` for an item without a key, or with one that the fixed format does not have.
  func format(
    within known: CMMetadataFormatDescription?, isFixed: Bool
  ) throws -> CMMetadataFormatDescription {
    let keys = try items.map { try BoxKey($0) }
    let old = known?.boxKeys ?? [:]
    var new: [BoxKey] = []
    for key in keys where old[key] == nil && !new.contains(key) { new.append(key) }
    if let key = new.first, isFixed {
      throw MetadataProblem(
        description: "the item '\(key.identifier)' of type '\(key.dataType)' is none of the input's sourceFormatHint")
    }
    if let known, new.isEmpty { return known }
    guard let known else { return try CMFormatDescription(boxedMetadataSpecifications: new.map(\.specification)) }
    return try CMFormatDescription(sourceMetadata: known, specifications: new.map(\.specification))
  }

  /// Returns the group as a sample of boxes.
  ///
  /// - Throws: `MetadataProblem` for values that are not of their types.
  func sampleBuffer(_ format: CMMetadataFormatDescription) throws -> CMSampleBuffer {
    let ids = format.boxKeys
    var bytes: [UInt8] = []
    func append(_ number: UInt32) { bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    for item in items {
      let key = try BoxKey(item)
      guard let id = ids[key] else { continue }
      let value = try item.boxValue(key)
      guard let size = UInt32(exactly: value.count + 8) else {
        throw MetadataProblem(description: "the value of '\(key.identifier)' is too large")
      }
      append(size)
      append(id)
      bytes += value
    }
    let data = try CMBlockBuffer(length: max(1, bytes.count), flags: .assureMemoryNow)
    try data.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: timeRange.duration, presentationTimeStamp: timeRange.start, decodeTimeStamp: .invalid)
      ], sampleSizes: [bytes.count])
  }
}

/// The key of a box: items that agree in it are values of the same kind.
private struct BoxKey: Hashable {
  let identifier: String
  let dataType: String
  let language: String?

  init(identifier: String, dataType: String, language: String?) {
    (self.identifier, self.dataType, self.language) = (identifier, dataType, language)
  }

  init(_ item: AVMetadataItem) throws {
    guard let identifier = item.identifier?.rawValue else {
      throw MetadataProblem(description: "an item has no identifier, such as 'mdta/com.example.name'")
    }
    guard let dataType = item.boxType else {
      throw MetadataProblem(description: "the item '\(identifier)' has no value that files hold")
    }
    (self.identifier, self.dataType, language) = (identifier, dataType, item.extendedLanguageTag)
  }

  var specification: [String: CFPropertyList] {
    var all: [String: CFPropertyList] = [
      kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as String: identifier as NSString,
      kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as String: dataType as NSString,
    ]
    if let language {
      all[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag as String] = language as NSString
    }
    return all
  }
}

extension CMFormatDescription {
  /// The local identifiers of the keys.
  fileprivate var boxKeys: [BoxKey: UInt32] {
    let table = extensions[.metadataKeyTable]?.propertyListRepresentation as? [String: Any] ?? [:]
    var found: [BoxKey: UInt32] = [:]
    for id in table.keys.compactMap({ UInt32($0) }).sorted() {
      guard let entry = keyWithLocalID(id), let identifier = Self.identifier(ofKey: entry) else { continue }
      let language = (entry[kCMMetadataFormatDescriptionKey_LanguageTag as String] as? NSString).map { String($0) }
      let key = BoxKey(
        identifier: identifier, dataType: MetadataItemContent.dataType(ofKey: entry).name, language: language)
      if found[key] == nil { found[key] = id }
    }
    return found
  }

  private static func identifier(ofKey entry: [String: CFPropertyList]) -> String? {
    guard let space = (entry[kCMMetadataFormatDescriptionKey_Namespace as String] as? NSNumber)?.uint32Value,
      let name = (entry[kCMMetadataFormatDescriptionKey_Value as String] as? NSData).map({
        [UInt8](Data(referencing: $0))
      })
    else { return nil }
    return "\(BoxType(rawValue: space).text)/\(String(decoding: name, as: UTF8.self))"
  }
}

extension AVMetadataItem {
  /// The value, which is read if necessary; nil if it cannot be read.
  private var boxedItemValue: MetadataItemValue? {
    if case .success(let value) = snapshot.value.value { value } else { nil }
  }

  /// The data type, or that of the value.
  fileprivate var boxType: String? {
    if let dataType { return dataType }
    let type: CFString? =
      switch boxedItemValue?.fileValue {
      case .text?: kCMMetadataBaseDataType_UTF8
      case .integer?: kCMMetadataBaseDataType_SInt64
      case .unsigned?: kCMMetadataBaseDataType_UInt64
      case .float(_, 4)?: kCMMetadataBaseDataType_Float32
      case .float?: kCMMetadataBaseDataType_Float64
      case .image(.png, _)?: kCMMetadataBaseDataType_PNG
      case .image(.gif, _)?: kCMMetadataBaseDataType_GIF
      case .image(.bmp, _)?: kCMMetadataBaseDataType_BMP
      case .image(.jpeg, _)?: kCMMetadataBaseDataType_JPEG
      case .image?, .data?: kCMMetadataBaseDataType_RawData
      case nil: nil
      }
    return type.map { $0 as String }
  }

  /// Returns the bytes of the value, as its type stores it.
  ///
  /// - Throws: `MetadataProblem` for a value that is not of its type.
  fileprivate func boxValue(_ key: BoxKey) throws -> [UInt8] {
    guard let value = boxedItemValue?.fileValue else {
      throw MetadataProblem(description: "the item '\(key.identifier)' has no value that files hold")
    }
    guard let bytes = value.bytes(ofType: MetadataDataType.numbers[key.dataType]) else {
      throw MetadataProblem(description: "the value of '\(key.identifier)' is no '\(key.dataType)'")
    }
    return bytes
  }
}

extension MetadataValue {
  /// Returns the bytes of the value in a type of QuickTime's table; nil if it is none of that type.
  ///
  /// - Parameter type: Nil for types of a program's own, whose values are data or text.
  fileprivate func bytes(ofType type: UInt32?) -> [UInt8]? {
    func number(_ count: Int, isSigned: Bool) -> [UInt8]? {
      guard let whole = integer else {
        guard case .unsigned(let large, _) = self, count == 8, !isSigned else { return nil }
        return MetadataValue.unsigned(large, byteCount: 8).bytes
      }
      let bits = 8 * count
      // Programs give the bits of signed numbers too, such as 0xff for -1, of which Apple's writers take the lowest.
      let fits =
        isSigned
        ? count == 8 || (-(Int64(1) << (bits - 1))..<Int64(1) << bits).contains(whole)
        : whole >= 0 && (count == 8 || whole < Int64(1) << bits)
      return fits ? MetadataValue.integer(whole, byteCount: count).bytes : nil
    }
    func float(_ count: Int) -> [UInt8]? {
      let double: Double? = if case .float(let value, _) = self { value } else { integer.map { Double($0) } }
      return double.map { MetadataValue.float($0, byteCount: count).bytes }
    }
    switch (type, self) {
    case (1, _): return text.map { Array($0.utf8) }
    case (2, _): return text.map { MetadataValue.text($0, .utf16BigEndian).bytes }
    case (12, .image(.gif, let bytes)), (13, .image(.jpeg, let bytes)), (14, .image(.png, let bytes)),
      (27, .image(.bmp, let bytes)):
      return bytes
    case (23, _): return float(4)
    case (24, _): return float(8)
    case (65, _): return number(1, isSigned: true)
    case (66, _): return number(2, isSigned: true)
    case (67, _): return number(4, isSigned: true)
    case (74, _): return number(8, isSigned: true)
    case (75, _): return number(1, isSigned: false)
    case (76, _): return number(2, isSigned: false)
    case (77, _): return number(4, isSigned: false)
    case (78, _): return number(8, isSigned: false)
    case (0?, .data(let bytes)), (0?, .image(_, let bytes)), (nil, .data(let bytes)), (nil, .image(_, let bytes)):
      return bytes
    case (nil, .text(let text, _)): return Array(text.utf8)
    default: return nil
    }
  }
}
