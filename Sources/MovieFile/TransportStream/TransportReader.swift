/// Reads the packets of a transport stream in the order of the file, and passes over what is none.
struct TransportReader: Sendable {
  private let source: any ByteSource
  let layout: TransportLayout
  /// The offset of the next packet.
  private(set) var position: Int64
  /// Packets that begin there or later are not read; nil for all.
  private let limit: Int64?
  /// The number of bytes to read next: more and more, since many walks end after a packet.
  private var capacity = 1 << 14
  private let largestCapacity: Int
  /// The bytes of some packets, and their offset.
  private(set) var buffer: [UInt8] = []
  private var bufferStart: Int64 = 0
  private(set) var problem: MovieError?

  /// - Parameter capacity: The largest number of bytes to read at once.
  init(
    _ source: any ByteSource, _ layout: TransportLayout, from position: Int64, until end: Int64? = nil,
    capacity: Int = 1 << 18
  ) {
    (self.source, self.layout, self.position, largestCapacity) = (source, layout, position, capacity)
    limit = end
  }

  /// The offset at which reading ends.
  var end: Int64 {
    let size = source.size
    return min(limit ?? size, size)
  }

  /// Returns the next packet's offset, and its place in `buffer`; nil at the end.
  mutating func next() throws(MovieError) -> (offset: Int64, index: Int)? {
    guard position < end else { return nil }
    guard try fill(TransportLayout.payloadSize) else {
      note(.truncated, "the last packet is cut off")
      position = end
      return nil
    }
    if buffer[Int(position - bufferStart)] != TransportLayout.mark, try !resynchronise() { return nil }
    let found = (position, Int(position - bufferStart))
    position += Int64(layout.size)
    return found
  }

  /// Loads bytes from `position` on; false if the file has fewer.
  private mutating func fill(_ count: Int) throws(MovieError) -> Bool {
    let index = position - bufferStart
    if index >= 0, index <= Int64(buffer.count - count) { return true }
    guard source.size - position >= Int64(count) else { return false }
    buffer = try source.bytes(at: position, count: source.count(at: position, atLeast: count, upTo: capacity))
    bufferStart = position
    capacity = min(capacity * 2, largestCapacity)
    return true
  }

  /// Moves to the next place at which two packets follow each other.
  private mutating func resynchronise() throws(MovieError) -> Bool {
    let start = position
    note(.malformed, "bytes are no packets")
    while position < end {
      let span = layout.size + TransportLayout.payloadSize
      guard try fill(span) else {
        // The last packet has none behind it.
        guard try fill(TransportLayout.payloadSize) else { break }
        if buffer[Int(position - bufferStart)] == TransportLayout.mark,
          source.size - position <= Int64(layout.size), position > start
        {
          return true
        }
        position += 1
        continue
      }
      let index = Int(position - bufferStart)
      if buffer[index] == TransportLayout.mark, buffer[index + layout.size] == TransportLayout.mark { return true }
      position += 1
    }
    position = end
    return false
  }

  private mutating func note(_ code: MovieError.Code, _ message: String) {
    problem = problem ?? MovieError(code, message, offset: position, file: source.name)
  }
}
