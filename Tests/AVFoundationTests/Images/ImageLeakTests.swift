import AVFoundation
import CGStreamer
import GStreamerTesting
import Testing

/// An asset is opened and its images are made 200 times: no GStreamer object, thread or file is leaked.
@Suite struct ImageLeakTests {
  @Test(.timeLimit(.minutes(10))) func twoHundredRounds_leaveNothing() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ImageRounds().run(seedsLeak: false)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("GST_TRACER"), "the tracer has not run")
    #expect(Self.alive(said) == [])
  }

  @Test(.timeLimit(.minutes(10))) func aLeak_wouldBeSeen() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ImageRounds().run(seedsLeak: true)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(Self.alive(said).contains { $0.contains("type-name=(string)GstIdentity") })
  }

  private static func alive(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { $0.contains(": object-alive, type-name=(string)Gst") }
  }
}

/// The bodies of the exit tests: GStreamer's leak tracer reports when the library is deinitialized.
private struct ImageRounds {
  /// Records errors as issues: an error thrown out of the process would be lost.
  func run(seedsLeak: Bool) async {
    do { try await rounds(seedsLeak: seedsLeak) } catch { Issue.record(error) }
  }

  private func rounds(seedsLeak: Bool) async throws {
    setenv("GST_TRACERS", "leaks", 1)
    setenv("GST_DEBUG", "GST_TRACER:7", 1)
    setenv("GST_DEBUG_NO_COLOR", "1", 1)
    let folder = try TemporaryFolder()
    try Oracle.make(["-i", SharedClip.movie.path, "-c", "copy", folder.file("a.mkv")])
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.5", "-c:v", "mpeg2video", folder.file("a.ts"),
    ])
    var counts: [(threads: Int, files: Int)] = []
    for round in 0..<(seedsLeak ? 3 : 200) {
      let url = [SharedClip.movie, folder.url("a.mkv"), folder.url("a.ts")][round % 3]
      do {
        try await make(round, url)
      } catch {
        Issue.record(error, "round \(round), \(url.lastPathComponent)")
      }
      counts.append((try entries(of: "task"), try entries(of: "fd")))
    }
    if seedsLeak {
      _ = gst_element_factory_make("identity", nil)
    } else {
      // Threads end with a delay: the minimum of the last rounds is compared with the maximum of the early ones.
      let (early, late) = (counts[20..<70], counts.suffix(50))
      #expect(try #require(late.map(\.threads).min()) <= early.map(\.threads).max()!, "\(counts.map(\.threads))")
      #expect(try #require(late.map(\.files).min()) <= early.map(\.files).max()!, "\(counts.map(\.files))")
    }
    // Lanes that decode ahead end after the last result that was asked for.
    _ = try Threads.left()
    gst_deinit()
  }

  /// Makes images with every API; some results are never awaited.
  private func make(_ round: Int, _ url: URL) async throws {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.maximumSize = CGSize(width: 40, height: 40)
    // The clocks of both begin before the first frame of the transport stream, and slightly before that of the Matroska
    // file.
    if round % 2 == 0, url.pathExtension != "ts" { generator.makeExact() }
    let times = [6, 11, 4].map { NumberedMovie.time($0) }
    switch round % 5 {
    case 0: _ = try generator.copyCGImage(at: times[1], actualTime: nil)
    case 1: #expect(try await generator.image(at: times[1]).image.width == 40)
    case 2:
      var count = 0
      for await element in generator.images(for: times) {
        _ = try element.image
        count += 1
      }
      #expect(count == 3)
    case 3: #expect(await generator.calls(times).allSatisfy { $0.error == nil })
    default:
      // After the first image the rest is cancelled.
      _ = await generator.calls(times) { generator.cancelAllCGImageGeneration() }
      #expect(throws: AVError.self) { try generator.copyCGImage(at: .invalid, actualTime: nil) }
    }
  }

  private func entries(of table: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(table)").count
  }
}
