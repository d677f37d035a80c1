import CoreMedia

/// Takes packets of Opus out of the access units that transport streams wrap them in (the Opus project's "Encapsulation
/// in MPEG transport streams"; ETSI TS 103 491): a header with trims and a size before each packet.
struct OpusSplitter: StreamSplitter {
  fileprivate static let mark = 0x3ff
  private static let unitLimit = 65_536
  private var complete: ArraySlice<StreamUnit> = []
  /// The payload of the packet.
  private var bytes: [UInt8] = []
  private var start: Int64 = 0

  init() {}

  var headers: StreamHeaders { .none }
  var pending: Int64 { start }

  mutating func beginPayload(at position: Int64) { (bytes, start) = ([], position) }

  mutating func take(_ new: UnsafeRawBufferPointer, at position: Int64) {
    if bytes.count + new.count <= Self.unitLimit { bytes += new }
  }

  mutating func endPayload(at position: Int64) {
    var offset = 0
    while let header = Header(bytes[offset...]), header.packetSize <= bytes.count - offset - header.size {
      let first = offset + header.size
      let samples = bytes[first..<first + header.packetSize].withUnsafeBytes { bytes in
        var length = PacketLength(CodedStream(.opus))
        return length.samples(bytes)
      }
      let begin = start + Int64(first)
      var unit = StreamUnit(
        range: begin..<begin + Int64(header.packetSize), stampPosition: start + Int64(offset), isSync: true,
        duration: samples.map { UnitDuration(value: $0, timescale: 48_000) })
      unit.discardPadding = header.trims
      complete.append(unit)
      offset = first + header.packetSize
    }
    (bytes, start) = ([], position)
  }

  mutating func finish() { endPayload(at: start + Int64(bytes.count)) }

  mutating func next() -> StreamUnit? { complete.popFirst() }

  /// The header of an access unit.
  private struct Header {
    private(set) var size: Int
    /// The number of bytes of the packet behind it; positive.
    private(set) var packetSize = 0
    /// The samples that are not heard; nil if the header has none.
    private(set) var trims: DiscardPadding?

    init?(_ bytes: ArraySlice<UInt8>) {
      var bits = BitScanner(Array(bytes.prefix(512)))
      guard bits.number(11) == OpusSplitter.mark, let startsTrimmed = bits.number(1), let endsTrimmed = bits.number(1),
        let isExtended = bits.number(1), bits.number(2) != nil
      else { return nil }
      size = 2
      while let byte = bits.number(8) {
        (size, packetSize) = (size + 1, packetSize + byte)
        if byte != 255 { break }
      }
      // Three reserved bits, and thirteen of samples.
      guard let first = startsTrimmed == 0 ? 0 : bits.number(16), let last = endsTrimmed == 0 ? 0 : bits.number(16)
      else { return nil }
      size += 2 * (startsTrimmed + endsTrimmed)
      if startsTrimmed + endsTrimmed > 0 {
        trims = DiscardPadding(start: Int64(first & 0x1fff), end: Int64(last & 0x1fff))
      }
      if isExtended == 1 {
        guard let length = bits.number(8) else { return nil }
        size += 1 + length
      }
      if packetSize == 0 { return nil }
    }
  }
}
