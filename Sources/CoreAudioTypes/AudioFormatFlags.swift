// Flags of AudioStreamBasicDescription.mFormatFlags, with the values of Apple's SDK.

/// Samples are floating point.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// Samples are big-endian.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Samples are signed integers (unsigned without this flag and `kAudioFormatFlagIsFloat`).
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// The sample bits fill all of the bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// The sample bits are in the upper end of a larger word.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has a buffer of its own; sizes in the description then are those of one channel.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The stream cannot be mixed with others.
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 1 << 6
/// Used instead of 0 where 0 means "any flags".
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000

/// `kAudioFormatFlagIsFloat` for linear PCM.
public let kLinearPCMFormatFlagIsFloat: AudioFormatFlags = kAudioFormatFlagIsFloat
/// `kAudioFormatFlagIsBigEndian` for linear PCM.
public let kLinearPCMFormatFlagIsBigEndian: AudioFormatFlags = kAudioFormatFlagIsBigEndian
/// `kAudioFormatFlagIsSignedInteger` for linear PCM.
public let kLinearPCMFormatFlagIsSignedInteger: AudioFormatFlags = kAudioFormatFlagIsSignedInteger
/// `kAudioFormatFlagIsPacked` for linear PCM.
public let kLinearPCMFormatFlagIsPacked: AudioFormatFlags = kAudioFormatFlagIsPacked
/// `kAudioFormatFlagIsAlignedHigh` for linear PCM.
public let kLinearPCMFormatFlagIsAlignedHigh: AudioFormatFlags = kAudioFormatFlagIsAlignedHigh
/// `kAudioFormatFlagIsNonInterleaved` for linear PCM.
public let kLinearPCMFormatFlagIsNonInterleaved: AudioFormatFlags = kAudioFormatFlagIsNonInterleaved
/// `kAudioFormatFlagIsNonMixable` for linear PCM.
public let kLinearPCMFormatFlagIsNonMixable: AudioFormatFlags = kAudioFormatFlagIsNonMixable
/// The shift of the number of fractional bits of fixed-point samples in the flags.
public let kLinearPCMFormatFlagsSampleFractionShift: AudioFormatFlags = 7
/// The mask of the number of fractional bits in the flags.
public let kLinearPCMFormatFlagsSampleFractionMask: AudioFormatFlags = 0x3F << 7
/// `kAudioFormatFlagsAreAllClear` for linear PCM.
public let kLinearPCMFormatFlagsAreAllClear: AudioFormatFlags = kAudioFormatFlagsAreAllClear

/// Apple Lossless made from 16-bit samples.
public let kAppleLosslessFormatFlag_16BitSourceData: AudioFormatFlags = 1
/// Apple Lossless made from 20-bit samples.
public let kAppleLosslessFormatFlag_20BitSourceData: AudioFormatFlags = 2
/// Apple Lossless made from 24-bit samples.
public let kAppleLosslessFormatFlag_24BitSourceData: AudioFormatFlags = 3
/// Apple Lossless made from 32-bit samples.
public let kAppleLosslessFormatFlag_32BitSourceData: AudioFormatFlags = 4

/// The flag of this machine's byte order.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 1.bigEndian == 1 ? kAudioFormatFlagIsBigEndian : 0
/// The flags of Apple's canonical format: packed native floating point.
public let kAudioFormatFlagsCanonical: AudioFormatFlags = kAudioFormatFlagsNativeFloatPacked
/// Packed floating point in this machine's byte order.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
  kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked

/// Returns true if the format is linear PCM in this machine's byte order.
public func TestAudioFormatNativeEndian(_ format: AudioStreamBasicDescription) -> Bool {
  format.mFormatID == kAudioFormatLinearPCM
    && format.mFormatFlags & kAudioFormatFlagIsBigEndian == kAudioFormatFlagsNativeEndian
}

/// Returns the linear-PCM flags for a sample format: packed if all bits of a word are used, else aligned high.
public func CalculateLPCMFlags(
  _ inValidBitsPerChannel: UInt32, _ inTotalBitsPerChannel: UInt32, _ inIsFloat: Bool, _ inIsBigEndian: Bool,
  _ inIsNonInterleaved: Bool
) -> AudioFormatFlags {
  (inIsFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
    | (inIsBigEndian ? kAudioFormatFlagIsBigEndian : 0)
    | (inValidBitsPerChannel == inTotalBitsPerChannel ? kAudioFormatFlagIsPacked : kAudioFormatFlagIsAlignedHigh)
    | (inIsNonInterleaved ? kAudioFormatFlagIsNonInterleaved : 0)
}

/// Returns a description of linear PCM; sizes that do not fit 32 bits become 0.
public func FillOutASBDForLPCM(
  _ inSampleRate: Float64, _ inChannelsPerFrame: UInt32, _ inValidBitsPerChannel: UInt32,
  _ inTotalBitsPerChannel: UInt32, _ inIsFloat: Bool, _ inIsBigEndian: Bool, _ inIsNonInterleaved: Bool
) -> AudioStreamBasicDescription {
  let channels = inIsNonInterleaved ? 1 : inChannelsPerFrame
  let (bytes, overflow) = channels.multipliedReportingOverflow(by: inTotalBitsPerChannel / 8)
  return AudioStreamBasicDescription(
    mSampleRate: inSampleRate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: CalculateLPCMFlags(
      inValidBitsPerChannel, inTotalBitsPerChannel, inIsFloat, inIsBigEndian, inIsNonInterleaved),
    mBytesPerPacket: overflow ? 0 : bytes, mFramesPerPacket: 1, mBytesPerFrame: overflow ? 0 : bytes,
    mChannelsPerFrame: inChannelsPerFrame, mBitsPerChannel: inValidBitsPerChannel, mReserved: 0)
}
