import Foundation
import MediaGraph
import Testing

/// The errors in the format's documentation, byte for byte.
@Suite struct ContractTests {
  /// The example of the format's documentation, with one of its lines replaced.
  private static func transcode(line: Int, _ text: String) -> [Diagnostic] {
    var lines = """
      # Pipelines/transcode.yaml
      format: 1
      name: transcode
      summary: Any readable file to H.264/AAC MP4, never upscaling.

      parameters:
        input:   { type: url, required: true }
        output:  { type: url, required: true }
        height:  { type: int, default: 720, minimum: 144, maximum: 4320 }
        bitrate: { type: bitrate, default: 5Mb/s }

      nodes:
        source:  { use: asset.read, with: { url: $input } }
        scale:   { use: video.scale, in: source.video, with: { height: $height, upscale: never } }
        h264:    { use: video.encode.h264, in: scale, with: { bitrate: $bitrate, hardware: prefer } }
        aac:     { use: audio.encode.aac, in: source.audio }
        mp4:     { use: mux.mp4, in: [h264, aac], with: { fast_start: true } }
        file:    { use: file.write, in: mp4, with: { url: $output } }
      """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[line - 1] = text
    let loaded = DescriptionLoader().load(text: lines.joined(separator: "\n"), path: "Pipelines/transcode.yaml")
    return loaded.problems + GraphChecker(registry: Registry()).check(loaded.graph).problems
  }

  @Test func aWrongPort_looksAsTheContractShows() {
    let found = Self.transcode(
      line: 15, "  h264:    { use: video.encode.h264, in: source.audio, with: { bitrate: $bitrate } }")
    #expect(
      Diagnostics(Array(found.prefix(1))).description == """
        error: 'h264' cannot read 'source.audio'
          --> Pipelines/transcode.yaml:15:42
           |
        15 |   h264:    { use: video.encode.h264, in: source.audio, with: { bitrate: $bitrate } }
           |                                          ^^^^^^^^^^^^ audio/raw
           |
           = note: 'h264.in' takes video/raw
           = help: 'source' also has: video (video/raw)
        """)
  }

  @Test func anUnknownParameter_looksAsTheContractShows() {
    let found = Self.transcode(line: 14, "  scale:   { use: video.scale, in: source.video, with: { heigth: 720 } }")
    #expect(
      Diagnostics(found).description == """
        error: unknown parameter 'heigth' of video.scale
          --> Pipelines/transcode.yaml:14:58
           |
        14 |   scale:   { use: video.scale, in: source.video, with: { heigth: 720 } }
           |                                                          ^^^^^^
           |
           = help: did you mean 'height'? video.scale has: fit, height, method, pixel_shape, upscale, width
        """)
  }

  @Test func json_hasTheFieldsOfTheText() throws {
    let found = Self.transcode(line: 14, "  scale:   { use: video.scale, in: source.audio, with: { heigth: 720 } }")
    #expect(
      try Diagnostics(found).json() == """
        {
          "diagnostics" : [
            {
              "column" : 36,
              "file" : "Pipelines/transcode.yaml",
              "help" : "'source' also has: video (video/raw)",
              "kind" : "description",
              "label" : "audio/raw",
              "length" : 12,
              "line" : 14,
              "message" : "'scale' cannot read 'source.audio'",
              "notes" : [
                "'scale.in' takes video/raw"
              ],
              "severity" : "error"
            },
            {
              "column" : 58,
              "file" : "Pipelines/transcode.yaml",
              "help" : "did you mean 'height'? video.scale has: fit, height, method, pixel_shape, upscale, width",
              "kind" : "description",
              "length" : 6,
              "line" : 14,
              "message" : "unknown parameter 'heigth' of video.scale",
              "severity" : "error"
            }
          ]
        }
        """)
  }

  @Test func json_ofNothingWrong_isAnEmptyList() throws {
    let json = try JSONSerialization.jsonObject(with: Data(Diagnostics([]).json().utf8)) as? [String: [String]]
    #expect(json == ["diagnostics": []])
  }

  @Test func json_hasTheCause() throws {
    let found = DescriptionLoader { _ in throw DescriptionLoader.FileError(code: 13) }.load(path: "a.yaml").problems
    #expect(
      try Diagnostics(found).json() == """
        {
          "diagnostics" : [
            {
              "cause" : "Permission denied",
              "kind" : "input",
              "message" : "cannot read 'a.yaml'",
              "severity" : "error"
            }
          ]
        }
        """)
  }

  @Test func exitCodes_areThoseOfSysexits() {
    let kinds: [Diagnostic.Kind] = [.usage, .description, .input, .unavailable, .failure, .output]
    #expect(kinds.map { Diagnostics([Diagnostic("x", kind: $0)]).exitCode } == [64, 65, 66, 69, 70, 73])
    #expect(Diagnostics([]).exitCode == 0)
  }
}
