internal import MediaSource
internal import GStreamer
import CoreAudioTypes
import CoreMedia
import Foundation
import MovieFile

/// The format of compressed audio, from its caps and its first packet.
struct MuxerAudioFormat {
  let rate: Int32
  /// The bytes of a frame of PCM.
  private(set) var bytesPerFrame: Int?
  private var stream = AudioStreamBasicDescription()
  /// The channels of PCM with more than two, as Core Audio's bitmap; 0 if unknown.
  private var channelBitmap: UInt32 = 0
  private var cookie: [UInt8] = []

  /// - Throws: `notStorable` with the missing value.
  init(_ coded: CodedFormat, _ structure: Structure, _ first: Buffer, in file: WritableFormat) throws {
    let channels = structure["channels"]?.int ?? 1
    let rate = coded.codec == .opus ? 48_000 : structure["rate"]?.int ?? 0
    guard rate > 0, rate <= Int(Int32.max), channels > 0 else {
      throw MovieError(.notStorable, "the sound's rate or channels are not known")
    }
    self.rate = Int32(rate)
    stream.mSampleRate = Double(rate)
    stream.mChannelsPerFrame = UInt32(clamping: channels)
    let data = coded.caps.bytes("codec_data") ?? []
    switch coded.codec {
    case .aac:
      guard data.count >= 2 else { throw MovieError(.notStorable, "the AAC's configuration is missing") }
      set(kAudioFormatMPEG4AAC, frames: 1024)
      cookie = ESDescriptor.cookie(audioSpecificConfig: data)
    case .mpegAudio:
      switch structure["layer"]?.int {
      case 1: set(kAudioFormatMPEGLayer1, frames: 384)
      case 2: set(kAudioFormatMPEGLayer2, frames: 1152)
      default: set(kAudioFormatMPEGLayer3, frames: rate < 32_000 ? 576 : 1152)
      }
    case .opus:
      set(kAudioFormatOpus, frames: 0)
      guard let box = coded.caps.opusHeader.flatMap(OpusHeader.box) else {
        throw MovieError(.notStorable, "the Opus header is missing")
      }
      cookie = box
    case .flac:
      set(kAudioFormatFLAC, frames: 0)
      cookie = try Self.flacBlock(coded.caps)
    case .alac: try setLossless(data)
    case .ac3:
      set(kAudioFormatAC3, frames: 1536)
      cookie = try first.withUnsafeBytes { try DolbyConfiguration($0, isEnhanced: false).box }
    case .enhancedAC3:
      set(kAudioFormatEnhancedAC3, frames: 1536)
      cookie = try first.withUnsafeBytes { try DolbyConfiguration($0, isEnhanced: true).box }
    case .amr, .amrWideband:
      set(coded.codec == .amr ? kAudioFormatAMR : kAudioFormatAMR_WB, frames: coded.codec == .amr ? 160 : 320)
    case .uLaw, .aLaw:
      set(coded.codec == .uLaw ? kAudioFormatULaw : kAudioFormatALaw, frames: 1)
      stream.mBytesPerPacket = UInt32(channels)
      bytesPerFrame = channels
    case .pcm:
      guard let pcm = coded.pcm else { throw MovieError(.notStorable, "the stored sound's format is not known") }
      bytesPerFrame = pcm.bytesPerFrame
      setLinear(pcm)
      channelBitmap = Self.channelBitmap(structure)
    case .vorbis where file.isMatroska:
      set(BoxType("vorb").rawValue, frames: 0)
      cookie = ESDescriptor.descriptor(objectType: 0xdd, info: try coded.caps.xiphHeaders(of: .vorbis))
    case let codec where file.isMatroska && MatroskaDocument.others.contains(codec):
      try setOther(coded, structure, data)
    default: throw MovieError(.notStorable, "\(file.name) cannot hold \(coded.codec.title)")
    }
  }

  func description() throws -> CMFormatDescription {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag =
      switch stream.mChannelsPerFrame {
      case 1: kAudioChannelLayoutTag_Mono
      case 2: kAudioChannelLayoutTag_Stereo
      default: kAudioChannelLayoutTag_UseChannelBitmap
      }
    layout.mChannelBitmap = AudioChannelBitmap(rawValue: channelBitmap)
    let hasLayout = stream.mChannelsPerFrame <= 2 || channelBitmap != 0
    return try withUnsafePointer(to: layout) { layout in
      try CMFormatDescription(
        audioStreamBasicDescription: stream, layoutSize: hasLayout ? 12 : 0, layout: hasLayout ? layout : nil,
        magicCookie: cookie.isEmpty ? nil : Data(cookie))
    }
  }

  private mutating func set(_ format: AudioFormatID, frames: Int) {
    stream.mFormatID = format
    stream.mFramesPerPacket = UInt32(frames)
  }

