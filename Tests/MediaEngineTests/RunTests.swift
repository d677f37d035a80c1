@testable import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import Synchronization
import Testing

@testable import MediaEngine

@Suite struct RunTests {
  /// Two seconds of video and audio in an MP4.
  private func movie(to url: Location, duration: MediaTime? = .seconds(2)) -> Graph {
    var graph = Graph()
    let video = graph.add(
      "video",
      TestVideo {
        $0.size = PixelSize(width: 320, height: 180); $0.duration = duration
      })
    let audio = graph.add("audio", TestAudio { $0.duration = duration })
    let h264 = graph.add("h264", VideoEncodeH264())
    let aac = graph.add("aac", AudioEncodeAAC())
    let mp4 = graph.add("mp4", MuxMP4 { $0.fastStart = true })
    let file = graph.add("file", FileWrite { $0.url = url })
    graph.connect(video.output, to: h264.input)
    graph.connect(audio.output, to: aac.input)
    graph.connect(h264.output, to: mp4.input)
    graph.connect(aac.output, to: mp4.input)
    graph.connect(mp4.output, to: file.input)
    return graph
  }

  @Test func movie_isWhatOtherProgramsSayItIs() async throws {
    let folder = try TemporaryFolder()
    let result = try await movie(to: folder.location("out.mp4")).run(options: .testing)
    #expect(
      try Oracle.streams(folder.file("out.mp4"), "codec_name,width,height,nb_read_frames") == [
        "h264,320,180,60", "aac,94",
      ])
    #expect(try Oracle.warnings(folder.file("out.mp4")) == "")
    #expect(result.end == .finished)
    #expect(result.duration == CMTime(value: 2, timescale: 1))
    let size = try FileManager.default.attributesOfItem(atPath: folder.file("out.mp4"))[.size] as? Int
    #expect(result.outputs == [OutputReport(path: folder.file("out.mp4"), bytes: size ?? 0)])
    #expect(result.nodes.first { $0.name == "video" }?.outputs.map(\.buffers) == [60])
    #expect(result.nodes.first { $0.name == "audio" }?.outputs.map(\.samples) == [96000])
    #expect(result.nodes.first { $0.name == "h264" }?.elements.contains("x264enc") == true)
    #expect(folder.names == ["out.mp4"])
  }

  /// Bytes have no times: the duration is that of the media in them.
  @Test func durationOfBytes_isThatOfTheMediaInThem() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "sine=1000:duration=2", "-c:a", "mp2", folder.file("tone.mp2")])
    var graph = Graph()
    let file = graph.add("file", FileRead { $0.url = folder.location("tone.mp2") })
    let parse = graph.add(
      "parse",
      GstElement {
        $0.element = "mpegaudioparse"
        $0.from = .bytes
        $0.to = .codedAudio
      })
    let decode = graph.add("decode", AudioDecode())
    graph.connect(file.output, to: parse.port(in: "in", as: Bytes.self))
    graph.connect(parse.port(out: "out", as: Coded<Audio>.self), to: decode.input)
    graph.connect(decode.output, to: graph.add("end", Null()).input)
    let result = try await graph.run(options: .testing)
    // 77 frames of 1152 samples at 44.1 kHz hold two seconds.
    #expect(abs(result.duration.seconds - 77 * 1152 / 44100.0) < 0.001, "\(result.duration)")
  }

  @Test func mkv_isWhatOtherProgramsSayItIs() async throws {
    let folder = try TemporaryFolder()
    var (graph, source) = Graph.frames(25)
    let h264 = graph.add("h264", VideoEncodeH264())
    let mkv = graph.add("mkv", MuxMKV())
    graph.connect(source, to: h264.input)
    graph.connect(h264.output, to: mkv.input)
    graph.connect(mkv.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mkv") }).input)
    _ = try await graph.run(options: .testing)
    #expect(try Oracle.streams(folder.file("out.mkv"), "codec_name,nb_read_frames") == ["h264,25"])
    #expect(try Oracle.warnings(folder.file("out.mkv")) == "")
  }

  @Test func fragmentedMP4_plays() async throws {
    let folder = try TemporaryFolder()
    var (graph, source) = Graph.frames(60)
    let h264 = graph.add("h264", VideoEncodeH264 { $0.keyFrameInterval = 10 })
    let mp4 = graph.add("mp4", MuxMP4 { $0.fragment = .milliseconds(500) })
    graph.connect(source, to: h264.input)
    graph.connect(h264.output, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    _ = try await graph.run(options: .testing)
    #expect(try Oracle.streams(folder.file("out.mp4"), "codec_name,nb_read_frames") == ["h264,60"])
  }

  @Test func fileRead_copiesBytes() async throws {
    let folder = try TemporaryFolder()
    let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try bytes.write(to: URL(fileURLWithPath: folder.file("in.bin")))
    var graph = Graph()
    let read = graph.add("read", FileRead { $0.url = folder.location("in.bin") })
    graph.connect(read.output, to: graph.add("write", FileWrite { $0.url = folder.location("out.bin") }).input)
    _ = try await graph.run(options: .testing)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("out.bin"))) == bytes)
  }

  @Test func readingAPortThreeTimes_isAFanOut() async throws {
    let folder = try TemporaryFolder()
    var (graph, source) = Graph.frames(60, size: PixelSize(width: 320, height: 180))
    for height in [180, 120, 60] {
      let scale = graph.add("scale\(height)", VideoScale { $0.height = height })
      let h264 = graph.add("h264_\(height)", VideoEncodeH264())
      let mp4 = graph.add("mp4_\(height)", MuxMP4())
      let file = graph.add("file\(height)", FileWrite { $0.url = folder.location("\(height).mp4") })
      graph.connect(source, to: scale.input)
      graph.connect(scale.output, to: h264.input)
      graph.connect(h264.output, to: mp4.input)
      graph.connect(mp4.output, to: file.input)
    }
    _ = try await graph.run(options: .testing)
    for height in [180, 120, 60] {
      #expect(try Oracle.streams(folder.file("\(height).mp4"), "height,nb_read_frames") == ["\(height),60"])
    }
  }

  /// An encoder that delays frames beside one that does not, into one file: short queues would deadlock.
  @Test func twoTracksOfOneFanOut_doNotWaitForEachOther() async throws {
    let folder = try TemporaryFolder()
    var (graph, source) = Graph.frames(200)
    let slow = graph.add("slow", VideoEncodeH264 { $0.speed = .slow })
    let quick = graph.add("quick", VideoEncodeH264 { $0.latency = .low })
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(source, to: slow.input)
    graph.connect(source, to: quick.input)
    graph.connect(slow.output, to: mp4.input)
    graph.connect(quick.output, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    _ = try await graph.run(options: .testing)
    #expect(try Oracle.streams(folder.file("out.mp4"), "nb_read_frames") == ["200", "200"])
  }

  @Test func latest_dropsThereAndNowhereElse() async throws {
    var (graph, source) = Graph.frames(200)
    let gate = DispatchSemaphore(value: 0)
    let late = Atomic<Int>(0)
    let slow = graph.add(
      "slow",
      VideoSink("slow") { _ in
        // Waits until the other branch has had everything.
        if late.add(1, ordering: .relaxed).newValue == 1 { gate.wait() }
      }, delivery: .latest)
    let counted = VideoSink("all") { frame in
      if frame.presentationTime == CMTime(value: 199, timescale: 30) { gate.signal() }
    }
    graph.connect(source, to: slow.input)
    graph.connect(source, to: graph.add("all", counted).input)
    let result = try await graph.run(options: .testing)
    #expect(result.nodes.first { $0.name == "all" }?.inputs.map(\.buffers) == [200])
    #expect(late.load(ordering: .relaxed) < 20)
  }

  @Test func stopAfter_endsEverySourceAtThatTime() async throws {
    var graph = Graph()
    graph.stop = StopRule(after: .milliseconds(1500))
    let (pictures, recordedAudio) = (RecordedFrames(), RecordedAudio())
    let video = graph.add("video", TestVideo { $0.size = PixelSize(width: 64, height: 48) })
    let audio = graph.add("audio", TestAudio())
    graph.connect(video.output, to: graph.add("look", pictures.sink()).input)
    graph.connect(audio.output, to: graph.add("listen", recordedAudio.sink()).input)
    let result = try await graph.run(options: .testing)
    #expect(pictures.all.count == 45)
    #expect(recordedAudio.total.frames == 72000)
    #expect(result.duration == CMTime(value: 3, timescale: 2))
  }

  @Test func stop_drainsSoThatTheFileIsComplete() async throws {
    let folder = try TemporaryFolder()
    let run = GraphRun(movie(to: folder.location("out.mp4"), duration: nil), options: .testing)
    async let result = run.result()
    for await progress in run.progress where progress.position > CMTime(value: 1, timescale: 1) {
      run.stop()
      break
    }
    #expect(try await result.end == .stopped)
    #expect(try Oracle.warnings(folder.file("out.mp4")) == "")
    #expect(folder.names == ["out.mp4"])
  }

  @Test func cancelling_leavesNothing() async throws {
    let folder = try TemporaryFolder()
    let run = GraphRun(movie(to: folder.location("out.mp4"), duration: nil), options: .testing)
    let task = Task { try await run.result() }
    for await progress in run.progress where progress.position > .zero { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names == [])
  }

  @Test func cancellingBeforeTheStart_leavesNothing() async throws {
    let folder = try TemporaryFolder()
    let graph = movie(to: folder.location("out.mp4"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await graph.run(options: .testing)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names == [])
  }

  @Test func pause_holdsTheRunAndResumeLetsItGoOn() async throws {
    var (graph, source) = Graph.frames(3000)
    graph.connect(source, to: graph.add("null", Null()).input)
    let run = GraphRun(graph, options: .testing)
    run.pause()
    async let result = run.result()
    run.resume()
    #expect(try await result.nodes.first { $0.name == "null" }?.inputs.map(\.buffers) == [3000])
  }

  @Test func pauseBeforeTheFilesAreOpen_isOverWithTheResume() async throws {
    let folder = try TemporaryFolder()
    _ = try await movie(to: folder.location("in.mp4")).run(options: .testing)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = folder.location("in.mp4") })
    let pictures = RecordedFrames()
    graph.connect(source.video, to: graph.add("look", pictures.sink()).input)
    let run = GraphRun(graph, options: .testing)
    run.pause()
    async let result = run.result()
    run.resume()
    _ = try await result
    #expect(pictures.all.count == 60)
  }

  @Test func aRunThatStalls_namesTheNodeAndSaysWhatItHas() async throws {
    var (graph, source) = Graph.frames(10)
    let gate = DispatchSemaphore(value: 0)
    let effect = graph.add("stuck", VideoEffect("stuck") { _ in gate.wait() })
    graph.connect(source, to: effect.input)
    graph.connect(effect.output, to: graph.add("null", Null()).input)
    let run = GraphRun(graph, options: RunOptions(stallTimeout: .milliseconds(300)))
    let task = Task { try await run.result() }
    // The pipeline cannot be stopped while the closure blocks its thread.
    for await _ in run.progress {}
    for _ in 0..<20 { gate.signal() }
    let error = await #expect(throws: Diagnostics.self) { try await task.value }
    #expect(
      error?.all.first?.message.firstMatch(of: /^nothing has moved for \d+ (ms|s): 'stuck' \(swift.stuck\) stalls$/)
        != nil)
    #expect(error?.all.first?.notes.contains("'stuck': in 1, out 0 buffers") == true)
    #expect(run.dot?.contains("digraph") == true)
  }

  /// No node has ports yet: the pipe never gets a writer.
  @Test func aStallWhileFilesOpen_namesTheNodeAndItsFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = Location(path) })
    graph.connect(source.audio, to: graph.add("null", Null()).input)
    let options = RunOptions(stallTimeout: .milliseconds(300))
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: options) }
    let problem = try #require(error?.all.first)
    #expect(
      problem.message.firstMatch(of: /^nothing has moved for \d+ (ms|s): 'source' \(asset.read\) stalls$/) != nil,
      "\(problem)")
    #expect(problem.notes == ["'source' has not opened '\(path)'"])
  }

  /// A muxer that has one track waits for the other: the node that delays that is the cause.
  @Test func aStallBesideAMuxer_namesTheNodeThatHoldsATrackBack() async throws {
    let folder = try TemporaryFolder()
    var graph = movie(to: folder.location("out.mp4"))
    let gate = DispatchSemaphore(value: 0)
    let stuck = graph.add("stuck", AudioEffect("stuck") { _ in gate.wait() })
    graph.connect(Output<RawAudio>(node: "audio", port: "out"), to: stuck.input)
    graph["aac"]?.inputs = [Link(port: "in", source: .node("stuck", port: "out"))]
    let run = GraphRun(graph, options: RunOptions(stallTimeout: .milliseconds(500)))
    let task = Task { try await run.result() }
    for await _ in run.progress {}
    for _ in 0..<200 { gate.signal() }
    let error = await #expect(throws: Diagnostics.self) { try await task.value }
    #expect(error?.all.first?.message.hasSuffix("'stuck' (swift.stuck) stalls") == true)
  }

  @Test func muxerThatGetsNothing_isAnError() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let none = graph.add(
      "none",
      GstElement {
        $0.element = "videotestsrc"; $0.properties = ["num-buffers": "0"]; $0.to = .rawVideo
      })
    let h264 = graph.add("h264", VideoEncodeH264())
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(none.port(out: "out", as: RawVideo.self), to: h264.input)
    graph.connect(h264.output, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.message == "nothing has come to 'mp4' (mux.mp4)")
    #expect(folder.names == [])
  }

  /// Two outputs, the second of which has its name taken during the run.
  @Test(arguments: [false, true]) func ofSeveralOutputs_allAppearOrNone(overwrite: Bool) async throws {
    let folder = try TemporaryFolder()
    if overwrite { try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("first.mkv"))) }
    var (graph, source) = Graph.frames(5)
    let h264 = graph.add("h264", VideoEncodeH264())
    graph.connect(source, to: h264.input)
    for name in ["first", "second"] {
      let mkv = graph.add("mux_\(name)", MuxMKV())
      graph.connect(h264.output, to: mkv.input)
      graph.connect(mkv.output, to: graph.add(name, FileWrite { $0.url = folder.location("\(name).mkv") }).input)
    }
    let taken = folder.file("second.mkv")
    // A folder cannot be replaced by a file.
    let meddler = VideoSink("meddler") { _ in
      try? FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
    }
    graph.connect(source, to: graph.add("meddler", meddler).input)
    let options = RunOptions(overwrite: overwrite, stallTimeout: .seconds(60))
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: options) }
    #expect(error?.exitCode == 73)
    #expect(folder.names == (overwrite ? ["first.mkv", "second.mkv"] : ["second.mkv"]))
    if overwrite {
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("first.mkv"))) == Data("old".utf8))
    }
  }

  @Test func fastStart_putsHeadersFirstAndLeavesNothingElse() async throws {
    let folder = try TemporaryFolder()
    let run = GraphRun(movie(to: folder.location("out.mp4"), duration: nil), options: .testing)
    async let result = run.result()
    for await progress in run.progress where progress.position > CMTime(value: 1, timescale: 1) {
      #expect(folder.names.allSatisfy { $0.hasPrefix(".out.mp4.") && $0.hasSuffix(".part") })
      run.stop()
      break
    }
    _ = try await result
    #expect(folder.names == ["out.mp4"])
    let head = try Data(contentsOf: URL(fileURLWithPath: folder.file("out.mp4"))).prefix(64)
    #expect(head.range(of: Data("moov".utf8)) != nil)
  }

  /// Sources of different speeds end at the same time.
  @Test func stop_endsAllSourcesAtOneTime() async throws {
    var graph = Graph()
    let video = graph.add("video", TestVideo { $0.size = PixelSize(width: 640, height: 480) })
    let audio = graph.add("audio", TestAudio())
    let (pictures, recordedAudio) = (RecordedFrames(), RecordedAudio())
    graph.connect(video.output, to: graph.add("look", pictures.sink()).input)
    graph.connect(audio.output, to: graph.add("listen", recordedAudio.sink()).input)
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    for await progress in run.progress where progress.position > .zero {
      run.stop()
      break
    }
    _ = try await result
    // The last frame is shown for its whole duration.
    let (shown, heard) = (Double(pictures.all.count) / 30, Double(recordedAudio.total.frames) / 48000)
    #expect(shown >= heard - 0.000_1 && shown < heard + 1.0 / 30 + 0.000_1)
  }

  /// A session runs once: every caller of `result()` gets the result of that run.
  @Test func resultAskedForTwice_isThatOfOneRun() async throws {
    var (graph, source) = Graph.frames(1)
    let frames = Mutex(0)
    let sink = VideoSink("count") { _ in frames.withLock { $0 += 1 } }
    graph.connect(source, to: graph.add("count", sink).input)
    let run = GraphRun(graph, options: .testing)
    let first = try await run.result()
    let second = try await run.result()
    #expect(first.elapsed == second.elapsed && frames.withLock { $0 } == 1)
  }

  @Test func existingOutput_isLeftAlone() async throws {
    let folder = try TemporaryFolder()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("out.mp4")))
    let error = await #expect(throws: Diagnostics.self) {
      try await movie(to: folder.location("out.mp4")).run(options: .testing)
    }
    #expect(error?.exitCode == 73)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("out.mp4"))) == Data("mine".utf8))
    #expect(folder.names == ["out.mp4"])
  }
}
