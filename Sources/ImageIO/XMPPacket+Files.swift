import CoreGraphics
import Foundation

// XMP in files: a segment of JPEG, a chunk of PNG (XMP Specification, part 3).

extension XMPPacket {
  private static let jpegName = Data("http://ns.adobe.com/xap/1.0/\0".utf8)
  /// A text that is not compressed, without a language and a translated keyword.
  private static let pngName = Data("XML:com.adobe.xmp\0\0\0\0\0".utf8)

  /// Returns the tags that belong into a packet beside the Exif block: all but those that the block has.
  static func beside(exif tags: [CGImageMetadataTag]) -> [CGImageMetadataTag] {
    tags.filter { tag in
      guard tag.prefix == "exif" || tag.prefix == "tiff" else { return true }
      if case .structure = tag.value { return true }
      return !MetadataProperty.all.contains { $0.path == tag.path }
    }
  }

  /// Returns tags with the values of properties that have changed; nil if none of the tags is concerned.
  ///
  /// Without that, other programs would believe the packet's old values.
  static func update(_ tags: [CGImageMetadataTag], with properties: [String: Any]) -> [CGImageMetadataTag]? {
    var (result, isChanged) = (tags, false)
    for property in MetadataProperty.all {
      guard let index = result.firstIndex(where: { $0.path == property.path }) else { continue }
      let change: Any? =
        if property.dictionary.isEmpty {
          properties[property.name]
        } else if properties[property.dictionary] is NSNull {
          NSNull()
        } else {
          (properties[property.dictionary] as? [String: Any])?[property.name]
        }
      guard let change else { continue }
      isChanged = true
      let old = result[index]
      if change is NSNull {
        result.remove(at: index)
      } else if let value = CGImageMetadataTag.Value(inXMP(change, of: property)).map(property.list) {
        result[index] = CGImageMetadataTag(
          namespace: old.namespace, prefix: old.prefix, name: old.name, type: old.type, value: value.like(old.value))
      }
    }
    return isChanged ? result : nil
  }

  /// Returns the value of a property in the form of XMP.
  private static func inXMP(_ value: Any, of property: MetadataProperty) -> Any {
    property.name.hasPrefix("DateTime") ? (value as? String).map(ExifTag.isoDate) ?? value : value
  }

  /// Replaces the packet of a JPEG file, and the extended one; no tags remove them. Returns false if the tags are more
  /// than is read.
  static func write(_ tags: [CGImageMetadataTag], into file: inout JPEGFile) -> Bool {
    let place = file.segments.firstIndex { isPacket($0) }
    file.segments.removeAll { isPacket($0) || isExtension($0) }
    guard !tags.isEmpty else { return true }
    guard write(tags).count <= maximumSize else { return false }
    var (packet, more) = (tags, [JPEGFile.Segment]())
    if let parts = divide(tags, limit: JPEGFile.maximumPayload - jpegName.count) {
      let (note, segments) = extended(parts.rest)
      (packet, more) = (parts.packet + [note], segments)
    }
    // Behind JFIF and Exif, which readers expect first.
    let usual = file.segments.firstIndex { $0.marker != 0xE0 && $0.marker != 0xE1 } ?? file.segments.count
    let first = JPEGFile.Segment(marker: 0xE1, payload: jpegName + write(packet))
    file.segments.insert(contentsOf: [first] + more, at: min(place ?? usual, file.segments.count))
    return true
  }

  private static func isPacket(_ segment: JPEGFile.Segment) -> Bool {
    segment.marker == 0xE1 && segment.payload.starts(with: jpegName)
  }

  /// Returns the bytes of the chunk of a PNG file.
  static func text(_ tags: [CGImageMetadataTag]) -> Data { pngName + write(tags) }

  static func isPacket(_ chunk: PNGFile.Chunk) -> Bool { chunk.type == "iTXt" && chunk.bytes.starts(with: pngName) }

  fileprivate static func packet(in segment: JPEGFile.Segment) -> Data? {
    isPacket(segment) ? Data(segment.payload.dropFirst(jpegName.count)) : nil
  }

  fileprivate static func packet(in chunk: PNGFile.Chunk) -> Data? {
    isPacket(chunk) ? Data(chunk.bytes.dropFirst(pngName.count)) : nil
  }
}

extension CGImageMetadataTag.Value {
  /// Returns a text as the text of no language, if the value before had languages.
  fileprivate func like(_ old: Self) -> Self {
    switch (self, old) {
    case (.text(let text), .languages(var texts)):
      texts["x-default"] = text
      return .languages(texts)
    case (.text, .array): return .array([self])
    default: return self
    }
  }
}

extension CGImageSource {
  /// The tags of the XMP packet, and of the extended one.
  var xmpTags: [CGImageMetadataTag] {
    switch codec {
    case .jpeg?:
      guard let file = JPEGFile(data) else { return [] }
      let packet = file.segments.lazy.compactMap { XMPPacket.packet(in: $0) }.first
      return XMPPacket.joined(packet.flatMap(XMPPacket.read) ?? [], in: file)
    case .png?:
      let packet = PNGFile.chunks(of: data).lazy.compactMap { XMPPacket.packet(in: $0) }.first
      return packet.flatMap(XMPPacket.read) ?? []
    case nil: return []
    }
  }
}
