import AVFAudio
import AudioToolbox
import QuartzCore
import Testing

@Suite struct AudioTests {
  @Test func hostTimes_areNanosecondsOfTheClockOfLayers() {
    let before = CACurrentMediaTime()
    let time = AudioGetCurrentHostTime()
    let after = CACurrentMediaTime()
    let seconds = Double(AudioConvertHostTimeToNanos(time)) / 1e9
    #expect(before <= seconds && seconds <= after)
    #expect(AudioGetHostClockFrequency() == 1e9 && AudioConvertNanosToHostTime(5) == 5)
  }

  @Test func kindsOfFiles_areFourCharacters() {
    #expect(kAudioFileWAVEType == CMFormatDescription.MediaSubType(string: "WAVE").rawValue)
    #expect(kAudioFileCAFType == 0x6361_6666 && kAudioFileMP3Type == 0x4D50_4733)
  }
}
