import CoreAudioTypes

/// The order of a layout's channels, against the order in which channels are decoded and encoded.
///
/// The latter is that of Microsoft's mask, and of `AudioChannelBitmap`.
package struct SpeakerOrder: Hashable, Sendable {
  /// GStreamer's mask of the speakers; nil for channels without positions.
  package let mask: UInt64?
  /// The decoded channel of each channel of the layout.
  package let channels: [Int]

  /// True if the channels stay where they are.
  package var isIdentity: Bool { channels == Array(channels.indices) }
  /// The channel of the layout for each decoded channel.
  package var sources: [Int] { channels.indices.sorted { channels[$0] < channels[$1] } }

  package init(_ layout: ManagedAudioChannelLayout) throws(UnknownSpeakers) {
    if layout.tag >> 16 == kAudioChannelLayoutTag_DiscreteInOrder >> 16 {
      mask = nil
      channels = Array(0..<Int(layout.tag & 0xffff))
      return
    }
    guard let labels = Self.labels(of: layout), !labels.isEmpty else {
      throw UnknownSpeakers(reason: "has the tag \(layout.tag), whose speakers are not known here")
    }
    // Core Audio's surround speakers are at the sides if there are rear ones, else at the back.
    let hasRear = labels.contains(kAudioChannelLabel_RearSurroundLeft)
    let bits = labels.compactMap { Self.bit($0, hasRear: hasRear) }
    guard bits.count == labels.count, Set(bits).count == bits.count else {
      throw UnknownSpeakers(reason: "names speakers that are not known here, or one of them twice")
    }
    let sorted = bits.sorted()
    let mask = ChannelMask.gstreamer(bits.reduce(0) { $0 | 1 << $1 })
    guard labels.count == 1 || mask != 0 else {
      throw UnknownSpeakers(reason: "names speakers in no order that can be made")
    }
    // One channel has no position for converters.
    self.mask = labels.count == 1 ? nil : mask
    channels = bits.compactMap { sorted.firstIndex(of: $0) }
  }

  /// The bit of Microsoft's mask for a label.
  private static func bit(_ label: AudioChannelLabel, hasRear: Bool) -> UInt32? {
    switch label {
    case kAudioChannelLabel_Mono: 2
    case kAudioChannelLabel_LeftSurround where hasRear: 9
    case kAudioChannelLabel_RightSurround where hasRear: 10
    case kAudioChannelLabel_RearSurroundLeft: 4
    case kAudioChannelLabel_RearSurroundRight: 5
    case kAudioChannelLabel_Left...kAudioChannelLabel_TopBackRight: label - kAudioChannelLabel_Left
    default: nil
    }
  }

  private static func labels(of layout: ManagedAudioChannelLayout) -> [AudioChannelLabel]? {
    switch layout.tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions: layout.channelDescriptions.map(\.mChannelLabel)
    case kAudioChannelLayoutTag_UseChannelBitmap:
      (0..<18 as Range<UInt32>).filter { layout.bitmap.rawValue >> $0 & 1 == 1 }.map { $0 + kAudioChannelLabel_Left }
    case let tag: labels[tag]
    }
  }

  /// The speakers of tags, in their order (CoreAudioTypes.h).
  private static let labels: [AudioChannelLayoutTag: [AudioChannelLabel]] = {
    let (l, r, c) = (kAudioChannelLabel_Left, kAudioChannelLabel_Right, kAudioChannelLabel_Center)
    let (ls, rs, cs) = (
      kAudioChannelLabel_LeftSurround, kAudioChannelLabel_RightSurround, kAudioChannelLabel_CenterSurround
    )
    let (rls, rrs) = (kAudioChannelLabel_RearSurroundLeft, kAudioChannelLabel_RearSurroundRight)
    let (lc, rc, lfe) = (
      kAudioChannelLabel_LeftCenter, kAudioChannelLabel_RightCenter, kAudioChannelLabel_LFEScreen
    )
    return [
      kAudioChannelLayoutTag_Mono: [c], kAudioChannelLayoutTag_Stereo: [l, r],
      kAudioChannelLayoutTag_StereoHeadphones: [l, r], kAudioChannelLayoutTag_Binaural: [l, r],
      kAudioChannelLayoutTag_Quadraphonic: [l, r, ls, rs], kAudioChannelLayoutTag_Pentagonal: [l, r, ls, rs, c],
      kAudioChannelLayoutTag_Hexagonal: [l, r, ls, rs, c, cs], kAudioChannelLayoutTag_MPEG_3_0_A: [l, r, c],
      kAudioChannelLayoutTag_MPEG_3_0_B: [c, l, r], kAudioChannelLayoutTag_MPEG_4_0_A: [l, r, c, cs],
      kAudioChannelLayoutTag_MPEG_4_0_B: [c, l, r, cs], kAudioChannelLayoutTag_MPEG_5_0_A: [l, r, c, ls, rs],
      kAudioChannelLayoutTag_MPEG_5_0_B: [l, r, ls, rs, c], kAudioChannelLayoutTag_MPEG_5_0_C: [l, c, r, ls, rs],
      kAudioChannelLayoutTag_MPEG_5_0_D: [c, l, r, ls, rs], kAudioChannelLayoutTag_MPEG_5_1_A: [l, r, c, lfe, ls, rs],
      kAudioChannelLayoutTag_MPEG_5_1_B: [l, r, ls, rs, c, lfe],
      kAudioChannelLayoutTag_MPEG_5_1_C: [l, c, r, ls, rs, lfe],
      kAudioChannelLayoutTag_MPEG_5_1_D: [c, l, r, ls, rs, lfe],
      kAudioChannelLayoutTag_MPEG_6_1_A: [l, r, c, lfe, ls, rs, cs],
      kAudioChannelLayoutTag_MPEG_7_1_A: [l, r, c, lfe, ls, rs, lc, rc],
      kAudioChannelLayoutTag_MPEG_7_1_B: [c, lc, rc, l, r, ls, rs, lfe],
      kAudioChannelLayoutTag_MPEG_7_1_C: [l, r, c, lfe, ls, rs, rls, rrs],
      kAudioChannelLayoutTag_Emagic_Default_7_1: [l, r, ls, rs, c, lfe, lc, rc],
      kAudioChannelLayoutTag_ITU_2_1: [l, r, cs], kAudioChannelLayoutTag_ITU_2_2: [l, r, ls, rs],
      kAudioChannelLayoutTag_DVD_4: [l, r, lfe], kAudioChannelLayoutTag_DVD_5: [l, r, lfe, cs],
      kAudioChannelLayoutTag_DVD_6: [l, r, lfe, ls, rs], kAudioChannelLayoutTag_DVD_10: [l, r, c, lfe],
      kAudioChannelLayoutTag_DVD_11: [l, r, c, lfe, cs], kAudioChannelLayoutTag_DVD_18: [l, r, ls, rs, lfe],
      kAudioChannelLayoutTag_AudioUnit_6_0: [l, r, ls, rs, c, cs],
      kAudioChannelLayoutTag_AudioUnit_7_0: [l, r, ls, rs, c, rls, rrs],
      kAudioChannelLayoutTag_AAC_6_0: [c, l, r, ls, rs, cs],
      kAudioChannelLayoutTag_AAC_6_1: [c, l, r, ls, rs, cs, lfe],
      kAudioChannelLayoutTag_AAC_7_0: [c, l, r, ls, rs, rls, rrs],
      kAudioChannelLayoutTag_AAC_7_1_B: [c, l, r, ls, rs, rls, rrs, lfe],
      kAudioChannelLayoutTag_WAVE_4_0_B: [l, r, rls, rrs], kAudioChannelLayoutTag_WAVE_5_0_B: [l, r, c, rls, rrs],
      kAudioChannelLayoutTag_WAVE_5_1_B: [l, r, c, lfe, rls, rrs],
      kAudioChannelLayoutTag_WAVE_6_1: [l, r, c, lfe, cs, ls, rs],
      kAudioChannelLayoutTag_WAVE_7_1: [l, r, c, lfe, rls, rrs, ls, rs],
    ]
  }()
}

/// A layout whose channels have no known speakers, or no order that can be made.
package struct UnknownSpeakers: Error {
  /// The reason, as the rest of a sentence that begins with the layout.
  package let reason: String
}
