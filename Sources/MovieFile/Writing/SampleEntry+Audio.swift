import CoreAudioTypes
import CoreGraphics
import Foundation

extension SampleEntry {
  /// Creates the entry of audio (ISO/IEC 14496-12, clause 12.2.3; QuickTime's sound descriptions of versions 0 to 2).
  ///
  /// - Throws: `notStorable` if the format cannot store it.
  init(audio description: CMFormatDescription, in format: MovieFormat) throws(MovieError) {
    guard let stream = description.audioStreamBasicDescription else {
      throw MovieError(.notStorable, "the sound's format is not known")
    }
    guard (1...65_535).contains(stream.mChannelsPerFrame), stream.mSampleRate > 0, stream.mSampleRate < 4_294_967_295
    else {
      throw MovieError(.notStorable, "sound has \(stream.mChannelsPerFrame) channels at \(stream.mSampleRate) Hz")
    }
    let cookie = description.magicCookie.map { [UInt8]($0) } ?? []
    guard let coding = try AudioEntryCoding(stream, cookie: cookie, atoms: description.atoms, in: format) else {
      throw MovieError(
        .notStorable,
        "\(format.name) cannot hold '\(Codec.nameForErrors(BoxType(rawValue: stream.mFormatID)))': \(Self.unsupportedReason(of: stream, in: format))"
      )
    }
    if format.isQuickTime {
      self.init(quickTime: coding, stream, description)
    } else {
      self.init(iso: coding, stream, description)
    }
  }

  /// Returns the reason why audio cannot be stored.
  private static func unsupportedReason(of stream: AudioStreamBasicDescription, in format: MovieFormat) -> String {
    let isStored = stream.mFormatID == kAudioFormatLinearPCM
    let codec: BoxType = isStored ? format.isQuickTime ? "lpcm" : "ipcm" : BoxType(rawValue: stream.mFormatID)
    if let reason = format.unsupportedReason(of: codec, handler: .audio) { return reason }
    guard isStored else {
      return "no specification says how \(format.isQuickTime ? "QuickTime" : "MPEG-4") files store it"
    }
    return format.isQuickTime
      ? "it holds packed samples of 8 to 64 bits"
      : "it holds packed samples of whole bytes, floating or signed; QuickTime files hold unsigned ones too"
  }

  private init(iso coding: AudioEntryCoding, _ stream: AudioStreamBasicDescription, _ description: CMFormatDescription)
  {
    // A rate that exceeds 16 bits is in a box of its own.
    let isFast = stream.mSampleRate >= 65_536
    var writer = BoxWriter()
    writer.u16(isFast ? 1 : 0)
    writer.zeros(6)
    writer.u16(UInt16(stream.mChannelsPerFrame))
    writer.u16(coding.bits)
    writer.zeros(4)
    // For a rate of 0, readers that do not know that box use the media's timescale.
    writer.u32(isFast ? 0 : UInt32(stream.mSampleRate) << 16)
    for box in coding.boxes { writer.append(box) }
    if isFast { writer.fullBox("srat") { $0.u32(UInt32(stream.mSampleRate.rounded())) } }
    if let layout = description.channelLayoutBox, stream.mFormatID == kAudioFormatAppleLossless {
      writer.append(layout)
    }
    // For PCM, no other box maps channels to speakers (ISO/IEC 23003-5, clause 5).
    if stream.mFormatID == kAudioFormatLinearPCM, stream.mChannelsPerFrame > 2 {
      writer.append(RawBox("chnl", description.speakerPositions.chnl))
    }
    self.init(coding.format, contents: writer.contents, isQuickTime: false, tableVersion: isFast ? 1 : 0)
  }

