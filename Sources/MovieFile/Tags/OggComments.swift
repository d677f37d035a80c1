import Foundation

/// The comment header of a stream of Ogg: a list of comments behind the codec's mark.
///
/// Sources: Xiph.Org, "Vorbis I specification", clause 5; RFC 7845, clause 5.2; RFC 9639, clause 10.1; "Theora Specification",
/// clause 6.3.
package struct OggComments {
  /// The bytes before the list, those of FLAC without its size.
  private let mark: [UInt8]
  /// True if a bit behind the list says that it is whole.
  private let hasFramingBit: Bool
  private let vendor: ArraySlice<UInt8>
  private let comments: [(name: String, text: String)]

  private static let marks: [(bytes: [UInt8], hasFramingBit: Bool)] = [
    (Array("OpusTags".utf8), false), ([3] + Array("vorbis".utf8), true), ([0x81] + Array("theora".utf8), false),
  ]

  /// Reads a packet; nil for one that is no comment header.
  ///
  /// - Parameter isFLAC: True for a packet of FLAC, whose mark is a number.
  package init?(_ packet: [UInt8], isFLAC: Bool) {
    let list: [UInt8]
    if let known = Self.marks.first(where: { packet.starts(with: $0.bytes) }) {
      (mark, hasFramingBit) = (known.bytes, known.hasFramingBit)
      list = Array(packet.dropFirst(mark.count))
    } else if isFLAC, let type = packet.first, type & 0x7f == 4, packet.count >= 4 {
      (mark, hasFramingBit) = ([type], false)
      list = Array(packet.dropFirst(4))
    } else {
      return nil
    }
    guard list.count >= 8 else { return nil }
    let length = list[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= list.count - 4 else { return nil }
    vendor = list[4..<4 + length]
    comments = VorbisComments(list).fields
  }

  /// Returns the packet with the comments and pictures of a file in place of those with the same names, and of chapters.
  ///
  /// - Throws: `notStorable` for a name that comments cannot have, and for more bytes than a packet of FLAC has.
  package func packet(saying items: [MetadataItem]) throws(MovieError) -> [UInt8] {
    let (texts, pictures) = try FLACTags.comments(items)
    let added =
      texts + pictures.map { "METADATA_BLOCK_PICTURE=" + Data($0.dropFirst(4)).base64EncodedString() }
    let names = Set(added.map { $0.prefix { $0 != "=" }.uppercased() })
    let kept = comments.filter {
      !names.contains($0.name.uppercased()) && !VorbisComments.isOfChapter($0.name)
    }.map { "\($0.name)=\($0.text)" }
    func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    func counted(_ bytes: some Collection<UInt8>) -> [UInt8] { little(bytes.count) + bytes }
    let all = kept + added
    let list = counted(vendor) + little(all.count) + all.flatMap { counted($0.utf8) } + (hasFramingBit ? [1] : [])
    guard mark.count == 1 else { return mark + list }
    guard list.count <= FLACBlocks.limit else {
      throw MovieError(.notStorable, "the comments of FLAC have at most 16 MB")
    }
    return mark + (0..<3).reversed().map { UInt8(truncatingIfNeeded: list.count >> (8 * $0)) } + list
  }
}
