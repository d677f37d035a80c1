import Foundation

extension CMFormatDescription {
  /// Returns the description of video with another decoder configuration: the contents of 'avcC' or 'hvcC'. All else stays, the entry of
  /// the file that it was read from also.
  package func replacingConfiguration(_ type: BoxType, with bytes: [UInt8]) throws -> CMFormatDescription {
    var changed = extensions
    let atoms = NSMutableDictionary()
    let known = changed[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? NSDictionary
    for (key, value) in known ?? [:] { atoms[key as? NSString ?? ""] = value }
    atoms[type.text as NSString] = NSData(bytes: bytes)
    changed[.sampleDescriptionExtensionAtoms] = .init(atoms)
    for key in [CMFormatDescription.Extensions.Key.verbatimISOSampleEntry, .verbatimSampleDescription] {
      guard let data = changed[key]?.propertyListRepresentation as? Data else { continue }
      changed[key] = Self.replacing(type, inVideoEntry: [UInt8](data), with: bytes).map { .init(NSData(bytes: $0)) }
    }
    let size = dimensions
    return try CMFormatDescription(
      videoCodecType: .init(rawValue: mediaSubType.rawValue), width: Int(size.width), height: Int(size.height),
      extensions: changed)
  }

  /// Returns the description of video under another name of the codec, such as 'hev1' for 'hvc1'.
  package func replacingType(_ type: BoxType) throws -> CMFormatDescription {
    var changed = extensions
    for key in [CMFormatDescription.Extensions.Key.verbatimISOSampleEntry, .verbatimSampleDescription] {
      guard let data = changed[key]?.propertyListRepresentation as? Data, data.count >= 8 else { continue }
      var entry = [UInt8](data)
      entry.replaceSubrange(4..<8, with: withUnsafeBytes(of: type.rawValue.bigEndian) { Array($0) })
      changed[key] = .init(NSData(bytes: entry))
    }
    let size = dimensions
    return try CMFormatDescription(
      videoCodecType: .init(rawValue: type.rawValue), width: Int(size.width), height: Int(size.height),
      extensions: changed)
  }

  /// The bytes before the boxes of a video entry (ISO/IEC 14496-12, 12.1.3.2).
  private static let fieldSize = 86

  /// Returns a sample entry with other contents of one of its boxes; nil if it has no such box.
  private static func replacing(_ type: BoxType, inVideoEntry entry: [UInt8], with bytes: [UInt8]) -> [UInt8]? {
    func number(_ place: Int) -> Int { entry[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func field(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(clamping: number).bigEndian) { Array($0) } }
    var place = fieldSize
    while place + 8 <= entry.count {
      let size = number(place)
      guard size >= 8, place + size <= entry.count else { return nil }
      if number(place + 4) == Int(type.rawValue) {
        let box = field(8 + bytes.count) + Array(entry[place + 4..<place + 8]) + bytes
        let result = entry[..<place] + box + entry[(place + size)...]
        return field(result.count) + result.dropFirst(4)
      }
      place += size
    }
    return nil
  }
}
