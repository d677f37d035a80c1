import Foundation

/// The change of a file's XMP packet.
struct XMPChange {
  /// The tags of the new packet, none to remove it; nil to keep the file's as it is.
  private(set) var tags: [CGImageMetadataTag]?

  /// Keeps the packet of a file, unless properties change values that it has too.
  init(keeping tags: [CGImageMetadataTag], _ properties: [String: Any]) {
    self.tags = XMPPacket.update(tags, with: properties)
    exclude(tags, properties)
  }

  /// Writes a packet of the tags that an Exif block does not hold, with the values of properties.
  init(writing tags: [CGImageMetadataTag], _ properties: [String: Any]) {
    let own = XMPPacket.beside(exif: tags)
    self.tags = XMPPacket.update(own, with: properties) ?? own
    exclude(own, properties)
  }

  private mutating func exclude(_ old: [CGImageMetadataTag], _ properties: [String: Any]) {
    func isPlace(_ tag: CGImageMetadataTag) -> Bool { tag.path.hasPrefix("exif:GPS") }
    if properties.flag(kCGImageMetadataShouldExcludeGPS), (tags ?? old).contains(where: isPlace) {
      tags = (tags ?? old).filter { !isPlace($0) }
    }
    if properties.flag(kCGImageMetadataShouldExcludeXMP) { tags = [] }
  }
}
