import Testing

/// Frames of a size that a node cannot take: the error names the node and the size, and other branches go on.
@Suite struct FrameRefusalTests {
  private static let movie = "asset.read, with: { url: in.mp4 }"
  private static let test = "test.video, with: { size: 160x120, frame_rate: 25, duration: 1s }"

  private func fixture() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x120:r=25:d=1 -c:v libx264 -pix_fmt yuv420p in.mp4")
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  private func graph(_ source: String, _ crop: String, stop: String = "") -> String {
    let output = source == Self.movie ? "in.video" : "in"
    return """
      format: 1
      \(stop)
      nodes:
        in:    { use: \(source) }
        cut:   { use: video.crop, in: \(output), with: { \(crop) } }
        small: { use: video.encode.h264, in: cut }
        mux1:  { use: mux.mp4, in: small }
        file1: { use: file.write, in: mux1, with: { url: small.mp4 } }
        whole: { use: video.encode.h264, in: \(output) }
        mux2:  { use: mux.mp4, in: whole }
        file2: { use: file.write, in: mux2, with: { url: whole.mp4 } }
      """
  }

  @Test(
    arguments: [movie, test],
    [
      ("left: 100, right: 100", "100 columns on the left and 100 on the right"),
      ("top: 70, bottom: 50", "70 rows at the top and 50 at the bottom"),
    ])
  func cropOfAllThereIs_isNamed(source: String, crop: (parameters: String, words: String)) async throws {
    let fixture = try await fixture()
    try fixture.write(graph(source, crop.parameters), to: "graph.yaml")
    let outcome = try await fixture.run("run", "graph.yaml", "--progress", "none")
    let message = "error: 'cut' leaves nothing of frames of 160x120 pixels"
    #expect(outcome.code != 0 && outcome.error.hasPrefix(message), "\(outcome.error)")
    #expect(outcome.error.contains("it cuts off \(crop.words)"), "\(outcome.error)")
    #expect(fixture.names.filter { $0.hasSuffix(".mp4") && $0 != "in.mp4" } == [])
  }

  @Test(arguments: [movie, test]) func cropOfAllThereIs_leavesTheOtherBranch(source: String) async throws {
    let fixture = try await fixture()
    try fixture.write(graph(source, "left: 100, right: 60", stop: "stop: { failure: branch }"), to: "graph.yaml")
    let outcome = try await fixture.run("run", "graph.yaml", "--progress", "none")
    #expect(outcome.code != 0 && outcome.error.contains("'cut' leaves nothing of frames"), "\(outcome.error)")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "whole.mp4") == ["h264 25"])
    #expect(!fixture.names.contains("small.mp4"))
  }

  @Test func cropOfLess_leavesTheRest() async throws {
    let fixture = try await fixture()
    try fixture.write(graph(Self.movie, "left: 100, right: 58, top: 20"), to: "graph.yaml")
    let outcome = try await fixture.run("run", "graph.yaml", "--progress", "none")
    #expect(outcome.code == 0, "\(outcome.error)")
    let size = try await fixture.bash("ffprobe -v error -show_entries stream=width,height -of csv=p=0 small.mp4")
    #expect(size.output == "2,100\n")
  }

  @Test(arguments: [("1920x1080", 25, false), ("320x240", 100, false), ("320x240", 25, true)])
  func levelOfH264_thatFramesDoNotFit_isNamed(size: String, rate: Int, fits: Bool) async throws {
    let fixture = try CommandFixture()
    try fixture.write(
      """
      format: 1
      nodes:
        in:    { use: test.video, with: { size: \(size), frame_rate: \(rate), duration: 200ms } }
        h264:  { use: video.encode.h264, in: in, with: { level: level_1_3, bitrate: 300kb/s } }
        muxer: { use: mux.mp4, in: h264 }
        file:  { use: file.write, in: muxer, with: { url: out.mp4 } }
      """, to: "graph.yaml")
    let outcome = try await fixture.run("run", "graph.yaml", "--progress", "none")
    let message = "error: 'h264' cannot encode frames of \(size) pixels at level_1_3"
    #expect(fits ? outcome.code == 0 : outcome.code != 0 && outcome.error.hasPrefix(message), "\(outcome.error)")
  }
}
