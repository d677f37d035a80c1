/// How many samples packets of coded sound decode to, as they say themselves.
enum PacketLength {
  /// The samples of a packet at the rate of its format; nil where only a decoder can tell.
  static func samples(_ bytes: UnsafeRawBufferPointer, _ format: CodedFormat) -> Int64? {
    let structure = format.caps.first
    switch format.codec {
    case .aac: return 1024
    case .mpegAudio: return MPEGAudioFrame(bytes).map { Int64($0.samples) }
    case .opus: return opus(bytes)
    case .ac3: return 1536
    case .amr: return 160
    case .amrWideband: return 320
    case .uLaw, .aLaw: return Int64(bytes.count / max(1, structure?["channels"]?.int ?? 1))
    case .pcm: return format.pcm.map { Int64(bytes.count / $0.bytesPerFrame) }
    default: return nil
    }
  }

  /// RFC 6716, 3.1 and 3.2: the configuration's frame size, times the number of frames.
  private static func opus(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard let toc = bytes.first else { return nil }
    let configuration = Int(toc >> 3)
    let frame: Int64 =
      switch configuration {
      case 0..<12: [480, 960, 1920, 2880][configuration % 4]
      case 12..<16: [480, 960][configuration % 2]
      default: [120, 240, 480, 960][configuration % 4]
      }
    switch toc & 3 {
    case 0: return frame
    case 1, 2: return 2 * frame
    default: return bytes.count > 1 ? Int64(bytes[1] & 0x3f) * frame : nil
    }
  }
}

/// The header of a frame of MPEG-1 or MPEG-2 audio (ISO/IEC 11172-3, 2.4.1.3).
struct MPEGAudioFrame {
  /// Samples of each channel.
  let samples: Int
  /// Bytes of the side information, after the header and without a checksum.
  private let sideInformation: Int

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 else { return nil }
    let (version, layer) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3)
    guard version != 1, layer != 0 else { return nil }
    let isFirstVersion = version == 3
    samples = layer == 3 ? 384 : layer == 2 || isFirstVersion ? 1152 : 576
    let isMono = bytes[3] >> 6 == 3
    sideInformation = isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
  }

  /// What a frame without sound says of the ones that follow: LAME's delay and padding behind the Xing header.
  ///
  /// - Returns: Nil when the frame holds sound; the range is nil when the header says nothing of delays.
  static func gaplessRange(_ bytes: UnsafeRawBufferPointer) -> (range: GaplessRange?, frames: Int?)? {
    guard let frame = MPEGAudioFrame(bytes) else { return nil }
    let start = 4 + frame.sideInformation
    guard bytes.count >= start + 8 else { return nil }
    let name = bytes[start..<start + 4]
    guard name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) else { return nil }
    let flags = bytes[start + 7]
    var position = start + 8
    var frames: Int?
    if flags & 1 != 0, bytes.count >= position + 4 {
      frames = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      position += 4
    }
    if flags & 2 != 0 { position += 4 }
    if flags & 4 != 0 { position += 100 }
    if flags & 8 != 0 { position += 4 }
    // The encoder's name (9 bytes), twelve more, then the two lengths in 12 bits each.
    guard bytes.count >= position + 24, bytes[position] != 0 else { return (nil, frames) }
    let lengths = bytes[(position + 21)..<(position + 24)].reduce(0) { $0 << 8 | Int64($1) }
    let (delay, padding) = (lengths >> 12, lengths & 0xfff)
    // The decoder itself is 529 samples late.
    let count = frames.map { max(0, Int64($0 * frame.samples) - delay - padding) }
    return (GaplessRange(priming: delay + 529, count: count), frames)
  }
}
