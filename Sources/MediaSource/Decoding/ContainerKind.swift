/// The timing of a container that GStreamer's demuxers do not report, by the first bytes of a file.
enum ContainerKind: Hashable, Sendable {
  /// An MPEG transport or program stream: its clock begins anywhere, times are relative to the first one.
  case mpegStream
  /// Matroska and WebM, with the units a second of its blocks' times; demuxers invent finer ones.
  case matroska(timescale: Int32)
  /// Ogg, whose last packet's length is the end of the audio.
  case ogg
  /// An AV1 stream without a container, for which there is no demuxer.
  case bareAV1
  case other

  /// The number of bytes that suffice.
  static let length = 4096

  init(_ head: [UInt8]) {
    if head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
      self = .matroska(timescale: Self.matroskaTimescale(head))
    } else if head.starts(with: "OggS".utf8) {
      self = .ogg
    } else if head.starts(with: [0x12, 0, 0x0a]) {
      // A temporal delimiter, and a sequence header (AV1 specification, 5.3.1 and 7.5).
      self = .bareAV1
    } else if head.starts(with: [0, 0, 1, 0xba]) || Self.hasPackets(head, size: 188) || Self.hasPackets(head, size: 192)
    {
      self = .mpegStream
    } else {
      self = .other
    }
  }

  /// Returns true for packets of 188 bytes (ISO/IEC 13818-1, 2.4.3.2), in Blu-ray's files with four bytes before each.
  private static func hasPackets(_ head: [UInt8], size: Int) -> Bool {
    let start = size - 188
    return head.count > start + size && head[start] == 0x47 && head[start + size] == 0x47
  }

  /// Returns TimestampScale, nanoseconds a unit (RFC 9559, 5.1.2.9); a million by default.
  private static func matroskaTimescale(_ head: [UInt8]) -> Int32 {
    for index in head.indices.dropLast(8) where head[index..<index + 3].elementsEqual([0x2a, 0xd7, 0xb1]) {
      let count = Int(head[index + 3]) - 0x80
      guard (1...4).contains(count) else { continue }
      let scale = head[(index + 4)..<(index + 4 + count)].reduce(0) { $0 << 8 | Int($1) }
      if scale > 0, 1_000_000_000 % scale == 0 { return Int32(clamping: 1_000_000_000 / scale) }
    }
    return 1000
  }
}
