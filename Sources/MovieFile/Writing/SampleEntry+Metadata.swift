import CoreMedia
import Foundation

extension SampleEntry {
  /// Creates the entry of boxed metadata, with the keys of its samples (QuickTime File Format, "Timed Metadata Sample
  /// Descriptions").
  ///
  /// - Throws: `notStorable` for metadata of other forms, and for keys that lack a name or a type.
  init(metadata description: CMFormatDescription, in format: MovieFormat) throws(MovieError) {
    guard description.mediaSubType == .boxed else {
      throw MovieError(.notStorable, "only metadata in boxes has a description that can be written")
    }
    var keys: [Key] = []
    for id in description.localIDs {
      guard let entry = description.keyWithLocalID(id), let key = Key(id, entry) else {
        throw MovieError(.notStorable, "key \(id) of timed metadata has no name, or no type")
      }
      keys.append(key)
    }
    var writer = BoxWriter()
    writer.box("keys") { box in for key in keys { key.write(to: &box) } }
    self.init("mebx", contents: writer.contents, isQuickTime: format.isQuickTime)
  }

  /// A key of boxed metadata: its name and the type of its values.
  private struct Key {
    private let id: UInt32
    private let space: UInt32
    private let name: [UInt8]
    private let type: (space: UInt32, name: [UInt8])
    private let language: String?
    private let setup: [UInt8]?

    init?(_ id: UInt32, _ entry: [String: CFPropertyList]) {
      func bytes(_ key: CFString) -> [UInt8]? {
        (entry[key as String] as? NSData).map { [UInt8](Data(referencing: $0)) }
      }
      func number(_ key: CFString) -> UInt32? { (entry[key as String] as? NSNumber)?.uint32Value }
      guard let space = number(kCMMetadataFormatDescriptionKey_Namespace),
        let name = bytes(kCMMetadataFormatDescriptionKey_Value), !name.isEmpty,
        let typeSpace = number(kCMMetadataFormatDescriptionKey_DataTypeNamespace),
        let typeName = bytes(kCMMetadataFormatDescriptionKey_DataType)
      else { return nil }
      (self.id, self.space, self.name) = (id, space, name)
      // Types that QuickTime has numbers for go by them: few programs know Core Media's names.
      if typeSpace == 1, let known = MetadataDataType.numbers[String(decoding: typeName, as: UTF8.self)] {
        type = (0, (0..<4).map { UInt8(truncatingIfNeeded: known >> (24 - 8 * $0)) })
      } else {
        type = (typeSpace, typeName)
      }
      language = (entry[kCMMetadataFormatDescriptionKey_LanguageTag as String] as? NSString).map { String($0) }
      setup = bytes(kCMMetadataFormatDescriptionKey_SetupData)
    }

    func write(to writer: inout BoxWriter) {
      // The type of the box is the key's number.
      writer.box(BoxType(rawValue: id)) { box in
        box.box("keyd") { part in
          part.u32(space)
          part.append(name)
        }
        box.box("dtyp") { part in
          part.u32(type.space)
          part.append(type.name)
        }
        if let language {
          box.box("loca") { part in
            part.append(language.utf8)
            part.u8(0)
          }
        }
        if let setup { box.box("setu") { $0.append(setup) } }
      }
    }
  }
}

extension CMFormatDescription {
  /// The numbers of the keys of boxed metadata, which ascend.
  fileprivate var localIDs: [UInt32] {
    let table = extensions[.metadataKeyTable]?.propertyListRepresentation as? [String: Any]
    return table?.keys.compactMap { UInt32($0) }.sorted() ?? []
  }
}
