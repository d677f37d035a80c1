import CoreAudioTypes
import Foundation

/// The kind of an elementary stream in MPEG's containers, by their tables and its own beginning.
enum ElementaryStream: Hashable, Sendable {
  case h264
  case hevc
  /// MPEG-1 or MPEG-2.
  case mpegVideo
  case mpeg4Video
  /// MPEG audio, or AAC in ADTS.
  case mpegAudio
  case latm
  /// AC-3 or Enhanced AC-3.
  case dolby
  case dts
  /// TrueHD or MLP.
  case trueHD
  case linearPCM(LinearPCMHeader.Disc)
  /// The PCM of studios.
  case aes3
  case opus(channelCode: Int)
  /// A stream whose packets are listed, by the FourCC of the codec table; its media type by QuickTime's handlers.
  case other(BoxType, mediaType: String)

  var mediaType: String {
    switch self {
    case .h264, .hevc, .mpegVideo, .mpeg4Video: "vide"
    case .mpegAudio, .latm, .dolby, .dts, .trueHD, .linearPCM, .aes3, .opus: "soun"
    case .other(_, let mediaType): mediaType
    }
  }

  /// True for pictures and sound.
  var isAudiovisual: Bool { mediaType == "vide" || mediaType == "soun" }

  func makeSplitter() -> any StreamSplitter {
    switch self {
    case .h264: NALUnitSplitter(isHEVC: false)
    case .hevc: NALUnitSplitter(isHEVC: true)
    case .mpegVideo: MPEGVideoSplitter()
    case .mpeg4Video: MPEG4VideoSplitter()
    case .mpegAudio: AudioFrameSplitter(.mpeg)
    case .latm: AudioFrameSplitter(.loas)
    case .dolby: AudioFrameSplitter(.dolby)
    case .dts: AudioFrameSplitter(.dts)
    case .trueHD: AudioFrameSplitter(.trueHD)
    case .linearPCM(let disc): LinearPCMSplitter(disc)
    case .aes3: AES3Splitter()
    case .opus: OpusSplitter()
    case .other: PayloadSplitter()
    }
  }

  /// Tells the kind of video by the first bytes of a stream; nil if they have no start code of any.
  static func video(beginningWith bytes: [UInt8]) -> ElementaryStream? {
    var votes: (h264: Int, hevc: Int) = (0, 0)
    for index in bytes.indices.dropLast(4)
    where bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 {
      let (code, next) = (bytes[index + 3], bytes[index + 4])
      switch code {
      case 0xb3, 0xb8: return .mpegVideo
      case 0xb0, 0x20...0x2f: if votes.h264 == 0, votes.hevc == 0 { return .mpeg4Video }
      case 0xb6: return .mpeg4Video
      // Parameter sets and delimiters.
      case 0x67, 0x27, 0x47: votes.h264 += 2
      case 0x68, 0x28, 0x65, 0x09: votes.h264 += 1
      case 0x40, 0x42, 0x44, 0x46: if next == 1 { votes.hevc += 1 }
      default: break
      }
      if votes.h264 > 2 { return .h264 }
      if votes.hevc > 1 { return .hevc }
    }
    return votes.h264 > 1 ? .h264 : nil
  }

  /// Tells the kind of audio by the first bytes of a stream; nil if no frames follow each other in them.
  static func audio(beginningWith bytes: [UInt8]) -> ElementaryStream? {
    let kinds: [(ElementaryFrameHeader.Format, ElementaryStream)] = [
      (.dolby, .dolby), (.dts, .dts), (.mpeg, .mpegAudio), (.loas, .latm),
    ]
    return kinds.first { format, _ in
      var splitter = AudioFrameSplitter(format)
      splitter.beginPayload(at: 0)
      bytes.withUnsafeBytes { splitter.take($0, at: 0) }
      return splitter.next() != nil
    }?.1
  }
}

extension ElementaryStream {
  /// The description of a stream for decoders.
  struct Format {
    let description: CMFormatDescription
    let coded: CodedStream?
    /// Samples per second of audio; 0 for other media.
    var sampleRate: Int32 = 0
    /// The nominal duration of a frame of video.
    var frameDuration: UnitDuration?
  }

