import MediaGraph
import Testing

/// Reel's own templates, as the graphs of their expansion.
@Suite struct StandardTemplatesTests {
  /// Returns the nodes of a template's expansion, one a line.
  private func flat(_ build: (inout Graph) -> Void) throws -> String {
    var graph = Graph()
    build(&graph)
    let checker = GraphChecker(registry: Registry())
    let (checked, problems) = checker.check(graph)
    try Diagnostics.check(problems)
    let (flat, more) = try checker.check(checked.expanded(registry: Registry()))
    try Diagnostics.check(more)
    return try flat.yaml().split(separator: "\n").drop { $0 != "nodes:" }.dropFirst()
      .map { $0.dropFirst(2).replacing(/: +\{/, with: ": {") }.joined(separator: "\n")
  }

  private func export(_ preset: ExportPreset.Preset, video: Bool = true, audio: Bool = true) throws -> String {
    try flat { graph in
      let export = graph.add("x", ExportPreset { $0.preset = preset })
      if video { graph.connect(graph.add("v", TestVideo()).output, to: export.video) }
      if audio { graph.connect(graph.add("a", TestAudio()).output, to: export.audio) }
      graph.connect(export.movie, to: graph.add("f", FileWrite { $0.url = "x.mp4" }).input)
    }
  }

  @Test func exportPreset_scalesEncodesAndMuxes() throws {
    #expect(
      try export(.vga640x480) == """
        x/scale: { use: video.scale, in: v, with: { width: 640, height: 480, fit: contain } }
        x/upright: { use: video.orient, in: x/scale }
        x/h264: { use: video.encode.h264, in: x/upright, with: { bitrate: 2Mb/s } }
        x/aac: { use: audio.encode.aac, in: a, with: { bitrate: 96kb/s } }
        x/mp4: { use: mux.mp4, in: [x/h264, x/aac], with: { fast_start: true } }
        v: { use: test.video }
        a: { use: test.audio }
        f: { use: file.write, in: x/mp4, with: { url: x.mp4 } }
        """)
  }

