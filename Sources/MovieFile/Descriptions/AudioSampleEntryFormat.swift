import CoreAudioTypes
import CoreGraphics
import CoreMedia
import Foundation

/// The stream description, channel layout and magic cookie of an audio sample entry.
struct AudioSampleEntryFormat {
  private(set) var description = AudioStreamBasicDescription()
  private(set) var layoutTag: AudioChannelLayoutTag?
  /// A QuickTime 'chan' box without version and flags, or the equivalent of ISO's 'chnl'.
  private var layoutBox: [UInt8]?
  private(set) var cookie: [UInt8]?

  /// - Parameter contents: Returns the contents of the entry's boxes, including those inside 'wave'.
  init(codec: BoxType, fields: AudioSampleFields, contents: (BoxType) -> [UInt8]?) {
    description.mSampleRate = fields.sampleRate
    description.mFormatID = codec.rawValue
    description.mChannelsPerFrame = fields.channels
    description.mFramesPerPacket = fields.framesPerPacket
    if let rate = contents("srat"), rate.count >= 8 {
      var scanner = ByteScanner(Array(rate.dropFirst(4)))
      description.mSampleRate = Double(scanner.u32() ?? 0)
    }
    layoutBox = contents("chan").map { Array($0.dropFirst(4)) }
    switch codec {
    case "mp4a": readMPEG4(contents("esds"))
    case ".mp3", "ms\0U": setPackets(kAudioFormatMPEGLayer3, description.mSampleRate < 32_000 ? 576 : 1152)
    case ".mp1": setPackets(kAudioFormatMPEGLayer1, 384)
    case ".mp2": setPackets(kAudioFormatMPEGLayer2, 1152)
    case "ac-3": readAC3(contents("dac3"))
    case "ec-3":
      setPackets(kAudioFormatEnhancedAC3, 1536)
      cookie = contents("dec3")
      if let audio = cookie.flatMap({ DolbyConfiguration.audio(enhancedBox: $0) }) {
        description.mSampleRate = audio.sampleRate ?? description.mSampleRate
        description.mChannelsPerFrame = UInt32(audio.channels)
      }
    case "alac": readAppleLossless(contents("alac"))
    case "Opus": readOpus(contents("dOps"))
    case "fLaC": readFLAC(contents("dfLa"))
    case "samr", "sawb": readAMR(codec == "sawb", contents("damr"))
    case "mlpa", "mlp ":
      // The field of the rate has no fraction (Dolby TrueHD bitstreams within the ISO base media file format, 4.1).
      if description.mSampleRate > 0, description.mSampleRate < 100 { description.mSampleRate *= 65_536 }
      if let sync = contents("dmlp").flatMap({ TrueHDSync(box: $0) }) {
        (description.mSampleRate, description.mChannelsPerFrame) = (Double(sync.sampleRate), UInt32(sync.channels))
      }
      let rate = Int32(clamping: Int64(min(max(description.mSampleRate, 0), 1e7)))
      setPackets(codec.rawValue, UInt32(TrueHDSync.samples(at: rate)))
    case "ima4": setPackets(kAudioFormatAppleIMA4, 64, bytes: 34 * fields.channels)
    // Microsoft's and Intel's ADPCM, by their format tags in WAVE files.
    case "ms\0\u{2}", "ms\0\u{11}": setPackets(codec.rawValue, fields.framesPerPacket, bytes: fields.bytesPerFrame)
    case "ulaw": setPackets(kAudioFormatULaw, 1, bytes: fields.channels)
    case "alaw": setPackets(kAudioFormatALaw, 1, bytes: fields.channels)
    default:
      if !readPCM(codec, fields, contents) {
        setPackets(codec.rawValue, fields.framesPerPacket)
        // Decoders of lossless codecs have to know.
        if codec == "TTA1" || codec == "wvpk" { description.mBitsPerChannel = fields.bits }
        // A frame of True Audio lasts 256/245 seconds.
        if codec == "TTA1" { description.mFramesPerPacket = UInt32(min(fields.sampleRate, 1e7) * 256 / 245) }
        cookie = contents("esds").map { Array($0.dropFirst(4)) }
      }
    }
    if layoutBox == nil, let box = contents("chnl"),
      let speakers = SpeakerPositions(chnl: box, channels: Int(description.mChannelsPerFrame))
    {
      layoutBox = speakers.coreAudio
    }
    if layoutTag == nil, description.mChannelsPerFrame <= 2, description.mChannelsPerFrame > 0 {
      layoutTag = description.mChannelsPerFrame == 1 ? kAudioChannelLayoutTag_Mono : kAudioChannelLayoutTag_Stereo
    }
  }

