import CoreMedia

/// The configuration record of VP9 (VP Codec ISO Media File Format Binding, clause "VPCodecConfigurationRecord").
struct VP9Configuration {
  /// The contents of a 'vpcC' box.
  let box: [UInt8]

  /// - Parameters:
  ///   - features: Pairs of ID, length and value, as WebM's private data have them; may be empty.
  ///   - firstPacket: The first packet of the stream, which decides what the features leave open.
  ///   - color: Boxes that describe the frames, of which 'colr' gives the code points.
  init(features: [UInt8], firstPacket: [UInt8]?, color: [RawBox]) {
    var (profile, level, depth, chroma): (UInt8, UInt8, UInt8, UInt8) = (0, 0, 8, 1)
    if let header = firstPacket.flatMap({ VP9Header($0) }) {
      (profile, depth, chroma) = (header.profile, header.bitDepth, header.chroma)
    }
    var scanner = ByteScanner(features)
    while let id = scanner.u8(), let count = scanner.u8(), let value = scanner.bytes(Int(count)),
      let first = value.first
    {
      switch id {
      case 1 where first < 4: profile = first
      case 2: level = first
      case 3 where [8, 10, 12].contains(first): depth = first
      case 4 where first < 4: chroma = first
      default: break
      }
    }
    var codes: [UInt8] = [2, 2, 2]
    var isFull: UInt8 = 0
    if let colr = color.first(where: { $0.type == "colr" }), colr.payload.count >= 11 {
      codes = [5, 7, 9].map { colr.payload[$0] }
      isFull = colr.payload[10] >> 7
    }
    box = [1, 0, 0, 0, profile, level, depth << 4 | chroma << 1 | isFull] + codes + [0, 0]
  }
}

/// The format in the header of a VP9 key frame (VP9 Bitstream Specification, 6.2 and 6.2.1).
private struct VP9Header {
  let profile: UInt8
  let bitDepth: UInt8
  /// The subsampling as configurations number it: 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  let chroma: UInt8

  /// Nil for other frames.
  init?(_ packet: [UInt8]) {
    var bits = BitScanner(Array(packet.prefix(16)))
    guard bits.number(2) == 2, let low = bits.number(1), let high = bits.number(1) else { return nil }
    profile = UInt8(high << 1 | low)
    if profile == 3 { _ = bits.number(1) }
    // No shown frame, a key frame, two flags, and the sync code.
    guard bits.number(1) == 0, bits.number(1) == 0, bits.number(2) != nil, bits.number(24) == 0x49_8342 else {
      return nil
    }
    if profile >= 2 {
      guard let isTwelve = bits.number(1) else { return nil }
      bitDepth = isTwelve == 1 ? 12 : 10
    } else {
      bitDepth = 8
    }
    guard let space = bits.number(3) else { return nil }
    if space == 7 {
      chroma = 3
    } else if profile & 1 == 1 {
      guard bits.number(1) != nil, let across = bits.number(1), let down = bits.number(1) else { return nil }
      chroma = across == 0 ? 3 : down == 0 ? 2 : 1
    } else {
      chroma = 1
    }
  }
}
