import Foundation
import Testing

/// Graphs that reel prints can be changed and run: a template's expansion, for instance. The project's CI script does
/// the same with a plugin's node.
@Suite struct RecombiningTests {
  /// Returns the mean of a plane's samples over all frames: 0 luma, 1 and 2 chroma.
  private func mean(_ fixture: CommandFixture, _ movie: String, plane: String) async throws -> Double {
    let outcome = try await fixture.bash(
      "ffprobe -v error -f lavfi -i movie=\(movie),signalstats -show_entries frame_tags=lavfi.signalstats.\(plane) -of csv=p=0"
    )
    let values = outcome.output.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
    #expect(values.count == 30, "\(outcome.error)")
    return values.reduce(0, +) / Double(max(1, values.count))
  }

  @Test func aTemplatesGraph_withOneNodeReplacedAndAnotherPutIn_givesTheExpectedMovie() async throws {
    let fixture = try await CommandFixture.withMovie()
    let printed = try await fixture.run(
      "templates", "asset.export", "--yaml", "--set", "url=movie.mp4", "--set", "output=plain.mp4", "--set",
      "preset=highest")
    // The template's graph is in a file now.
    try fixture.write(printed.output, to: "plain.yaml")
    let first = try await fixture.run("run", "plain.yaml", "--progress", "none")
    #expect(first.error == "" && first.code == 0)

    // Another encoder setting, and a node between the rotated frames and the encoder.
    let flat = try await fixture.run("explain", "plain.yaml", "--yaml")
    let lines = flat.output.split(separator: "\n").map { line in
      line.contains("export-h264:")
        ? """
          grey: { use: video.grade, in: export-upright, with: { saturation: 0 } }
          export-h264: { use: video.encode.h264, in: grey, with: { speed: ultrafast, profile: baseline } }
        """ : String(line)
    }
    let changed = lines.joined(separator: "\n").replacing("plain.mp4", with: "grey.mp4") + "\n"
    try fixture.write(changed, to: "grey.yaml")
    #expect(try await fixture.run("check", "grey.yaml").error == "")
    let second = try await fixture.run("run", "grey.yaml", "--progress", "none")
    #expect(second.error == "" && second.code == 0)

    let witness = OutputInspector(fixture: fixture)
    for name in ["plain.mp4", "grey.mp4"] {
      #expect(try await witness.streams(of: name).first == "h264 30")
      #expect(try await witness.complaints(about: name) == "")
    }
    // The ball is white on black in both; colours have become grey.
    let (before, after) = try await (
      mean(fixture, "plain.mp4", plane: "YAVG"), mean(fixture, "grey.mp4", plane: "YAVG")
    )
    #expect(abs(before - after) < 2)
    #expect(abs(try await mean(fixture, "grey.mp4", plane: "SATAVG")) < 1)
    let profiles = try await fixture.bash(
      "for f in plain grey; do ffprobe -v error -select_streams v -show_entries stream=profile -of csv=p=0 $f.mp4; done"
    )
    #expect(profiles.output == "High\nConstrained Baseline\n")
  }

  @Test func export_doesWhatItsPresetSays() async throws {
    let fixture = try await CommandFixture.withMovie([
      "graph.yaml": """
      format: 1
      parameters: { preset: { type: string, required: true }, output: { type: url, required: true } }
      nodes: { all: { use: asset.export, with: { url: movie.mp4, output: $output, preset: $preset } } }
      """
    ])
    let witness = OutputInspector(fixture: fixture)
    for (preset, expected) in [("low", ["h264 30", "aac"]), ("1280x720", ["h264 30", "aac"]), ("m4a", ["aac"])] {
      let outcome = try await fixture.run(
        "run", "graph.yaml", "--progress", "none", "--set", "preset=\(preset)", "--set", "output=\(preset).mp4")
      #expect(outcome.error == "" && outcome.code == 0)
      let streams = try await witness.streams(of: "\(preset).mp4")
      #expect(streams.count == expected.count)
      for (stream, start) in zip(streams, expected) { #expect(stream.hasPrefix(start)) }
      #expect(try await witness.complaints(about: "\(preset).mp4") == "")
    }
    // Never enlarged.
    let size = try await fixture.bash(
      "ffprobe -v error -select_streams v -show_entries stream=width,height -of csv=p=0 1280x720.mp4")
    #expect(size.output == "160,90\n")
  }
}