  private mutating func setPackets(_ format: AudioFormatID, _ frames: UInt32, bytes: UInt32 = 0) {
    description.mFormatID = format
    description.mFramesPerPacket = frames
    description.mBytesPerPacket = bytes
  }

  private mutating func readMPEG4(_ esds: [UInt8]?) {
    setPackets(kAudioFormatMPEG4AAC, 1024)
    guard let esds else { return }
    cookie = Array(esds.dropFirst(4))
    guard let stream = ESDescriptor(contents: esds) else { return }
    switch Codec.found("mp4a", objectType: stream.objectType, where: { $0 == .audio })?.codec {
    case .aac?: readAAC(stream.decoderSpecificInfo)
    case .mpegAudio?: setPackets(kAudioFormatMPEGLayer3, description.mSampleRate < 32_000 ? 576 : 1152)
    case .ac3?: setPackets(kAudioFormatAC3, 1536)
    case .enhancedAC3?: setPackets(kAudioFormatEnhancedAC3, 1536)
    case .opus?: setPackets(kAudioFormatOpus, 0)
    // Apple defines no code for it.
    case .vorbis?:
      setPackets(BoxType("vorb").rawValue, 0)
      readVorbis(stream.decoderSpecificInfo)
    default: setPackets(BoxType("mp4a").rawValue, 0)
    }
  }

  /// Reads the identification header (Vorbis I, 4.2.2): the entry's field holds no rate of 65,536 Hz or more.
  private mutating func readVorbis(_ headers: [UInt8]) {
    guard let start = headers.firstRange(of: [1] + Array("vorbis".utf8))?.upperBound, headers.count >= start + 9 else {
      return
    }
    let rate = Double(UInt64(little: headers[start + 5..<start + 9]))
    if headers[start + 4] > 0 { description.mChannelsPerFrame = UInt32(headers[start + 4]) }
    if rate > 0 { description.mSampleRate = rate }
  }

  private mutating func readAAC(_ bytes: [UInt8]) {
    guard let config = AudioSpecificConfig(bytes) else { return }
    let doubles: UInt32 = config.hasSBR ? 2 : 1
    let format =
      switch config.objectType {
      case 23: kAudioFormatMPEG4AAC_LD
      case 39: kAudioFormatMPEG4AAC_ELD
      case 42: kAudioFormatMPEGD_USAC
      default:
        config.hasPS ? kAudioFormatMPEG4AAC_HE_V2 : config.hasSBR ? kAudioFormatMPEG4AAC_HE : kAudioFormatMPEG4AAC
      }
    setPackets(format, UInt32(config.framesPerPacket) * doubles)
    description.mSampleRate = Double(config.outputSampleRate)
    let channels = config.hasPS ? 2 : config.channelCount
    if channels > 0 { description.mChannelsPerFrame = UInt32(channels) }
    layoutTag =
      switch config.channelConfiguration {
      case 1: config.hasPS ? kAudioChannelLayoutTag_Stereo : kAudioChannelLayoutTag_Mono
      case 2: kAudioChannelLayoutTag_Stereo
      case 3: kAudioChannelLayoutTag_AAC_3_0
      case 4: kAudioChannelLayoutTag_AAC_4_0
      case 5: kAudioChannelLayoutTag_AAC_5_0
      case 6: kAudioChannelLayoutTag_AAC_5_1
      case 7: kAudioChannelLayoutTag_AAC_7_1
      case 11: kAudioChannelLayoutTag_AAC_6_1
      case 12: kAudioChannelLayoutTag_AAC_7_1_B
      case 14: kAudioChannelLayoutTag_AAC_7_1_C
      default: nil
      }
  }

