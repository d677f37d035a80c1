/// A code of four characters that names an audio format.
public typealias AudioFormatID = UInt32
/// A set of flags whose meaning depends on the format.
public typealias AudioFormatFlags = UInt32

/// The format of an audio stream.
///
/// For linear PCM a frame is one sample of each channel and a packet is one frame; for coded formats a packet is the
/// smallest decodable unit. Fields that do not apply, or vary from packet to packet, are 0.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// The number of frames per second, in hertz.
  public var mSampleRate: Float64
  /// The format of the bytes: `kAudioFormatLinearPCM`, `kAudioFormatMPEG4AAC` and so on.
  public var mFormatID: AudioFormatID
  /// Flags of the format, such as `kAudioFormatFlagIsSignedInteger` for linear PCM.
  public var mFormatFlags: AudioFormatFlags
  /// The number of bytes in a packet; 0 if packets differ in size.
  public var mBytesPerPacket: UInt32
  /// The number of frames in a packet; 1 for linear PCM, 0 if packets differ.
  public var mFramesPerPacket: UInt32
  /// The number of bytes in a frame: of all interleaved channels, or of one non-interleaved channel; 0 for coded
  /// formats.
  public var mBytesPerFrame: UInt32
  /// The number of channels in a frame.
  public var mChannelsPerFrame: UInt32
  /// The number of significant bits of one sample; 0 for coded formats.
  public var mBitsPerChannel: UInt32
  /// Pads the structure to a multiple of 8 bytes; 0.
  public var mReserved: UInt32

  /// Creates a description with every field 0.
  public init() {
    self.init(
      mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
      mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
  }

  /// Creates a description from its fields.
  public init(
    mSampleRate: Float64, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }

  /// The sample rate in whole hertz; nil if it is not positive or exceeds 32 bits, as a program or a damaged file may
  /// state it.
  package var wholeRate: Int? { Int32(exactly: mSampleRate.rounded()).flatMap { $0 > 0 ? Int($0) : nil } }
}

/// The byte range of one packet in a stream with packets of different sizes.
public struct AudioStreamPacketDescription: Hashable, Sendable {
  /// The offset of the packet from the start of the buffer, in bytes.
  public var mStartOffset: Int64
  /// The number of frames in the packet, if packets differ in that; else 0.
  public var mVariableFramesInPacket: UInt32
  /// The size of the packet in bytes.
  public var mDataByteSize: UInt32

  /// Creates a description with every field 0.
  public init() {
    self.init(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 0)
  }

  /// Creates a description from its fields.
  public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
    self.mStartOffset = mStartOffset
    self.mVariableFramesInPacket = mVariableFramesInPacket
    self.mDataByteSize = mDataByteSize
  }
}

/// A range of numbers, such as sample or bit rates, both ends included.
public struct AudioValueRange: Hashable, Sendable {
  /// The smallest value.
  public var mMinimum: Float64
  /// The largest value.
  public var mMaximum: Float64

  /// Creates the range from 0 to 0.
  public init() {
    self.init(mMinimum: 0, mMaximum: 0)
  }

  /// Creates a range from its ends.
  public init(mMinimum: Float64, mMaximum: Float64) {
    self.mMinimum = mMinimum
    self.mMaximum = mMaximum
  }
}

/// A class of an audio codec, as a preference for hardware or software.
public struct AudioClassDescription: Hashable, Sendable {
  /// The four-character code of the component's type.
  public var mType: UInt32
  /// The four-character code of the component's subtype.
  public var mSubType: UInt32
  /// The four-character code of the manufacturer.
  public var mManufacturer: UInt32

  /// Creates a description with every field 0.
  public init() {
    self.init(mType: 0, mSubType: 0, mManufacturer: 0)
  }

  /// Creates a description from its fields.
  public init(mType: UInt32, mSubType: UInt32, mManufacturer: UInt32) {
    self.mType = mType
    self.mSubType = mSubType
    self.mManufacturer = mManufacturer
  }
}
