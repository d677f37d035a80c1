import Foundation
import Testing

@Suite struct ExplainCommandTests {
  /// Expects parts of a text in this order.
  private func expect(_ text: String, hasInOrder parts: [String], _ location: SourceLocation = #_sourceLocation) {
    var rest = text[...]
    for part in parts {
      guard let range = rest.range(of: part) else {
        Issue.record("'\(part)' is not there, or not in its place:\n\(text)", sourceLocation: location)
        return
      }
      rest = rest[range.upperBound...]
    }
  }

  private static let graph = """
    format: 1
    name: sizes
    summary: Two sizes.
    parameters:
      output: { type: url, required: true }
      height: { type: int, default: 90 }
    nodes:
      picture: { use: test.video, with: { size: 320x180, duration: 1s } }
      small: { use: video.scale, in: picture, with: { height: $height } }
      large: { use: "null", in: picture, delivery: latest }
      h264: { use: video.encode.h264, in: small, with: { bitrate: 700kb/s, hardware: prefer } }
      mkv: { use: mux.mkv, in: h264 }
      file: { use: file.write, in: mkv, with: { url: $output } }
    stop: { after: 1s, signals: [interrupt] }
    """

  @Test func text_showsElementsAndChoices_queuesAndWhatIsMissing() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.run("explain", "graph.yaml", "--set", "height=100")
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
    expect(
      outcome.output,
      hasInOrder: [
        "sizes: Two sizes.\n\n", "output has no value yet: --set output=movie.mp4\n\n",
        "small: video.scale { height: 100 }\n  in ← picture.out (video/raw), from a tee and a queue",
        "    videoscale", "    capsfilter",
        "large: null\n  in ← picture.out (video/raw), from a queue that keeps the newest only\n",
        "h264: video.encode.h264 { bitrate: 700kb/s, hardware: prefer }\n  in ← small.out (video/raw)\n",
        "videoconvert",
        "x264enc", "bitrate=700", "h264parse",
        "  H.264 encoder: x264enc; 'hardware' decides\n    vah264enc is not there",
        "openh264enc would be next", "mkv: mux.mkv", "file: file.write",
        "ends after 1s of media; ends, complete, on interrupt",
      ])
    #expect(fixture.names == ["graph.yaml"], "something ran")
  }

  @Test func yaml_isAFileThatRuns_withTheSameResult() async throws {
    let fixture = try await CommandFixture.withMovie()
    let run = ["--progress", "none", "--set", "input=movie.mp4"]
    let pipeline = "\(CommandFixture.package)/Pipelines/web.yaml"
    let outcome = try await fixture.run("explain", pipeline, "--yaml", "--set", "bitrate=300kb/s")
    #expect(outcome.error == "")
    #expect(
      outcome.output == """
        format: 1
        name: web
        summary: A movie for the web, by a template from another file.

        parameters:
          input:  { type: url, required: true }
          output: { type: url, required: true }

        nodes:
          source:   { use: asset.read, with: { url: $input } }
          upright:  { use: video.orient, in: source.video }
          web-h264: { use: video.encode.h264, in: upright, with: { bitrate: 300kb/s, profile: high } }
          web-aac:  { use: audio.encode.aac, in: source.audio }
          web-mp4:  { use: mux.mp4, in: [web-h264, web-aac], with: { fast_start: true } }
          file:     { use: file.write, in: web-mp4, with: { url: $output } }

        """)
    try fixture.write(outcome.output, to: "flat.yaml")
    let flat = try await fixture.run(["run", "flat.yaml", "--set", "output=flat.mp4"] + run)
    #expect(flat.code == 0, "\(flat.error)")
    let first = try await fixture.run(
      ["run", pipeline, "--set", "output=first.mp4", "--set", "bitrate=300kb/s"] + run)
    #expect(first.code == 0, "\(first.error)")
    let hashes = try await fixture.bash(
      "for f in flat first; do ffmpeg -nostdin -v error -i $f.mp4 -f framemd5 - | grep -v '^#' | md5sum; done | uniq | wc -l"
    )
    #expect(hashes.output == "1\n", "the two movies differ")
  }

  @Test func decoders_areThoseThatTheFileNeeds() async throws {
    let fixture = try await CommandFixture.withMovie([
      "graph.yaml": """
      format: 1
      parameters: { input: { type: url, default: movie.mp4 } }
      nodes:
        source: { use: asset.read, with: { url: $input } }
        eyes: { use: "null", in: source.video }
        ears: { use: "null", in: source.audio }
        stored: { use: video.decode, in: source.coded_video }
        more: { use: "null", in: stored }
      """
    ])
    let movie = try await fixture.run("explain", "graph.yaml")
    #expect(movie.error == "")
    expect(
      movie.output,
      hasInOrder: [
        "source: asset.read { url: movie.mp4 }\n", "  H.264", "decoder of 'video': avdec_h264\n", "AAC",
        "decoder of 'audio': avdec_aac\n", "stored: video.decode\n", "  H.264", "decoder: avdec_h264\n",
      ])
    // The movie's own tables have it too.
    _ = try await fixture.bash("sed s/asset.read/movie.read/ graph.yaml > tables.yaml")
    expect(
      try await fixture.run("explain", "tables.yaml").output,
      hasInOrder: [
        "source: movie.read { url: movie.mp4 }\n", "decoder of 'video': avdec_h264\n",
        "decoder of 'audio': avdec_aac\n", "stored: video.decode\n", "decoder: avdec_h264\n",
      ])
    // The streams that a demuxer finds, in a file of another kind.
    #expect(
      try await fixture.bash(
        "ffmpeg -nostdin -v error -i movie.mp4 -c:v libvpx-vp9 -cpu-used 8 -c:a libopus movie.webm"
      ).code == 0)
    let webm = try await fixture.run("explain", "graph.yaml", "--set", "input=movie.webm")
    expect(
      webm.output,
      hasInOrder: ["VP9", "decoder of 'video': ", "vp9", "Opus", "decoder of 'audio': opusdec\n"])
  }

  @Test func decoderBehindAnEncoder_isKnown_andUnknownWithoutAFile() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      parameters: { input: { type: url, required: true } }
      nodes:
        picture: { use: test.video }
        coded: { use: video.encode.mjpeg, in: picture }
        again: { use: video.decode, in: coded }
        end: { use: "null", in: again }
        source: { use: asset.read, with: { url: $input } }
        eyes: { use: "null", in: source.video }
      """
    ])
    let outcome = try await fixture.run("explain", "graph.yaml")
    #expect(outcome.error == "")
    expect(
      outcome.output,
      hasInOrder: [
        "again: video.decode", "MJPEG decoder: ", "source: asset.read",
        "a demuxer, and a decoder for each stream that is read: chosen when the file is open",
      ])
  }

  @Test func everyPipeline_canBeExplained_andFlattened() async throws {
    let fixture = try CommandFixture()
    for file in try CommandFixture.pipelines() {
      let text = try await fixture.run("explain", file)
      #expect(text.code == 0, "\(file): \(text.error)")
      let yaml = try await fixture.run("explain", file, "--yaml")
      #expect(yaml.code == 0, "\(file): \(yaml.error)")
      try fixture.write(yaml.output, to: "flat.yaml")
      let check = try await fixture.run("check", "flat.yaml")
      #expect(check.error == "", "\(file)")
      let format = try await fixture.run("format", "--check", "flat.yaml")
      #expect(format.error == "", "\(file)")
    }
  }

  @Test func templateOfSwift_takesDefaults_andStaysWhereItCannotBeBuilt() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      parameters:
        input: { type: url, required: true }
        size: { type: string, default: 640x480 }
      nodes:
        picture: { use: test.video }
        web: { use: export.preset, in: { video: picture }, with: { preset: $size } }
        file: { use: file.write, in: web, with: { url: x.mp4 } }
        whole: { use: asset.export, with: { url: $input, output: y.mp4 } }
      """
    ])
    let outcome = try await fixture.run("explain", "graph.yaml", "--yaml")
    #expect(outcome.error == "")
    expect(
      outcome.output,
      hasInOrder: [
        "web-scale:", "width: 640, height: 480, fit: contain", "web-h264:", "whole:       { use: asset.export",
      ])
    #expect(!outcome.output.contains("web-aac"), "there is no sound to encode")
    let bound = try await fixture.run("explain", "graph.yaml", "--yaml", "--set", "input=movie.mp4")
    expect(bound.output, hasInOrder: ["whole-source:", "whole-export-h264:", "whole-file:"])
  }

  @Test func elementThatIsMissing_isAnErrorWithItsPackage() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      nodes:
        picture: { use: test.video, with: { duration: 1s } }
        h264: { use: video.encode.h264, in: picture, with: { hardware: require } }
        end: { use: "null", in: h264 }
      """
    ])
    let outcome = try await fixture.run("explain", "graph.yaml")
    #expect(outcome.code == 69)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("error: no H.264 encoder is available"))
    // The elements come with their package only where there is such hardware.
    let words = outcome.error
    #expect(words.contains("no such hardware") || words.contains("gstreamer1.0-plugins-bad"), "\(words)")
    #expect(words.contains("allow software with hardware: prefer"))
  }

  @Test func wrongValues_areReported() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.run("explain", "graph.yaml", "--set", "height=tall", "--set", "width=1")
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("error: the graph has no parameter 'width'"))
    #expect(outcome.error.contains("error: height must be an int"))
  }

  @Test func missingInput_isTheErrorOfARun() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      parameters: { input: { type: url, required: true } }
      nodes:
        source: { use: asset.read, with: { url: $input } }
        end: { use: "null", in: source.audio }
      """
    ])
    let line = ["graph.yaml", "--set", "input=none.wav"]
    let explained = try await fixture.run(["explain"] + line)
    let run = try await fixture.run(["run"] + line)
    #expect(explained.code == 66 && explained.error == run.error, "\(explained.error)\(run.error)")
    #expect(explained.error.contains("'none.wav'"))
    // A parameter without a value names no file.
    #expect(try await fixture.run("explain", "graph.yaml").code == 0)
  }
}
