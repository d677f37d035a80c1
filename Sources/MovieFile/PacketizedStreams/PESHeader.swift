/// The header of a packet of an elementary stream (ISO/IEC 13818-1, 2.4.3.6; ISO/IEC 11172-1, 2.4.3.3).
struct PESHeader: Hashable, Sendable {
  let streamID: UInt8
  /// The bytes before the payload.
  let size: Int
  /// The bytes of the payload; nil if only the next packet ends it.
  let payloadSize: Int?
  /// The time stamps as stored, 33 bits each.
  private(set) var presentation: Int64?
  private(set) var decode: Int64?
  private(set) var isScrambled = false

  enum Result: Hashable {
    case header(PESHeader)
    /// More bytes are needed: this many from the beginning.
    case incomplete(Int)
    /// The bytes are no packet.
    case none
  }

  /// Reads a header from its start code on.
  static func read(_ bytes: some RandomAccessCollection<UInt8>) -> Result {
    let bytes = Array(bytes.prefix(512))
    guard bytes.count >= 3 else { return .incomplete(9) }
    guard bytes[0] == 0, bytes[1] == 0, bytes[2] == 1 else { return .none }
    guard bytes.count >= 7 else { return .incomplete(9) }
    let (id, length) = (bytes[3], Int(bytes[4]) << 8 | Int(bytes[5]))
    guard id >= 0xbc else { return .none }
    // Maps, padding, private data, and streams of other standards have no header of their own.
    if [0xbc, 0xbe, 0xbf, 0xf0, 0xf1, 0xf2, 0xf8, 0xff].contains(id) {
      return .header(PESHeader(streamID: id, size: 6, payloadSize: length))
    }
    return bytes[6] & 0xc0 == 0x80 ? readMPEG2(bytes, id, length) : readMPEG1(bytes, id, length)
  }

  private init(streamID: UInt8, size: Int, payloadSize: Int?) {
    (self.streamID, self.size, self.payloadSize) = (streamID, size, payloadSize)
  }

  private static func readMPEG2(_ bytes: [UInt8], _ id: UInt8, _ length: Int) -> Result {
    guard bytes.count >= 9 else { return .incomplete(9) }
    let size = 9 + Int(bytes[8])
    guard bytes.count >= size else { return .incomplete(size) }
    guard length == 0 || length + 6 >= size else { return .none }
    var header = PESHeader(streamID: id, size: size, payloadSize: length == 0 ? nil : length + 6 - size)
    header.isScrambled = bytes[6] & 0x30 != 0
    if bytes[7] & 0x80 != 0, size >= 14 { header.presentation = stamp(bytes[9...]) }
    if bytes[7] & 0xc0 == 0xc0, size >= 19 { header.decode = stamp(bytes[14...]) }
    return .header(header)
  }

  /// Stuffing and the size of a buffer may precede the time stamps.
  private static func readMPEG1(_ bytes: [UInt8], _ id: UInt8, _ length: Int) -> Result {
    // At most 16 bytes of stuffing, two of the buffer, ten of time stamps.
    let most = min(6 + 28, 6 + length)
    var position = 6
    while position < bytes.count, position < 22, bytes[position] == 0xff { position += 1 }
    guard position < bytes.count else { return bytes.count < most ? .incomplete(most) : .none }
    if bytes[position] >> 6 == 1 { position += 2 }
    guard position < bytes.count else { return bytes.count < most ? .incomplete(most) : .none }
    let count = [2: 5, 3: 10][bytes[position] >> 4] ?? 1
    guard bytes.count >= position + count else { return bytes.count < most ? .incomplete(most) : .none }
    guard count > 1 || bytes[position] == 0x0f, length + 6 >= position + count else { return .none }
    var header = PESHeader(streamID: id, size: position + count, payloadSize: length + 6 - position - count)
    if count > 1 { header.presentation = stamp(bytes[position...]) }
    if count > 5 { header.decode = stamp(bytes[(position + 5)...]) }
    return .header(header)
  }

  /// Reads the 33 bits of a time stamp, which marker bits divide.
  static func stamp(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let number = bytes.prefix(5).reduce(0) { $0 << 8 | Int64($1) }
    return (number >> 33 & 7) << 30 | (number >> 17 & 0x7fff) << 15 | (number >> 1 & 0x7fff)
  }
}
