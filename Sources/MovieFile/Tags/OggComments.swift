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
  /// The list as it is stored.
  let list: VorbisComments

  private static let marks: [(bytes: [UInt8], hasFramingBit: Bool)] = [
    (Array("OpusTags".utf8), false), ([3] + Array("vorbis".utf8), true), ([0x81] + Array("theora".utf8), false),
  ]

  /// Reads a packet; nil for one that is no comment header.
  ///
  /// - Parameter isFLAC: True for a packet of FLAC, whose mark is a number.
  package init?(_ packet: [UInt8], isFLAC: Bool) {
    if let known = Self.marks.first(where: { packet.starts(with: $0.bytes) }) {
      (mark, hasFramingBit) = (known.bytes, known.hasFramingBit)
      list = VorbisComments(Array(packet.dropFirst(mark.count)))
    } else if isFLAC, let type = packet.first, type & 0x7f == 4, packet.count >= 4 {
      (mark, hasFramingBit) = ([type], false)
      list = VorbisComments(Array(packet.dropFirst(4)))
    } else {
      return nil
    }
    guard !list.isCut || !list.stored.isEmpty else { return nil }
  }

  /// Reads the comment header of Speex, which has no mark (Speex manual, "Ogg file format").
  init(speex packet: [UInt8]) { (mark, hasFramingBit, list) = ([], false, VorbisComments(packet)) }

  /// Returns the packet with the comments and pictures of a file in place of those with the same names, and of chapters.
  ///
  /// - Throws: `notStorable` for a name that comments cannot have, and for more bytes than a packet of FLAC has.
  package func packet(saying items: [MetadataItem]) throws(MovieError) -> [UInt8] {
    let (texts, pictures) = try FLACTags.comments(items.filter { !FLACTags.isOfSpeakers($0) })
    let added = texts.map { Array($0.utf8) } + pictures.map(Self.comment(ofPicture:))
    let names = Set(added.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).uppercased() })
    let kept = list.fields.filter {
      !names.contains($0.name.uppercased()) && !VorbisComments.isOfChapter($0.name)
    }.map { list.stored[$0.entry] }
    return try packet(of: kept.map(Array.init) + added)
  }

  /// Returns the comment of a picture, which is a block of FLAC with its header.
  static func comment(ofPicture block: [UInt8]) -> [UInt8] {
    Array("METADATA_BLOCK_PICTURE=".utf8) + Data(block.dropFirst(4)).base64EncodedData()
  }

  /// Returns the packet with other comments.
  ///
  /// - Throws: `notStorable` for more bytes than a packet of FLAC has.
  func packet(of comments: [[UInt8]]) throws(MovieError) -> [UInt8] {
    let list = VorbisComments.list(vendor: list.vendor, comments) + (hasFramingBit ? [1] : preservedRest)
    guard mark.count == 1 else { return mark + list }
    guard list.count <= FLACBlocks.limit else {
      throw MovieError(.notStorable, "the comments of FLAC have at most 16 MB")
    }
    return mark + (0..<3).reversed().map { UInt8(truncatingIfNeeded: list.count >> (8 * $0)) } + list
  }

  /// The bytes after the list, if they are more than padding (RFC 7845, clause 5.2).
  private var preservedRest: ArraySlice<UInt8> { list.rest.first.map { $0 & 1 == 1 } == true ? list.rest : [] }
}
