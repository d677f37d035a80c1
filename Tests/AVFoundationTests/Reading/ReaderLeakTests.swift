import AVFoundation
import CGStreamer
import GStreamerTesting
import Testing

/// An asset is read 200 times, to its end or not: no GStreamer object, thread or file is left, and memory stays flat.
@Suite struct ReaderLeakTests {
  @Test(.timeLimit(.minutes(10))) func twoHundredReaders_leaveNothing() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      ReaderRounds().run()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("GST_TRACER"), "the tracer has not run")
    #expect(
      said.split(separator: "\n").filter { $0.contains(": object-alive, type-name=(string)Gst") }.map(String.init) == []
    )
  }
}

/// The body of the exit test: GStreamer's leak tracer reports when the library is deinitialized.
private struct ReaderRounds {
  /// Records errors as issues: an error thrown out of the process would be lost.
  func run() {
    do { try rounds() } catch { Issue.record(error) }
  }

  private func rounds() throws {
    setenv("GST_TRACERS", "leaks", 1)
    setenv("GST_DEBUG", "GST_TRACER:7", 1)
    setenv("GST_DEBUG_NO_COLOR", "1", 1)
    let folder = try TemporaryFolder()
    try Oracle.make(["-i", SharedClip.movie.path, "-c", "copy", folder.file("a.mkv")])
    try Oracle.make(["-i", SharedClip.movie.path, "-c", "copy", folder.file("a.ts")])
    var counts: [(threads: Int, files: Int, memory: Int)] = []
    for round in 0..<200 {
      let url = [SharedClip.movie, folder.url("a.mkv"), folder.url("a.ts")][round % 3]
      do { try read(round, url) } catch { Issue.record(error, "round \(round), \(url.lastPathComponent)") }
      counts.append((try entries(of: "task"), try entries(of: "fd"), try memory()))
    }
    // Threads end with a delay: the minimum of the last rounds is compared with the maximum of the early ones.
    let (early, late) = (counts[20..<70], counts.suffix(50))
    #expect(try #require(late.map(\.threads).min()) <= early.map(\.threads).max()!, "\(counts.map(\.threads))")
    #expect(try #require(late.map(\.files).min()) <= early.map(\.files).max()!, "\(counts.map(\.files))")
    // In pages; the heap of the first rounds is not yet as large as it gets.
    #expect(try #require(late.map(\.memory).min()) < early.map(\.memory).max()! + 8192, "\(counts.map(\.memory))")
    _ = try Threads.left()
    gst_deinit()
  }

  /// Reads a file to its end, some of it, or none.
  private func read(_ round: Int, _ url: URL) throws {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let outputs: [AVAssetReaderOutput] = [
      AVAssetReaderTrackOutput(
        track: try #require(asset.tracks(withMediaType: .video).first),
        outputSettings: round % 2 == 0 ? pixels(kCVPixelFormatType_32BGRA) : nil),
      AVAssetReaderTrackOutput(
        track: try #require(asset.tracks(withMediaType: .audio).first),
        outputSettings: round % 5 == 0 ? nil : linearPCM([AVSampleRateKey: 44100])),
    ]
    for output in outputs { reader.add(output) }
    guard reader.startReading() else { throw try #require(reader.error) }
    switch round % 4 {
    case 0, 1:
      for output in outputs { #expect(!output.all().isEmpty) }
      #expect(reader.status == .completed)
    case 2:
      for _ in 0..<3 { #expect(outputs[0].copyNextSampleBuffer() != nil) }
      reader.cancelReading()
    default: #expect(outputs[1].copyNextSampleBuffer() != nil)
    }
  }

  private func entries(of table: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(table)").count
  }

  private func memory() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(words.count > 1 ? Int(words[1]) : nil)
  }
}
