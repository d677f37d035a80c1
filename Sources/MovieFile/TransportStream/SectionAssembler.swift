/// Puts sections of tables together out of packets (ISO/IEC 13818-1, 2.4.4).
struct SectionAssembler: Sendable {
  private static let sizeLimit = 4096
  private var bytes: [UInt8] = []
  private var isCollecting = false

  init() {}

  /// Takes the payload of a packet; returns the sections that are complete and undamaged.
  mutating func take(_ payload: UnsafeRawBufferPointer, startsUnit: Bool) -> [[UInt8]] {
    var sections: [[UInt8]] = []
    var rest = payload[...]
    if startsUnit {
      guard let pointer = rest.popFirst(), Int(pointer) <= rest.count else {
        isCollecting = false
        return []
      }
      if isCollecting {
        bytes += rest.prefix(Int(pointer))
        collect(&sections)
      }
      rest = rest.dropFirst(Int(pointer))
      (bytes, isCollecting) = ([], true)
    }
    guard isCollecting else { return sections }
    bytes += rest
    collect(&sections)
    return sections
  }

  private mutating func collect(_ sections: inout [[UInt8]]) {
    while bytes.count >= 3 {
      // Stuffing follows the last section.
      guard bytes[0] != 0xff else {
        isCollecting = false
        return
      }
      let size = 3 + Int(bytes[1] & 0x0f) << 8 + Int(bytes[2])
      guard size <= Self.sizeLimit else {
        isCollecting = false
        return
      }
      guard bytes.count >= size else { return }
      let section = Array(bytes[..<size])
      bytes.removeFirst(size)
      if CRC32(ofSection: section).value == 0 { sections.append(section) }
    }
  }
}
