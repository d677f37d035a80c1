import Testing

@testable import GStreamer
@testable import MediaSource

/// Reel's own calls leave the caller's arithmetic as it was: kernels and libraries behind them turn subnormal numbers
/// to zero.
@Suite struct FloatingPointTests {
  @Test(arguments: [PCMSample.u8, .s16, .s32], [PCMSample.f32, .f64])
  func conversionOfAudio_leavesSubnormalNumbers(source: PCMSample, target: PCMSample) throws {
    let mono = DecodedAudioFormat(sampleFormat: source, rate: 44_100, channels: 1)
    let stereo = DecodedAudioFormat(sampleFormat: target, rate: 48_000, channels: 2, channelMask: 3)
    let audio = DecodedAudio(
      format: mono, position: 0, bytes: [UInt8](repeating: 1, count: 4_410 * mono.bytesPerFrame))
    _ = try AudioConverter(from: mono, to: stereo).convert(audio)
    #expect(quotient(.leastNonzeroMagnitude, 1) == .leastNonzeroMagnitude)
    #expect(quotient(.leastNormalMagnitude, 2) > 0)
  }

  @Test func elementOfEveryFactory_leavesSubnormalNumbers() throws {
    try GStreamerLibrary.start()
    for name in ElementFactory.names {
      _ = try? Element.make(name)
      try #require(quotient(.leastNormalMagnitude, 2) > 0, "\(name)")
    }
  }

  @inline(never) private func quotient(_ number: Double, _ divisor: Double) -> Double { number / divisor }
}
