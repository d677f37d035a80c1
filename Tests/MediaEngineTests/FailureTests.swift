import CGStreamer
import CoreMedia
import Foundation
import GStreamer
import MediaGraph
import MediaSource
import MovieFile
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

/// Failures in the middle of a run: each reaches the caller with its code, its node, the time in the media and the
/// error underneath.
@Suite(.timeLimit(.minutes(10))) struct FailureTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func failure(of graph: Graph) async throws -> (problem: Diagnostic, error: MediaError) {
    let thrown = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    let problem = try #require(thrown?.all.first)
    return (problem, try #require(problem.underlying as? MediaError, "\(problem)"))
  }

  // MARK: - A full disk

  @Test(arguments: [true, false]) func fullDisk_isTheWritingNodesErrorWithTheSystemsNumber(isOwn: Bool) async throws {
    var graph = Graph()
    let tone = graph.add("tone", TestAudio { $0.duration = .seconds(20) })
    let pcm = graph.add("pcm", AudioEncodePCM())
    graph.connect(tone.output, to: pcm.input)
    let file = graph.add("file", FileWrite { $0.url = "/dev/full" })
    if isOwn {
      let wav = graph.add("wav", MuxWAV())
      graph.connect(pcm.output, to: wav.input)
      graph.connect(wav.output, to: file.input)
    } else {
      let mkv = graph.add("mkv", MuxMKV())
      graph.connect(pcm.output, to: mkv.input)
      graph.connect(mkv.output, to: file.input)
    }
    let (problem, error) = try await failure(of: graph)
    #expect(problem.message == "cannot write '/dev/full'" && problem.cause == "No space left on device")
    #expect(problem.help == "make room where it is written, or write it elsewhere" && problem.kind == .output)
    #expect(problem.node == "file")
    #expect(error.code == .noSpace && error.family == .writing && error.path == "/dev/full")
    #expect(error.system == .errno(ENOSPC) && (error.underlying as? POSIXError)?.code == .ENOSPC)
    #expect(error.time > .zero && error.time < CMTime(value: 20, timescale: 1), "\(error.time)")
  }

  @Test func fullDisk_ofNumberedFiles_isTheSame() async throws {
    // A folder that goes away stands for it: files cannot be made in it any more.
    let path = folder.file("pictures")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    var (graph, source) = Graph.frames(50)
    let effect = graph.add(
      "remover",
      VideoEffect("remover") { frame in
        if frame.presentationTime.seconds > 0.5 { try FileManager.default.removeItem(atPath: path) }
      })
    graph.connect(source, to: effect.input)
    let images = graph.add("images", ImageWrite { $0.url = Location("\(path)/%03d.png") })
    graph.connect(effect.output, to: images.input)
    let (problem, error) = try await failure(of: graph)
    #expect(problem.message == "cannot write '\(path)/%03d.png'" && problem.node == "images")
    #expect(error.code == .unwritable && error.system == .errno(ENOENT))
  }

  // MARK: - Media

  /// Two seconds at 25 frames a second, of which frame 20 is overwritten.
  private func movieWithADamagedSample() throws -> Location {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2", "-c:v", "libx264", "-g", "10", "-bf", "0",
      folder.file("movie.mp4"),
    ])
    let sample = try Movie(path: folder.file("movie.mp4")).tracks[0].samples()[20]
    var bytes = try Data(contentsOf: folder.url("movie.mp4"))
    let range = Int(sample.offset)..<Int(sample.offset) + Int(sample.size)
    bytes.replaceSubrange(range, with: Data(repeating: 0xff, count: range.count))
    try bytes.write(to: folder.url("movie.mp4"))
    return folder.location("movie.mp4")
  }

  @Test func damagedSample_isNamedWithItsTime() async throws {
    let location = try movieWithADamagedSample()
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = location })
    graph.connect(source.video, to: graph.add("null", Null()).input)
    let (problem, error) = try await failure(of: graph)
    #expect(problem.message == "reading stopped in 'source' (asset.read)" && problem.node == "source")
    #expect(error.code == .damagedSample && error.family == .decoding)
    #expect(error.time == CMTime(value: 20, timescale: 25), "\(error.time)")
    #expect((error.underlying as? DecoderError)?.sample == 20)
  }

  @Test func damagedSample_ofAPulledRun_isNamedWithItsTime() async throws {
    let location = try movieWithADamagedSample()
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = location })
    let scale = graph.add("scale", VideoScale { $0.height = 24 })
    graph.connect(source.video, to: scale.input)
    let sink = ProgramSink<RawVideo>("frames")
    graph.connect(scale.output, to: graph.add("sink", sink).input)
    #expect(try GraphPlan(graph).executor == .pulled)
    let run = GraphRun(graph, options: .testing)
    run.start()
    let heard = await #expect(throws: Diagnostic.self) { while try await sink.next() != nil {} }
    let thrown = await #expect(throws: Diagnostics.self) { try await run.result() }
    for problem in [try #require(heard), try #require(thrown?.all.first)] {
      #expect(problem.message == "reading stopped in 'source' (asset.read)" && problem.node == "source")
      let error = try #require(problem.underlying as? MediaError)
      #expect(error.code == .damagedSample && error.family == .decoding)
      #expect(error.time == CMTime(value: 20, timescale: 25), "\(error.time)")
      #expect((error.underlying as? DecoderError)?.sample == 20)
    }
  }

  @Test func missingDecoder_isNamed() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1", "-c:v", "qtrle", folder.file("movie.mov"),
    ])
    var bytes = try Data(contentsOf: folder.url("movie.mov"))
    let code = try #require(bytes.range(of: Data("rle ".utf8)))
    bytes.replaceSubrange(code, with: Data("odd1".utf8))
    try bytes.write(to: folder.url("movie.mov"))
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = folder.location("movie.mov") })
    graph.connect(source.video, to: graph.add("null", Null()).input)
    let (problem, error) = try await failure(of: graph)
    #expect(problem.node == "source", "\(problem)")
    #expect(error.code == .missingDecoder, "\(error)")
  }

  // MARK: - Devices and closures

  @Test func deviceThatGoesAway_isLost_andTheElementSaysHow() async throws {
    var graph = Graph()
    let camera = graph.add("camera", Camera())
    graph.connect(camera.output, to: graph.add("null", Null()).input)
    let (problem, error) = try await failure(of: graph)
    #expect(problem.message.contains("stopped in 'camera'") && problem.node == "camera", "\(problem)")
    #expect(error.code == .deviceLost && error.family == .device)
    #expect(error.system == .gError(domain: "gst-resource-error-quark", code: 9))
    #expect(error.time == CMTime(value: 4, timescale: 30), "\(error.time)")
    #expect(error.underlying is Message.Report)
  }

  @Test func errorOfAClosure_isUnderneath() async throws {
    struct TestError: Error {}
    var (graph, source) = Graph.frames(100)
    let effect = graph.add(
      "picky", VideoEffect("picky") { frame in if frame.presentationTime.seconds > 1 { throw TestError() } })
    graph.connect(source, to: effect.input)
    graph.connect(effect.output, to: graph.add("null", Null()).input)
    let (problem, error) = try await failure(of: graph)
    #expect(problem.node == "picky" && problem.cause == "TestError()")
    #expect(error.code == .failed && error.family == .plugin && error.underlying is TestError)
    #expect(error.time > CMTime(value: 1, timescale: 1) && error.time < CMTime(value: 2, timescale: 1), "\(error.time)")
  }
}

/// A camera that is unplugged after four frames: its element says so as v4l2src does.
private struct Camera: ClosureComponent, ElementNode {
  private let source = VideoSource("camera", size: .init(width: 64, height: 48), frameRate: FrameRate(30)!) { _, _ in
    true
  }
  var output: Output<RawVideo> { source.output }
  var declaration: NodeDeclaration { source.declaration }
  var arguments: [String: Argument] { [:] }
  var elements: [ElementChoice] { source.elements }
  var family: MediaError.Family { .device }

  func build(_ bin: NodeBin) throws {
    try source.build(bin)
    let element = try #require(bin.bin.elements.first)
    let count = Atomic<Int>(0)
    try element.pad("src").addProbe(.buffers) { _ in
      guard count.add(1, ordering: .relaxed).oldValue == 4 else { return .pass }
      gst_element_message_full(
        element.element, GST_MESSAGE_ERROR, gst_resource_error_quark(), gint(GST_RESOURCE_ERROR_READ.rawValue),
        g_strdup("The device is gone."), g_strdup("poll error 1: No such device (19)"), "camera.c", "read", 1)
      return .finish
    }
  }
}
