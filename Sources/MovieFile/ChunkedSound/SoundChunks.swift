import CoreAudioTypes

/// The chunks of WAVE and AIFF files that say what the sound is, and where.
enum SoundChunks {
  /// More chunks are a mistake.
  private static let chunkLimit = 4096

  /// - Returns: What the sound is, the bytes of it that the file has, and how many more it promises.
  static func read(
    _ source: any ByteSource
  ) throws(MovieError) -> (format: ChunkedSoundFormat, data: Range<Int64>, missing: Int64) {
    guard try ChunkedSoundFile.isOne(source) else {
      throw MovieError(.notAMovie, "it is no WAVE and no AIFF file", offset: 0)
    }
    let window = ByteWindow(source, capacity: 1024)
    let isAIFF = try window.u8(at: 0) == UInt8(ascii: "F")
    let isCompressed = try window.u8(at: 11) == UInt8(ascii: "C")
    var format: ChunkedSoundFormat?
    var channelLayout: [UInt8]?
    var data: (start: Int64, size: Int64)?
    var largeSize: Int64?
    var offset: Int64 = 12
    var count = 0
    while source.size - offset >= 8, count < chunkLimit, format == nil || data == nil {
      count += 1
      let type = BoxType(rawValue: try window.u32(at: offset))
      let stored = try window.u32(at: offset + 4)
      let start = offset + 8
      let left = source.size - start
      var size = Int64(isAIFF ? stored : stored.byteSwapped)
      // What is recorded still, or larger than four gigabytes, does not say its size here.
      if type == "data", size == 0xffff_ffff { size = largeSize ?? left }
      func contents(_ limit: Int) throws(MovieError) -> [UInt8] {
        guard size <= left else {
          throw MovieError(
            .truncated, "chunk '\(type.text)' has \(size) bytes; the file has \(left) left", box: type.text,
            offset: offset)
        }
        return try window.bytes(at: start, count: Int(min(size, Int64(limit))))
      }
      switch type {
      case "ds64":
        let bytes = try contents(16)
        // The size of all, then that of the sound.
        if bytes.count == 16 { largeSize = Int64(min(little(bytes[8..<16]), 1 << 62)) }
      case "fmt ": format = try ChunkedSoundFormat(wave: contents(64), offset: offset)
      case "COMM": format = try ChunkedSoundFormat(aiff: contents(64), isCompressed: isCompressed, offset: offset)
      case "CHAN" where isAIFF: channelLayout = try contents(1 << 16)
      case "data" where !isAIFF: data = (start, size)
      case "SSND" where isAIFF:
        guard size >= 8, left >= 8 else {
          throw MovieError(.truncated, "the sound has no beginning", box: type.text, offset: offset)
        }
        let skipped = 8 + Int64(try window.u32(at: start))
        data = (start + min(skipped, size), max(0, size - skipped))
      default: break
      }
      // Chunks start at even bytes.
      offset = start + size + size & 1
    }
    if let channelLayout { format?.channelLayout = channelLayout }
    guard let format else {
      throw MovieError(.malformed, "the file does not say what its sound is", box: isAIFF ? "COMM" : "fmt ", offset: 12)
    }
    guard let data else {
      throw MovieError(.truncated, "the file has no sound", box: isAIFF ? "SSND" : "data", offset: source.size)
    }
    let start = min(data.start, source.size)
    let end = min(start + data.size, source.size)
    return (format, start..<end, data.start + data.size - end)
  }

