import Testing

/// The project's descriptions that draw on frames turn those of phones first.
@Suite struct PipelineOrientationTests {
  @Test(arguments: [
    ["subtitles", "input=in.mp4", "subtitles=in.srt"],
    ["picture-in-picture", "movie=in.mp4", "inset=in.mp4", "width=32"],
  ])
  func framesAreUpright(line: [String]) async throws {
    let fixture = try CommandFixture(["in.srt": "1\n00:00:00,000 --> 00:00:00,400\nHello\n"])
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x96:r=25:d=0.4 -f lavfi -i sine=d=0.4 \
        -c:v libx264 -pix_fmt yuv420p -c:a aac flat.mp4
      ffmpeg -nostdin -v error -i flat.mp4 -c copy -metadata:s:v rotate=90 in.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    let settings = (line.dropFirst() + ["output=out.mp4"]).flatMap { ["--set", $0] }
    let description = "\(CommandFixture.package)/Pipelines/\(line[0]).yaml"
    let outcome = try await fixture.run(["run", description] + settings + ["--progress", "none"])
    #expect(outcome.code == 0 && !outcome.output.contains("video.orient"), "\(outcome)")
    let shown = try await fixture.bash(
      "ffprobe -v error -select_streams v -show_entries stream=width,height:stream_side_data=rotation -of csv=p=0 out.mp4"
    )
    #expect(shown.output == "96,160\n")
  }
}
