/// The speakers of FLAC's channels, in the comment `WAVEFORMATEXTENSIBLE_CHANNEL_MASK` (RFC 9639, clause 8.6.2): streams whose
/// channels are not the usual ones of their number have it.
package enum FLACSpeakers {
  package static let name = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK"

  /// Returns Microsoft's mask in a stream's metadata blocks, each with its header; nil if they have none.
  package static func mask(inBlocks blocks: [UInt8]) -> UInt32? {
    var rest = blocks[...]
    while rest.count >= 4, let kind = rest.first {
      let size = rest.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= 4 + size else { return nil }
      if kind & 0x7f == 4 { return mask(in: VorbisComments(Array(rest.dropFirst(4).prefix(size)))) }
      rest = rest.dropFirst(4 + size)
    }
    return nil
  }

  private static func mask(in comments: VorbisComments) -> UInt32? {
    guard let text = comments.fields.first(where: { $0.name.uppercased() == name })?.text else { return nil }
    let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]
    return UInt32(digits, radix: 16)
  }

  /// Returns a metadata block with the comment, marked as the last one.
  package static func block(mask: UInt32) -> [UInt8] {
    func counted(_ text: String) -> [UInt8] { little(text.utf8.count) + Array(text.utf8) }
    func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    let comments = counted("Reel") + little(1) + counted("\(name)=0x\(String(mask, radix: 16))")
    return [0x84, 0, UInt8(comments.count >> 8), UInt8(comments.count & 0xff)] + comments
  }
}