  private init(
    quickTime coding: AudioEntryCoding, _ stream: AudioStreamBasicDescription, _ description: CMFormatDescription
  ) {
    var writer = BoxWriter()
    if let linearFlags = coding.linearFlags {
      writer.u16(2)
      writer.zeros(6)
      // Constants that make readers of version 0 refuse the entry.
      for number: UInt16 in [3, 16, 0xfffe, 0] { writer.u16(number) }
      writer.u32(0x10000)
      writer.u32(72)
      writer.u64(stream.mSampleRate.bitPattern)
      writer.u32(stream.mChannelsPerFrame)
      writer.u32(0x7f00_0000)
      writer.u32(stream.mBitsPerChannel)
      writer.u32(linearFlags)
      writer.u32(stream.mBytesPerFrame)
      writer.u32(1)
    } else {
      writer.u16(coding.packet == nil ? 0 : 1)
      writer.zeros(6)
      writer.u16(UInt16(stream.mChannelsPerFrame))
      writer.u16(coding.bits)
      writer.u16(coding.packet?.isVariable == true ? 0xfffe : 0)
      writer.u16(0)
      writer.u32(UInt32(min(stream.mSampleRate, 65_535)) << 16)
      if let packet = coding.packet {
        writer.u32(packet.frames)
        writer.u32(packet.bytesPerChannel)
        writer.u32(packet.bytesPerChannel * stream.mChannelsPerFrame)
        writer.u32(2)
      }
    }
    if coding.isWrapped {
      writer.box("wave") { wave in
        wave.box("frma") { $0.boxType(coding.format) }
        if coding.format == "mp4a" { wave.box("mp4a") { $0.zeros(4) } }
        for box in coding.boxes { wave.append(box) }
        // The terminator of the list.
        wave.u32(8)
        wave.u32(0)
      }
    } else {
      for box in coding.boxes { writer.append(box) }
    }
    if stream.mChannelsPerFrame > 2, let layout = description.channelLayoutBox { writer.append(layout) }
    self.init(coding.format, contents: writer.contents, isQuickTime: true)
  }
}

/// The storage of an audio codec in a movie format.
struct AudioEntryCoding {
  var format: BoxType
  /// The bits per sample in the entry; 16 for compressed audio.
  var bits: UInt16 = 16
  var boxes: [RawBox] = []
  /// The packet fields of QuickTime's version 1.
  var packet: (frames: UInt32, bytesPerChannel: UInt32, isVariable: Bool)?
  /// True if QuickTime wraps the boxes.
  var isWrapped = false
  /// Core Audio's flags, in QuickTime's version 2.
  var linearFlags: UInt32?
}

