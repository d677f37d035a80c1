/// The header of a page (RFC 3533, section 6).
struct OggPage: Sendable {
  /// The offset of the header.
  let offset: Int64
  /// The position of the codec at the end of the last packet that ends on the page; -1 if none ends.
  let granule: Int64
  let serial: UInt32
  let sequence: UInt32
  /// True if the first segment continues a packet of the page before.
  let isContinued: Bool
  /// True for the first page of a stream.
  let isFirst: Bool
  /// True for the last page of a stream.
  let isLast: Bool
  /// The sizes of the segments; one below 255 ends a packet.
  let lacing: [UInt8]
  /// The range of the segments.
  let body: Range<Int64>

  /// The beginning of a page: `OggS`.
  static let pattern: UInt32 = 0x4f67_6753
  static let headerSize: Int64 = 27
  /// The largest size of a page: 255 segments of 255 bytes.
  static let sizeLimit = 27 + 255 + 255 * 255

  /// The offset of the next page.
  var end: Int64 { body.upperBound }

  /// The number of packets that end on the page.
  var packetCount: Int { lacing.count { $0 < 255 } }

  /// Reads the page at an offset; nil if there is none, if the file ends in it, or if its checksum is wrong.
  init?(at offset: Int64, _ window: ByteWindow) throws(MovieError) {
    let size = window.source.size
    guard offset >= 0, offset <= size - Self.headerSize, try window.u32(at: offset) == Self.pattern,
      try window.u8(at: offset + 4) == 0
    else { return nil }
    let count = Int(try window.u8(at: offset + 26))
    guard offset <= size - Self.headerSize - Int64(count) else { return nil }
    let header = try window.bytes(at: offset, count: 27 + count)
    self.offset = offset
    lacing = Array(header[27...])
    let start = offset + Int64(header.count)
    let length = lacing.reduce(0 as Int64) { $0 + Int64($1) }
    guard length <= size - start else { return nil }
    body = start..<start + length
    let flags = header[5]
    (isContinued, isFirst, isLast) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    granule = Int64(bitPattern: UInt64(little: header[6..<14]))
    serial = UInt32(UInt64(little: header[14..<18]))
    sequence = UInt32(UInt64(little: header[18..<22]))
    // The checksum is that of the page with zeros in its place.
    var checksum = CRC32()
    checksum.add(header[..<22])
    checksum.add([0, 0, 0, 0])
    checksum.add(header[26...])
    checksum.add(try window.bytes(at: start, count: Int(length)))
    guard checksum.value == UInt32(UInt64(little: header[22..<26])) else { return nil }
  }

  /// Returns the packets, or parts of packets, on the page: their ranges, and true for those that end.
  var parts: [(range: Range<Int64>, isComplete: Bool)] {
    var parts: [(Range<Int64>, Bool)] = []
    var (start, position) = (body.lowerBound, body.lowerBound)
    for size in lacing {
      position += Int64(size)
      if size < 255 {
        parts.append((start..<position, true))
        start = position
      }
    }
    if let last = lacing.last, last == 255 { parts.append((start..<position, false)) }
    return parts
  }
}
