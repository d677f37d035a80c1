import Foundation
import Testing

/// `reel export` and `reel presets`.
@Suite(.timeLimit(.minutes(1))) struct ExportCommandTests {
  private static func fixture() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x90:rate=30:duration=1 -f lavfi -i sine=duration=1 \
        -c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p -c:a aac -metadata title=Old in.mp4
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    return fixture
  }

  private func probe(_ fixture: CommandFixture, _ name: String, _ entries: String) async throws -> [String] {
    let outcome = try await fixture.bash(
      "ffmpeg -nostdin -v warning -i \(name) -f null - 1>&2 && ffprobe -v error -count_frames -show_entries \(entries) -of csv=p=0 \(name)"
    )
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    return outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: [","]) }
  }

  @Test func export_followsThePreset_andTakesMetadata() async throws {
    let fixture = try await Self.fixture()
    let line = ["export", "in.mp4", "out.mp4", "--preset", "low", "--metadata", "artist=Me", "--progress", "none"]
    let outcome = try await fixture.run(line)
    #expect(outcome.code == 0 && outcome.output.contains("30 frames"), "\(outcome.error)")
    let found = try await probe(fixture, "out.mp4", "stream=codec_name,width,height:format_tags=title,artist")
    #expect(
      found.prefix(2) == ["h264,160,90", "aac"] && found.last?.contains("Old") == true
        && found.last?.contains("Me") == true)
    let again = try await fixture.run(line)
    #expect(again.code == 73 && again.error.contains("'out.mp4' exists"))
    #expect(try await fixture.run(line + ["--overwrite"]).code == 0)
  }

  @Test func passthrough_cutsExactly() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run([
      "export", "in.mp4", "part.mov", "--preset", "passthrough", "--from", "500ms", "--to", "900ms", "--progress",
      "none",
    ])
    #expect(outcome.code == 0, "\(outcome.error)")
    let found = try await probe(fixture, "part.mov", "stream=codec_name,nb_read_frames")
    #expect(found.first == "h264,12", "\(found)")
    let nothing = try await fixture.run(["export", "in.mp4", "none.mov", "--preset", "passthrough", "--from", "9s"])
    #expect(nothing.code != 0 && nothing.error.contains("ends before the part begins"), "\(nothing.error)")
    #expect(fixture.names == ["in.mp4", "part.mov"])
  }

  @Test func smart_copiesAllButTheFramesAtCuts_asTheApiDoes() async throws {
    let fixture = try await Self.fixture()
    let line = ["export", "in.mp4", "part.mp4", "--preset", "smart", "--from", "500ms", "--to", "900ms"]
    let printed = try await fixture.run(line + ["--yaml"])
    #expect(printed.code == 0 && printed.output.contains("edges: encode"), "\(printed.output) \(printed.error)")
    let outcome = try await fixture.run(line + ["--metadata", "artist=Me", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let found = try await probe(fixture, "part.mp4", "stream=codec_name,nb_read_frames:format_tags=title,artist")
    #expect(found.first == "h264,12", "\(found)")
    #expect(found.last?.contains("Old") == true && found.last?.contains("Me") == true, "\(found)")
    let ignored = try await fixture.bash(
      "ffprobe -v error -ignore_editlist 1 -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 part.mp4"
    )
    #expect(ignored.output.trimmingCharacters(in: ["\n", ","]) == "12", "\(ignored.output)")
    let hashes = "ffprobe -v error -select_streams v -show_packets -show_entries packet=data_hash -show_data_hash md5 -of csv=p=0"
    let copied = try await fixture.bash(
      "\(hashes) in.mp4 | sort > a; \(hashes) part.mp4 | sort > b; comm -12 a b | wc -l")
    // Frames 20 to 26: a key frame is at 20, and without B-frames a group of pictures ends anywhere.
    #expect(copied.output.trimmingCharacters(in: [" ", "\n"]) == "7", "\(copied.output)")
    let again = try await fixture.run(line + ["--progress", "none"])
    #expect(again.code == 73, "\(again.error)")
    #expect(try await fixture.run(line + ["--overwrite", "--progress", "none"]).code == 0)
    let missing = try await fixture.run(["export", "none.mp4", "x.mp4", "--preset", "smart"])
    #expect(missing.code == 66, "\(missing.error)")
  }

  @Test func smart_exportsTimelinesToo() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        edit: { use: timeline, with: { items: [{ clip: in.mp4, to: 500ms }, { clip: in.mp4, from: 500ms }] } }
        see: { use: "null", in: edit.video }
      """, to: "edit.yaml")
    let outcome = try await fixture.run([
      "export", "edit.yaml", "out.mp4", "--preset", "smart", "--from", "200ms", "--progress", "none",
    ])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await probe(fixture, "out.mp4", "stream=codec_name,nb_read_frames").first == "h264,24")
  }

  @Test func printedGraph_runs() async throws {
    let fixture = try await Self.fixture()
    let line = ["export", "in.mp4", "out.m4v", "--preset", "640x480", "--from", "200ms"]
    let printed = try await fixture.run(line + ["--yaml"])
    #expect(printed.code == 0 && printed.output.contains("brand: m4v"), "\(printed.output)")
    try fixture.write(printed.output.replacing("out.m4v", with: "again.m4v"), to: "graph.yaml")
    #expect(try await fixture.run(line + ["--progress", "none"]).code == 0)
    #expect(try await fixture.run(["run", "graph.yaml", "--progress", "none"]).code == 0)
    #expect(try fixture.data(of: "again.m4v").count == fixture.data(of: "out.m4v").count)
    #expect(try await probe(fixture, "out.m4v", "stream=codec_name,nb_read_frames").first == "h264,24")
  }

  @Test func timeline_isExportedToo() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        edit: { use: timeline, with: { items: [{ clip: in.mp4, to: 500ms }, { clip: in.mp4, from: 500ms }] } }
        see: { use: "null", in: edit.video }
      """, to: "edit.yaml")
    let outcome = try await fixture.run([
      "export", "edit.yaml", "out.mp4", "--preset", "medium", "--from", "200ms", "--progress", "none",
    ])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await probe(fixture, "out.mp4", "stream=codec_name,nb_read_frames").first == "h264,24")
    let copy = try await fixture.run(["export", "edit.yaml", "copy.mp4", "--preset", "passthrough"])
    #expect(copy.code == 64 && copy.error.contains("A timeline is rendered"))
  }

  @Test func presets_areListed_andThoseOfAFile() async throws {
    let fixture = try await Self.fixture()
    let all = try await fixture.run(["presets"])
    #expect(all.code == 0 && all.output.contains("1280x720") && all.output.contains("passthrough"))
    #expect(try await fixture.run(["presets", "in.mp4"]).output == all.output)
    _ = try await fixture.bash("ffmpeg -nostdin -v error -i in.mp4 -vn tone.wav")
    let tone = try await fixture.run(["presets", "tone.wav"])
    #expect(tone.code == 0 && tone.output.contains("m4a") && !tone.output.contains("1280x720"), "\(tone.output)")
    let none = try await fixture.run(["presets", "none.mp4"])
    #expect(none.code == 66 && none.error.contains("cannot read 'none.mp4'"))
    let wrong = try await fixture.run(["export", "in.mp4", "x.mp4", "--preset", "best"])
    #expect(wrong.code == 64 && wrong.error.contains("1280x720"), "\(wrong.error)")
  }
}
