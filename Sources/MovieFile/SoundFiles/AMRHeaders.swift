import CoreAudioTypes

/// The header of an AMR file; frames follow as in movies (RFC 4867, clauses 5.1 and 5.3).
struct AMRHeaders: SoundFileHeaders {
  let conversion = SampleConversion.none
  let saysWhatIsHeard = false
  let largestSound = Int64.max
  private let isWide: Bool

  init(_ sound: SoundStream) throws(MovieError) {
    guard [kAudioFormatAMR, kAudioFormatAMR_WB].contains(sound.format) else {
      throw MovieError(.unfit, "AMR cannot hold '\(sound.formatName)': it is for AMR speech")
    }
    guard sound.channels == 1 else {
      throw MovieError(.unfit, "AMR is written with one channel, not \(sound.channels)")
    }
    isWide = sound.format == kAudioFormatAMR_WB
  }

  func head(_ contents: SoundContents) -> [UInt8] { Array((isWide ? "#!AMR-WB\n" : "#!AMR\n").utf8) }
  func tail(_ contents: SoundContents) -> [UInt8] { [] }
}
