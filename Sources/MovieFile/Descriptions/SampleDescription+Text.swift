import CoreGraphics
import Foundation

extension SampleDescription {
  func textDescription(
    _ reader: inout PayloadReader, _ window: ByteWindow, _ extensions: CMFormatDescription.Extensions
  ) throws -> CMFormatDescription {
    var extensions = extensions
    switch codec {
    case "tx3g":
      extensions.addTimedText(try reader.bytes(CMFormatDescription.Extensions.timedTextLength))
      let boxes = try SampleEntryBoxes(in: box, from: reader.position, window: window)
      extensions.addAtoms(boxes.atoms)
      if let fonts = boxes["ftab"] { extensions.addFontTable(fonts) }
    case "text":
      let length = min(reader.remaining, Int64(CMFormatDescription.Extensions.quickTimeTextLength))
      extensions.addQuickTimeText(try reader.bytes(Int(length)))
    case "stpp", "sbtt", "stxt":
      // Strings before the boxes: namespace, schema location, image types; or encoding and MIME type.
      let strings = codec == "stpp" ? 3 : 2
      var end = reader.position
      for _ in 0..<strings {
        while end < reader.end, try window.u8(at: end) != 0 { end += 1 }
        end = min(end + 1, reader.end)
      }
      return try otherDescription(window, extensions, skipping: end - box.start)
    default: return try otherDescription(window, extensions)
    }
    return try CMFormatDescription(mediaType: mediaType, mediaSubType: subType, extensions: extensions)
  }

  /// Returns the description of QuickTime timecode: its counting, and the name of its source.
  func timeCodeDescription(
    _ reader: inout PayloadReader, _ window: ByteWindow, _ extensions: CMFormatDescription.Extensions
  ) throws -> CMFormatDescription {
    guard codec == "tmcd" else { return try otherDescription(window, extensions) }
    var extensions = extensions
    try reader.skip(4)
    let flags = try reader.u32()
    let offset = reader.position
    let (timescale, duration, frames) = (try reader.u32(), try reader.u32(), try reader.u8())
    try reader.skip(min(1, reader.remaining))
    guard let scale = Int32(exactly: timescale), scale > 0, duration > 0 else {
      throw MovieError.malformed("time codes have frames of \(duration)/\(timescale) seconds", in: box, at: offset)
    }
    let boxes = try SampleEntryBoxes(in: box, from: reader.position, window: window)
    if let name = boxes["name"] {
      var scanner = ByteScanner(name)
      if let length = scanner.u16(), let language = scanner.u16(),
        let text = scanner.bytes(min(Int(length), scanner.remaining))
      {
        extensions[.sourceReferenceName] = .sourceReferenceName(
          value: String(decoding: text, as: UTF8.self), langCode: Int(language))
      }
    }
    extensions.addAtoms(boxes.atoms)
    return try CMFormatDescription(
      timeCodeFormatType: flags & 8 != 0 ? .counter32 : .timeCode32,
      frameDuration: CMTime(value: CMTimeValue(duration), timescale: scale), frameQuanta: Int(frames),
      flags: .init(rawValue: flags & 7), extensions: extensions)
  }

  /// Returns the description of boxed metadata: the keys by the number that samples use (QuickTime File Format,
  /// 'mebx').
  func metadataDescription(
    _ window: ByteWindow, _ extensions: CMFormatDescription.Extensions
  ) throws -> CMFormatDescription {
    guard codec == "mebx" else { return try otherDescription(window, extensions) }
    var boxes = BoxSequence(in: box, skipping: 8, window: window)
    let table = NSMutableDictionary()
    if let keys = try boxes.first("keys") {
      var entries = BoxSequence(in: keys, window: window)
      while let entry = try entries.next() {
        guard table.count < 4096 else {
          throw MovieError.excessive("'keys' has over 4096 entries", in: keys)
        }
        // The type of each entry is its number.
        table[String(entry.type.rawValue) as NSString] = try metadataKey(entry, window)
      }
    }
    var extensions = extensions
    extensions[.metadataKeyTable] = .init(table)
    return try CMFormatDescription(mediaType: .metadata, mediaSubType: .boxed, extensions: extensions)
  }

  private func metadataKey(_ entry: Box, _ window: ByteWindow) throws(MovieError) -> NSDictionary {
    let result = NSMutableDictionary()
    result[kCMMetadataFormatDescriptionKey_LocalID] = NSNumber(value: entry.type.rawValue)
    var parts = BoxSequence(in: entry, window: window)
    while let part = try parts.next() {
      var reader = PayloadReader(part, window: window)
      switch part.type {
      case "keyd":
        result[kCMMetadataFormatDescriptionKey_Namespace] = NSNumber(value: try reader.u32())
        result[kCMMetadataFormatDescriptionKey_Value] = NSData(bytes: try reader.rest(limit: 65_536))
      case "dtyp":
        result[kCMMetadataFormatDescriptionKey_DataTypeNamespace] = NSNumber(value: try reader.u32())
        result[kCMMetadataFormatDescriptionKey_DataType] = NSData(bytes: try reader.rest(limit: 65_536))
      case "loca":
        let text = try reader.rest(limit: 1024).prefix { $0 != 0 }
        result[kCMMetadataFormatDescriptionKey_LanguageTag] = String(decoding: text, as: UTF8.self) as NSString
      case "setu": result[kCMMetadataFormatDescriptionKey_SetupData] = NSData(bytes: try reader.rest(limit: 65_536))
      default: break
      }
    }
    return result
  }
}
