/// Reads the packs and packets of a program stream in the order of the file (ISO/IEC 13818-1, 2.5.3; ISO/IEC 11172-1,
/// 2.4.3), and passes over what is none.
struct ProgramReader: Sendable {
  enum Unit {
    /// A pack with its clock reference, in units of 90 kHz.
    case pack(Int64)
    /// The types of elementary streams.
    case map(ProgramStreamMap)
    case packet(Packet)
  }

  struct Packet {
    /// The offset of the start code.
    let offset: Int64
    let header: PESHeader
    /// The payload, as far as the file has it.
    let payload: Range<Int64>
  }

  private let source: any ByteSource
  /// The offset of the next start code.
  private(set) var position: Int64
  /// The offset at which reading ends; nil for the end of the file.
  private let limit: Int64?
  /// The number of bytes to read next: more and more, since many walks end after a packet.
  private var capacity = 1 << 14
  private let largestCapacity: Int
  private var buffer: [UInt8] = []
  private var bufferStart: Int64 = 0
  private(set) var problem: MovieError?

  private enum Code {
    static let end: UInt8 = 0xb9
    static let pack: UInt8 = 0xba
    static let systemHeader: UInt8 = 0xbb
    static let map: UInt8 = 0xbc
  }

  /// - Parameter capacity: The largest number of bytes to read at once.
  init(_ source: any ByteSource, from position: Int64, until end: Int64? = nil, capacity: Int = 1 << 18) {
    (self.source, self.position, largestCapacity) = (source, position, capacity)
    limit = end
  }

  private var end: Int64 {
    let size = source.size
    return min(limit ?? size, size)
  }

  /// Returns the next pack, map or packet; nil at the end.
  mutating func next() throws(MovieError) -> Unit? {
    while position < end {
      let head = try bytes(at: position, upTo: 14)
      guard head.count >= 4, head.starts(with: [0, 0, 1]), head[head.startIndex + 3] >= Code.end else {
        guard try resynchronise() else { return nil }
        continue
      }
      let fields = Array(head)
      switch fields[3] {
      case Code.end: position += 4
      case Code.pack:
        guard let (reference, size) = Self.pack(fields) else {
          try skipMark()
          continue
        }
        position += size
        return .pack(reference)
      case Code.systemHeader:
        guard fields.count >= 6 else { return cutOff() }
        position += 6 + Int64(fields[4]) << 8 + Int64(fields[5])
      case Code.map:
        guard fields.count >= 6 else { return cutOff() }
        let size = 6 + Int(fields[4]) << 8 + Int(fields[5])
        let map = ProgramStreamMap(Array(try bytes(at: position, upTo: min(size, 1024))))
        position += Int64(size)
        if let map { return .map(map) }
      default: if let packet = try packet() { return .packet(packet) }
      }
    }
    return nil
  }

  mutating func payload(of packet: Packet) throws(MovieError) -> ArraySlice<UInt8> {
    try bytes(at: packet.payload.lowerBound, upTo: packet.payload.count)
  }

  private mutating func packet() throws(MovieError) -> Packet? {
    let start = position
    let head = try bytes(at: start, upTo: 300)
    guard case .header(let header) = PESHeader.read(head) else {
      try skipMark()
      return nil
    }
    let begin = start + Int64(header.size)
    // A packet without a size is of a transport stream: the next start code of a packet ends it.
    let stated = begin + Int64(header.payloadSize ?? 0)
    if stated > source.size { note(.truncated, "the last packet is cut off") }
    position = stated
    return Packet(offset: start, header: header, payload: begin..<max(begin, min(stated, source.size)))
  }

  /// Reads the clock reference of a pack, and its size with stuffing; nil if it is none.
  private static func pack(_ bytes: [UInt8]) -> (reference: Int64, size: Int64)? {
    guard bytes.count >= 12 else { return nil }
    if bytes[4] >> 6 == 1 {
      guard bytes.count >= 14 else { return nil }
      let number = bytes[4..<10].reduce(0) { $0 << 8 | Int64($1) }
      let reference = (number >> 43 & 7) << 30 | (number >> 27 & 0x7fff) << 15 | (number >> 11 & 0x7fff)
      return (reference, 14 + Int64(bytes[13] & 7))
    }
    guard bytes[4] >> 4 == 2 else { return nil }
    return (PESHeader.stamp(bytes[4...]), 12)
  }

  // MARK: Bytes

  /// Returns bytes from an offset on, as many as the file has.
  private mutating func bytes(at offset: Int64, upTo count: Int) throws(MovieError) -> ArraySlice<UInt8> {
    let count = Int(min(Int64(count), max(0, source.size - offset)))
    var index = offset - bufferStart
    if index < 0 || index > Int64(buffer.count - count) {
      buffer = try source.bytes(at: offset, count: source.count(at: offset, atLeast: count, upTo: capacity))
      bufferStart = offset
      capacity = min(capacity * 2, largestCapacity)
      index = 0
    }
    return buffer[Int(index)..<Int(index) + count]
  }

  /// Passes over a start code that begins nothing.
  private mutating func skipMark() throws(MovieError) {
    note(.malformed, "a packet has no header")
    position += 4
  }

  /// Moves to the next start code of a pack or packet.
  private mutating func resynchronise() throws(MovieError) -> Bool {
    note(.malformed, "bytes are no packets")
    while position < end {
      let part = try bytes(at: position, upTo: 4096)
      var index = part.startIndex
      while index + 3 < part.endIndex {
        if part[index] == 0, part[index + 1] == 0, part[index + 2] == 1, part[index + 3] >= Code.end,
          index > part.startIndex || part.count < 4
        {
          position += Int64(index - part.startIndex)
          return position < end
        }
        index += 1
      }
      position += Int64(max(1, part.count - 3))
      let next = try bytes(at: position, upTo: 4)
      if next.starts(with: [0, 0, 1]), next.count == 4, next[next.startIndex + 3] >= Code.end { return position < end }
      if next.count < 4 { break }
    }
    position = end
    return false
  }

  private mutating func cutOff() -> Unit? {
    note(.truncated, "the last header is cut off")
    position = end
    return nil
  }

  private mutating func note(_ code: MovieError.Code, _ message: String) {
    problem = problem ?? MovieError(code, message, offset: position, file: source.name)
  }
}
