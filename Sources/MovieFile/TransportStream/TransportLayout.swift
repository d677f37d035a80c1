/// The places of a transport stream's packets in a file (ISO/IEC 13818-1, 2.4.3.2).
struct TransportLayout: Hashable, Sendable {
  /// The size of a packet itself.
  static let payloadSize = 188
  static let mark: UInt8 = 0x47

  /// The distance of packets: 188 bytes; 192 with a time before each (Blu-ray, AVCHD); 204 with parity behind.
  let size: Int
  /// The offset of the first packet, without the time before it.
  let start: Int64

  /// The number of bytes before the first packet that may be others.
  private static let junkLimit = 65_536
  /// The packets that must follow each other, where the file has them.
  private static let checked = 8

  /// True if as many packets follow each other as are looked at.
  let isCertain: Bool

  /// Finds packets in the first bytes of a file; nil if there are none.
  init?(_ head: [UInt8]) {
    for start in 0..<min(head.count, Self.junkLimit) where head[start] == Self.mark {
      for size in [188, 192, 204] {
        var (position, count) = (start + size, 1)
        while position < head.count, count < Self.checked, head[position] == Self.mark {
          position += size
          count += 1
        }
        // A short file is all packets; junk before them needs more evidence.
        let isWhole = position >= head.count && count >= (start > 4 ? 5 : 2)
        if count == Self.checked || isWhole {
          self.size = size
          self.start = Int64(start)
          isCertain = count == Self.checked
          return
        }
      }
    }
    return nil
  }
}

extension TransportStreamFile {
  /// True if the first bytes of a file have packets that follow each other, with other bytes before them.
  package static func hasPackets(behindJunkIn head: [UInt8]) -> Bool { TransportLayout(head)?.isCertain ?? false }
}

/// The fields of a transport packet before its payload (ISO/IEC 13818-1, 2.4.3.2 and 2.4.3.4).
struct TransportPacket {
  let pid: UInt16
  let startsUnit: Bool
  let isDamaged: Bool
  let isScrambled: Bool
  let counter: UInt8
  /// The bytes before the payload; nil if the packet has none.
  let payloadStart: Int?
  private(set) var isDiscontinuous = false
  /// The clock reference in units of 90 kHz.
  private(set) var reference: Int64?

  /// - Parameter bytes: The 188 bytes of a packet.
  init(_ bytes: UnsafeRawBufferPointer) {
    pid = UInt16(bytes[1] & 0x1f) << 8 | UInt16(bytes[2])
    isDamaged = bytes[1] & 0x80 != 0
    startsUnit = bytes[1] & 0x40 != 0
    isScrambled = bytes[3] & 0xc0 != 0
    counter = bytes[3] & 0x0f
    let (hasAdaptation, hasPayload) = (bytes[3] & 0x20 != 0, bytes[3] & 0x10 != 0)
    let length = hasAdaptation ? Int(bytes[4]) + 1 : 0
    payloadStart = hasPayload && 4 + length < bytes.count ? 4 + length : nil
    guard hasAdaptation, bytes[4] > 0, 4 + length <= bytes.count else { return }
    isDiscontinuous = bytes[5] & 0x80 != 0
    if bytes[5] & 0x10 != 0, bytes[4] >= 7 {
      reference = bytes[6..<10].reduce(0) { $0 << 8 | Int64($1) } << 1 | Int64(bytes[10] >> 7)
    }
  }
}
