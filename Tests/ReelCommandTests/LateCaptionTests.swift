import Foundation
import Testing

/// What waits for its turn in a file is on the disk, where it is more than memory has room for.
@Suite struct LateCaptionTests {
  /// Five minutes of stored sound, and one caption near the end, for which the file waits: 58 MB.
  private func workshop() async throws -> Workshop {
    let workshop = try Workshop([
      "late.srt": "1\n00:04:58,000 --> 00:04:59,000\nThe end\n",
      "copy.yaml": """
      format: 1
      nodes:
        source: { use: asset.read, with: { url: in.mkv } }
        mux: { use: mux.mov, in: [source.coded_audio, source.text] }
        file: { use: file.write, in: mux, with: { url: out.mov } }
      """,
    ])
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=300", "-i", "\(workshop.path)/late.srt", "-ac", "2", "-c:a",
      "pcm_s16le", "-c:s", "srt", "\(workshop.path)/in.mkv",
    ])
    return workshop
  }

  @Test func soundThatWaitsForALateCaption_isWrittenWhole() async throws {
    let workshop = try await workshop()
    let outcome = try await workshop.run("run", "copy.yaml", "--progress", "none")
    #expect(outcome.code == 0, "\(outcome.error)")
    func sum(_ file: String) throws -> String {
      try Oracle.text("ffmpeg", ["-v", "error", "-i", file, "-map", "0:a", "-f", "md5", "-"])
    }
    #expect(try sum("\(workshop.path)/out.mov") == sum("\(workshop.path)/in.mkv"))
    let captions = try Oracle.text("ffmpeg", ["-v", "error", "-i", "\(workshop.path)/out.mov", "-f", "srt", "-"])
    #expect(captions.contains("00:04:58,000 --> 00:04:59,000\nThe end"), "\(captions)")
  }

  /// The same where there is no room for what waits.
  @Test func soundThatWaitsWithoutRoom_isAnError() async throws {
    let workshop = try await workshop()
    let outcome = try await workshop.run(
      ["run", "copy.yaml", "--progress", "none"], environment: ["TMPDIR": "\(workshop.path)/no such folder"])
    #expect(outcome.code == 73)
    #expect(outcome.error.contains("no temporary file"), "\(outcome.error)")
    #expect(!workshop.names.contains("out.mov"))
  }
}
