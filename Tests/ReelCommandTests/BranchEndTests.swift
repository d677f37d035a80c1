import Testing

/// Branches of a stream that end before it: the others go on to its end.
@Suite struct BranchEndTests {
  private func counts(of names: String, _ fixture: CommandFixture) async throws -> [String] {
    let shown = try await fixture.bash(
      "for name in \(names); do ffprobe -v error -count_frames -show_entries stream=codec_type,nb_read_frames -of csv=p=0 $name; done"
    )
    #expect(shown.code == 0, "\(shown.error)")
    return shown.output.split(separator: "\n").map(String.init)
  }

  @Test func aComposite_thatEndsWithItsShortestInput_leavesTheMovieWhole() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=3 -f lavfi -i sine=d=3 -c:v libx264 -c:a pcm_s16le in.mov
      ffmpeg -nostdin -v error -f lavfi -i color=red:s=32x32 -frames:v 1 red.png
      """)
    #expect(made.code == 0, "\(made.error)")
    try fixture.write(
      """
      format: 1
      nodes:
        in:    { use: asset.read, with: { url: in.mov } }
        red:   { use: image.read, with: { url: red.png, duration: 400ms, frame_rate: 25 } }
        both:  { use: video.composite, in: [in.video, red], with: { ends_with: shortest } }
        short: { use: video.encode.h264, in: both }
        mux1:  { use: mux.mp4, in: short }
        file1: { use: file.write, in: mux1, with: { url: short.mp4 } }
        whole: { use: video.encode.h264, in: in.video }
        aac:   { use: audio.encode.aac, in: in.audio }
        mux2:  { use: mux.mp4, in: [whole, aac] }
        file2: { use: file.write, in: mux2, with: { url: whole.mp4 } }
      """, to: "graph.yaml")
    let outcome = try await fixture.run(["run", "graph.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let counts = try await counts(of: "short.mp4 whole.mp4", fixture)
    #expect(counts.prefix(2) == ["video,10", "video,75"], "\(counts)")
  }

  @Test func aFileOfLimitedSize_leavesTheOtherWhole() async throws {
    let fixture = try CommandFixture()
    try fixture.write(
      """
      format: 1
      nodes:
        in:    { use: test.video, with: { size: 64x48, frame_rate: 25, duration: 3s, pattern: snow } }
        h264:  { use: video.encode.h264, in: in }
        mux1:  { use: mux.mp4, in: h264, with: { size_limit: 60000 } }
        file1: { use: file.write, in: mux1, with: { url: short.mp4 } }
        mux2:  { use: mux.mp4, in: h264 }
        file2: { use: file.write, in: mux2, with: { url: whole.mp4 } }
      """, to: "graph.yaml")
    let outcome = try await fixture.run(["run", "graph.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let counts = try await counts(of: "short.mp4 whole.mp4", fixture)
    #expect(counts.count == 2 && counts.last == "video,75", "\(counts)")
    let short = counts.first?.split(separator: ",").last.flatMap { Int($0) } ?? 0
    #expect((1..<75).contains(short), "\(counts)")
  }

  /// Nothing but its readers ends it.
  @Test(.timeLimit(.minutes(5))) func anEndlessStream_endsWithTheLastOfItsReaders() async throws {
    let fixture = try CommandFixture()
    try fixture.write(
      """
      format: 1
      nodes:
        in:    { use: test.video, with: { size: 64x48, frame_rate: 25, pattern: snow } }
        h264:  { use: video.encode.h264, in: in }
        mux1:  { use: mux.mp4, in: h264, with: { size_limit: 60000 } }
        file1: { use: file.write, in: mux1, with: { url: first.mp4 } }
        mux2:  { use: mux.mp4, in: h264, with: { size_limit: 90000 } }
        file2: { use: file.write, in: mux2, with: { url: second.mp4 } }
      """, to: "graph.yaml")
    let outcome = try await fixture.run(["run", "graph.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let (first, second) = (try fixture.data(of: "first.mp4").count, try fixture.data(of: "second.mp4").count)
    #expect(first > 20_000 && second > first, "\(first) \(second)")
  }
}
