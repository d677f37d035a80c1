import CoreGraphics
import Foundation

// A JPEG's segment holds 64 KiB. Tags that do not fit go into an extended packet, parts of which lie in segments behind it
// (XMP Specification, part 3, 1.1.3.1):
//
//     name ─ digest of the whole ─ its size ─ place of this part ─ part

extension XMPPacket {
  private static let extensionName = Data("http://ns.adobe.com/xmp/extension/\0".utf8)
  private static let noteNamespace = "http://ns.adobe.com/xmp/note/"
  private static let noteName = "HasExtendedXMP"
  /// The number of bytes before a part: digest, size and place.
  private static let headSize = 32 + 4 + 4
  /// The largest part, as the specification advises it.
  private static let largestPart = 65_400

  /// Divides tags into those of a packet of a size and those of the extended packet, the largest of them; nil if none have
  /// to move.
  static func divide(
    _ tags: [CGImageMetadataTag], limit: Int
  ) -> (packet: [CGImageMetadataTag], rest: [CGImageMetadataTag])? {
    guard write(tags).count > limit else { return nil }
    // The note takes its place too.
    var size = write(tags + [note(String(repeating: "0", count: 32))]).count
    let sizes = tags.map { element($0).utf8.count }
    var moved: Set<Int> = []
    for index in tags.indices.sorted(by: { sizes[$0] > sizes[$1] }) where size > limit {
      moved.insert(index)
      size -= sizes[index]
    }
    func chosen(_ isIncluded: (Int) -> Bool) -> [CGImageMetadataTag] {
      tags.indices.filter(isIncluded).map { tags[$0] }
    }
    return (chosen { !moved.contains($0) }, chosen { moved.contains($0) })
  }

  /// The tag that leads from a packet to the extended one.
  private static func note(_ digest: String) -> CGImageMetadataTag {
    CGImageMetadataTag(
      namespace: noteNamespace, prefix: "xmpNote", name: noteName, type: .string, value: .text(digest))
  }

  /// Returns the segments of an extended packet, and the tag that leads to it.
  static func extended(_ tags: [CGImageMetadataTag]) -> (note: CGImageMetadataTag, segments: [JPEGFile.Segment]) {
    let bytes = write(tags, isWrapped: false)
    let digest = MD5.digest(bytes)
    func number(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) } }
    let segments = stride(from: 0, to: bytes.count, by: largestPart).map { place in
      JPEGFile.Segment(
        marker: 0xE1,
        payload: extensionName + Data(digest.utf8) + number(bytes.count) + number(place)
          + bytes.dropFirst(place).prefix(largestPart))
    }
    return (note(digest), segments)
  }

  static func isExtension(_ segment: JPEGFile.Segment) -> Bool {
    segment.marker == 0xE1 && segment.payload.starts(with: extensionName)
  }

  /// Returns a packet's tags with those of the extended packet to which it leads, if all of that is in the file.
  static func joined(_ tags: [CGImageMetadataTag], in file: JPEGFile) -> [CGImageMetadataTag] {
    func isNote(_ tag: CGImageMetadataTag) -> Bool { tag.namespace == noteNamespace && tag.name == noteName }
    guard case .text(let digest)? = tags.first(where: isNote)?.value else { return tags }
    var bytes = Data()
    let parts = file.segments.filter { isExtension($0) }.map { Data($0.payload.dropFirst(extensionName.count)) }
      .filter { $0.count > headSize && $0.starts(with: digest.utf8) }
      .map { (size: number($0, 32), place: number($0, 36), bytes: $0.dropFirst(headSize)) }
    for part in parts.sorted(by: { $0.place < $1.place }) where part.place == bytes.count { bytes += part.bytes }
    guard let size = parts.first?.size, size == bytes.count, let rest = read(bytes) else { return tags }
    let own = tags.filter { !isNote($0) }
    return own + rest.filter { tag in !own.contains { $0.path == tag.path } }
  }

  private static func number(_ bytes: Data, _ offset: Int) -> Int {
    bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
