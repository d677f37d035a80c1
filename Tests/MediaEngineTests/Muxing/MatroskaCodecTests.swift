import Foundation
import MediaEngine
import MediaGraph
import TestSupport
import Testing

/// Codecs of AVI, Flash, Windows and archives in Matroska, by IDs of its own or by Microsoft's names, judged by ffmpeg.
@Suite struct MatroskaCodecTests {
  static let codecs = [
    ("ffv1.avi", "-c:v ffv1 -level 3 -g 6 -pix_fmt yuv420p10le"), ("ffv1.mkv", "-c:v ffv1 -g 6"),
    ("huffyuv.avi", "-c:v huffyuv -pix_fmt yuv422p"), ("huffyuv.mkv", "-c:v huffyuv -pix_fmt bgra"),
    ("wmv1.avi", "-c:v wmv1 -g 6"), ("wmv2.avi", "-c:v wmv2 -g 6"), ("wmv2.mkv", "-c:v wmv2 -g 6"),
    ("msmpeg4.avi", "-c:v msmpeg4 -g 6"), ("msmpeg4v2.avi", "-c:v msmpeg4v2 -g 6"), ("flv1.flv", "-c:v flv -g 6"),
    ("dv.avi", "-c:v dvvideo -s 720x576"), ("cinepak.avi", "-c:v cinepak -pix_fmt rgb24"),
    ("wmav1.avi", "-c:a wmav1"), ("wmav2.avi", "-c:a wmav2"), ("adpcm.avi", "-c:a adpcm_ms"),
    ("adpcm.mka", "-c:a adpcm_ima_wav"), ("wavpack.mka", "-c:a wavpack -ar 96000"),
    ("flac.mka", "-c:a flac"), ("flac.ogg", "-c:a flac"), ("flac.mp4", "-c:a flac -strict -2"),
    ("dts.ts", "-c:a dca -strict -2"), ("dts.mka", "-c:a dca -strict -2"),
    ("speex.ogg", "-ar 16000 -ac 1 -c:a libspeex"),
    ("s32.mov", "-c:a pcm_s32be"), ("f64.mov", "-c:a pcm_f64be"), ("s8.mov", "-c:a pcm_s8"),
    ("u8.avi", "-c:a pcm_u8"), ("s24.mov", "-c:a pcm_s24be"),
  ]

  /// Speex of graphs comes from a demuxer, which cuts its beginning.
  static let codecsOfGraphs = codecs.filter { $0.0 != "speex.ogg" }

  private func make(_ name: String, _ options: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.file(name)
    let source =
      options.hasPrefix("-c:v")
      ? ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.6", "-pix_fmt", "yuv420p"]
      : ["-f", "lavfi", "-i", "anoisesrc=r=48000:seed=7:a=0.3:d=0.6", "-ac", "2"]
    try Oracle.make(source + options.split(separator: " ").map(String.init) + [path])
    return path
  }

  /// The checksums of decoded frames, or that of all samples.
  private func content(_ path: String, isVideo: Bool) throws -> [Substring] {
    let options =
      isVideo ? ["-map", "0:v", "-vsync", "passthrough", "-f", "framemd5", "-"] : ["-map", "0:a", "-f", "md5", "-"]
    return try Oracle.text("ffmpeg", ["-nostdin", "-v", "error", "-i", path] + options).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
  }

  /// FFmpeg has to guess the layout of PCM and of Microsoft's formats.
  private static func warnings(_ path: String) throws -> [Substring] {
    try Oracle.warnings(path).split(separator: "\n").filter { !$0.hasPrefix("Guessed Channel Layout") }
  }

  @Test(arguments: codecs) func copiesOfFiles_areDecodedAlike(name: String, options: String) throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try make(name, options, in: folder), folder.file("out.mkv"))
    _ = try MovieRemux(from: source, to: out).run()
    let isVideo = options.hasPrefix("-c:v")
    #expect(try content(out, isVideo: isVideo) == content(source, isVideo: isVideo))
    #expect(try Self.warnings(out) == [])
  }

  @Test(arguments: codecsOfGraphs) func copiesOfGraphs_areDecodedAlike(
    name: String, options: String
  ) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try make(name, options, in: folder), folder.file("out.mkv"))
    let copy = "copy: { use: asset.remux, with: { url: \"\(source)\", output: \"\(out)\" } }"
    _ = try await Graph(nodes: copy).run(options: .testing)
    let isVideo = options.hasPrefix("-c:v")
    #expect(try content(out, isVideo: isVideo) == content(source, isVideo: isVideo))
    #expect(try Self.warnings(out) == [])
  }
}
