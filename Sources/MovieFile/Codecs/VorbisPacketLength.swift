/// Computes the number of samples that Vorbis packets decode to (Vorbis I, 4.2 to 4.3.8): half of each block overlaps
/// with its neighbour, and a packet's mode selects one of two block lengths.
struct VorbisPacketLength {
  private let blockSizes: [Int]
  /// The index of the block length of each mode.
  private let modes: [Int]
  private var previous: Int?

  /// Nil if the headers are not Vorbis'.
  init?(headers: [[UInt8]]) {
    guard headers.count >= 3, headers[0].count >= 30, headers[0][1..<7].elementsEqual("vorbis".utf8),
      headers[2].count > 16, headers[2][1..<7].elementsEqual("vorbis".utf8),
      let modes = Self.modes(headers[2])
    else { return nil }
    blockSizes = [1 << Int(headers[0][28] & 15), 1 << Int(headers[0][28] >> 4)]
    self.modes = modes
  }

  /// Returns the number of samples: none for the first packet; each other one completes the previous block.
  mutating func samples(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    // The lowest bit of an audio packet is 0; the next bits are the mode, as many as its number needs.
    guard let first = bytes.first, first & 1 == 0 else { return bytes.isEmpty ? 0 : nil }
    let bits = modes.count < 2 ? 0 : Int.bitWidth - (modes.count - 1).leadingZeroBitCount
    let mode = Int(first >> 1) & (1 << bits - 1)
    guard modes.indices.contains(mode) else { return nil }
    let size = blockSizes[modes[mode]]
    defer { previous = size }
    return previous.map { Int64(($0 + size) / 4) } ?? 0
  }

  /// The modes are at the end of the setup header, after codebooks that only a decoder can parse: they are read from
  /// the end, where the last set bit closes the header. A mode is a bit that selects the length, two 16-bit numbers
  /// that are 0, and an 8-bit mapping below 64; six bits before all modes count them.
  private static func modes(_ header: [UInt8]) -> [Int]? {
    var end = header.count * 8 - 1
    func bit(_ position: Int) -> Int { Int(header[position / 8] >> UInt8(position % 8) & 1) }
    func number(_ position: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | bit(position + $1) << $1 }
    }
    while end > 97, bit(end) == 0 { end -= 1 }
    var found: [Int]?
    var modes: [Int] = []
    var start = end
    while start >= 97 + 41, modes.count < 64 {
      start -= 41
      guard number(start + 33, 8) < 64, number(start + 17, 16) == 0, number(start + 1, 16) == 0 else { break }
      modes.insert(bit(start), at: 0)
      if number(start - 6, 6) + 1 == modes.count { found = modes }
    }
    return found
  }
}
