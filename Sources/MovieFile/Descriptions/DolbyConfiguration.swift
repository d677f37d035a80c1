import CoreAudioTypes

/// What files say of AC-3 and Enhanced AC-3, so that players know it before they decode any (ETSI TS 102 366, annex F).
package struct DolbyConfiguration: Hashable, Sendable {
  /// Sound that is heard by itself, and what adds channels to it.
  struct Substream: Hashable, Sendable {
    var rateCode: Int
    var version: Int
    var serviceMode: Int
    var codingMode: Int
    var hasLowFrequencies: Bool
    var dependentCount = 0
    /// Where the added channels are: a bit each, pairs in front of the sides in the lowest one (table F.6.1).
    var addedLocations = 0
  }

  /// The contents of the box 'dac3' or 'dec3'.
  package let box: [UInt8]
  package let isEnhanced: Bool

  /// - Parameters:
  ///   - packet: A sample: one frame of AC-3, or those of Enhanced AC-3 that are heard at once.
  ///   - isEnhanced: Which of the two it is said to be.
  /// - Throws: `unfit` for what is none, or has more streams than a file can name.
  package init(_ packet: UnsafeRawBufferPointer, isEnhanced: Bool) throws(MovieError) {
    let name = isEnhanced ? "E-AC-3" : "AC-3"
    guard let first = DolbyFrame(packet) else {
      throw MovieError(.unfit, "a packet of \(name) does not begin as one")
    }
    self.isEnhanced = isEnhanced
    if isEnhanced {
      box = try Self.enhancedBox(packet)
    } else {
      guard case .ac3(let code) = first.kind else { throw MovieError(.unfit, "a packet of AC-3 is one of E-AC-3") }
      box = Self.bytes([
        (first.rateCode, 2), (first.version, 5), (first.serviceMode, 3), (first.codingMode, 3),
        (first.hasLowFrequencies ? 1 : 0, 1), (code >> 1, 5), (0, 5),
      ])
    }
  }

  private static func enhancedBox(_ packet: UnsafeRawBufferPointer) throws(MovieError) -> [UInt8] {
    var streams: [Substream] = []
    var (position, bits) = (0, 0)
    // Frames have at least two bytes: the walk ends.
    while position < packet.count, let frame = DolbyFrame(packet[position...]) {
      switch frame.kind {
      case .dependent(let map):
        guard !streams.isEmpty else {
          throw MovieError(.unfit, "a packet of E-AC-3 begins with what belongs to another")
        }
        guard streams[streams.count - 1].dependentCount < 15 else {
          throw MovieError(.unfit, "E-AC-3 has more than 15 dependent streams")
        }
        streams[streams.count - 1].dependentCount += 1
        streams[streams.count - 1].addedLocations |= map.map(addedLocations) ?? 0
      case .independent, .ac3:
        // The next frames of the same streams, where those are short.
        if !streams.isEmpty, frame.number == 0 { return box(streams, bitRate: bits) }
        guard frame.number == streams.count else {
          throw MovieError(.unfit, "the streams of E-AC-3 are not in order")
        }
        streams.append(
          Substream(
            rateCode: frame.rateCode, version: frame.version, serviceMode: frame.serviceMode,
            codingMode: frame.codingMode, hasLowFrequencies: frame.hasLowFrequencies))
      }
      bits += frame.size * 8 * frame.sampleRate / (256 * frame.blockCount)
      position += frame.size
    }
    return box(streams, bitRate: bits)
  }

  /// - Parameter bitRate: Bits a second of all streams.
  private static func box(_ streams: [Substream], bitRate: Int) -> [UInt8] {
    // Where frames have to differ for their rate, the first may be a shorter one.
    var fields = [(min((bitRate + 500) / 1000, 0x1fff), 13), (streams.count - 1, 3)]
    for stream in streams {
      fields += [
        (stream.rateCode, 2), (stream.version, 5), (0, 2), (stream.serviceMode, 3), (stream.codingMode, 3),
        (stream.hasLowFrequencies ? 1 : 0, 1), (0, 3), (stream.dependentCount, 4),
      ]
      fields.append(stream.dependentCount > 0 ? (stream.addedLocations, 9) : (0, 1))
    }
    return bytes(fields)
  }

  /// The places of a map that a file names: pairs and single ones from the sixth on, and the second channel of low frequencies.
  private static func addedLocations(_ map: Int) -> Int {
    var locations = (0..<8).reduce(0) { $0 | (map >> (10 - $1) & 1) << $1 }
    if map & 2 != 0 { locations |= 1 << 8 }
    return locations
  }

  /// Numbers and their bits one after the other, filled up with zeros.
  private static func bytes(_ fields: [(value: Int, bits: Int)]) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = 0
    for field in fields {
      for bit in (0..<field.bits).reversed() {
        if position % 8 == 0 { bytes.append(0) }
        bytes[position / 8] |= UInt8(field.value >> bit & 1) << UInt8(7 - position % 8)
        position += 1
      }
    }
    return bytes
  }
}

extension DolbyConfiguration {
  /// What a 'dec3' box says of all that is heard at once: the rate, and how many channels; nil for a damaged one.
  static func sound(enhancedBox: [UInt8]) -> (sampleRate: Double?, channels: Int)? {
    var bits = BitScanner(enhancedBox)
    // Of several independent streams, the first is the one that everybody hears.
    guard bits.number(13) != nil, bits.number(3) != nil, let rate = bits.number(2), bits.number(10) != nil,
      let mode = bits.number(3), let low = bits.number(1), bits.number(3) != nil, let added = bits.number(4)
    else { return nil }
    var channels = DolbyFrame.channelCount(codingMode: mode) + low
    if added > 0 {
      guard let locations = bits.number(9) else { return nil }
      // Pairs count twice: in front of the sides, behind them, beside them, wide ones, and high ones.
      for place in 0..<9 where locations >> place & 1 != 0 { channels += [0, 1, 4, 5, 6].contains(place) ? 2 : 1 }
    }
    return (rate < 3 ? [48_000, 44_100, 32_000][rate] : nil, channels)
  }
}
