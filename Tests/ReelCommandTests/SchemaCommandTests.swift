import Foundation
import Testing

/// The schema, validated by Python's jsonschema.
@Suite struct SchemaCommandTests {
  /// Prints `FILE: ok` or `FILE: reason` for each file, after checking that the schema is valid.
  private static let validator = """
    import json, sys, yaml, jsonschema
    schema = json.load(open("schema.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[1:]:
        errors = list(validator.iter_errors(yaml.safe_load(open(path))))
        print(path + ": " + ("ok" if not errors else "wrong"))
    """

  private func verdicts(_ fixture: CommandFixture, _ files: [String]) async throws -> [String] {
    try fixture.write(Self.validator, to: "validate.py")
    #expect(try await fixture.run("schema", "-o", "schema.json").error == "")
    let outcome = try await Child(["python3", "validate.py"] + files, in: fixture.path).outcome
    #expect(outcome.code == 0, "\(outcome.error)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func everyPipelineOfTheProject_isValid() async throws {
    let files = try CommandFixture.pipelines(withPlugins: true)
    #expect(try await verdicts(CommandFixture(), files) == files.map { "\($0): ok" })
  }

  @Test func allForms_areValid() async throws {
    let files = [
      "everything.yaml": """
      format: 1
      name: everything
      include: { presets: presets/web.yaml }
      parameters:
        height: { type: int, default: 720, minimum: 144, maximum: 4320 }
        name: { type: string }
      templates:
        half:
          parameters: { height: { type: int, default: 2 } }
          inputs: { video: video/raw }
          outputs: { small: scale.out, same: $video }
          nodes: { scale: { use: video.scale, in: $video, with: { height: $height } } }
      nodes:
        a: { use: asset.read, with: { url: "$(name).mp4", audio_tracks: "language:de" } }
        b: { use: half, in: a.video.2, with: { height: $height } }
        c: { use: presets/web_h264, in: { video: b.small, audio: [a.audio] } }
        d: { use: null, in: c.movie, delivery: latest }
        e: { use: "null", in: { in: b.same } }
        f: { use: audio.volume, in: a.audio, with: { gain: -6dB, mute: false } }
        g: { use: audio.volume, in: f, with: { gain: 0.5 } }
        h: { use: video.rate, in: a.video, with: { frame_rate: 30000/1001 } }
        i: { use: gst, in: h, with: { element: identity, type: video/raw, properties: { sync: true, x: 1 } } }
        j: { use: swift.blur, in: i }
        k: { use: test.video, with: { duration: 00:00:10:15, size: 16x16 } }
        l: { use: export.preset, in: { video: k }, with: { preset: 1280x720 } }
        m: { use: mux.mp4, in: [l, $x] }
        n: { use: "null", in: g }
        o: { use: video.composite, in: [k, h], with: { layers: [{ x: 1, alpha: 0.5 }, { fit: contain, order: $o }] } }
        p: { use: audio.mix, in: [a.audio, g], with: { gains: [1, -6dB] } }
      stop: { after: 2s, signals: interrupt }
      """,
      "plugins.yaml":
        "format: 1\nplugins: [Glow]\nnodes: { a: { use: video.glow, in: b, with: { x: [1, { y: 2 }] } } }\n",
      "empty.yaml": "format: 1\nnodes:\nparameters:\n",
    ]
    let names = files.keys.sorted()
    #expect(try await verdicts(CommandFixture(files), names) == names.map { "\($0): ok" })
  }

  static let wrong = [
    "nodes: {}", "format: 2", "format: 1\nnods: {}", "format: 1\nplugins: Glow", "format: 1\ninclude: { a: 1 }",
    "format: 1\nnodes: { 1a: { use: half } }", "format: 1\nnodes: { a: { in: b } }",
    "format: 1\nnodes: { a: { use: video.scal, in: b } }", "format: 1\nnodes: { a: { use: half, with: [1] } }",
    "format: 1\nnodes: { a: { use: half, delivery: some } }", "format: 1\nnodes: { a: { use: half, size: 1 } }",
    "format: 1\nnodes: { a: { use: video.scale, in: b, with: { heigth: 720 } } }",
    "format: 1\nnodes: { a: { use: video.scale, in: b, with: { height: 1 } } }",
    "format: 1\nnodes: { a: { use: video.scale, in: b, with: { height: tall } } }",
    "format: 1\nnodes: { a: { use: video.scale, in: b, with: { upscale: maybe } } }",
    "format: 1\nnodes: { a: { use: video.scale } }", "format: 1\nnodes: { a: { use: video.scale, in: [b, c] } }",
    "format: 1\nnodes: { a: { use: video.scale, in: { video: b } } }",
    "format: 1\nnodes: { a: { use: video.scale, in: b.1 } }",
    "format: 1\nnodes: { a: { use: video.scale, in: b.c.0 } }",
    "format: 1\nnodes: { a: { use: test.video, in: b } }", "format: 1\nnodes: { a: { use: file.write, in: b } }",
    "format: 1\nnodes: { a: { use: file.write, in: b, with: { overwrite: true } } }",
    "format: 1\nnodes: { a: { use: audio.volume, in: b, with: { mute: sometimes } } }",
    "format: 1\nnodes: { a: { use: audio.volume, in: b, with: { gain: loud } } }",
    "format: 1\nnodes: { a: { use: video.encode.h264, in: b, with: { bitrate: 5 Mbit } } }",
    "format: 1\nnodes: { a: { use: video.encode.h264, in: b, with: { bitrate: 5000000 } } }",
    "format: 1\nnodes: { a: { use: video.rate, in: b, with: { frame_rate: 29.97 } } }",
    "format: 1\nnodes: { a: { use: test.video, with: { duration: 2x } } }",
    "format: 1\nnodes: { a: { use: test.video, with: { size: large } } }",
    "format: 1\nnodes: { a: { use: gst, in: b, with: { element: x, type: video } } }",
    "format: 1\nnodes: { a: { use: video.composite, in: b, with: { layers: [{ z: 1 }] } } }",
    "format: 1\nnodes: { a: { use: audio.mix, in: b, with: { gains: [loud] } } }",
    "format: 1\nparameters: { a: { type: number, unit: m } }", "format: 1\nparameters: { a: { type: float } }",
    "format: 1\nparameters: { a: { default: 1 } }", "format: 1\ntemplates: { t: { inputs: { a: video } } }",
    "format: 1\ntemplates: { t: { nodes: { a: { use: test.video, in: b } } } }",
    "format: 1\nstop: { after: 2x }", "format: 1\nstop: { signals: [kill] }",
  ]

  @Test func whatReelRefuses_theSchemaRefusesToo() async throws {
    let names = Self.wrong.indices.map { "\($0).yaml" }
    let fixture = try CommandFixture(Dictionary(uniqueKeysWithValues: zip(names, Self.wrong)))
    let verdicts = try await verdicts(fixture, names)
    for (verdict, text) in zip(verdicts, Self.wrong) { #expect(verdict.hasSuffix(": wrong"), "\(text)") }
    for name in names { #expect(try await fixture.run("check", name).code == 65, "\(name)") }
  }
}