extension AudioEntryCoding {
  /// Creates the storage of a codec; nil if the format cannot store it.
  init?(
    _ stream: AudioStreamBasicDescription, cookie: [UInt8], atoms: [RawBox], in file: MovieFormat
  ) throws(MovieError) {
    let isQuickTime = file.isQuickTime
    func stored(_ type: BoxType) -> RawBox? { atoms.first { $0.type == type } }
    func full(_ type: BoxType, _ bytes: [UInt8]) -> RawBox { RawBox(type, [0, 0, 0, 0] + bytes) }
    let packet = (frames: stream.mFramesPerPacket, bytesPerChannel: UInt32(0), isVariable: true)
    switch stream.mFormatID {
    case kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD,
      kAudioFormatMPEG4AAC_ELD, kAudioFormatMPEG4AAC_ELD_SBR, kAudioFormatMPEG4AAC_ELD_V2, kAudioFormatMPEGD_USAC:
      guard ESDescriptor(descriptor: cookie) != nil else {
        throw MovieError(.notStorable, "the AAC's configuration is missing")
      }
      self.init(format: "mp4a", boxes: [full("esds", cookie)], packet: packet, isWrapped: isQuickTime)
    case kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3:
      self.init(format: isQuickTime ? BoxType(rawValue: stream.mFormatID) : "mp4a", packet: packet)
      if !isQuickTime {
        boxes = [full("esds", ESDescriptor.descriptor(objectType: stream.mSampleRate < 32_000 ? 0x69 : 0x6b))]
      }
    case kAudioFormatAppleLossless:
      guard cookie.count >= 24 else { throw MovieError(.notStorable, "the Apple Lossless configuration is missing") }
      self.init(
        format: "alac", bits: UInt16(cookie[5]), boxes: [full("alac", cookie)], packet: packet, isWrapped: isQuickTime)
    case kAudioFormatOpus:
      guard cookie.count >= 11 else { throw MovieError(.notStorable, "the Opus header is missing") }
      self.init(format: "Opus", boxes: [RawBox("dOps", cookie)])
    case kAudioFormatFLAC:
      if isQuickTime { return nil }
      guard cookie.count >= 38 else { throw MovieError(.notStorable, "the FLAC header is missing") }
      let depth = Int(cookie[16] & 1) << 4 | Int(cookie[17] >> 4)
      self.init(format: "fLaC", bits: UInt16(depth + 1), boxes: [full("dfLa", cookie)])
    case kAudioFormatAC3: try self.init("AC-3", format: "ac-3", box: "dac3", cookie)
    case kAudioFormatEnhancedAC3: try self.init("E-AC-3", format: "ec-3", box: "dec3", cookie)
    case kAudioFormatAMR, kAudioFormatAMR_WB:
      let isWide = stream.mFormatID == kAudioFormatAMR_WB
      let configuration = cookie.count >= 9 ? cookie : Self.speechConfiguration(stream, isWide: isWide)
      self.init(format: isWide ? "sawb" : "samr", boxes: [RawBox("damr", configuration)])
    case kAudioFormatULaw, kAudioFormatALaw:
      guard isQuickTime else { return nil }
      self.init(format: stream.mFormatID == kAudioFormatULaw ? "ulaw" : "alaw", packet: (1, 1, false))
    case kAudioFormatAppleIMA4:
      guard isQuickTime else { return nil }
      self.init(format: "ima4", packet: (64, 34, false))
    case BoxType("ms\0\u{2}").rawValue, BoxType("ms\0\u{11}").rawValue:
      guard isQuickTime, stream.mChannelsPerFrame > 0, stream.mBytesPerPacket > 0 else { return nil }
      self.init(
        format: BoxType(rawValue: stream.mFormatID),
        packet: (stream.mFramesPerPacket, stream.mBytesPerPacket / stream.mChannelsPerFrame, false))
    case kAudioFormatLinearPCM:
      self.init(format: "lpcm")
      guard try setLinear(stream, isQuickTime) else { return nil }
    default:
      guard let esds = stored("esds") else { return nil }
      self.init(
        format: BoxType(rawValue: stream.mFormatID), boxes: [esds], packet: packet, isWrapped: isQuickTime)
    }
  }

  /// Creates the storage of a codec of Dolby, whose configuration is a box of its own.
  private init(_ name: String, format: BoxType, box: BoxType, _ cookie: [UInt8]) throws(MovieError) {
    guard !cookie.isEmpty else { throw MovieError(.notStorable, "the \(name) configuration is missing") }
    self.init(format: format, boxes: [RawBox(box, cookie)])
  }

  /// Returns the configuration of AMR: the vendor, a version, all modes, and the number of frames per sample.
  private static func speechConfiguration(_ stream: AudioStreamBasicDescription, isWide: Bool) -> [UInt8] {
    let frames = UInt8(clamping: stream.mFramesPerPacket / (isWide ? 320 : 160))
    return Array("Reel".utf8) + [0, isWide ? 0x83 : 0x81, 0xff, 0, max(frames, 1)]
  }

  private mutating func setLinear(_ stream: AudioStreamBasicDescription, _ isQuickTime: Bool) throws(MovieError) -> Bool
  {
    let (flags, depth) = (stream.mFormatFlags, stream.mBitsPerChannel)
    guard flags & kAudioFormatFlagIsNonInterleaved == 0 || stream.mChannelsPerFrame == 1, (8...64).contains(depth),
      stream.mBytesPerFrame > 0
    else { return false }
    bits = UInt16(depth)
    let isBig = flags & kAudioFormatFlagIsBigEndian != 0
    let isFloat = flags & kAudioFormatFlagIsFloat != 0
    let isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
    let isPlain = stream.mBytesPerFrame == depth / 8 * stream.mChannelsPerFrame && depth % 8 == 0
    guard isQuickTime else {
      // ISO/IEC 23003-5 has packed samples of whole bytes; no unsigned ones.
      guard isPlain, isFloat || isSigned else { return false }
      format = isFloat ? "fpcm" : "ipcm"
      boxes = [RawBox("pcmC", [0, 0, 0, 0, isBig || depth == 8 ? 0 : 1, UInt8(depth)])]
      return true
    }
    let isInteger16 = isPlain && !isFloat && isSigned && depth == 16 && stream.mSampleRate < 65_536
    if isInteger16 {
      format = isBig ? "twos" : "sowt"
    } else if isPlain, !isFloat, depth == 8, stream.mSampleRate < 65_536 {
      format = isSigned ? "twos" : "raw "
    } else {
      linearFlags = flags
    }
    return true
  }
}