  @Test func exportPreset_ofOtherCodecs_hasTheirEncodersAndFiles() throws {
    #expect(
      try export(.hevc1920x1080) == """
        x/scale: { use: video.scale, in: v, with: { width: 1920, height: 1080, fit: contain } }
        x/upright: { use: video.orient, in: x/scale }
        x/hevc: { use: video.encode.hevc, in: x/upright, with: { bitrate: 6Mb/s } }
        x/aac: { use: audio.encode.aac, in: a }
        x/mp4: { use: mux.mp4, in: [x/hevc, x/aac], with: { fast_start: true } }
        v: { use: test.video }
        a: { use: test.audio }
        f: { use: file.write, in: x/mp4, with: { url: x.mp4 } }
        """)
    #expect(
      try export(.prores4444) == """
        x/upright: { use: video.orient, in: v }
        x/prores: { use: video.encode.prores, in: x/upright, with: { profile: p4444 } }
        x/pcm: { use: audio.encode.pcm, in: a, with: { format: s16 } }
        x/mov: { use: mux.mov, in: [x/prores, x/pcm], with: { fast_start: true } }
        v: { use: test.video }
        a: { use: test.audio }
        f: { use: file.write, in: x/mov, with: { url: x.mp4 } }
        """)
  }

  @Test func player_hasAScreenAndASpeaker_orOneOfThem() throws {
    func player(_ configure: (inout Player) -> Void) throws -> String {
      try flat { graph in
        graph.add(
          "p",
          Player {
            $0.url = "x.mp4"
            configure(&$0)
          })
      }
    }
    #expect(
      try player { $0.device = "hall" } == """
        p/source: { use: asset.read, with: { url: x.mp4, video_tracks: first, audio_tracks: first } }
        p/upright: { use: video.orient, in: p/source.video }
        p/screen: { use: display.video, in: p/upright }
        p/speaker: { use: speaker, in: p/source.audio, with: { device: hall } }
        """)
    #expect(
      try player { $0.videoTracks = TrackChoice(.none) } == """
        p/source: { use: asset.read, with: { url: x.mp4, video_tracks: none, audio_tracks: first } }
        p/speaker: { use: speaker, in: p/source.audio }
        """)
  }

  @Test func capture_recordsWhatIsAskedFor() throws {
    func capture(_ camera: Device, _ microphone: Device) throws -> String {
      try flat { graph in
        graph.add(
          "c",
          Capture {
            $0.output = "x.mp4"
            $0.camera = camera
            $0.microphone = microphone
            $0.preset = .prores422
          })
      }
    }
    #expect(
      try capture("camera:1", "hall") == """
        c/export/upright: { use: video.orient, in: c/camera }
        c/export/prores: { use: video.encode.prores, in: c/export/upright, with: { profile: standard } }
        c/export/pcm: { use: audio.encode.pcm, in: c/microphone, with: { format: s16 } }
        c/export/mov: { use: mux.mov, in: [c/export/prores, c/export/pcm], with: { fast_start: true } }
        c/camera: { use: capture.video, with: { device: camera:1 } }
        c/microphone: { use: capture.audio, with: { device: hall } }
        c/file: { use: file.write, in: c/export/mov, with: { url: x.mp4 } }
        """)
    #expect(try !capture("none", "hall").contains("capture.video"))
    #expect(throws: Diagnostics.self) { try capture("none", "none") }
  }

  @Test func inputsThatAreNotLinked_leaveTheirBranchOut() throws {
    #expect(
      try export(.highest, audio: false) == """
        x/upright: { use: video.orient, in: v }
        x/h264: { use: video.encode.h264, in: x/upright, with: { bitrate: 20Mb/s } }
        x/mp4: { use: mux.mp4, in: x/h264, with: { fast_start: true } }
        v: { use: test.video }
        f: { use: file.write, in: x/mp4, with: { url: x.mp4 } }
        """)
    #expect(
      try export(.highest, video: false) == """
        x/aac: { use: audio.encode.aac, in: a }
        x/mp4: { use: mux.mp4, in: x/aac, with: { fast_start: true } }
        a: { use: test.audio }
        f: { use: file.write, in: x/mp4, with: { url: x.mp4 } }
        """)
  }

  @Test func withoutAnyInput_thereIsNoMovie() {
    #expect {
      try export(.highest, video: false, audio: false)
    } throws: { error in
      (error as? Diagnostics)?.all.map(\.message) == ["nothing is linked to 'x/mp4.in'"]
        || (error as? Diagnostics)?.all.map(\.message) == ["'x' gives no 'movie'"]
    }
  }

  @Test func presets_haveTheNamesOfTheirSizes() throws {
    #expect(
      ExportPreset.Preset.allCases.map(\.text) == [
        "low", "medium", "highest", "640x480", "960x540", "1280x720", "1920x1080", "3840x2160",
        "hevc_highest", "hevc1920x1080", "hevc3840x2160", "prores422", "prores4444", "m4a",
      ])
    for preset in ExportPreset.Preset.allCases {
      #expect(try ExportPreset.Preset(parsing: preset.text) == preset)
      if let size = try? PixelSize(parsing: preset.text) { #expect(preset.size == size) }
    }
  }

  @Test func assetExport_isThreeStepsInOne() throws {
    let text = try flat { graph in
      graph.add(
        "x",
        AssetExport {
          $0.url = "in.mov"
          $0.output = "out.m4a"
          $0.preset = .m4a
          $0.audioTracks = TrackChoice(.language("de"))
        })
    }
    #expect(
      text == """
        x/source: { use: asset.read, with: { url: in.mov, video_tracks: first, audio_tracks: language:de } }
        x/export/aac: { use: audio.encode.aac, in: x/source.audio, with: { bitrate: 192kb/s } }
        x/export/m4a: { use: mux.m4a, in: [x/export/aac, x/source.metadata], with: { fast_start: true } }
        x/file: { use: file.write, in: x/export/m4a, with: { url: out.m4a } }
        """)
  }

  @Test func assetRemux_encodesNothing() throws {
    let text = try flat { graph in
      graph.add(
        "x",
        AssetRemux {
          $0.url = "in.mp4"
          $0.output = "out.mkv"
          $0.fileType = .mkv
        })
    }
    #expect(
      text.contains("x/mkv: { use: mux.mkv, in: [x/source.coded_video, x/source.coded_audio, x/source.metadata] }"))
    #expect(!text.contains("encode"))
  }

  @Test(arguments: [
    ("out.mov", "mov", "mux.mov", "[x/source.coded_video, x/source.coded_audio, x/source.metadata]"),
    ("out.M4V", "mp4", "mux.mp4", "[x/source.coded_video, x/source.coded_audio, x/source.metadata]"),
    ("a.b/out", "mp4", "mux.mp4", "[x/source.coded_video, x/source.coded_audio, x/source.metadata]"),
    ("out.caf", "caf", "mux.caf", "[x/source.coded_audio, x/source.metadata]"),
    ("out.aif", "aiff", "mux.aiff", "[x/source.coded_audio, x/source.metadata]"),
    ("out.wav", "wav", "mux.wav", "[x/source.coded_audio, x/source.metadata]"),
    ("out.amr", "amr", "mux.amr", "x/source.coded_audio"),
    ("out.flac", "flac", "mux.flac", "[x/source.coded_audio, x/source.metadata]"),
  ]) func assetRemux_writesWhatTheNameSays(output: String, name: String, mux: String, tracks: String) throws {
    let text = try flat { graph in
      graph.add(
        "x",
        AssetRemux {
          $0.url = "in.mp4"
          $0.output = Location(output)
        })
    }
    // Long lines are broken.
    let line = text.split { $0.isWhitespace }.joined(separator: " ").replacing("{ ", with: "")
    #expect(line.contains("x/\(name): use: \(mux)"), "\(text)")
    #expect(line.contains("in: \(tracks)"), "\(text)")
  }

  @Test(arguments: [("out.mov", "mux.mov"), ("out.mkv", "mux.mkv"), ("out", "mux.mp4")])
  func assetExport_writesWhatTheNameSays(output: String, mux: String) throws {
    let text = try flat { graph in
      graph.add(
        "x",
        AssetExport {
          $0.url = "in.mp4"
          $0.output = Location(output)
        })
    }
    #expect(text.contains("{ use: \(mux), in: [x/export/h264, x/export/aac, x/source.metadata]"), "\(text)")
  }

  @Test(arguments: [false, true]) func assetReader_givesOneFormat_uprightIfAsked(orient: Bool) throws {
    let text = try flat { graph in
      let reader = graph.add(
        "x",
        AssetReader {
          $0.url = "in.mp4"
          $0.orient = orient
        })
      graph.connect(reader.video, to: graph.add("v", Null()).input)
      graph.connect(reader.audio, to: graph.add("a", Null()).input)
    }
    #expect(
      text.contains(
        "x/pixels: { use: video.convert, in: x/\(orient ? "upright" : "source.video"), with: { format: bgra } }"))
    #expect(text.contains("x/samples: { use: audio.convert, in: x/source.audio, with: { format: s16 } }"))
  }
}
