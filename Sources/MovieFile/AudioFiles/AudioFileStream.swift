import CoreAudioTypes
import CoreGraphics
import Foundation

/// The audio of a file that is written.
struct AudioFileStream {
  let format: AudioFormatID
  /// The number of samples per second.
  let rate: Int32
  let channels: Int
  let framesPerPacket: UInt32
  let cookie: [UInt8]
  /// The storage of PCM samples; nil for audio in packets.
  let samples: StoredSamples?
  /// The tag, bitmap, count and descriptions, big-endian, as in a 'chan' chunk; nil if unknown.
  let layout: [UInt8]?

  /// - Throws: `notStorable` if the description does not determine the format.
  init(_ description: CMFormatDescription, rate: Int32) throws(MovieError) {
    guard let stream = description.audioStreamBasicDescription, (1...65_535).contains(stream.mChannelsPerFrame),
      rate > 0
    else { throw MovieError(.notStorable, "the sound's format is not known") }
    self.rate = rate
    format = stream.mFormatID
    channels = Int(stream.mChannelsPerFrame)
    framesPerPacket = stream.mFramesPerPacket
    cookie = description.magicCookie.map { [UInt8]($0) } ?? []
    samples = try StoredSamples(stream)
    layout = description.channelLayoutBox.map { Array($0.payload.dropFirst(4)) }
    channelMask = description.channelMask
  }

  /// The format's name for errors.
  var formatName: String { BoxType(rawValue: format).text }

  /// The channels as a bitmap of Microsoft's and Core Audio's; 0 if they are unknown, or in another order.
  let channelMask: UInt32
}

extension CMFormatDescription {
  /// The channels as a bitmap of Microsoft's and Core Audio's; 0 if they are unknown, or in another order.
  public var channelMask: UInt32 {
    guard let layout = channelLayoutBox?.payload.dropFirst(4), layout.count >= 8 else { return 0 }
    func word(_ index: Int) -> UInt32 {
      layout[layout.startIndex + index..<layout.startIndex + index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let mask: UInt32 =
      switch word(0) {
      case kAudioChannelLayoutTag_UseChannelBitmap: word(4)
      case kAudioChannelLayoutTag_Mono: 0x4
      case kAudioChannelLayoutTag_Stereo: 0x3
      case kAudioChannelLayoutTag_MPEG_3_0_A: 0x7
      case kAudioChannelLayoutTag_MPEG_5_1_A: 0x3f
      case kAudioChannelLayoutTag_MPEG_6_1_A: 0x13f
      case kAudioChannelLayoutTag_MPEG_7_1_A: 0xff
      default: 0
      }
    let channels = Int(audioStreamBasicDescription?.mChannelsPerFrame ?? 0)
    return mask.nonzeroBitCount == channels && mask < 1 << 18 ? mask : 0
  }
}

/// The storage of PCM samples.
struct StoredSamples: Hashable {
  enum Kind: Hashable { case signed, unsigned, float, uLaw, aLaw }

  let kind: Kind
  let byteCount: Int
  let isBigEndian: Bool
  let channels: Int

  var bits: Int { byteCount * 8 }
  var bytesPerFrame: Int { byteCount * channels }
  var isInteger: Bool { kind == .signed || kind == .unsigned }
  var isLaw: Bool { kind == .uLaw || kind == .aLaw }

  /// Nil for audio in packets.
  ///
  /// - Throws: `notStorable` for samples that are not whole bytes.
  init?(_ stream: AudioStreamBasicDescription) throws(MovieError) {
    channels = Int(stream.mChannelsPerFrame)
    switch stream.mFormatID {
    case kAudioFormatULaw, kAudioFormatALaw:
      (kind, byteCount, isBigEndian) = (stream.mFormatID == kAudioFormatULaw ? .uLaw : .aLaw, 1, false)
    case kAudioFormatLinearPCM:
      let (flags, bits) = (stream.mFormatFlags, Int(stream.mBitsPerChannel))
      guard bits % 8 == 0, (8...64).contains(bits), Int(stream.mBytesPerFrame) == bits / 8 * channels,
        flags & kAudioFormatFlagIsNonInterleaved == 0 || channels == 1
      else {
        throw MovieError(
          .notStorable, "samples of \(bits) bits in frames of \(stream.mBytesPerFrame) bytes are not packed")
      }
      let isFloat = flags & kAudioFormatFlagIsFloat != 0
      kind = isFloat ? .float : flags & kAudioFormatFlagIsSignedInteger != 0 ? .signed : .unsigned
      byteCount = bits / 8
      isBigEndian = flags & kAudioFormatFlagIsBigEndian != 0
    default: return nil
    }
  }

  /// Returns the conversion of these samples to another byte order and sign.
  func conversion(toBigEndian isBig: Bool, signed: Bool) -> SampleConversion {
    SampleConversion(
      byteCount: byteCount, reversesBytes: byteCount > 1 && isBig != isBigEndian,
      flipsSign: isInteger && signed != (kind == .signed), isBigEndian: isBig)
  }

  /// A frame of silence in the format of these samples.
  var silence: [UInt8] {
    var sample = [UInt8](repeating: 0, count: byteCount)
    switch kind {
    case .signed, .float: break
    case .unsigned: sample[isBigEndian ? 0 : byteCount - 1] = 0x80
    case .uLaw: sample[0] = 0xff
    case .aLaw: sample[0] = 0xd5
    }
    return Array(repeatElement(sample, count: channels).joined())
  }
}

/// The conversion of each sample for a file: the same number in another form.
struct SampleConversion: Hashable {
  var byteCount = 1
  var reversesBytes = false
  /// True to convert signed numbers to unsigned ones, or vice versa.
  var flipsSign = false
  /// The byte order after the conversion.
  var isBigEndian = false

  static let none = SampleConversion()

  var changesAnything: Bool { reversesBytes || flipsSign }

  func apply(to bytes: inout [UInt8]) {
    guard changesAnything else { return }
    let highest = isBigEndian ? 0 : byteCount - 1
    var start = 0
    while start + byteCount <= bytes.count {
      if reversesBytes {
        for index in 0..<byteCount / 2 { bytes.swapAt(start + index, start + byteCount - 1 - index) }
      }
      if flipsSign { bytes[start + highest] ^= 0x80 }
      start += byteCount
    }
  }
}
