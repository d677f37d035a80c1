import Testing

/// Copies of a part into transport streams, which have no way to hide the sound before a cut.
@Suite struct TransportLeadTests {
  @Test(
    arguments: ["libopus", "mp2", "libmp3lame", "aac"], ["cut --smart -o out.ts", "transcode out.ts --audio copy"])
  func soundBeforeTheCut_isNoLongerThanAnEncodersOwn(codec: String, command: String) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=3 -f lavfi -i sine=r=48000:d=3 -c:v libx264 -g 25 \
        -c:a \(codec) in.mkv
      """)
    #expect(made.code == 0, "\(made.error)")
    var words = command.split(separator: " ").map(String.init)
    words.insert("in.mkv", at: 1)
    let outcome = try await fixture.run(words + ["--from", "2s", "--to", "2.5s", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let shown = try await fixture.bash(
      """
      ffprobe -v error -select_streams a -show_entries packet=pts -of csv=p=0 out.ts | grep -o '^[0-9]*' | sort | uniq -d | wc -l
      ffprobe -v error -show_entries stream=codec_type,start_time -of csv=p=0 out.ts | sort -u
      """)
    let lines = shown.output.split(separator: "\n")
    #expect(lines.first == "0", "\(shown.output)")
    let starts = lines.dropFirst().compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
    #expect(starts.count == 2 && starts[1] - starts[0] < 0.13 && starts[1] > starts[0] - 0.001, "\(shown.output)")
  }
}
