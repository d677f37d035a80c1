import Foundation

/// Apple's notes in an Exif block (tag 0x927C): a directory whose tags have numbers for names. "17" identifies a live
/// photo.
struct AppleMakerNote {
  static let tag: UInt16 = 0x927C
  private static let name = Data("Apple iOS\0".utf8)

  /// The values by the decimal numbers of their tags: strings, numbers, data.
  var values: [String: Any] = [:]

  init() {}

  /// Reads the notes; nil for those of other makers.
  init?(_ entry: ExifBlock.Entry?) {
    guard let bytes = entry?.bytes, bytes.starts(with: Self.name), bytes.count >= 16 else { return nil }
    let data = Data(bytes)
    let isBigEndian = data[12] == 0x4D
    let reader = ExifBlock.Reader(data: data, isBigEndian: isBigEndian)
    for (tag, entry) in reader.directory(at: 14).entries {
      guard let size = ExifBlock.size(ofType: entry.type), entry.count > 0 else { continue }
      let integers = (0..<min(entry.count, 64)).map { reader.number(entry.bytes.dropFirst($0 * size).prefix(size)) }
      switch entry.type {
      case 2: values["\(tag)"] = String(decoding: entry.bytes.prefix { $0 != 0 }, as: UTF8.self)
      case 1, 3, 4: values["\(tag)"] = integers.count == 1 ? integers[0] : integers
      case 9:
        let signed = integers.map { Int(Int32(truncatingIfNeeded: $0)) }
        values["\(tag)"] = signed.count == 1 ? signed[0] : signed
      case 7: values["\(tag)"] = Data(entry.bytes)
      default: continue
      }
    }
  }

  /// Returns the entry of the notes in an Exif block; nil if nothing of the values can be stored.
  var entry: ExifBlock.Entry? {
    var block = ExifBlock()
    for (key, value) in values {
      guard let tag = UInt16(key) else { continue }
      switch value {
      case let text as String:
        let bytes = Data(text.utf8) + [0]
        block.main[tag] = ExifBlock.Entry(type: 2, count: bytes.count, bytes: bytes)
      case let data as Data: block.main[tag] = ExifBlock.Entry(type: 7, count: data.count, bytes: data)
      case let number as NSNumber where number.doubleValue.rounded() == number.doubleValue:
        let bytes = block.bytes(Int(Int32(clamping: number.int64Value)), 4)
        block.main[tag] = ExifBlock.Entry(type: 9, count: 1, bytes: bytes)
      default: continue
      }
    }
    guard !block.main.isEmpty, let written = block.directory(block.main, at: 14) else { return nil }
    let bytes = Self.name + [0, 1, 0x4D, 0x4D] + written
    return ExifBlock.Entry(type: 7, count: bytes.count, bytes: bytes)
  }
}
