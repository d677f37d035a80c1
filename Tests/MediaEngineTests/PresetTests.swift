import CoreMedia
import Foundation
import MediaGraph
import MediaEngine
import Testing

/// The files of export.preset's presets, read by ffprobe.
@Suite(.timeLimit(.minutes(10))) struct PresetTests {
  private func export(_ preset: ExportPreset.Preset, _ type: ExportPreset.FileType?, to url: Location) -> Graph {
    var graph = Graph()
    let video = graph.add(
      "video",
      TestVideo {
        $0.size = PixelSize(width: 320, height: 180)
        $0.duration = .frames(15)
      })
    let audio = graph.add("audio", TestAudio { $0.duration = .milliseconds(500) })
    let export = graph.add(
      "export",
      ExportPreset {
        $0.preset = preset
        $0.fileType = type
      })
    if preset.videoCoding != nil { graph.connect(video.output, to: export.video) } else { graph.nodes.removeFirst() }
    graph.connect(audio.output, to: export.audio)
    graph.connect(export.movie, to: graph.add("file", FileWrite { $0.url = url }).input)
    return graph
  }

  /// The preset, the file name extension, and the streams.
  static let presets: [(ExportPreset.Preset, String, [String])] = [
    (.low, "mp4", ["h264,224,126", "aac"]), (.medium, "mp4", ["h264,320,180", "aac"]),
    (.highest, "mp4", ["h264,320,180", "aac"]), (.vga640x480, "mp4", ["h264,320,180", "aac"]),
    (.qhd960x540, "mp4", ["h264,320,180", "aac"]), (.hd1280x720, "mp4", ["h264,320,180", "aac"]),
    (.hd1920x1080, "mp4", ["h264,320,180", "aac"]), (.uhd3840x2160, "mp4", ["h264,320,180", "aac"]),
    (.hevcHighest, "mp4", ["hevc,320,180", "aac"]), (.hevc1920x1080, "mp4", ["hevc,320,180", "aac"]),
    (.hevc3840x2160, "mp4", ["hevc,320,180", "aac"]),
    (.prores422, "mov", ["prores,320,180", "pcm_s16le"]),
    (.prores4444, "mov", ["prores,320,180", "pcm_s16le"]), (.m4a, "m4a", ["aac"]),
  ]

  @Test func everyPreset_isTested() {
    #expect(Set(Self.presets.map(\.0)) == Set(ExportPreset.Preset.allCases))
  }

  @Test(arguments: presets.indices) func preset_givesWhatItSays(index: Int) async throws {
    let (preset, ending, streams) = Self.presets[index]
    let folder = try TemporaryFolder()
    let path = folder.file("out.\(ending)")
    _ = try await export(preset, nil, to: Location(path)).run(options: .testing)
    let found = try Oracle.streams(path, "codec_name,width,height")
    #expect(found.map { $0.trimmingCharacters(in: [","]) } == streams)
    let warnings = try Oracle.warnings(path).split(separator: "\n").filter { !$0.contains("Guessed Channel Layout") }
    #expect(warnings == [])
    if preset.videoCoding != nil { #expect(try Oracle.streams(path, "nb_read_frames").first == "15") }
    let brand = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags=major_brand", "-of", "csv=p=0", path])
    #expect((brand == "qt") == (ending == "mov"), "\(brand)")
  }

  @Test func fileTypeThatIsGiven_winsOverThePresetsOwn() async throws {
    let folder = try TemporaryFolder()
    _ = try await export(.hevc1920x1080, .mkv, to: folder.location("out.mkv")).run(options: .testing)
    #expect(try Oracle.streams(folder.file("out.mkv"), "codec_name") == ["hevc", "aac"])
    // Codecs that a file cannot hold are reported before the run.
    let error = await #expect(throws: Diagnostics.self) {
      try await export(.prores422, .mp4, to: folder.location("out.mp4")).run(options: .testing)
    }
    #expect(error?.all.map(\.message) == ["MP4 cannot hold ProRes", "MP4 cannot hold PCM (s16)"])
    #expect(folder.names == ["out.mkv"])
  }
}
