import Foundation
import Testing

/// Mistakes that a description alone shows: 'reel check' refuses them as 'reel run' does.
@Suite struct StaticFactsTests {
  /// A description whose nodes are linked to a sink, with the beginning of its error.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let nodes: String
    let error: String
    var end = ""

    var testDescription: String { error }
    var text: String { "format: 1\nnodes:\n" + nodes + "\n" + end }
  }

  private static let coded = """
      video: { use: test.video, with: { duration: 1s, size: 64x48 } }
      h264: { use: video.encode.h264, in: video }

    """

  private static func muxed(_ values: String) -> String {
    coded + "  mux: { use: mux.mp4, in: h264, with: { \(values) } }\n"
      + "  file: { use: file.write, in: mux, with: { url: x.mp4 } }"
  }

  private static func read(_ node: String) -> String { "  source: { \(node) }\n  end: { use: null, in: source }" }

  static let mistakes = [
    Mistake(
      nodes: "  source: { use: asset.read, with: { url: movie.mp4, from: 2s, to: 1s } }\n"
        + "  end: { use: null, in: source.video }", error: "'source' would read nothing"),
    Mistake(
      nodes: "  source: { use: asset.read, with: { url: movie.mp4, from: 10f } }\n"
        + "  end: { use: null, in: source.video }", error: "'from' of 'source' counts frames"),
    Mistake(
      nodes: read("use: asset.copy, with: { url: movie.mp4, from: 2s, to: 1s }"), error: "'source' would read nothing"),
    Mistake(
      nodes: muxed("") + "\n  other: { use: file.write, in: mux, with: { url: ./x.mp4 } }",
      error: "'./x.mp4' is written twice"),
    Mistake(
      nodes: coded + "  mux: { use: mux.mp4, in: h264 }\n  one: { use: file.write, in: mux, with: { url: \"-\" } }\n"
        + "  two: { use: file.write, in: mux, with: { url: \"-\" } }", error: "standard output is written twice"),
    Mistake(
      nodes: coded + "  mux: { use: mux.mp4, in: h264 }\n"
        + "  file: { use: file.write, in: mux, with: { url: \"http://localhost/x.mp4\" } }",
      error: "cannot write 'http://localhost/x.mp4'"),
    Mistake(nodes: muxed("metadata: { \"nosuch:key\": b }"), error: "there is no metadata 'nosuch:key'"),
    Mistake(
      nodes: read("use: test.audio, with: { duration: 3s }"), error: "stop: after must be a time without frames",
      end: "stop: { after: 00:00:02:15 }"),
    Mistake(
      nodes: read("use: text.read, with: { url: \"http://localhost/s.srt\" }"),
      error: "cannot read 'http://localhost/s.srt'"),
    Mistake(
      nodes: "  video: { use: test.video, with: { duration: 1s } }\n"
        + "  h264: { use: video.encode.h264, in: video, with: { profile: baseline, b_frames: 3 } }\n"
        + "  end: { use: null, in: h264 }", error: "the baseline profile has no B-frames"),
    Mistake(nodes: muxed("tracks: [{ transform: [1, 2, 3] }]"), error: "tracks[0].transform must have 6 numbers"),
    Mistake(nodes: muxed("tracks: [{ clean_aperture: [1] }]"), error: "tracks[0].clean_aperture must have 4 numbers"),
    Mistake(nodes: muxed("tracks: [{ alignment: 3 }]"), error: "tracks[0].alignment must be a power of two"),
    Mistake(nodes: muxed("tracks: [{}, {}]"), error: "'mux' has more tracks than inputs"),
    Mistake(
      nodes: muxed("tracks: [{ references: [{ track: 9 }] }]"),
      error: "tracks[0].references[0].track is no track of the file"),
  ]

  @Test(arguments: mistakes) func mistake_isRefusedAlike(mistake: Mistake) async throws {
    let fixture = try await CommandFixture.withMovie(["graph.yaml": mistake.text])
    let checked = try await fixture.run("check", "graph.yaml")
    let run = try await fixture.run("run", "graph.yaml", "--progress", "none")
    #expect(checked.error.hasPrefix("error: \(mistake.error)\n"), "\(checked.error)")
    #expect(checked.error.contains("--> graph.yaml:"), "\(checked.error)")
    #expect(checked.error == run.error)
    #expect(checked.code == run.code && checked.code != 0)
  }

  @Test func framesAtTimesInFrames_areRefusedOnce() async throws {
    let text = """
      format: 1
      nodes:
        source: { use: asset.frames, with: { url: movie.mp4, times: [500ms, 12f] } }
        end: { use: null, in: source }
      """
    let fixture = try await CommandFixture.withMovie(["graph.yaml": text])
    let run = try await fixture.run("run", "graph.yaml")
    #expect(run.error.hasPrefix("error: '12f' is no time in seconds\n --> graph.yaml:3:71\n"), "\(run.error)")
    #expect(!run.error.contains("has no picture"), "\(run.error)")
  }

  @Test func defaultThatATemplateRefuses_isRefusedByCheckAndExplain() async throws {
    let text = """
      format: 1
      parameters: { q: { type: int, default: 48 } }
      templates:
        small:
          parameters: { quality: { type: int, maximum: 40, default: 20 } }
          inputs: { in: video/raw }
          outputs: { out: h264 }
          nodes: { h264: { use: video.encode.h264, in: $in, with: { quality: $quality } } }
      nodes:
        video: { use: test.video, with: { duration: 1s } }
        small: { use: small, in: video, with: { quality: $q } }
        end: { use: null, in: small }
      """
    let fixture = try CommandFixture(["graph.yaml": text])
    for command in ["check", "explain", "run"] {
      let outcome = try await fixture.run(command, "graph.yaml")
      #expect(outcome.code == 65, "\(command): \(outcome.output)")
      #expect(
        outcome.error.hasPrefix("error: quality must be at most 40\n  --> graph.yaml:11:52\n"),
        "\(command): \(outcome.error)")
    }
    let other = try await fixture.run("check", "graph.yaml", "--set", "q=30")
    #expect(other.code == 0, "\(other.error)")
  }

  @Test func copyIntoAFileForSound_namesThePicturesOnly() async throws {
    let text = """
      format: 1
      nodes:
        copy: { use: asset.copy, with: { url: movie.mp4, file_type: m4a } }
        file: { use: file.write, in: copy, with: { url: x.m4a } }
      """
    let fixture = try await CommandFixture.withMovie(["graph.yaml": text])
    let run = try await fixture.run("run", "graph.yaml", "--progress", "none")
    #expect(run.code == 65 && run.error.hasPrefix("error: M4A cannot hold H.264\n"), "\(run.error)")
    #expect(!run.error.contains("AAC") && !run.error.contains("preset"), "\(run.error)")
  }

  @Test func matroskaInAPipe_saysItsTagsBeforeItsMedia() async throws {
    let fixture = try await CommandFixture.withMovie()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i movie.mp4 -c copy -metadata title=Film -metadata artist=Reel tagged.mp4 &&
        $reel transcode tagged.mp4 - --format mkv | cat > out.mkv &&
        ffprobe -v error -show_entries format_tags=title,artist -of default=nw=1 out.mkv
      """)
    #expect(made.code == 0, "\(made.error)")
    #expect(made.output.lowercased().contains("tag:title=film"), "\(made.output)")
    #expect(made.output.lowercased().contains("tag:artist=reel"), "\(made.output)")
    #expect(try await OutputInspector(fixture: fixture).complaints(about: "out.mkv") == "")
  }
}
