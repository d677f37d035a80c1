@testable import GStreamer
import GStreamerTesting
import CGStreamer
import Foundation
import MediaGraph
import TestSupport
import Testing

@testable import MediaEngine

/// GStreamer's leak tracer reports when the library is deinitialized, after which a process cannot use it: a child
/// process runs the tests.
@Suite("Nothing leaks")
struct LeakTests {
  @Test("over 200 pipelines of every kind of closure, opened, run and closed", .timeLimit(.minutes(10)))
  func loops() async throws {
    let (status, alive) = try await child("loops")
    #expect(status == 0)
    #expect(alive == [])
  }

  @Test("over hundreds of runs of graphs: no object, no thread, no file", .timeLimit(.minutes(10)))
  func graphs() async throws {
    let (status, alive) = try await child("graphs")
    #expect(status == 0, "more threads or files at the end than at the beginning")
    #expect(alive == [])
  }

  @Test("and if it did, it would be seen", .timeLimit(.minutes(10)))
  func seeded() async throws {
    let (status, alive) = try await child("seeded")
    #expect(status == 0)
    #expect(alive.contains { $0.contains("type-name=(string)GstIdentity") })
  }

  /// Runs ``LeakChild`` with the tracer on; returns the lines about objects that outlived it.
  private func child(_ mode: String) async throws -> (status: Int32, alive: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
    process.arguments = Array(
      CommandLine.arguments.dropFirst().prefix { $0 != "--filter" && $0 != "--event-stream-output-path" }
    )
    .filter { !$0.hasPrefix("--parallel") }
    if !process.arguments!.contains("--testing-library") {
      process.arguments! += ["--testing-library", "swift-testing"]
    }
    process.arguments! += ["--filter", "LeakChild"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1", "REEL_LEAK_CHILD": mode]
    ) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = await withCheckedContinuation { continuation in
      DispatchQueue(label: "leaks").async {
        let data = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
    #expect(text.contains("GST_TRACER"), "the tracer has not run:\n\(text)")
    return (
      process.terminationStatus,
      text.split(separator: "\n").map(String.init).filter { $0.contains(": object-alive, type-name=(string)Gst") }
    )
  }
}

@Suite(.enabled(if: ProcessInfo.processInfo.environment["REEL_LEAK_CHILD"] != nil))
struct LeakChild {
  @Test func run() async throws {
    switch ProcessInfo.processInfo.environment["REEL_LEAK_CHILD"] {
    case "graphs": try await runGraphs()
    case "seeded":
      try await open(0)
      _ = Unmanaged.passRetained(try Element.make("identity"))
    default: for round in 0..<200 { try await open(round) }
    }
    gst_deinit()
  }

  /// Runs a few frames each time, and a movie in every fiftieth run; then everything has to be released.
  private func runGraphs() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=32x32:rate=25:duration=0.2", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      folder.file("movie.mp4"),
    ])
    var files: [Int] = []
    for round in 0..<Soak.rounds(200, of: 500) {
      var (graph, picture) = Graph.frames(3, size: PixelSize(width: 32, height: 32))
      graph.connect(picture, to: graph.add("null", Null()).input)
      if round % 50 == 0 {
        let movie = graph.add("movie", AssetRead { $0.url = folder.location("movie.mp4") })
        graph.connect(movie.video, to: graph.add("end", Null()).input)
      }
      let run = GraphRun(graph, options: .testing)
      run.start()
      if round % 3 == 2 {
        // At any moment of its beginning: nothing of it goes on.
        for _ in 0..<round % 50 { await Task.yield() }
        run.cancel()
        _ = try? await run.result()
      } else {
        #expect(try await run.result().end == .finished)
      }
      files.append(try entries(of: "fd").count)
    }
    #expect(try #require(files.suffix(50).min()) <= files[50..<150].max()!, "\(files)")
    let left = try Threads.left()
    #expect(left.count <= Threads.standing, "\(left)")
  }

  /// Returns the entries of a process table, such as open files ("fd").
  private func entries(of table: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(table)")
  }

  /// Runs frames to the end of the stream, an error, or a close while they flow.
  private func open(_ round: Int) async throws {
    let source = try ClosureElements.videoSource(width: 16, height: 16) { frame, number in
      if round % 3 == 1, number == 2 { throw TestError(number: number) }
      return round % 3 == 2 || number < 5
    }
    let effect = try ClosureElements.videoEffect { frame in frame.withMutablePlane(0) { $0.fill(1) } }
    let sink = try ClosureElements.videoSink { frame in _ = frame.presentationTime }
    let pictures = try Pipeline(chain: source, effect, sink)
    if round % 3 == 2 {
      let messages = pictures.bus.messages(.all)
      try await pictures.setState(.playing)
      for await case .streamStart in messages { break }
      await pictures.close()
    } else {
      let report = try await pictures.run()
      #expect((report?.cause as? TestError) == (round % 3 == 1 ? TestError(number: 2) : nil))
    }
    let audio = try Pipeline(
      chain: try ClosureElements.audioSource { $0.samplePosition! > 4000 ? 10 : $0.frameCount },
      try ClosureElements.audioEffect { $0.withMutableSamples(as: Float.self) { $0[0] = 1 } },
      try ClosureElements.audioSink { _ in })
    #expect(try await audio.run() == nil)
    let count = Log<Int>()
    let data = try Pipeline(
      chain: try ClosureElements.dataSource(caps: "text/x-raw,format=utf8") {
        count.add(0)
        return count.all.count > 3 ? nil : DataPacket(Data([1, 2]))
      }, try ClosureElements.dataSink { _ in })
    #expect(try await data.run() == nil)
    #expect(throws: GStreamerError.self) { try source.set("num-bufers", to: "1") }
    #expect(try source.get("num-buffers") == "-1")
  }
}

extension Message.Report: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.source == b.source && a.text == b.text && a.code == b.code }
}
