/// Takes packets of Opus out of the access units that transport streams wrap them in (the Opus project's "Encapsulation
/// in MPEG transport streams"; ETSI TS 103 491): a header with trims and a size before each packet.
struct OpusSplitter: StreamSplitter {
  private static let mark = 0x3ff
  private static let unitLimit = 65_536
  private var complete: [StreamUnit] = []
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
    while let (header, size) = header(at: offset), size <= bytes.count - offset - header {
      let packet = bytes[(offset + header)..<(offset + header + size)]
      let samples = packet.withUnsafeBytes { bytes in
        var length = PacketLength(CodedStream(.opus))
        return length.samples(bytes)
      }
      let begin = start + Int64(offset)
      complete.append(
        StreamUnit(
          range: begin + Int64(header)..<begin + Int64(header + size), stampPosition: begin, isSync: true,
          duration: samples.map { UnitDuration(value: $0, timescale: 48_000) }))
      offset += header + size
    }
    (bytes, start) = ([], position)
  }

  mutating func finish() { endPayload(at: start + Int64(bytes.count)) }

  mutating func next() -> StreamUnit? { complete.isEmpty ? nil : complete.removeFirst() }

  /// Returns the size of the header at an offset, and of the packet behind it.
  private func header(at offset: Int) -> (header: Int, size: Int)? {
    var bits = BitScanner(Array(bytes.dropFirst(offset).prefix(512)))
    guard bits.number(11) == Self.mark, let startsTrimmed = bits.number(1), let endsTrimmed = bits.number(1),
      let isExtended = bits.number(1), bits.number(2) != nil
    else { return nil }
    var (header, size) = (2, 0)
    while let byte = bits.number(8) {
      (header, size) = (header + 1, size + byte)
      if byte != 255 { break }
    }
    header += 2 * (startsTrimmed + endsTrimmed)
    if isExtended == 1 {
      guard bits.number(16 * (startsTrimmed + endsTrimmed)) != nil, let length = bits.number(8) else { return nil }
      header += 1 + length
    }
    return size > 0 ? (header, size) : nil
  }
}
