import CoreAudioTypes
import Testing

@Suite struct WholeRateTests {
  private func stream(_ rate: Double) -> AudioStreamBasicDescription {
    var stream = AudioStreamBasicDescription()
    stream.mSampleRate = rate
    return stream
  }

  @Test(arguments: [.nan, .signalingNaN, .infinity, -.infinity, 1e300, -1e300, 4e9, -48_000, 0, 0.25])
  func ratesOfNoMedia_areNoWholeRates(_ rate: Double) {
    #expect(stream(rate).wholeRate == nil)
  }

  @Test func rates_areRounded() {
    #expect(stream(48_000).wholeRate == 48_000)
    #expect(stream(11_024.6).wholeRate == 11_025)
    #expect(stream(Double(Int32.max)).wholeRate == Int(Int32.max))
  }
}
