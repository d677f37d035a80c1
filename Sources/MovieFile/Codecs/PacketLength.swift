import CoreMedia

/// Computes the number of samples that audio packets decode to, from their bytes. Takes packets in order.
package struct PacketLength {
  private let stream: CodedStream
  private var vorbis: VorbisPacketLength?
  private let windowsMedia: WindowsMediaHeader?
  private let trueAudio: TrueAudioHeader?
  /// The number of samples before the next packet, of codecs whose packets do not tell theirs.
  private var position: Int64 = 0

  package init(_ stream: CodedStream) {
    self.stream = stream
    if stream.codec == .vorbis { vorbis = VorbisPacketLength(headers: stream.headers) }
    let configuration = stream.configuration ?? []
    windowsMedia = stream.codec == .windowsMediaAudio ? WindowsMediaHeader(configuration) : nil
    trueAudio = stream.codec == .trueAudio ? TrueAudioHeader(configuration) : nil
  }

  /// Returns the number of samples of the next packet at the rate of its format; nil if only a decoder can tell.
  package mutating func samples(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    switch stream.codec {
    case .aac: return 1024
    case .mpegAudio: return MPEGAudioHeader(Array(bytes.prefix(8))).map { Int64($0.samplesPerFrame) }
    case .opus: return Self.opus(bytes)
    case .vorbis: return vorbis?.samples(bytes)
    case .flac: return Self.flac(bytes)
    case .ac3: return 1536
    case .enhancedAC3: return Self.enhancedAC3(bytes)
    case .speex: return speex()
    case .dts: return DTSFrame(bytes.prefix(16)).flatMap { $0.sampleCount > 0 ? Int64($0.sampleCount) : nil }
    case .amr: return 160
    case .amrWideband: return 320
    case .uLaw, .aLaw: return Int64(bytes.count / max(1, stream.channels))
    case .pcm: return stream.bytesPerBlock > 0 ? Int64(bytes.count / stream.bytesPerBlock) : nil
    case .adpcm: return adpcm(bytes.count)
    case .wavPack: return Self.wavPack(bytes)
    case .trueAudio: return nextTrueAudio()
    case .windowsMediaAudio: return nextWindowsMedia(bytes)
    default: return nil
    }
  }

  /// All packets are alike, but for the last one.
  private mutating func nextTrueAudio() -> Int64? {
    guard let trueAudio, trueAudio.samplesPerPacket > 0 else { return nil }
    let rest = trueAudio.sampleCount - position
    position += trueAudio.samplesPerPacket
    return rest > 0 ? min(rest, trueAudio.samplesPerPacket) : trueAudio.samplesPerPacket
  }

  /// The number of frames is in the second half of the first byte. It counts the one that begins in a packet and ends in
  /// the next, where decoders give it out: the first packet gives one less.
  private mutating func nextWindowsMedia(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard let windowsMedia, let frame = windowsMedia.samplesPerFrame else { return nil }
    guard windowsMedia.hasReservoir else { return frame }
    let count = Int64(bytes.first.map { $0 & 15 } ?? 0) - (position == 0 ? 1 : 0)
    position += 1
    return max(0, count) * frame
  }

  /// All blocks of a packet have the same samples, of one or two channels each (WavPack 4 & 5 Binary File Format, 2.0).
  private static func wavPack(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 32, bytes.starts(with: "wvpk".utf8) else { return nil }
    return Int64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self)))
  }

  /// All packets are alike: samples per frame, times frames per packet (Speex manual, "Ogg file format": the header).
  private func speex() -> Int64? {
    guard let header = stream.headers.first, header.count >= 68 else { return nil }
    func number(_ offset: Int) -> Int64 { header[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int64($1) } }
    let count = number(56).multipliedReportingOverflow(by: max(1, number(64)))
    return (1...100_000).contains(count.partialValue) && !count.overflow ? count.partialValue : nil
  }

  /// Returns the number of samples of a packet of Apple Lossless that has fewer than all others; nil for whole ones.
  ///
  /// Its first element has three bits of a tag, four of a number, twelve unused ones, a flag, three more, and the number.
  static func framesOfLastPacket(lossless head: [UInt8]) -> Int? {
    var bits = BitScanner(head)
    guard bits.number(19) != nil, bits.number(1) == 1, bits.number(3) != nil, let high = bits.number(16),
      let low = bits.number(16)
    else { return nil }
    return high << 16 | low
  }

  /// Returns the number of samples of a packet of FLAC, of which at least the first 16 bytes are given; nil for other packets.
  static func frames(ofFLAC head: [UInt8]) -> Int? { head.withUnsafeBytes { flac($0) }.map { Int($0) } }

  /// Returns the number of samples of a block of ADPCM; nil if it cannot be told.
  package static func samples(inBlockOf stream: CodedStream) -> Int64? {
    PacketLength(stream).adpcm(stream.bytesPerBlock)
  }

  /// Blocks begin with the state of each channel (RFC 2361, Appendix A); QuickTime's have 34 bytes per channel.
  private func adpcm(_ size: Int) -> Int64? {
    let (channels, block) = (stream.channels, stream.bytesPerBlock)
    guard channels > 0, block > 0, size % block == 0 else { return nil }
    let samples =
      switch stream.adpcmLayout {
      case "quicktime": 64
      case "microsoft": (block - 7 * channels) * 2 / channels + 2
      default: (block - 4 * channels) * 2 / channels + 1
      }
    return samples > 0 ? Int64(samples) * Int64(size / block) : nil
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

  /// RFC 9639, 9.1.1 and 9.1.6: a code, or the number of samples less one after the frame's own number.
  private static func flac(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 6, bytes[0] == 0xff, bytes[1] & 0xfc == 0xf8 else { return nil }
    let code = Int(bytes[2] >> 4)
    switch code {
    case 1: return 192
    case 2...5: return 576 << (code - 2)
    case 8...15: return 256 << (code - 8)
    case 6, 7:
      // The frame number is coded like a character of UTF-8.
      let length = max(1, (~bytes[4]).leadingZeroBitCount)
      let place = 4 + length
      guard bytes.count > place + code - 6 else { return nil }
      return code == 6 ? Int64(bytes[place]) + 1 : Int64(bytes[place]) << 8 + Int64(bytes[place + 1]) + 1
    default: return nil
    }
  }

  /// ETSI TS 102 366, E.1.2.2 and E.1.3.1: one, two, three or six blocks of 256 samples.
  private static func enhancedAC3(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 6, bytes[0] == 0x0b, bytes[1] == 0x77 else { return nil }
    return bytes[4] >> 6 == 3 ? 1536 : [256, 512, 768, 1536][Int(bytes[4] >> 4 & 3)]
  }
}