  /// Describes a stream; nil as long as its headers do not tell enough.
  ///
  /// - Parameters:
  ///   - headers: The headers that its splitter has met.
  ///   - packet: The first packet, as decoders take it.
  func format(_ headers: StreamHeaders, packet: [UInt8]) -> Format? {
    switch (self, headers) {
    case (.h264, .parameterSets(let sets)), (.hevc, .parameterSets(let sets)): nalUnitFormat(sets)
    case (_, .mpegVideo(let video)): Self.mpegFormat(video)
    case (_, .mpeg4Video(let video)): Self.mpeg4Format(video)
    case (.mpegAudio, .audioFrame(let head)): Self.mpegAudioFormat(head, packet)
    case (.latm, .latm(let configuration)): Self.aacFormat(configuration.audio)
    case (.dolby, _): Self.dolbyFormat(packet)
    case (.dts, _): Self.dtsFormat(packet)
    case (.trueHD, .audioFrame(let head)): Self.trueHDFormat(head)
    case (_, .linearPCM(let header)):
      Self.pcmFormat(header.sampleRate, header.channels, bytesPerSample: header.sampleSize, header.channelBitmap)
    case (_, .aes3(let header)):
      // Of pairs of channels, only the first is known to be left and right.
      Self.pcmFormat(
        AES3Header.sampleRate, header.channels, bytesPerSample: header.sampleSize, header.channels == 2 ? 3 : 0)
    case (.opus(let code), _): Self.opusFormat(code)
    case (.other(let code, "soun"), _):
      Self.audioFormat(code.rawValue, Codec.found(code) { $0 == .audio }?.codec, rate: 0, channels: 0)
    case (.other(let code, "vide"), _):
      (try? CMFormatDescription(videoCodecType: .init(rawValue: code.rawValue), width: 0, height: 0)).map {
        Format(description: $0, coded: Codec.found(code) { $0 == .video }.map { CodedStream($0.codec) })
      }
    case (.other(let code, let mediaType), _):
      (try? CMFormatDescription(
        mediaType: .init(rawValue: mediaType.utf8.reduce(0) { $0 << 8 | FourCharCode($1) }),
        mediaSubType: .init(rawValue: code.rawValue))).map {
          Format(
            description: $0,
            coded: Codec.found(code) { $0 != .video && $0 != .audio }.map { CodedStream($0.codec) })
        }
    default: nil
    }
  }

  // MARK: Video

  private func nalUnitFormat(_ sets: [[UInt8]]) -> Format? {
    let data = sets.map { Data($0) }
    let isHEVC = self == .hevc
    let made =
      isHEVC
      ? try? CMFormatDescription(hevcParameterSets: data) : try? CMFormatDescription(h264ParameterSets: data)
    guard let made, let box = made.atoms.first(where: { $0.type == (isHEVC ? "hvcC" : "avcC") }) else { return nil }
    var parameters = H264ParameterSets()
    if !isHEVC { for set in sets { parameters.note(set) } }
    return Format(
      description: made, coded: CodedStream(isHEVC ? .hevc : .h264, configuration: box.payload),
      frameDuration: parameters.sequences.values.first?.frameDuration)
  }

  private static func video(
    _ code: BoxType, _ width: Int, _ height: Int, _ ratio: (horizontal: Int, vertical: Int)?, esds: [UInt8]? = nil
  ) -> CMFormatDescription? {
    var extensions = CMFormatDescription.Extensions()
    if let ratio {
      extensions[.pixelAspectRatio] = .pixelAspectRatio(
        horizontalSpacing: ratio.horizontal, verticalSpacing: ratio.vertical)
    }
    if let esds { extensions.addAtoms(["esds" as NSString: NSData(bytes: [0, 0, 0, 0] + esds)] as NSDictionary) }
    return try? CMFormatDescription(
      videoCodecType: .init(rawValue: code.rawValue), width: width, height: height, extensions: extensions)
  }

  private static func mpegFormat(_ headers: MPEGVideoHeaders) -> Format? {
    let rate = headers.frameRate
    return video(headers.isMPEG2 ? "mp2v" : "mp1v", headers.width, headers.height, headers.pixelAspectRatio).map {
      Format(
        description: $0, coded: CodedStream(headers.isMPEG2 ? .mpeg2 : .mpeg1),
        frameDuration: UnitDuration(value: Int64(rate.denominator), timescale: rate.numerator))
    }
  }

  private static func mpeg4Format(_ headers: MPEG4VideoHeaders) -> Format? {
    let esds = ESDescriptor.descriptor(objectType: 0x20, info: headers.configuration)
    let ratio = headers.pixelAspectRatio.map { ($0.horizontal, $0.vertical) }
    return video("mp4v", headers.width, headers.height, ratio, esds: esds).map {
      Format(
        description: $0, coded: CodedStream(.mpeg4, configuration: headers.configuration),
        frameDuration: headers.frameDuration)
    }
  }

  // MARK: Audio

  private static func audioFormat(
    _ id: AudioFormatID, _ codec: Codec?, rate: Int, channels: Int, framesPerPacket: Int = 0, cookie: [UInt8]? = nil,
    configuration: [UInt8]? = nil
  ) -> Format? {
    var description = AudioStreamBasicDescription()
    description.mFormatID = id
    description.mSampleRate = Double(rate)
    description.mChannelsPerFrame = UInt32(channels)
    description.mFramesPerPacket = UInt32(framesPerPacket)
    let made = try? AudioSampleEntryFormat(coreAudio: description, layout: nil, cookie: cookie)
      .formatDescription(file: nil)
    return made.map {
      Format(
        description: $0, coded: codec.map { CodedStream($0, configuration: configuration, channels: channels) },
        sampleRate: Int32(clamping: rate))
    }
  }