  /// Reads ETSI TS 102 366, annex F.4: rate, channels and low-frequency channel in 24 bits.
  private mutating func readAC3(_ dac3: [UInt8]?) {
    setPackets(kAudioFormatAC3, 1536)
    cookie = dac3
    var bits = BitScanner(dac3 ?? [])
    guard let rate = bits.number(2), bits.number(8) != nil, let mode = bits.number(3), let low = bits.number(1) else {
      return
    }
    if rate < 3 { description.mSampleRate = [48_000, 44_100, 32_000][rate] }
    description.mChannelsPerFrame = UInt32([2, 1, 2, 3, 3, 4, 4, 5][mode] + low)
  }

  /// Reads the 24-byte configuration of Apple's decoder.
  private mutating func readAppleLossless(_ box: [UInt8]?) {
    setPackets(kAudioFormatAppleLossless, 4096)
    guard let box, box.count >= 28 else { return }
    cookie = Array(box.dropFirst(4))
    var config = ByteScanner(cookie ?? [])
    guard let frames = config.u32(), config.u8() != nil, let depth = config.u8(), config.number(3) != nil,
      let channels = config.u8(), config.number(8) != nil, config.number(2) != nil, let rate = config.u32()
    else { return }
    description.mFramesPerPacket = frames
    description.mFormatFlags = Self.losslessFlags(bits: Int(depth))
    if channels > 0 { description.mChannelsPerFrame = UInt32(channels) }
    if rate > 0 { description.mSampleRate = Double(rate) }
  }

  /// Returns kAppleLosslessFormatFlag_16BitSourceData and so on, used by FLAC too.
  private static func losslessFlags(bits: Int) -> AudioFormatFlags {
    switch bits {
    case 16: 1
    case 20: 2
    case 24: 3
    case 32: 4
    default: 0
    }
  }

  /// Reads RFC 7845's header with big-endian numbers.
  private mutating func readOpus(_ dOps: [UInt8]?) {
    setPackets(kAudioFormatOpus, 0)
    description.mSampleRate = 48_000
    cookie = dOps
    if let dOps, dOps.count >= 2, dOps[1] > 0 { description.mChannelsPerFrame = UInt32(dOps[1]) }
  }

  /// Reads the stream information block (RFC 9639, clause 8.2) after version, flags and the block's header.
  private mutating func readFLAC(_ dfLa: [UInt8]?) {
    setPackets(kAudioFormatFLAC, 0)
    guard let dfLa, dfLa.count >= 42 else { return }
    cookie = Array(dfLa.dropFirst(4))
    var bits = BitScanner(Array(dfLa[8...]))
    guard let smallest = bits.number(16), let largest = bits.number(16), bits.number(48) != nil,
      let rate = bits.number(20), let channels = bits.number(3), let depth = bits.number(5)
    else { return }
    if smallest == largest { description.mFramesPerPacket = UInt32(largest) }
    description.mSampleRate = Double(rate)
    description.mChannelsPerFrame = UInt32(channels + 1)
    description.mFormatFlags = Self.losslessFlags(bits: depth + 1)
  }

  /// 3GPP TS 26.244, clause 6.7: a sample holds one or more frames of 20 ms.
  private mutating func readAMR(_ isWide: Bool, _ damr: [UInt8]?) {
    let frames = damr.flatMap { $0.count >= 9 ? UInt32($0[8]) : nil } ?? 1
    setPackets(isWide ? kAudioFormatAMR_WB : kAudioFormatAMR, max(frames, 1) * (isWide ? 320 : 160))
    description.mSampleRate = isWide ? 16_000 : 8_000
    description.mChannelsPerFrame = 1
    cookie = damr
  }