  static func little(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// What a 'fmt ' or 'COMM' chunk says.
struct ChunkedSoundFormat {
  private(set) var description = AudioStreamBasicDescription()
  let sampleRate: Int32
  /// Which speakers the channels are for, as a 'chan' chunk of Core Audio has it; nil if the file does not say.
  fileprivate(set) var channelLayout: [UInt8]?
  /// Whether the sound is frames with headers: MPEG audio.
  private(set) var hasFrames = false

  /// A WAVEFORMATEX structure, perhaps with an extension; all numbers little-endian.
  init(wave bytes: [UInt8], offset: Int64) throws(MovieError) {
    guard bytes.count >= 14 else {
      throw MovieError(.malformed, "the description is cut short", box: "fmt ", offset: offset)
    }
    func number(_ start: Int, _ count: Int) -> Int {
      start + count <= bytes.count ? Int(SoundChunks.little(bytes[start..<start + count])) : 0
    }
    var tag = number(0, 2)
    // WAVE_FORMAT_EXTENSIBLE: the first bytes of the sub-format's GUID are the tag.
    let isExtensible = tag == 0xfffe
    if isExtensible { tag = number(24, 2) }
    let (channels, rate, block) = (number(2, 2), number(4, 4), number(12, 2))
    let mask = UInt32(truncatingIfNeeded: number(20, 4))
    if isExtensible, channels > 2, mask.nonzeroBitCount == channels {
      // The bits are Core Audio's, too.
      var layout = BoxWriter()
      layout.u32(kAudioChannelLayoutTag_UseChannelBitmap)
      layout.u32(mask)
      layout.u32(0)
      channelLayout = layout.contents
    }
    sampleRate = try Self.rate(Double(rate), channels: channels, "fmt ", offset)
    description.mSampleRate = Double(rate)
    description.mChannelsPerFrame = UInt32(channels)
    func adpcm(_ samples: Int) throws(MovieError) {
      let frames = number(18, 2)
      guard frames == samples, frames > 0, block > 0 else {
        throw MovieError(
          .unsupported, "blocks of \(block) bytes do not hold \(frames) samples", box: "fmt ", offset: offset)
      }
      setPackets(0x6d73_0000 | UInt32(tag), bytes: block, frames: frames)
    }
    var isKnown = true
    switch tag {
    case 1: isKnown = setLinear(block, flags: block == channels ? 0 : kAudioFormatFlagIsSignedInteger)
    case 3: isKnown = block / channels >= 4 && setLinear(block, flags: kAudioFormatFlagIsFloat)
    case 6 where block == channels: setPackets(kAudioFormatALaw, bytes: channels, frames: 1)
    case 7 where block == channels: setPackets(kAudioFormatULaw, bytes: channels, frames: 1)
    // Blocks begin with the state of each channel: seven bytes that hold two samples, or four that hold one.
    case 2 where channels <= 2: try adpcm((block - 7 * channels) * 2 / channels + 2)
    case 0x11 where channels <= 2: try adpcm((block - 4 * channels) * 2 / channels + 1)
    case 0x50:
      hasFrames = true
      setPackets(kAudioFormatMPEGLayer2, bytes: 0, frames: 1152)
    case 0x55:
      hasFrames = true
      setPackets(kAudioFormatMPEGLayer3, bytes: 0, frames: rate < 32_000 ? 576 : 1152)
    default: isKnown = false
    }
    guard isKnown else {
      throw MovieError(
        .unsupported, "its sound has the format \(tag), in blocks of \(block) bytes", box: "fmt ", offset: offset)
    }
  }

  /// A 'COMM' chunk; all numbers big-endian.
  init(aiff bytes: [UInt8], isCompressed: Bool, offset: Int64) throws(MovieError) {
    var scanner = ByteScanner(bytes)
    guard let channels = scanner.u16().map(Int.init), scanner.u32() != nil, let bits = scanner.u16().map(Int.init),
      let exponent = scanner.u16(), let mantissa = scanner.number(8)
    else { throw MovieError(.malformed, "the description is cut short", box: "COMM", offset: offset) }
    // 80 bits: a sign, an exponent, and a number whose first bit is a whole one.
    let shift = Int(exponent & 0x7fff) - 16383 - 63
    let rate = abs(shift) < 64 ? Double(sign: .plus, exponent: shift, significand: Double(mantissa)) : 0
    sampleRate = try Self.rate(rate, channels: channels, "COMM", offset)
    description.mSampleRate = rate
    description.mChannelsPerFrame = UInt32(channels)
    let type = isCompressed ? scanner.u32().map { BoxType(rawValue: $0) } ?? "NONE" : "NONE"
    let signed = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian
    let float = kAudioFormatFlagIsFloat | kAudioFormatFlagIsBigEndian
    let stored = (bits + 7) / 8 * channels
    let isKnown =
      switch type {
      case "NONE", "twos": setLinear(stored, flags: signed)
      case "sowt": setLinear(stored, flags: kAudioFormatFlagIsSignedInteger)
      case "in24": setLinear(3 * channels, flags: signed)
      case "in32": setLinear(4 * channels, flags: signed)
      case "raw ": setLinear(channels, flags: 0)
      case "fl32", "FL32": setLinear(4 * channels, flags: float)
      case "fl64", "FL64": setLinear(8 * channels, flags: float)
      default: false
      }
    if isKnown { return }
    switch type {
    case "ulaw", "ULAW": setPackets(kAudioFormatULaw, bytes: channels, frames: 1)
    case "alaw", "ALAW": setPackets(kAudioFormatALaw, bytes: channels, frames: 1)
    case "ima4": setPackets(kAudioFormatAppleIMA4, bytes: 34 * channels, frames: 64)
    default:
      throw MovieError(.unsupported, "its sound has the format '\(type.text)'", box: "COMM", offset: offset)
    }
  }

  private static func rate(
    _ rate: Double, channels: Int, _ box: String, _ offset: Int64
  ) throws(MovieError) -> Int32 {
    guard let whole = Int32(exactly: rate), whole > 0, (1...256).contains(channels) else {
      throw MovieError(.unsupported, "\(channels) channels at \(rate) Hz are no sound", box: box, offset: offset)
    }
    return whole
  }

  private mutating func setPackets(_ format: AudioFormatID, bytes: Int, frames: Int) {
    description.mFormatID = format
    description.mBytesPerPacket = UInt32(clamping: bytes)
    description.mFramesPerPacket = UInt32(clamping: frames)
  }

  /// Uncompressed sound; false for samples of no whole bytes. Samples with fewer bits fill the high ones.
  private mutating func setLinear(_ frame: Int, flags: AudioFormatFlags) -> Bool {
    let channels = Int(description.mChannelsPerFrame)
    let bytes = frame / channels
    guard bytes * channels == frame, [1, 2, 3, 4, 8].contains(bytes) else { return false }
    setPackets(kAudioFormatLinearPCM, bytes: frame, frames: 1)
    description.mBytesPerFrame = UInt32(clamping: frame)
    description.mBitsPerChannel = UInt32(8 * bytes)
    description.mFormatFlags = flags | kAudioFormatFlagIsPacked
    return true
  }
}
