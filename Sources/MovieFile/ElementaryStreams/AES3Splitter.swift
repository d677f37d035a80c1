/// The header before the PCM of studios in transport streams, once a packet (SMPTE ST 302, 6).
struct AES3Header: Hashable, Sendable {
  static let size = 4
  /// All streams have this one.
  static let sampleRate: Int32 = 48_000

  /// 2, 4, 6 or 8.
  let channels: Int
  /// The bits of a sample; 20 are given in 24.
  let bits: Int
  /// The number of bytes behind the header.
  let payloadSize: Int

  /// Reads a header; nil for reserved values.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= Self.size else { return nil }
    let number = bytes.prefix(Self.size).reduce(0) { $0 << 8 | Int($1) }
    guard number >> 4 & 3 < 3 else { return nil }
    (payloadSize, channels, bits) = (number >> 16, 2 * (number >> 14 & 3) + 2, 16 + 4 * (number >> 4 & 3))
  }

  /// The bytes of a sample in what decoders take.
  var sampleSize: Int { bits == 16 ? 2 : 3 }

  /// The bytes of two samples, each with the four bits of AES3 behind it.
  private var pairSize: Int { (bits + 4) / 4 }

  /// Returns samples as big-endian integers of two or three bytes, interleaved. Stored, they begin with their lowest bit.
  func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var samples: [UInt8] = []
    let frame = channels * sampleSize
    samples.reserveCapacity(bytes.count)
    var start = bytes.startIndex
    while bytes.endIndex - start >= pairSize {
      var number: UInt64 = 0
      for (place, byte) in bytes[start..<start + pairSize].enumerated() {
        number |= UInt64(Self.reversed(byte)) << UInt64(8 * place)
      }
      for place in [0, bits + 4] {
        let value = number >> UInt64(place) & ((1 << UInt64(bits)) - 1)
        let whole = bits == 20 ? value << 4 : value
        for shift in stride(from: 8 * (sampleSize - 1), through: 0, by: -8) {
          samples.append(UInt8(truncatingIfNeeded: whole >> UInt64(shift)))
        }
      }
      start += pairSize
    }
    samples.removeLast(samples.count % frame)
    return samples
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    var byte = byte
    byte = byte >> 4 | byte << 4
    byte = byte >> 2 & 0x33 | byte << 2 & 0xcc
    return byte >> 1 & 0x55 | byte << 1 & 0xaa
  }
}

/// Takes the PCM of studios: the samples of each packet are one unit, as plain integers.
struct AES3Splitter: StreamSplitter {
  private static let payloadLimit = 1 << 17
  private var complete: ArraySlice<StreamUnit> = []
  private var header: AES3Header?
  private var bytes: [UInt8] = []
  private var start: Int64?
  private var position: Int64 = 0

  var headers: StreamHeaders { header.map { .aes3($0) } ?? .none }
  var pending: Int64 { start ?? position }

  mutating func beginPayload(at position: Int64) {
    (start, self.position, bytes) = (position, position, [])
  }

  mutating func take(_ new: UnsafeRawBufferPointer, at position: Int64) {
    self.position = position + Int64(new.count)
    if start != nil, bytes.count < Self.payloadLimit { bytes += new }
  }

  mutating func endPayload(at position: Int64) {
    defer { start = nil }
    guard let start, let found = AES3Header(bytes), bytes.count > AES3Header.size else { return }
    header = found
    let samples = found.plain(bytes[AES3Header.size..<min(bytes.count, AES3Header.size + found.payloadSize)])
    guard !samples.isEmpty else { return }
    complete.append(
      StreamUnit(
        range: start..<position, stampPosition: start, contents: .made(samples), isSync: true,
        duration: UnitDuration(
          value: Int64(samples.count / (found.sampleSize * found.channels)), timescale: AES3Header.sampleRate)))
  }

  mutating func finish() { endPayload(at: position) }

  mutating func next() -> StreamUnit? { complete.popFirst() }
}
