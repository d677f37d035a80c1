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
  var formatName: String { Codec.nameForErrors(BoxType(rawValue: format)) }

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
    let channels = Int(audioStreamBasicDescription?.mChannelsPerFrame ?? 0)
    let mask: UInt32 =
      switch word(0) {
      case kAudioChannelLayoutTag_UseChannelBitmap: word(4)
      case kAudioChannelLayoutTag_UseChannelDescriptions where layout.count >= 12 + 20 * channels:
        Self.mask(of: (0..<channels).map { word(12 + 20 * $0) })
      case let tag: Self.masks[tag] ?? 0
      }
    return mask.nonzeroBitCount == channels && mask < 1 << 18 ? mask : 0
  }

  /// The masks of layouts whose channels are in the order of the mask's bits.
  ///
  /// Core Audio's surround speakers are Microsoft's back ones, and its rear ones too where there are no others. Those of
  /// 7.1 are written in the mask's order, as ffmpeg does.
  private static let masks: [AudioChannelLayoutTag: UInt32] = [
    kAudioChannelLayoutTag_Mono: 0x4, kAudioChannelLayoutTag_Stereo: 0x3, kAudioChannelLayoutTag_MPEG_3_0_A: 0x7,
    kAudioChannelLayoutTag_MPEG_4_0_A: 0x107, kAudioChannelLayoutTag_MPEG_5_0_A: 0x37,
    kAudioChannelLayoutTag_MPEG_5_1_A: 0x3f, kAudioChannelLayoutTag_MPEG_6_1_A: 0x13f,
    kAudioChannelLayoutTag_MPEG_7_1_A: 0xff, kAudioChannelLayoutTag_MPEG_7_1_C: 0x63f,
    kAudioChannelLayoutTag_Quadraphonic: 0x33, kAudioChannelLayoutTag_ITU_2_1: 0x103,
    kAudioChannelLayoutTag_ITU_2_2: 0x33, kAudioChannelLayoutTag_DVD_4: 0xb, kAudioChannelLayoutTag_DVD_5: 0x10b,
    kAudioChannelLayoutTag_DVD_6: 0x3b, kAudioChannelLayoutTag_DVD_10: 0xf, kAudioChannelLayoutTag_DVD_11: 0x10f,
    kAudioChannelLayoutTag_WAVE_4_0_B: 0x33, kAudioChannelLayoutTag_WAVE_5_0_B: 0x37,
    kAudioChannelLayoutTag_WAVE_5_1_B: 0x3f, kAudioChannelLayoutTag_WAVE_6_1: 0x70f,
    kAudioChannelLayoutTag_WAVE_7_1: 0x63f,
  ]

  /// Returns the mask of labels in the order of its bits, which have the same numbers; 0 for others.
  private static func mask(of labels: [AudioChannelLabel]) -> UInt32 {
    guard labels.allSatisfy({ (kAudioChannelLabel_Left...18).contains($0) }),
      zip(labels, labels.dropFirst()).allSatisfy({ $0 < $1 })
    else { return 0 }
    return labels.reduce(0) { $0 | 1 << ($1 - kAudioChannelLabel_Left) }
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
