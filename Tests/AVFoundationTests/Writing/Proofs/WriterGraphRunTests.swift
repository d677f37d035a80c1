import AVFoundation
import Foundation
import Testing

/// Graphs of readers and writers, printed, changed and run by the built command.
@Suite(.timeLimit(.minutes(10))) struct WriterGraphRunTests {
  /// Runs a description with `reel run`.
  private func run(_ text: String, in folder: TemporaryFolder) async throws {
    try text.write(to: folder.url("graph.yaml"), atomically: false, encoding: .utf8)
    let outcome = try await Child(
      [Built.reel, "run", "graph.yaml", "--progress", "none"], in: folder.path,
      environment: ["REEL_PLUGIN_PATH": folder.path]
    ).outcome
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)\n\(text)")
  }

  /// Replaces the line, or lines, of a node of a printed graph.
  private func replace(_ node: String, with lines: String, in text: String) throws -> String {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(all.firstIndex { $0.hasPrefix("  \(node):") }, "\(text)")
    let end = all[(first + 1)...].firstIndex { !$0.hasPrefix("    ") } ?? all.endIndex
    return (all[..<first] + lines.split(separator: "\n") + all[end...]).joined(separator: "\n")
  }

  private func writer(_ url: URL) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    video.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0)
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
    audio.languageCode = "fra"
    for input in [video, audio] { writer.add(input) }
    return writer
  }

  @Test func writersGraph_withAMovieInPlaceOfTheProgram_writesItsFramesAndAudio() async throws {
    let folder = try TemporaryFolder()
    let movie = try NumberedMovie.make(
      in: folder, options: ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1", "-c:a", "alac"])
    var text = try writer(folder.url("out.mov")).graph.yaml()
    text = try replace(
      "video", with: "  movie: { use: asset.read, with: { url: \(movie.path) } }", in: text)
    #expect(text.contains("  audio:"))
    text = try replace("audio", with: "", in: text)
    text = text.replacing("in: video,", with: "in: movie.video,").replacing("in: audio,", with: "in: movie.audio,")
    try await run(text, in: folder)
    #expect(try Oracle.frames(folder.file("out.mov"), width: 64, height: 128).numbers.count == 30)
    #expect(try Oracle.samples(folder.file("out.mov")) == Oracle.samples(movie.path))
    let asset = AVURLAsset(url: folder.url("out.mov"))
    #expect(try await asset.loadTracks(withMediaType: .audio)[0].load(.languageCode) == "fra")
    let (_, output) = try AVAssetReader.started(folder.url("out.mov"), .video, pixels(kCVPixelFormatType_32BGRA))
    #expect(output.all().count == 30)
    #expect(try Oracle.complaints(folder.file("out.mov")) == [])
  }

  @Test(arguments: [6..<18, 5..<15, 10..<20])
  func readersGraph_withAFileInPlaceOfTheProgram_writesWhatTheReaderVends(_ frames: Range<Int>) async throws {
    let folder = try TemporaryFolder()
    let movie = try NumberedMovie.make(in: folder)
    let reader = try AVAssetReader(asset: AVURLAsset(url: movie))
    reader.add(
      AVAssetReaderTrackOutput(track: reader.asset.tracks[0], outputSettings: pixels(kCVPixelFormatType_32BGRA)))
    reader.timeRange = CMTimeRange(
      start: CMTime(value: Int64(frames.lowerBound), timescale: 30),
      end: CMTime(value: Int64(frames.upperBound), timescale: 30))
    let end = """
        jpeg: { use: video.encode.mjpeg, in: pixels1, with: { quality: 95 } }
        mov: { use: mux.mov, in: jpeg }
        file: { use: file.write, in: mov, with: { url: part.mov } }
      """
    try await run(replace("output1", with: end, in: reader.graph.yaml()), in: folder)
    let numbers = try Oracle.frames(folder.file("part.mov")).numbers
    #expect(numbers == Array(frames), "\(numbers)")
  }

  @Test func nodeSplicedIntoAWritersGraph_changesWhatIsWritten() async throws {
    let folder = try TemporaryFolder()
    let movie = try NumberedMovie.make(in: folder)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()))
    var text = try replace(
      "video", with: "  movie: { use: asset.read, with: { url: \(movie.path) } }", in: writer.graph.yaml())
    // Between the scaled frames and the encoder: upside down, and the bars in the opposite order.
    text = text.replacing("in: video,", with: "in: turned,")
    text += "  turned: { use: video.orient, in: movie.video, with: { method: rotate_180 } }\n"
    try await run(text, in: folder)
    let mirrored = (0..<30).map { number in (0..<8).reduce(0) { $0 | (number >> $1 & 1) << (7 - $1) } }
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == mirrored)
  }

  /// The plugin is compiled as its package compiles it, without building all of Reel again for that.
  @Test func pluginsNodeSplicedIntoAWritersGraph_changesWhatIsWritten() async throws {
    let folder = try TemporaryFolder()
    let built = URL(fileURLWithPath: Built.reel).deletingLastPathComponent().path
    let sources = "\(Built.package)/Plugins/Vignette/Sources/Vignette"
    // The modules of C behind Reel's own.
    let maps = ["CCairo", "CFileSystem", "CGImageCodecs", "CReel"].map { "\(built)/\($0).build/module.modulemap" }
    let headers = try Oracle.text("pkg-config", ["--cflags", "gstreamer-pbutils-1.0"]).split(separator: " ")
    let others = ["Sources/CGStreamer", ".build/checkouts/Yams/Sources/CYaml/include"].map {
      "\(Built.package)/\($0)/module.modulemap"
    }
    let imports = (maps + others).map { "-fmodule-map-file=\($0)" }
    let compiled = try await Child(
      [
        "swiftc", "-swift-version", "6", "-parse-as-library", "-emit-library", "-module-name", "Vignette", "-I",
        "\(built)/Modules", "-L", built, "-lReel", "-o", folder.file("libVignette.so"),
      ] + (imports + headers.map(String.init)).flatMap { ["-Xcc", $0] }
        + FileManager.default.contentsOfDirectory(atPath: sources).map { "\(sources)/\($0)" }, in: folder.path,
      timeout: 600
    ).outcome
    try #require(compiled.code == 0, "\(compiled.error)")
    try Oracle.make([
      "-f", "lavfi", "-i", "color=white:size=128x64:rate=30:duration=0.2", "-c:v", "mjpeg", folder.file("white.mov"),
    ])
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()))
    var text = try replace(
      "video", with: "  movie: { use: asset.read, with: { url: white.mov } }", in: writer.graph.yaml())
    text = text.replacing("in: video,", with: "in: dark,").replacing(
      "format: 1\n", with: "format: 1\n\nplugins: [Vignette]\n")
    text += "  dark: { use: video.vignette, in: movie.video, with: { strength: 1 } }\n"
    try await run(text, in: folder)
    let bytes = try Oracle.raw(folder.file("out.mov"), ["-f", "rawvideo", "-pix_fmt", "gray"])
    #expect(bytes.count == 6 * 128 * 64)
    #expect(bytes[0] < 60 && bytes[32 * 128 + 64] > 200, "\(bytes[0]) \(bytes[32 * 128 + 64])")
  }
}
