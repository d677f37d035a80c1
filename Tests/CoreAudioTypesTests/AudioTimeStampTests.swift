import CoreAudioTypes
import Testing

@Suite struct AudioTimeStampTests {
  @Test func layouts_areThoseOfC() {
    #expect(MemoryLayout<AudioTimeStamp>.size == 64 && MemoryLayout<SMPTETime>.size == 24)
    #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mSMPTETime) == 32)
    #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mFlags) == 56)
  }

  @Test func fillingOut_setsFieldsAndTheirFlags() {
    var time = AudioTimeStamp()
    FillOutAudioTimeStampWithSampleAndHostTime(&time, 48_000, 7)
    #expect(time.mSampleTime == 48_000 && time.mHostTime == 7 && time.mFlags == [.sampleTimeValid, .hostTimeValid])
    FillOutAudioTimeStampWithSampleTime(&time, 1)
    #expect(time.mHostTime == 0 && time.mFlags == .sampleTimeValid)
  }
}
