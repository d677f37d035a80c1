import CoreAudioTypes

/// The contents of a 'fmt ' or 'COMM' chunk.
struct ChunkedAudioFormat {
  private(set) var description = AudioStreamBasicDescription()
  let sampleRate: Int32
  /// The channel layout, as a 'chan' chunk of Core Audio stores it; nil if the file has none.
  var channelLayout: [UInt8]?
  /// True if the audio consists of frames with headers: MPEG audio.
  private(set) var hasFrames = false

  /// Reads a WAVEFORMATEX structure, perhaps with an extension; all numbers little-endian.
  init(wave bytes: [UInt8], offset: Int64) throws(MovieError) {
    guard bytes.count >= 14 else {
      throw MovieError(.malformed, "the description is cut short", box: "fmt ", offset: offset)
    }
    func number(_ start: Int, _ count: Int) -> Int {
      start + count <= bytes.count ? Int(UInt64(little: bytes[start..<start + count])) : 0
    }
    var tag = number(0, 2)
    // WAVE_FORMAT_EXTENSIBLE: the first bytes of the sub-format's GUID are the tag.
    let isExtensible = tag == 0xfffe
    if isExtensible { tag = number(24, 2) }
    let (channels, rate, block) = (number(2, 2), number(4, 4), number(12, 2))
    let mask = UInt32(truncatingIfNeeded: number(20, 4))
    if isExtensible, channels > 2, mask.nonzeroBitCount == channels {
      // The bits are the same as in Core Audio's bitmap.
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
    // Blocks begin with the state of each channel: seven bytes with two samples, or four with one.
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

  /// Reads a 'COMM' chunk; all numbers big-endian.
  init(aiff bytes: [UInt8], isCompressed: Bool, offset: Int64) throws(MovieError) {
    var scanner = ByteScanner(bytes)
    guard let channels = scanner.u16().map(Int.init), scanner.u32() != nil, let bits = scanner.u16().map(Int.init),
      let exponent = scanner.u16(), let mantissa = scanner.number(8)
    else { throw MovieError(.malformed, "the description is cut short", box: "COMM", offset: offset) }
    // An 80-bit float: sign, exponent, and a mantissa with an explicit integer bit.
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

  /// Sets the format of PCM; returns false for samples that are not whole bytes. Samples with fewer bits are in the
  /// high ones.
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