  /// Reads the format of PCM; returns false for other codecs.
  private mutating func readPCM(_ codec: BoxType, _ fields: AudioSampleFields, _ contents: (BoxType) -> [UInt8]?)
    -> Bool
  {
    var isLittleEndian = contents("enda").map { $0.count >= 2 && $0[1] != 0 } ?? false
    var (bits, flags) = (fields.bits, kAudioFormatFlagIsSignedInteger)
    switch codec {
    case "twos": break
    case "sowt": isLittleEndian = true
    case "raw ", "NONE":
      if bits <= 8 { flags = 0 }
    case "in24": bits = 24
    case "in32": bits = 32
    case "fl32": (bits, flags) = (32, kAudioFormatFlagIsFloat)
    case "fl64": (bits, flags) = (64, kAudioFormatFlagIsFloat)
    case "ipcm", "fpcm":
      // ISO/IEC 23003-5.
      guard let box = contents("pcmC"), box.count >= 6 else { return false }
      isLittleEndian = box[4] & 1 != 0
      bits = UInt32(box[5])
      if codec == "fpcm" { flags = kAudioFormatFlagIsFloat }
    case "lpcm":
      guard let given = fields.linearFlags else { return false }
      setLinear(bits: bits, flags: given, bytesPerFrame: fields.bytesPerPacket)
      return true
    default: return false
    }
    if bits == 0 { bits = 16 }
    if !isLittleEndian, bits > 8 { flags |= kAudioFormatFlagIsBigEndian }
    setLinear(bits: bits, flags: flags | kAudioFormatFlagIsPacked, bytesPerFrame: (bits + 7) / 8 * fields.channels)
    return true
  }

  private mutating func setLinear(bits: UInt32, flags: AudioFormatFlags, bytesPerFrame: UInt32) {
    setPackets(kAudioFormatLinearPCM, 1, bytes: bytesPerFrame)
    description.mFormatFlags = flags
    description.mBytesPerFrame = bytesPerFrame
    description.mBitsPerChannel = bits
  }
}

extension AudioSampleEntryFormat {
  /// - Parameters:
  ///   - layout: The tag, bitmap, count and descriptions, big-endian, as in a 'chan' chunk.
  init(coreAudio description: AudioStreamBasicDescription, layout: [UInt8]?, cookie: [UInt8]?) {
    self.description = description
    self.cookie = cookie
    layoutBox = layout
    if layout == nil, description.mChannelsPerFrame <= 2 {
      layoutTag = description.mChannelsPerFrame == 1 ? kAudioChannelLayoutTag_Mono : kAudioChannelLayoutTag_Stereo
    }
  }

  func formatDescription(file: String?) throws(MovieError) -> CMFormatDescription {
    do {
      return try withLayout { layout, size in
        try CMFormatDescription(
          audioStreamBasicDescription: description, layoutSize: size, layout: layout,
          magicCookie: cookie.map { Data($0) })
      }
    } catch {
      throw MovieError(.unsupported, "its format cannot be described: \(error)", file: file)
    }
  }

  /// Calls a body with the channel layout in Core Audio's form, or nil and 0.
  func withLayout<R>(_ body: (UnsafePointer<AudioChannelLayout>?, Int) throws -> R) rethrows -> R {
    guard let bytes = layoutBytes else { return try body(nil, 0) }
    return try bytes.withUnsafeBytes { raw in
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(raw.count, MemoryLayout<AudioChannelLayout>.size), alignment: 8)
      defer { memory.deallocate() }
      memory.copyMemory(from: raw)
      return try body(memory.baseAddress?.assumingMemoryBound(to: AudioChannelLayout.self), raw.count)
    }
  }

  /// The bytes of an `AudioChannelLayout` in memory: tag, bitmap, count, then descriptions of 20 bytes.
  private var layoutBytes: [UInt8]? {
    var numbers: [UInt32] = []
    if let box = layoutBox {
      var scanner = ByteScanner(box)
      guard let tag = scanner.u32(), let bitmap = scanner.u32(), let count = scanner.u32() else { return tagBytes }
      guard count <= 256, Int(count) * 20 <= scanner.remaining else { return tagBytes }
      numbers = [tag, bitmap, count]
      for _ in 0..<count * 5 { numbers.append(scanner.u32() ?? 0) }
      return numbers.flatMap { withUnsafeBytes(of: $0) { Array($0) } }
    }
    return tagBytes
  }

  private var tagBytes: [UInt8]? {
    layoutTag.map { tag in [tag, 0, 0].flatMap { withUnsafeBytes(of: UInt32($0)) { Array($0) } } }
  }
}