extension ESDescriptor {
  /// Returns the descriptor of a stream (ISO/IEC 14496-1, clause 7.2.6.5).
  ///
  /// - Parameters:
  ///   - objectType: The codec: 0x20 MPEG-4 video, 0x40 AAC, 0x6B MPEG audio, and so on.
  ///   - info: The decoder's configuration: for AAC an AudioSpecificConfig.
  public static func descriptor(objectType: UInt8, info: [UInt8] = []) -> [UInt8] {
    func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
      // A length of four bytes, as most writers use.
      let length = body.count
      return [
        tag, UInt8(length >> 21 & 0x7f) | 0x80, UInt8(length >> 14 & 0x7f) | 0x80, UInt8(length >> 7 & 0x7f) | 0x80,
      ]
        + [UInt8(length & 0x7f)] + body
    }
    let decoder =
      [objectType, objectType < 0x40 || (0x60...0x65).contains(objectType) || objectType == 0x6c ? 0x11 : 0x15]
      + [UInt8](repeating: 0, count: 11) + (info.isEmpty ? [] : descriptor(5, info))
    return descriptor(3, [0, 0, 0] + descriptor(4, decoder) + descriptor(6, [2]))
  }

  /// Returns the descriptor of AAC with a configuration: the magic cookie of its format description.
  public static func cookie(audioSpecificConfig: [UInt8]) -> [UInt8] {
    descriptor(objectType: 0x40, info: audioSpecificConfig)
  }
}

extension CMFormatDescription {
  /// The extension boxes of the sample entry that the description was made of, or is meant for.
  var atoms: [RawBox] {
    guard let atoms = extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? NSDictionary else {
      return []
    }
    var boxes: [RawBox] = []
    for case let (name as String, value) in atoms {
      let characters = name.unicodeScalars.map(\.value)
      guard characters.count == 4, characters.allSatisfy({ $0 < 256 }) else { continue }
      let type = BoxType(rawValue: characters.reduce(0) { $0 << 8 | $1 })
      for item in value as? [Any] ?? [value] {
        if let data = item as? Data { boxes.append(RawBox(type, [UInt8](data))) }
      }
    }
    // A dictionary has no order; the order in the file must be deterministic.
    return boxes.sorted { ($0.type.rawValue, $0.payload.count) < ($1.type.rawValue, $1.payload.count) }
  }

  /// QuickTime's box of the channel layout; nil if there is none.
  var channelLayoutBox: RawBox? {
    guard let layout = channelLayoutBytes, layout.count >= 12 else { return nil }
    var numbers = BoxWriter()
    numbers.u32(0)
    layout.withUnsafeBytes { bytes in
      for index in 0..<bytes.count / 4 { numbers.u32(bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)) }
    }
    return RawBox("chan", numbers.contents)
  }

  /// The channels' speaker positions, as in ISO files.
  fileprivate var speakerPositions: SpeakerPositions {
    var labels: [AudioChannelLabel] = []
    var scanner = ByteScanner(channelLayoutBox.map { Array($0.payload.dropFirst(4)) } ?? [])
    if scanner.u32() == kAudioChannelLayoutTag_UseChannelDescriptions, scanner.u32() != nil, let count = scanner.u32() {
      // Each also has flags and coordinates.
      while labels.count < count, let label = scanner.u32(), scanner.bytes(16) != nil { labels.append(label) }
    }
    let channels = Int(clamping: audioStreamBasicDescription?.mChannelsPerFrame ?? 0)
    return SpeakerPositions(mask: channelMask, labels: labels, channels: channels)
  }

  /// The bytes of an `AudioChannelLayout` in memory; nil if there is none.
  private var channelLayoutBytes: [UInt8]? {
    var size = 0
    guard let layout = CMAudioFormatDescriptionGetChannelLayout(self, sizeOut: &size), size > 0 else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: layout, count: size))
  }
}
