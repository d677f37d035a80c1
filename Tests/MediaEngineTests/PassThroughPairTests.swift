import Foundation
import MediaEngine
import MediaGraph
import TestSupport
import Testing

/// Every codec in every kind of file that copies are made of: it is written, or refused by its name before anything
/// runs.
@Suite(.timeLimit(.minutes(20))) struct PassThroughPairTests {
  /// A source: its file, ffmpeg's options, and the codec's name as ffprobe and as errors have it.
  struct Source: CustomTestStringConvertible, Sendable {
    let name: String
    let options: String
    let codec: String
    let title: String
    var isVideo = false
    /// The kinds of files that hold it.
    let held: Set<String>
    var testDescription: String { title }
  }

  private static let movies: Set<String> = ["mp4", "mov", "m4v", "3gp"]
  static let sources: [Source] = [
    Source(
      name: "a.mp4", options: "-c:v libx264", codec: "h264", title: "H.264", isVideo: true, held: movies.union(["mkv"])),
    Source(
      name: "a.hevc.mp4", options: "-c:v libx265 -x265-params log-level=none", codec: "hevc", title: "HEVC",
      isVideo: true,
      held: movies.union(["mkv"])),
    Source(
      name: "vp8.webm", options: "-c:v libvpx", codec: "vp8", title: "VP8", isVideo: true,
      held: ["mkv", "webm", "mp4", "mov"]),
    Source(
      name: "vp9.webm", options: "-c:v libvpx-vp9", codec: "vp9", title: "VP9", isVideo: true,
      held: ["mkv", "webm", "mp4", "mov"]),
    Source(
      name: "prores.mov", options: "-c:v prores_ks", codec: "prores", title: "ProRes", isVideo: true,
      held: ["mov", "mkv"]),
    Source(
      name: "mpeg2.mkv", options: "-c:v mpeg2video", codec: "mpeg2video", title: "MPEG-2", isVideo: true,
      held: ["mkv", "mp4", "mov"]),
    Source(
      name: "theora.ogg", options: "-c:v libtheora", codec: "theora", title: "Theora", isVideo: true,
      held: ["mkv", "mov"]),
    Source(name: "vorbis.ogg", options: "-c:a libvorbis", codec: "vorbis", title: "Vorbis", held: ["mkv", "webm"]),
    Source(
      name: "opus.ogg", options: "-c:a libopus", codec: "opus", title: "Opus", held: ["mkv", "webm", "mp4", "caf"]),
    Source(name: "flac.flac", options: "-c:a flac", codec: "flac", title: "FLAC", held: ["mkv", "mp4"]),
    Source(
      name: "a.mp3", options: "-c:a libmp3lame", codec: "mp3", title: "MPEG audio",
      held: ["mkv", "mp4", "mov", "mp3", "caf"]),
    Source(
      name: "aac.m4a", options: "-c:a aac", codec: "aac", title: "AAC", held: movies.union(["mkv", "m4a", "caf"])),
    Source(
      name: "alac.m4a", options: "-c:a alac", codec: "alac", title: "Apple Lossless",
      held: ["mp4", "mov", "m4v", "m4a", "mkv", "caf"]),
    Source(
      name: "ac3.mkv", options: "-c:a ac3", codec: "ac3", title: "AC-3",
      held: ["mp4", "mov", "m4v", "m4a", "mkv", "caf"]),
    Source(
      name: "amr.amr", options: "-ar 8000 -c:a libopencore_amrnb", codec: "amr_nb", title: "AMR",
      held: ["mp4", "mov", "3gp", "amr"]),
  ]
  static let kinds: [AssetCopy.FileType] = [
    .mp4, .mov, .m4v, .m4a, .threeGP, .mkv, .webm, .wav, .aiff, .aifc, .caf, .amr, .mp3,
  ]

  @Test(arguments: sources) func codec_isWrittenOrRefusedByName(_ source: Source) async throws {
    let folder = try TemporaryFolder()
    let input = folder.file(source.name)
    let media =
      source.isVideo ? "testsrc2=size=128x96:rate=25:duration=0.4" : "sine=frequency=400:duration=0.4:sample_rate=48000"
    do {
      try Oracle.make(["-f", "lavfi", "-i", media] + source.options.split(separator: " ").map(String.init) + [input])
    } catch {
      // This ffmpeg has no such encoder.
      return
    }
    for kind in Self.kinds {
      let output = folder.file("out.\(kind.text)")
      var graph = Graph()
      let copy = graph.add("copy", AssetCopy { ($0.url, $0.fileType) = (Location(input), kind) })
      graph.connect(copy.output, to: graph.add("file", FileWrite { $0.url = Location(output) }).input)
      do {
        _ = try await graph.run()
        let codec = try Oracle.text(
          "ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", output])
        #expect(codec.contains(source.codec), "\(kind.text): \(codec)")
        #expect(source.held.contains(kind.text), "\(kind.text) is written")
      } catch let error as Diagnostics {
        let problem = try #require(error.all.first)
        #expect(!source.held.contains(kind.text), "\(kind.text): \(problem)")
        #expect(problem.kind == .description, "\(kind.text): \(problem)")
        #expect(problem.message.hasSuffix("cannot hold \(source.title)"), "\(kind.text): \(problem.message)")
        #expect(
          problem.cause != nil && problem.help?.contains("preset that encodes") == true, "\(kind.text): \(problem)")
        #expect(!FileManager.default.fileExists(atPath: output), "\(kind.text)")
      }
    }
  }
}
