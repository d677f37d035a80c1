import CoreAudioTypes
import CoreMedia

/// The configuration boxes of AC-3 and Enhanced AC-3, which players read before decoding (ETSI TS 102 366, annex F).
package struct DolbyConfiguration: Hashable, Sendable {
  /// An independent substream, and the channels that its dependent substreams add.
  struct Substream: Hashable, Sendable {
    var rateCode: Int
    var version: Int
    var serviceMode: Int
    var codingMode: Int
    var hasLowFrequencies: Bool
    var dependentCount = 0
    /// The locations of the added channels: a bit each, Lc/Rc pairs in the lowest one (table F.6.1).
    var addedLocations = 0
  }

  /// The contents of the box 'dac3' or 'dec3'.
  package let box: [UInt8]
  package let isEnhanced: Bool

  /// - Parameters:
  ///   - packet: A sample: one frame of AC-3, or all frames of Enhanced AC-3 for one time.
  ///   - isEnhanced: True for Enhanced AC-3.
  /// - Throws: `notStorable` for other bytes, or for more streams than a file can describe.
  package init(_ packet: UnsafeRawBufferPointer, isEnhanced: Bool) throws(MovieError) {
    let name = isEnhanced ? "E-AC-3" : "AC-3"
    guard let first = DolbyFrame(packet) else {
      throw MovieError(.notStorable, "a packet of \(name) does not begin as one")
    }
    self.isEnhanced = isEnhanced
    if isEnhanced {
      box = try Self.enhancedBox(packet)
    } else {
      guard case .ac3(let code) = first.kind else {
        throw MovieError(.notStorable, "a packet of AC-3 is one of E-AC-3")
      }
      box = Self.bytes([
        (first.rateCode, 2), (first.version, 5), (first.serviceMode, 3), (first.codingMode, 3),
        (first.hasLowFrequencies ? 1 : 0, 1), (code >> 1, 5), (0, 5),
      ])
    }
  }

  private static func enhancedBox(_ packet: UnsafeRawBufferPointer) throws(MovieError) -> [UInt8] {
    var streams: [Substream] = []
    var (position, bits) = (0, 0)
    // Frames have at least two bytes: the loop ends.
    while position < packet.count, let frame = DolbyFrame(packet[position...]) {
      switch frame.kind {
      case .dependent(let map):
        guard !streams.isEmpty else {
          throw MovieError(.notStorable, "a packet of E-AC-3 begins with what belongs to another")
        }
        guard streams[streams.count - 1].dependentCount < 15 else {
          throw MovieError(.notStorable, "E-AC-3 has more than 15 dependent streams")
        }
        streams[streams.count - 1].dependentCount += 1
        streams[streams.count - 1].addedLocations |= map.map(addedLocations) ?? 0
      case .independent, .ac3:
        // The next frames of the same streams, if they have few blocks.
        if !streams.isEmpty, frame.number == 0 { return box(streams, bitRate: bits) }
        guard frame.number == streams.count else {
          throw MovieError(.notStorable, "the streams of E-AC-3 are not in order")
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

  /// - Parameter bitRate: The bit rate of all streams, in bits per second.
  private static func box(_ streams: [Substream], bitRate: Int) -> [UInt8] {
    // If frame sizes alternate to meet the rate, the first may be the shorter one.
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

  /// Returns the locations of a channel map for the box: pairs and single ones from the sixth on, and the second
  /// low-frequency channel.
  private static func addedLocations(_ map: Int) -> Int {
    var locations = (0..<8).reduce(0) { $0 | (map >> (10 - $1) & 1) << $1 }
    if map & 2 != 0 { locations |= 1 << 8 }
    return locations
  }

  /// Packs numbers into bits, padded with zeros.
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
  /// Returns the rate and number of channels of a 'dec3' box's presentation; nil for a damaged one.
  static func audio(enhancedBox: [UInt8]) -> (sampleRate: Double?, channels: Int)? {
    var bits = BitScanner(enhancedBox)
    // Of several independent substreams, the first is the main programme.
    guard bits.number(13) != nil, bits.number(3) != nil, let rate = bits.number(2), bits.number(10) != nil,
      let mode = bits.number(3), let low = bits.number(1), bits.number(3) != nil, let added = bits.number(4)
    else { return nil }
    var channels = DolbyFrame.channelCount(codingMode: mode) + low
    if added > 0 {
      guard let locations = bits.number(9) else { return nil }
      // Pairs count twice: Lc/Rc, Lrs/Rrs, Lsd/Rsd, Lw/Rw and Lvh/Rvh.
      for place in 0..<9 where locations >> place & 1 != 0 { channels += [0, 1, 4, 5, 6].contains(place) ? 2 : 1 }
    }
    return (rate < 3 ? [48_000, 44_100, 32_000][rate] : nil, channels)
  }
}
