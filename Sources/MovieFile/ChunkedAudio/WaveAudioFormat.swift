import CoreAudioTypes

/// The format of audio by Microsoft's description (WAVEFORMATEX), in AVI and Matroska files.
struct WaveAudioFormat {
  let description: CMFormatDescription
  /// The decoder configuration behind the description, of Windows Media with it; nil if there is none.
  let configuration: [UInt8]?
  /// The layout of blocks of ADPCM, as caps name it.
  let adpcmLayout: String?
  /// The size of a block of samples in bytes.
  let blockSize: Int

  /// Codecs by format tag (RFC 2361, and tags in use); those of PCM and ADPCM are read with their numbers.
  static let codes: [Int: BoxType] = [
    0x50: ".mp2", 0x55: ".mp3", 0xff: "mp4a", 0x1600: "mp4a", 0x1610: "mp4a", 0x706d: "mp4a", 0x2000: "ac-3",
    0x2001: "dtsc", 0x704f: "Opus", 0xf1ac: "fLaC",
    0x6771: "vorb", 0x674f: "vorb", 0x566f: "vorb", 0x57: "samr", 0x58: "sawb", 0xa109: "spex",
  ].merging(WindowsMediaHeader.codes) { code, _ in code }

  /// - Throws: `malformed` for too few bytes, `unsupported` for unknown formats.
  init(_ bytes: [UInt8]) throws(MovieError) {
    guard bytes.count >= 14 else { throw MovieError(.malformed, "the description of audio is cut short") }
    func number(_ start: Int, _ count: Int) -> Int {
      start + count <= bytes.count ? Int(UInt64(little: bytes[start..<start + count])) : 0
    }
    let tag = number(0, 2)
    blockSize = number(12, 2)
    let extra = Array(bytes.dropFirst(18).prefix(number(16, 2)))
    configuration = WindowsMediaHeader(bytes)?.bytes ?? (extra.isEmpty ? nil : extra)
    adpcmLayout = [2: "microsoft", 0x11: "dvi"][tag]
    guard let code = Self.codes[tag] else {
      let format = try ChunkedAudioFormat(wave: bytes, offset: 0)
      description = try AudioSampleEntryFormat(
        coreAudio: format.description, layout: format.channelLayout, cookie: nil
      ).formatDescription(file: nil)
      return
    }
    let fields = AudioSampleFields(channels: number(2, 2), sampleRate: Double(number(4, 4)), bits: number(14, 2))
    switch code {
    case "mp4a":
      let descriptor = ESDescriptor.cookie(audioSpecificConfig: extra)
      description = try .audio(code, fields, boxes: [RawBox("esds", [0, 0, 0, 0] + descriptor)])
    case "Opus":
      description = try .audio(code, fields, boxes: RawBox(opusHeader: extra).map { [$0] } ?? [])
    // Decoders read the whole description.
    case "WMA1", "WMA2", "WMA3", "WMA4", "WMAS":
      description = try .audio(code, fields, boxes: [Self.box(configuration ?? bytes)])
    case "spex": description = try .audio(code, fields, boxes: extra.isEmpty ? [] : [Self.box(extra)])
    default: description = try .audio(code, fields)
    }
  }

  private static func box(_ bytes: [UInt8]) -> RawBox { RawBox("esds", [0, 0, 0, 0] + bytes) }

  /// Returns the description of a codec that files name by a tag of Microsoft's; nil for others.
  ///
  /// - Parameters:
  ///   - code: The code in the table of codecs.
  ///   - cookie: Of Windows Media, the description itself; of Speex, the header.
  static func bytes(of code: BoxType, _ stream: AudioStreamBasicDescription, cookie: [UInt8]) -> [UInt8]? {
    let channels = Int(clamping: stream.mChannelsPerFrame)
    let rate = UInt32(max(0, min(stream.mSampleRate, 4_294_967_295)))
    let block = Int(stream.mBytesPerPacket)
    func written(_ tag: UInt16, block: Int, bits: UInt16, perSecond: UInt32, _ extra: [UInt8] = []) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(little: tag)
      bytes.append(little: UInt16(clamping: channels))
      bytes.append(little: rate)
      bytes.append(little: perSecond)
      bytes.append(little: UInt16(clamping: block))
      bytes.append(little: bits)
      bytes.append(little: UInt16(clamping: extra.count))
      return bytes + extra
    }
    func adpcm(_ tag: UInt16, samples: Int, _ more: [UInt8]) -> [UInt8] {
      var extra: [UInt8] = []
      extra.append(little: UInt16(clamping: samples))
      let perSecond = UInt64(rate) * UInt64(block) / UInt64(max(samples, 1))
      return written(tag, block: block, bits: 4, perSecond: UInt32(clamping: perSecond), extra + more)
    }
    switch code {
    case "WMA1", "WMA2", "WMA3", "WMA4", "WMAS": return cookie.count >= 18 ? cookie : nil
    case "spex": return cookie.count >= 80 ? written(0xa109, block: 1, bits: 16, perSecond: 0, cookie) : nil
    case "ulaw", "alaw":
      return written(code == "ulaw" ? 7 : 6, block: channels, bits: 8, perSecond: rate &* UInt32(clamping: channels))
    // RFC 2361, Appendix A: seven pairs of coefficients, the same in all files.
    case "ms\0\u{2}" where block > 7 * channels && channels > 0:
      var pairs: [UInt8] = [7, 0]
      for number: Int16 in [256, 0, 512, -256, 0, 0, 192, 64, 240, 0, 460, -208, 392, -232] {
        pairs.append(little: number)
      }
      return adpcm(2, samples: (block - 7 * channels) * 2 / channels + 2, pairs)
    case "ms\0\u{11}" where block > 4 * channels && channels > 0:
      return adpcm(0x11, samples: (block - 4 * channels) * 2 / channels + 1, [])
    default: return nil
    }
  }
}
