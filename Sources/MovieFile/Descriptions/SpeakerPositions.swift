import CoreAudioTypes

/// The speaker positions of channels, in ISO's numbers (ISO/IEC 23001-8, "OutputChannelPosition") and in Core Audio's.
struct SpeakerPositions: Hashable, Sendable {
  /// A position for each channel, in the channels' order; 127 if unknown.
  private(set) var positions: [UInt8]

  static let unknown: UInt8 = 127

  /// Core Audio's labels by position. Side speakers have the numbers of rear ones if there are no others.
  private static let labels: [UInt8: AudioChannelLabel] = [
    0: kAudioChannelLabel_Left, 1: kAudioChannelLabel_Right, 2: kAudioChannelLabel_Center,
    3: kAudioChannelLabel_LFEScreen, 4: kAudioChannelLabel_LeftSurround, 5: kAudioChannelLabel_RightSurround,
    6: kAudioChannelLabel_LeftCenter, 7: kAudioChannelLabel_RightCenter, 8: kAudioChannelLabel_RearSurroundLeft,
    9: kAudioChannelLabel_RearSurroundRight, 10: kAudioChannelLabel_CenterSurround,
    13: kAudioChannelLabel_LeftSurroundDirect, 14: kAudioChannelLabel_RightSurroundDirect,
    15: kAudioChannelLabel_LeftWide, 16: kAudioChannelLabel_RightWide, 17: kAudioChannelLabel_VerticalHeightLeft,
    18: kAudioChannelLabel_VerticalHeightRight, 19: kAudioChannelLabel_VerticalHeightCenter,
    20: kAudioChannelLabel_TopBackLeft, 21: kAudioChannelLabel_TopBackRight, 22: kAudioChannelLabel_TopBackCenter,
    25: kAudioChannelLabel_TopCenterSurround, 26: kAudioChannelLabel_LFE2,
  ]

  /// The positions of predefined layouts (ISO/IEC 23001-8, "ChannelConfiguration").
  private static let layouts: [UInt8: [UInt8]] = [
    1: [2], 2: [0, 1], 3: [2, 0, 1], 4: [2, 0, 1, 10], 5: [2, 0, 1, 4, 5], 6: [2, 0, 1, 4, 5, 3],
    7: [2, 6, 7, 0, 1, 4, 5, 3], 9: [0, 1, 10], 10: [0, 1, 4, 5], 11: [2, 0, 1, 4, 5, 10, 3],
    12: [2, 0, 1, 4, 5, 8, 9, 3], 14: [2, 0, 1, 4, 5, 3, 17, 18],
  ]
}

// MARK: - ISO's box

extension SpeakerPositions {
  /// Reads a 'chnl' box (ISO/IEC 14496-12, clause 12.2.4); nil if it names no channels, or another number of them.
  ///
  /// - Parameters:
  ///   - box: The contents, version and flags included.
  ///   - channels: The number of channels.
  init?(chnl box: [UInt8], channels: Int) {
    var scanner = ByteScanner(box)
    guard let version = scanner.u8(), version < 2, scanner.number(3) != nil, let first = scanner.u8(), channels <= 256,
      first >> (version == 0 ? 0 : 4) & 1 == 1, version == 0 || scanner.u8() != nil, let layout = scanner.u8()
    else { return nil }
    if layout == 0 {
      guard version == 0 || scanner.u8().map({ Int($0) == channels }) == true else { return nil }
      positions = []
      for _ in 0..<channels {
        guard let position = scanner.u8() else { return nil }
        // Angles in place of a number.
        if position == 126, scanner.number(3) == nil { return nil }
        positions.append(position)
      }
    } else {
      var omitted: UInt64 = 0
      var hasOmitted = true
      if version == 1 {
        guard let order = scanner.u8(), order >> 1 & 7 == 0 else { return nil }
        hasOmitted = order & 1 == 1
      }
      if hasOmitted {
        guard let high = scanner.u32(), let low = scanner.u32() else { return nil }
        omitted = UInt64(high) << 32 | UInt64(low)
      }
      guard let all = Self.layouts[layout] else { return nil }
      positions = all.enumerated().filter { omitted >> UInt64($0.offset) & 1 == 0 }.map(\.element)
      guard positions.count == channels else { return nil }
    }
  }

  /// The contents of a 'chnl' box with a position for each channel, version and flags included.
  var chnl: [UInt8] { [0, 0, 0, 0, 1, 0] + positions }
}

// MARK: - Core Audio's layouts

extension SpeakerPositions {
  /// - Parameters:
  ///   - mask: The channels as a Core Audio bitmap; 0 if they are unknown, or in another order.
  ///   - labels: The labels of channels in another order.
  ///   - channels: The number of channels: all are unknown if neither of the others has this number.
  init(mask: UInt32, labels: [AudioChannelLabel], channels: Int) {
    var labels = labels
    if mask.nonzeroBitCount == channels {
      labels = (0..<18 as Range<UInt32>).filter { mask >> $0 & 1 == 1 }.map { $0 + kAudioChannelLabel_Left }
    }
    guard labels.count == channels else {
      positions = [UInt8](repeating: Self.unknown, count: channels)
      return
    }
    // If there are side and rear speakers, Core Audio's surround channels are the rear ones.
    let hasSides = labels.contains(kAudioChannelLabel_LeftSurroundDirect)
    let hasSurround = labels.contains(kAudioChannelLabel_LeftSurround)
    positions = labels.map { label in
      switch label {
      case kAudioChannelLabel_LeftSurround where hasSides: 8
      case kAudioChannelLabel_RightSurround where hasSides: 9
      case kAudioChannelLabel_LeftSurroundDirect where hasSurround: 4
      case kAudioChannelLabel_RightSurroundDirect where hasSurround: 5
      case kAudioChannelLabel_Mono: 2
      default: Self.labels.first { $0.value == label }?.key ?? Self.unknown
      }
    }
  }

  /// The bytes of a big-endian `AudioChannelLayout`: a bitmap if the channels are in its order, else a label for each.
  var coreAudio: [UInt8] {
    let hasBoth = positions.contains(4) && positions.contains(8)
    let labels = positions.map { position -> AudioChannelLabel in
      switch position {
      case 4 where hasBoth: kAudioChannelLabel_LeftSurroundDirect
      case 5 where hasBoth: kAudioChannelLabel_RightSurroundDirect
      case 8: kAudioChannelLabel_LeftSurround
      case 9: kAudioChannelLabel_RightSurround
      default: Self.labels[position] ?? kAudioChannelLabel_Unknown
      }
    }
    var writer = BoxWriter()
    let isInOrder =
      zip(labels, labels.dropFirst()).allSatisfy { $0 < $1 } && labels.allSatisfy { (1...18).contains($0) }
    if isInOrder {
      writer.u32(kAudioChannelLayoutTag_UseChannelBitmap)
      writer.u32(labels.reduce(0) { $0 | 1 << ($1 - kAudioChannelLabel_Left) })
      writer.u32(0)
      return writer.contents
    }
    writer.u32(kAudioChannelLayoutTag_UseChannelDescriptions)
    writer.u32(0)
    writer.u32(UInt32(labels.count))
    for label in labels {
      writer.u32(label)
      writer.zeros(16)
    }
    return writer.contents
  }
}