  /// Sets the format of a codec that only Matroska files hold.
  private mutating func setOther(_ coded: CodedFormat, _ structure: Structure, _ data: [UInt8]) throws {
    guard let code = coded.entry.codes.first else { return }
    set(coded.codec == .dts ? BoxType("dtsc").rawValue : code.rawValue, frames: 0)
    let depth = structure["depth"]?.int ?? 16
    switch coded.codec {
    case .wavPack: stream.mBitsPerChannel = UInt32(clamping: depth)
    case .trueAudio:
      cookie = data
      stream.mBitsPerChannel = UInt32(clamping: TrueAudioHeader(data)?.bitsPerSample ?? depth)
    case .speex: cookie = coded.caps.streamHeaders.first ?? data
    case .windowsMediaAudio: cookie = WindowsMediaHeader(coded.caps)?.bytes ?? []
    case .adpcm:
      let block = coded.stream.bytesPerBlock
      guard block > 0 else { throw MovieError(.notStorable, "the size of the sound's blocks is not known") }
      stream.mBytesPerPacket = UInt32(clamping: block)
      let samples = PacketLength.samples(inBlockOf: coded.stream)
      stream.mFramesPerPacket = UInt32(clamping: samples ?? 0)
    default: break
    }
  }

  /// - Parameter box: The whole box, as decoders expect it: size, type, version and flags before the configuration.
  private mutating func setLossless(_ box: [UInt8]) throws {
    guard box.count >= 36 else { throw MovieError(.notStorable, "the Apple Lossless configuration is missing") }
    cookie = Array(box[12..<36])
    set(kAudioFormatAppleLossless, frames: cookie[0..<4].reduce(0) { $0 << 8 | Int($1) })
  }

  private mutating func setLinear(_ pcm: PCMFormat) {
    set(kAudioFormatLinearPCM, frames: 1)
    stream.mBytesPerFrame = UInt32(pcm.bytesPerFrame)
    stream.mBytesPerPacket = stream.mBytesPerFrame
    stream.mBitsPerChannel = UInt32(pcm.bytesPerSample * 8)
    stream.mFormatFlags =
      kAudioFormatFlagIsPacked
      | (pcm.isFloat ? kAudioFormatFlagIsFloat : pcm.isSigned ? kAudioFormatFlagIsSignedInteger : 0)
      | (pcm.isBigEndian && pcm.bytesPerSample > 1 ? kAudioFormatFlagIsBigEndian : 0)
  }

  /// Returns GStreamer's positions in Core Audio's bits, which are Microsoft's; 0 if their order is another one.
  private static func channelBitmap(_ structure: Structure) -> UInt32 {
    guard case .text(let text)? = structure["channel-mask"], let mask = UInt64(text.trimmingPrefix("0x"), radix: 16),
      structure["channels"]?.int == mask.nonzeroBitCount
    else { return 0 }
    return ChannelMask.microsoft(mask)
  }

  /// Returns STREAMINFO with its block header (RFC 9639, clause 8.1 and 8.2), and a comment if that names speakers.
  private static func flacBlock(_ caps: Caps) throws -> [UInt8] {
    // Files have the 34 bytes alone, or with the block's header.
    if caps.streamHeaders.isEmpty, let data = caps.bytes("codec_data"), data.count >= 34 {
      let isBlock = data.count >= 38 && data[1..<4].elementsEqual([0, 0, 34])
      return [0x80, 0, 0, 34] + (isBlock ? data[4..<38] : data[..<34])
    }
    // The first header: a mark of 9 bytes, `fLaC`, the block header and 34 bytes.
    guard let header = caps.streamHeaders.first, header.count >= 51, header[9..<13].elementsEqual("fLaC".utf8) else {
      throw MovieError(.notStorable, "the FLAC header is missing")
    }
    guard let mask = FLACSpeakers.mask(inBlocks: caps.streamHeaders.dropFirst().flatMap { $0 }) else {
      return [0x80, 0, 0, 34] + header[17..<51]
    }
    return [0, 0, 0, 34] + header[17..<51] + FLACSpeakers.block(mask: mask)
  }
}

extension WritableFormat {
  var isMatroska: Bool { if case .matroska = self { true } else { false } }
}

extension Caps {
  /// Returns the three headers of a codec of Xiph as one (Matroska codec specifications: Xiph lacing).
  ///
  /// - Throws: `notStorable` if they are missing.
  func xiphHeaders(of codec: Codec) throws(MovieError) -> [UInt8] {
    let headers = streamHeaders
    guard headers.count == 3 else { throw MovieError(.notStorable, "the headers of \(codec.title) are missing") }
    let sizes = headers.dropLast().flatMap {
      [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)]
    }
    return [2] + sizes + headers.joined()
  }
}
