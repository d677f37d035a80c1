import CoreAudioTypes

/// The format of audio by Microsoft's description (WAVEFORMATEX), in AVI and Matroska files.
struct WaveAudioFormat {
  let description: CMFormatDescription
  /// The decoder configuration behind the description; nil if there is none.
  let configuration: [UInt8]?
  /// The layout of blocks of ADPCM, as caps name it.
  let adpcmLayout: String?
  /// The size of a block of samples in bytes.
  let blockSize: Int

  /// Codecs by format tag (RFC 2361, and tags in use); those of PCM and ADPCM are read with their numbers.
  static let codes: [Int: BoxType] = [
    0x50: ".mp2", 0x55: ".mp3", 0xff: "mp4a", 0x1600: "mp4a", 0x1610: "mp4a", 0x706d: "mp4a", 0x2000: "ac-3",
    0x2001: "dtsc", 0x160: "wma ", 0x161: "wma ", 0x162: "wma ", 0x163: "wma ", 0x704f: "Opus", 0xf1ac: "fLaC",
    0x6771: "vorb", 0x674f: "vorb", 0x566f: "vorb", 0x57: "samr", 0x58: "sawb",
  ]

  /// - Throws: `malformed` for too few bytes, `unsupported` for unknown formats.
  init(_ bytes: [UInt8]) throws(MovieError) {
    guard bytes.count >= 14 else { throw MovieError(.malformed, "the description of audio is cut short") }
    func number(_ start: Int, _ count: Int) -> Int {
      start + count <= bytes.count ? Int(UInt64(little: bytes[start..<start + count])) : 0
    }
    let tag = number(0, 2)
    blockSize = number(12, 2)
    let extra = Array(bytes.dropFirst(18).prefix(number(16, 2)))
    configuration = extra.isEmpty ? nil : extra
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
    default: description = try .audio(code, fields)
    }
  }
}
