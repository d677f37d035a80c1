import TestSupport
import Testing

/// Files of encoders with odd settings: samples, frames and sound are those of ffmpeg.
@Suite struct OddFileTests {
  @Test(arguments: OddFile.cases) func media_areThoseOfFFmpeg(file: OddFile) throws {
    let folder = try TemporaryFolder()
    guard let path = try file.make(in: folder) else { return }
    let judge = OddFileJudge(path: path, file: file)
    // Cut before its parameter sets, a stream cannot be decoded by anyone.
    guard judge.isDecodable else {
      #expect(throws: (any Error).self) { try judge.deviations() }
      return
    }
    let deviations = try judge.deviations()
    #expect(
      deviations.isEmpty,
      "\(deviations.prefix(4).joined(separator: "; "))\nffmpeg \(file.options.joined(separator: " "))")
  }
}
