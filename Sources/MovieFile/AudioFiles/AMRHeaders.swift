import CoreAudioTypes

/// The header of an AMR file; frames follow as in movies (RFC 4867, clauses 5.1 and 5.3).
struct AMRHeaders: AudioFileHeaders {
  let conversion = SampleConversion.none
  let saysWhatIsHeard = false
  let maximumAudioByteCount = Int64.max
  private let isWide: Bool

  init(_ audio: AudioFileStream) throws(MovieError) {
    guard [kAudioFormatAMR, kAudioFormatAMR_WB].contains(audio.format) else {
      throw MovieError(.notStorable, "AMR cannot hold '\(audio.formatName)': it is for AMR speech")
    }
    guard audio.channels == 1 else {
      throw MovieError(.notStorable, "AMR is written with one channel, not \(audio.channels)")
    }
    isWide = audio.format == kAudioFormatAMR_WB
  }

  func head(_ contents: AudioDataTotals) -> [UInt8] { Array((isWide ? "#!AMR-WB\n" : "#!AMR\n").utf8) }
  func tail(_ contents: AudioDataTotals) -> [UInt8] { [] }
}
