import CoreMedia
import Testing

@testable import MediaSource

/// Sample rates that a program states in a format description.
@Suite struct CodedFormatRateTests {
  private func description(_ id: AudioFormatID, rate: Double) throws -> CMAudioFormatDescription {
    let isPCM = id == kAudioFormatLinearPCM
    let stream = AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: id, mFormatFlags: isPCM ? kAudioFormatFlagIsSignedInteger : 0,
      mBytesPerPacket: isPCM ? 4 : 0, mFramesPerPacket: isPCM ? 1 : 1152, mBytesPerFrame: isPCM ? 4 : 0,
      mChannelsPerFrame: 2, mBitsPerChannel: isPCM ? 16 : 0, mReserved: 0)
    return try CMAudioFormatDescription(audioStreamBasicDescription: stream)
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -48_000, 0], [kAudioFormatLinearPCM, kAudioFormatMPEGLayer3])
  func ratesOfNoMedia_areIncompleteFormats(_ rate: Double, _ id: AudioFormatID) throws {
    let description = try description(id, rate: rate)
    let error = #expect(throws: DecoderError.self) { try CodedFormat(description) }
    #expect(error?.code == .incompleteFormat)
  }

  @Test(arguments: [kAudioFormatLinearPCM, kAudioFormatMPEGLayer3])
  func usualRate_isThatOfTheCaps(_ id: AudioFormatID) throws {
    #expect(try CodedFormat(description(id, rate: 44_100)).caps.text.contains("44100"))
  }
}
