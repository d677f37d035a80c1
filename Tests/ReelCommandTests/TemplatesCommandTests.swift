import Foundation
import Testing

@Suite struct TemplatesCommandTests {
  @Test func templates_areListedByWhereTheyComeFrom() async throws {
    let outcome = try await CommandFixture().run("templates", "--file", "\(CommandFixture.package)/Pipelines/web.yaml")
    #expect(outcome.error == "")
    #expect(outcome.output.hasPrefix("Built in\n  asset.export "))
    #expect(
      outcome.output.contains(
        "\n  export.preset     Encodes pictures and sound as a preset says, and puts them into a file.\n"
          + "    video: video/raw, audio: audio/raw, metadata: metadata → movie: container\n"))
    #expect(
      outcome.output.hasSuffix(
        "Pipelines/web.yaml\n  presets/web_h264  video: video/raw, audio: audio/raw → movie: container\n"))
  }

  @Test func everyTemplate_hasAPage_andPrintsADescriptionThatIsRight() async throws {
    let fixture = try CommandFixture()
    let list = try await fixture.run("templates").output
    let names = list.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .map { String($0.split(separator: " ")[0]) }
    #expect(names.count >= 4)
    for name in names {
      let page = try await fixture.run("templates", name)
      #expect(page.output.hasPrefix("\(name)\n  "), "\(page.error)")
      #expect(try await fixture.run("nodes", name).output == page.output)
      let yaml = try await fixture.run("templates", name, "--yaml")
      try fixture.write(yaml.output, to: "template.yaml")
      let check = try await fixture.run("check", "template.yaml")
      // Cameras have no end.
      let isEndless = name == "capture"
      #expect(
        check.code == 0 && (isEndless ? check.error.hasPrefix("warning: 'camera' (") : check.error == ""),
        "\(yaml.output)\(check.error)")
      #expect(try await fixture.run("format", "--check", "template.yaml").error == "")
    }
  }

  @Test func templateWithoutPorts_isAGraphThatRuns() async throws {
    let fixture = try await CommandFixture.withMovie()
    let yaml = try await fixture.run("templates", "asset.remux", "--yaml", "--set", "file_type=mov").output
    #expect(
      yaml == """
        format: 1
        summary: Puts the tracks of an asset into another file as they are stored.

        parameters:
          url:    { type: url, required: true }
          output: { type: url, required: true }

        nodes:
          source: { use: asset.read, with: { url: $url, video_tracks: first, audio_tracks: first } }
          mov:    { use: mux.mov, in: [source.coded_video, source.coded_audio, source.metadata], with: { fast_start: true } }
          file:   { use: file.write, in: mov, with: { url: $output } }

        """)
    try fixture.write(yaml, to: "remux.yaml")
    let run = try await fixture.run(
      "run", "remux.yaml", "--progress", "none", "--set", "url=movie.mp4", "--set", "output=copy.mov")
    #expect(run.error == "" && run.code == 0)
    #expect(try await OutputInspector(fixture: fixture).streams(of: "copy.mov").first == "h264 30")
    // A value that is given stays in its place.
    let given = try await fixture.run("templates", "asset.remux", "--yaml", "--set", "url=a.mp4").output
    #expect(given.contains("with: { url: a.mp4,") && !given.contains("  url:    {"), "\(given)")
  }

  @Test func templateWithPorts_isThereToBeIncluded() async throws {
    let fixture = try await CommandFixture.withMovie()
    let yaml = try await fixture.run("templates", "export.preset", "--yaml", "--set", "preset=640x480").output
    try fixture.write(yaml, to: "parts.yaml")
    let alone = try await fixture.run("run", "parts.yaml")
    #expect(alone.code == 64)
    #expect(
      alone.error == """
        error: there is nothing to run
           = note: the graph has no nodes
           = help: files without nodes are there to be included: include: { parts: FILE }, then use: parts/export_preset

        """)
    try fixture.write(
      """
      format: 1
      include: { parts: parts.yaml }
      nodes:
        source: { use: asset.read, with: { url: movie.mp4 } }
        export: { use: parts/export_preset, in: { video: source.video, audio: source.audio, metadata: source.metadata } }
        file: { use: file.write, in: export, with: { url: copy.mp4 } }
      """, to: "use.yaml")
    #expect(try await fixture.run("run", "use.yaml", "--progress", "none").error == "")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "copy.mp4").first == "h264 30")
  }

  @Test func templateOfAFile_keepsItsParameters_orTakesValues() async throws {
    let file = "\(CommandFixture.package)/Pipelines/web.yaml"
    let outcome = try await CommandFixture().run("templates", "presets/web_h264", "--file", file, "--yaml")
    #expect(
      outcome.output == """
        format: 1

        templates:
          web_h264:
            parameters:
              bitrate: { type: bitrate, default: 5Mb/s }
            inputs:  { video: video/raw, audio: audio/raw }
            outputs: { movie: mp4.out }
            nodes:
              h264: { use: video.encode.h264, in: $video, with: { bitrate: $bitrate, profile: high } }
              aac:  { use: audio.encode.aac, in: $audio }
              mp4:  { use: mux.mp4, in: [h264, aac], with: { fast_start: true } }

        """)
    let bound = try await CommandFixture().run(
      "templates", "presets/web_h264", "--file", file, "--yaml", "--set", "bitrate=1Mb/s")
    #expect(bound.output.contains("{ bitrate: 1Mb/s, profile: high }") && !bound.output.contains("parameters:"))
  }

  @Test func wrongNamesAndValues_areReported() async throws {
    let fixture = try CommandFixture()
    #expect(
      try await fixture.run("templates", "export.prese").error == """
        error: unknown template 'export.prese'
           = help: did you mean 'export.preset'? 'reel templates' lists them, --file those of a file

        """)
    #expect(
      try await fixture.run("templates", "mux.mp4").error == """
        error: 'mux.mp4' is a node, not a template
           = help: 'reel nodes mux.mp4' describes it

        """)
    let values = try await fixture.run(
      "templates", "export.preset", "--yaml", "--set", "preset=huge", "--set", "size=1x1")
    #expect(values.code == 64)
    #expect(values.error.contains("error: preset must be one of: low, medium,"))
    #expect(values.error.contains("error: unknown parameter 'size' of export.preset"))
  }
}