  private static func mpegAudioFormat(_ head: [UInt8], _ packet: [UInt8]) -> Format? {
    guard let header = AudioFrameHeader(head.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }) else { return nil }
    if case .adts(let objectType, let rateIndex, 0) = header.format, !packet.isEmpty {
      // Not all frames have their layout.
      guard let program = ProgramConfigElement(packet) else { return nil }
      return aacFormat(
        program.configuration(objectType: objectType, rateIndex: rateIndex), channels: program.channels)
    }
    if let configuration = header.configuration { return aacFormat(configuration, channels: header.channels) }
    guard case .mpeg(_, let layer) = header.format else { return nil }
    let id = [kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3][layer - 1]
    return audioFormat(
      id, .mpegAudio, rate: Int(header.sampleRate), channels: header.channels, framesPerPacket: header.sampleCount)
  }

  private static func aacFormat(_ configuration: [UInt8], channels: Int? = nil) -> Format? {
    guard let config = AudioSpecificConfig(configuration) else { return nil }
    let count = channels.map { $0 > 0 ? $0 : config.channelCount } ?? config.channelCount
    return audioFormat(
      kAudioFormatMPEG4AAC, .aac, rate: config.sampleRate, channels: max(count, 1),
      framesPerPacket: config.framesPerPacket, cookie: configuration, configuration: configuration)
  }

  private static func dolbyFormat(_ packet: [UInt8]) -> Format? {
    guard let frame = DolbyFrame(packet) else { return nil }
    let isEnhanced = if case .ac3 = frame.kind { false } else { true }
    let box = packet.withUnsafeBytes { try? DolbyConfiguration($0, isEnhanced: isEnhanced).box }
    let own = DolbyFrame.channelCount(codingMode: frame.codingMode) + (frame.hasLowFrequencies ? 1 : 0)
    let channels = isEnhanced ? box.flatMap { DolbyConfiguration.audio(enhancedBox: $0)?.channels } ?? own : own
    return audioFormat(
      isEnhanced ? kAudioFormatEnhancedAC3 : kAudioFormatAC3, isEnhanced ? .enhancedAC3 : .ac3,
      rate: frame.sampleRate, channels: channels, framesPerPacket: 256 * frame.blockCount, cookie: box)
  }

  private static func dtsFormat(_ packet: [UInt8]) -> Format? {
    guard let frame = DTSFrame(packet) else { return nil }
    return audioFormat(
      BoxType("dts ").rawValue, Codec.found("dts ") { $0 == .audio }?.codec, rate: Int(frame.sampleRate),
      channels: max(frame.channels, 1), framesPerPacket: frame.sampleCount)
  }

  private static func trueHDFormat(_ head: [UInt8]) -> Format? {
    guard let sync = TrueHDSync(head) else { return nil }
    let code: BoxType = sync.isMLP ? "mlp " : "mlpa"
    return audioFormat(
      code.rawValue, sync.isMLP ? .mlp : .trueHD, rate: Int(sync.sampleRate),
      channels: sync.channels, framesPerPacket: TrueHDSync.samples(at: sync.sampleRate))
  }

  private static func pcmFormat(
    _ rate: Int32, _ channels: Int, bytesPerSample: Int, _ channelBitmap: UInt32
  ) -> Format? {
    var description = AudioStreamBasicDescription()
    description.mFormatID = kAudioFormatLinearPCM
    description.mSampleRate = Double(rate)
    description.mChannelsPerFrame = UInt32(channels)
    description.mFormatFlags =
      kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsPacked
    description.mBitsPerChannel = UInt32(bytesPerSample * 8)
    description.mBytesPerFrame = UInt32(bytesPerSample * channels)
    (description.mFramesPerPacket, description.mBytesPerPacket) = (1, description.mBytesPerFrame)
    var layout: [UInt8]?
    if channelBitmap != 0, channels > 2 {
      var writer = BoxWriter()
      for number in [kAudioChannelLayoutTag_UseChannelBitmap, channelBitmap, 0] { writer.u32(number) }
      layout = writer.contents
    }
    let made = try? AudioSampleEntryFormat(coreAudio: description, layout: layout, cookie: nil)
      .formatDescription(file: nil)
    return made.map {
      Format(
        description: $0,
        coded: CodedStream(.pcm, channels: channels, bytesPerBlock: Int(description.mBytesPerFrame)),
        sampleRate: rate)
    }
  }

  /// The mappings of channel_config_code, as those of RFC 7845, table 1.
  private static func opusFormat(_ code: Int) -> Format? {
    let mappings: [Int: [UInt8]] = [
      3: [2, 1, 0, 2, 1], 4: [2, 2, 0, 1, 2, 3], 5: [3, 2, 0, 4, 1, 2, 3], 6: [4, 2, 0, 4, 1, 2, 3, 5],
      7: [4, 3, 0, 4, 1, 2, 3, 5, 6], 8: [5, 3, 0, 6, 1, 2, 3, 4, 5, 7],
    ]
    let channels = code == 0 ? 2 : code
    guard (1...8).contains(channels) else { return nil }
    let mapping = mappings[channels]
    let box: [UInt8] = [0, UInt8(channels), 0, 0, 0, 0, 0xbb, 0x80, 0, 0, mapping == nil ? 0 : 1] + (mapping ?? [])
    return audioFormat(kAudioFormatOpus, .opus, rate: 48_000, channels: channels, cookie: box)
  }
}
