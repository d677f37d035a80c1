/// Metadata blocks of a FLAC file that is written, none of them marked as the last one (RFC 9639, clause 8).
enum FLACBlocks {
  /// The maximum size of the contents of a block.
  static let limit = 0xff_ffff
  /// The vendor string of new lists.
  static let vendor = Array("Reel".utf8)

  /// Returns the block of comments, each with its name and value (clause 8.6).
  static func comments(_ comments: [String]) -> [UInt8] {
    block(4, VorbisComments.list(vendor: vendor, comments.map(\.utf8)))
  }

  /// Returns blocks with another comment in the list, which is the first block.
  static func adding(_ comment: String, to blocks: [UInt8]) -> [UInt8] {
    let end = 4 + blocks[1..<4].reduce(0) { $0 << 8 | Int($1) }
    let others = VorbisComments(Array(blocks[4..<end])).fields.map { "\($0.name)=\($0.text)" }
    return comments(others + [comment]) + blocks[end...]
  }

  /// Returns the block of a picture, whose size and colours are in the picture itself (clause 8.8).
  ///
  /// - Parameter type: The type by ID3's numbers.
  static func picture(_ bytes: [UInt8], type: Int, mediaType: String, description: String) -> [UInt8] {
    func big(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    func counted(_ bytes: [UInt8]) -> [UInt8] { big(bytes.count) + bytes }
    return block(
      6,
      big(type) + counted(Array(mediaType.utf8)) + counted(Array(description.utf8)) + [UInt8](repeating: 0, count: 16)
        + counted(bytes))
  }

  /// Returns the last block, which holds nothing.
  static func padding(_ count: Int) -> [UInt8] {
    var bytes = block(1, [UInt8](repeating: 0, count: min(count, limit)))
    bytes[0] |= 0x80
    return bytes
  }

  /// Returns a block, whose contents must not be larger than `limit`.
  static func block(_ type: UInt8, _ contents: [UInt8]) -> [UInt8] {
    let size = contents.count
    return [type, UInt8(size >> 16 & 0xff), UInt8(size >> 8 & 0xff), UInt8(size & 0xff)] + contents
  }
}
