/// The positions of channels in a layout, one bit each; the order of the bits is the order of the channels.
public struct AudioChannelBitmap: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public var rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Left.
  public static let bit_Left = AudioChannelBitmap(rawValue: 1 << 0)
  /// Right.
  public static let bit_Right = AudioChannelBitmap(rawValue: 1 << 1)
  /// Center.
  public static let bit_Center = AudioChannelBitmap(rawValue: 1 << 2)
  /// Low-frequency effects.
  public static let bit_LFEScreen = AudioChannelBitmap(rawValue: 1 << 3)
  /// Left surround.
  public static let bit_LeftSurround = AudioChannelBitmap(rawValue: 1 << 4)
  /// Right surround.
  public static let bit_RightSurround = AudioChannelBitmap(rawValue: 1 << 5)
  /// Left center.
  public static let bit_LeftCenter = AudioChannelBitmap(rawValue: 1 << 6)
  /// Right center.
  public static let bit_RightCenter = AudioChannelBitmap(rawValue: 1 << 7)
  /// Center surround.
  public static let bit_CenterSurround = AudioChannelBitmap(rawValue: 1 << 8)
  /// Left surround, direct.
  public static let bit_LeftSurroundDirect = AudioChannelBitmap(rawValue: 1 << 9)
  /// Right surround, direct.
  public static let bit_RightSurroundDirect = AudioChannelBitmap(rawValue: 1 << 10)
  /// Top center surround.
  public static let bit_TopCenterSurround = AudioChannelBitmap(rawValue: 1 << 11)
  /// Vertical height left.
  public static let bit_VerticalHeightLeft = AudioChannelBitmap(rawValue: 1 << 12)
  /// Vertical height center.
  public static let bit_VerticalHeightCenter = AudioChannelBitmap(rawValue: 1 << 13)
  /// Vertical height right.
  public static let bit_VerticalHeightRight = AudioChannelBitmap(rawValue: 1 << 14)
  /// Top back left.
  public static let bit_TopBackLeft = AudioChannelBitmap(rawValue: 1 << 15)
  /// Top back center.
  public static let bit_TopBackCenter = AudioChannelBitmap(rawValue: 1 << 16)
  /// Top back right.
  public static let bit_TopBackRight = AudioChannelBitmap(rawValue: 1 << 17)
}

/// The interpretation of a channel's coordinates.
public struct AudioChannelFlags: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public var rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The coordinates are left/right, front/back, up/down.
  public static let rectangularCoordinates = AudioChannelFlags(rawValue: 1 << 0)
  /// The coordinates are angles in degrees and a distance.
  public static let sphericalCoordinates = AudioChannelFlags(rawValue: 1 << 1)
  /// Distances are in metres; without this flag they are relative to the unit sphere.
  public static let meters = AudioChannelFlags(rawValue: 1 << 2)
}

/// The position of one channel.
public struct AudioChannelDescription: Sendable {
  /// The label of the position, such as `kAudioChannelLabel_Left`.
  public var mChannelLabel: AudioChannelLabel
  /// The interpretation of `mCoordinates`, if the label is `kAudioChannelLabel_UseCoordinates`.
  public var mChannelFlags: AudioChannelFlags
  /// The coordinates of the position.
  public var mCoordinates: (Float32, Float32, Float32)

  /// Creates a description with every field 0.
  public init() {
    self.init(mChannelLabel: 0, mChannelFlags: [], mCoordinates: (0, 0, 0))
  }

  /// Creates a description from its fields.
  public init(
    mChannelLabel: AudioChannelLabel, mChannelFlags: AudioChannelFlags, mCoordinates: (Float32, Float32, Float32)
  ) {
    self.mChannelLabel = mChannelLabel
    self.mChannelFlags = mChannelFlags
    self.mCoordinates = mCoordinates
  }
}

/// The positions of a stream's channels: a tag, a bitmap, or descriptions that follow in memory.
///
/// The memory layout is that of Apple's C structure. `mChannelDescriptions` is the first of
/// `mNumberChannelDescriptions` descriptions; if that is 0, data may end before it
/// (`MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions)`, 12 bytes).
public struct AudioChannelLayout: Sendable {
  /// The layout's tag, or one of the two tags that refer to the other fields.
  public var mChannelLayoutTag: AudioChannelLayoutTag
  /// The positions, if the tag is `kAudioChannelLayoutTag_UseChannelBitmap`.
  public var mChannelBitmap: AudioChannelBitmap
  /// The number of descriptions, if the tag is `kAudioChannelLayoutTag_UseChannelDescriptions`.
  public var mNumberChannelDescriptions: UInt32
  /// The first description.
  public var mChannelDescriptions: (AudioChannelDescription)

  /// Creates a layout with every field 0.
  public init() {
    self.init(
      mChannelLayoutTag: 0, mChannelBitmap: [], mNumberChannelDescriptions: 0,
      mChannelDescriptions: AudioChannelDescription())
  }

  /// Creates a layout from its fields.
  public init(
    mChannelLayoutTag: AudioChannelLayoutTag, mChannelBitmap: AudioChannelBitmap, mNumberChannelDescriptions: UInt32,
    mChannelDescriptions: (AudioChannelDescription)
  ) {
    self.mChannelLayoutTag = mChannelLayoutTag
    self.mChannelBitmap = mChannelBitmap
    self.mNumberChannelDescriptions = mNumberChannelDescriptions
    self.mChannelDescriptions = mChannelDescriptions
  }
}
