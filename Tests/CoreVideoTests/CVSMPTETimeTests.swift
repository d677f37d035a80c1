import CoreVideo
import Testing

@Suite struct CVSMPTETimeTests {
  @Test func fields_areThoseOfCoreVideo() {
    var time = CVSMPTETime()
    time.type = CVSMPTETimeType.type30.rawValue
    time.flags = CVSMPTETimeFlags([.valid, .running]).rawValue
    (time.hours, time.minutes, time.seconds, time.frames) = (1, 2, 3, 4)
    let same = CVSMPTETime(
      subframes: 0, subframeDivisor: 0, counter: 0, type: 3, flags: 3, hours: 1, minutes: 2, seconds: 3, frames: 4)
    #expect(time == same && MemoryLayout<CVSMPTETime>.size == 24)
  }

  @Test func types_haveTheirNumbers() {
    let types: [CVSMPTETimeType] = [
      .type24, .type25, .type30Drop, .type30, .type2997, .type2997Drop, .type60, .type5994,
    ]
    #expect(types.map(\.rawValue) == Array(0..<8))
    #expect(CVSMPTETimeType(rawValue: 8) == nil)
  }
}
