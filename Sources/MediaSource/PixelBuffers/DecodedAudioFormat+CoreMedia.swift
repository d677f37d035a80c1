import CoreAudioTypes
package import CoreMedia

extension DecodedAudioFormat {
  /// The format that a description of linear PCM says; nil for audio that is coded, not interleaved, or not in native byte order.
  package init?(_ stream: AudioStreamBasicDescription) {
    let flags = stream.mFormatFlags
    guard stream.mFormatID == kAudioFormatLinearPCM, flags & kAudioFormatFlagIsBigEndian == 0,
      flags & kAudioFormatFlagIsNonInterleaved == 0 || stream.mChannelsPerFrame == 1, stream.mChannelsPerFrame > 0,
      let rate = Int(exactly: stream.mSampleRate), rate > 0
    else { return nil }
    let (isFloat, isSigned) = (flags & kAudioFormatFlagIsFloat != 0, flags & kAudioFormatFlagIsSignedInteger != 0)
    let sample: PCMSample
    switch (stream.mBitsPerChannel, isFloat, isSigned) {
    case (8, false, false): sample = .u8
    case (16, false, true): sample = .s16
    case (32, false, true): sample = .s32
    case (32, true, _): sample = .f32
    case (64, true, _): sample = .f64
    default: return nil
    }
    let channels = Int(stream.mChannelsPerFrame)
    self.init(sampleFormat: sample, rate: rate, channels: channels, channelMask: Self.usualMask(channels))
    guard Int(stream.mBytesPerFrame) == bytesPerFrame else { return nil }
  }

  /// The format as Core Media describes it.
  package func formatDescription() throws -> CMAudioFormatDescription {
    let isFloat = sampleFormat == .f32 || sampleFormat == .f64
    var stream = AudioStreamBasicDescription()
    stream.mSampleRate = Double(rate)
    stream.mFormatID = kAudioFormatLinearPCM
    stream.mFormatFlags =
      kAudioFormatFlagIsPacked
      | (isFloat ? kAudioFormatFlagIsFloat : sampleFormat == .u8 ? 0 : kAudioFormatFlagIsSignedInteger)
    stream.mBytesPerPacket = UInt32(bytesPerFrame)
    stream.mFramesPerPacket = 1
    stream.mBytesPerFrame = UInt32(bytesPerFrame)
    stream.mChannelsPerFrame = UInt32(channels)
    stream.mBitsPerChannel = UInt32(bytesPerSample * 8)
    guard let layout else {
      return try CMFormatDescription(
        audioStreamBasicDescription: stream, layoutSize: 0, layout: nil, magicCookie: nil)
    }
    return try layout.withUnsafePointer {
      try CMFormatDescription(
        audioStreamBasicDescription: stream, layoutSize: layout.sizeInBytes, layout: $0, magicCookie: nil)
    }
  }

  /// The positions of the channels; nil if they are unknown.
  var layout: ManagedAudioChannelLayout? {
    switch (channels, ChannelMask.microsoft(channelMask)) {
    case (1, 0), (1, 4): return ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Mono)
    case (2, 3): return ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Stereo)
    case (_, 0): return nil
    case (_, let mask):
      var layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_UseChannelBitmap)
      layout.bitmap = AudioChannelBitmap(rawValue: mask)
      return layout
    }
  }
}
