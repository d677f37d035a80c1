import CoreMedia
import Foundation
import MediaGraph
import Synchronization
import Testing

@testable import MediaEngine

/// Graphs that change while they run: changes apply at once; everything else is undisturbed.
@Suite(.timeLimit(.minutes(10))) struct UpdateTests {
  private let seen = Recorder<Int>()
  /// The first number of another source.
  private static let other = 1 << 23

  /// An endless source with a sink.
  private func looking() -> (graph: Graph, source: Output<RawVideo>) {
    var graph = Graph()
    let source = graph.add("source", Recorder<Int>.source())
    graph.connect(source.output, to: graph.add("look", seen.sink()).input)
    return (graph, source.output)
  }

  /// Expects consecutive numbers.
  private func expectUnbroken(_ numbers: [Int], _ place: SourceLocation = #_sourceLocation) {
    for (a, b) in zip(numbers, numbers.dropFirst()) where b != a + 1 {
      Issue.record("\(b) follows \(a)", sourceLocation: place)
      return
    }
  }

  private func recording(of source: Output<RawVideo>, in graph: Graph, to url: Location, _ watch: Recorder<Int>)
    -> Graph
  {
    var graph = graph
    let tap = graph.add("tap", VideoEffect("tap") { _ in watch.note(0) })
    let h264 = graph.add("h264", VideoEncodeH264 { $0.speed = .ultrafast })
    let mkv = graph.add("mkv", MuxMKV())
    graph.connect(source, to: tap.input)
    graph.connect(tap.output, to: h264.input)
    graph.connect(h264.output, to: mkv.input)
    graph.connect(mkv.output, to: graph.add("file", FileWrite { $0.url = url }).input)
    return graph
  }

  @Test func recordingStartedAndStoppedAgainAndAgain_besideASinkThatMissesNothing() async throws {
    let rounds = Soak.rounds(20, of: 200)
    let folder = try TemporaryFolder()
    let (graph, source) = looking()
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    for number in 0..<rounds {
      let watch = Recorder<Int>()
      try await run.update(
        to: recording(of: source, in: graph, to: folder.location("\(number).mkv"), watch))
      await watch.waitFor(3)
      try await run.update(to: graph)
      #expect(folder.names.contains("\(number).mkv"))
    }
    run.stop()
    let report = try await result
    #expect(report.outputs.count == rounds)
    #expect(folder.names.count == rounds)
    expectUnbroken(seen.all)
    #expect(report.nodes.first { $0.name == "look" }?.inputs.map(\.buffers) == [seen.count])
    // The time of the first frame, and the number of decodable ones: every file plays from its beginning.
    let lines = try Oracle.text(
      "bash",
      [
        "-c",
        """
        cd \(folder.path) && for file in *.mkv; do
          ffprobe -v error -count_frames -show_entries packet=pts_time:stream=codec_name,nb_read_frames \
            -of csv=p=0 $file | sed -n '1p;$p' | paste -sd,
        done
        """,
      ], withErrors: true
    ).split(separator: "\n")
    #expect(lines.count == rounds)
    let wrong = lines.filter { $0.firstMatch(of: /^0\.000000,h264,[1-9]\d*$/) == nil }
    #expect(wrong == [])
  }

  @Test func videoAndAudio_beginTogetherInARecording() async throws {
    let folder = try TemporaryFolder()
    var (graph, source) = looking()
    let (watch, audio) = (Recorder<Int>(), Recorder<Int>())
    let made = Atomic<Int>(0)
    // Endless sources, of which the audio waits for the video, as if both were of one file.
    let tone = AudioSource("tone") { [seen] block in
      let count = made.add(block.frameCount, ordering: .relaxed).newValue
      await_: for _ in 0..<200 where count > (seen.count + 5) * 1600 {
        if DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5)) == .success { break await_ }
      }
      return block.frameCount
    }
    let from = graph.add("tone", tone)
    graph.connect(from.output, to: graph.add("listen", AudioSink("listen") { _ in }).input)
    var both = recording(of: source, in: graph, to: folder.location("take.mkv"), watch)
    let tap = both.add("sound", AudioEffect("sound") { _ in audio.note(0) })
    let aac = both.add("aac", AudioEncodeAAC())
    both.connect(from.output, to: tap.input)
    both.connect(tap.output, to: aac.input)
    both.connect(aac.output, to: Input<AnyTrack>(node: "mkv", port: "in"))
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await seen.waitFor(100)
    try await run.update(to: both)
    await watch.waitFor(60)
    await audio.waitFor(60)
    try await run.update(to: graph)
    run.stop()
    _ = try await result
    #expect(try Oracle.warnings(folder.file("take.mkv")) == "")
    let starts = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", folder.file("take.mkv")]
    ).split(separator: "\n").compactMap { Double($0) }
    // The priming of AAC lies before what is heard first.
    let heard = starts.map { abs($0 + 0.021) < 0.001 ? 0 : $0 }
    #expect(heard.count == 2 && heard.contains(0) && heard.allSatisfy { $0 < 0.5 }, "\(starts)")
  }

  @Test func branchOfTwoStreams_leavesWhileItWaitsForOneOfThem() async throws {
    var (apart, source) = looking()
    let (started, goOn) = (Recorder<Int>(), DispatchSemaphore(value: 0))
    let isFree = Atomic(false)
    let slow = VideoSource("slow", size: PixelSize(width: 64, height: 48), frameRate: FrameRate(30) ?? FrameRate()) {
      _, number in
      started.note(number)
      // The branch had no frame to compose the other frames with: as many as fit into its queue wait there.
      if !isFree.load(ordering: .acquiring) { goOn.wait() }
      return true
    }
    let slowly = apart.add("slow", slow).output
    apart.connect(slowly, to: apart.add("null", Null()).input)
    var both = apart
    let composite = both.add("composite", VideoComposite())
    for output in [slowly, source] { both.connect(output, to: composite.input) }
    both.connect(composite.output, to: both.add("end", VideoSink("end") { _ in }).input)
    let run = GraphRun(both, options: .testing)
    async let result = run.result()
    await started.waitFor(1)
    await seen.waitFor(8)
    try await run.update(to: apart)
    await seen.waitFor(more: 50)
    isFree.store(true, ordering: .releasing)
    goOn.signal()
    run.stop()
    _ = try await result
    expectUnbroken(seen.all)
  }

  @Test func inputs_areSwappedAndSwappedBack() async throws {
    var (graph, source) = looking()
    let rest = Recorder<Int>()
    let other = graph.add("other", Recorder<Int>.source("other", from: Self.other))
    graph.connect(other.output, to: graph.add("rest", rest.sink("rest")).input)
    _ = source
    var swapped = graph
    swapped["look"]?.inputs[0].source = .node("other", port: "out")
    swapped["rest"]?.inputs[0].source = .node("source", port: "out")
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await seen.waitFor(10)
    try await run.update(to: swapped)
    await seen.waitFor(more: 10)
    try await run.update(to: graph)
    await seen.waitFor(more: 10)
    run.stop()
    _ = try await result
    // Each frame reaches one of the two sinks: none is lost.
    for first in [0, Self.other] {
      let isOf = { (number: Int) in number >= first && number < first + Self.other }
      expectUnbroken((seen.all + rest.all).filter(isOf).sorted())
    }
    let switches = zip(seen.all, seen.all.dropFirst()).count { ($0 < Self.other) != ($1 < Self.other) }
    #expect(switches == 2)
  }

  @Test func source_isReplaced() async throws {
    let (graph, _) = looking()
    var replaced = Graph()
    let source = replaced.add("source", Recorder<Int>.source("other", from: Self.other))
    replaced.connect(source.output, to: replaced.add("look", seen.sink()).input)
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await seen.waitFor(10)
    try await run.update(to: replaced)
    await seen.waitFor(more: 10)
    run.stop()
    let report = try await result
    let numbers = seen.all
    let first = try #require(numbers.firstIndex(of: Self.other))
    expectUnbroken(Array(numbers[..<first]))
    expectUnbroken(Array(numbers[first...]))
    #expect(report.nodes.map(\.type).sorted() == ["swift.count", "swift.look", "swift.other"])
  }

  @Test func file_isOpenedAndTakesTheSourcesPlace() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=64x48:rate=30:duration=1", folder.file("movie.mp4")])
    let (graph, _) = looking()
    var movie = Graph()
    let source = movie.add("movie", AssetRead { $0.url = folder.location("movie.mp4") })
    movie.connect(source.video, to: movie.add("look", seen.sink()).input)
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await seen.waitFor(10)
    try await run.update(to: movie)
    let report = try await result
    #expect(report.end == .finished)
    #expect(report.nodes.first { $0.name == "movie" }?.outputs.map(\.buffers) == [30])
  }

  @Test func effect_isPutInAndTakenOut() async throws {
    let (graph, source) = looking()
    let watch = Recorder<Int>()
    var with = Graph()
    let from = with.add("source", Recorder<Int>.source())
    let effect = with.add("effect", VideoEffect("effect") { _ in watch.note(0) })
    with.connect(from.output, to: effect.input)
    with.connect(effect.output, to: with.add("look", seen.sink()).input)
    _ = source
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await seen.waitFor(10)
    try await run.update(to: with)
    await watch.waitFor(10)
    try await run.update(to: graph)
    let count = watch.count
    await seen.waitFor(more: 10)
    #expect(watch.count == count)
    run.stop()
    _ = try await result
    expectUnbroken(seen.all)
  }

  @Test func linkThatIsOff_givesNothingUntilItIsOnAgain() async throws {
    var (graph, source) = looking()
    let second = Recorder<Int>()
    graph.connect(source, to: graph.add("second", second.sink("second")).input)
    var off = graph
    off["second"]?.delivery = .nothing
    // Disabled from the start: the others do not wait for it.
    let run = GraphRun(off, options: .testing)
    async let result = run.result()
    await seen.waitFor(50)
    #expect(second.count == 0)
    try await run.update(to: graph)
    await second.waitFor(10)
    try await run.update(to: off)
    // Queued frames have arrived when another round has.
    await seen.waitFor(more: 20)
    let count = second.count
    await seen.waitFor(more: 50)
    #expect(second.count == count)
    run.stop()
    _ = try await result
    expectUnbroken(seen.all)
    expectUnbroken(second.all)
  }

  @Test func gain_changesWithoutAnInterruption() async throws {
    var graph = Graph()
    let levels = Recorder<Float>()
    let tone = graph.add("tone", TestAudio { $0.wave = .square })
    let volume = graph.add("volume", AudioVolume())
    let sink = AudioSink("listen") { block in
      let peak = block.withSamples(as: Float.self) { samples in
        var peak: Float = 0
        for index in samples.indices { peak = max(peak, abs(samples[index])) }
        return peak
      }
      levels.note(peak)
    }
    graph.connect(tone.output, to: volume.input)
    graph.connect(volume.output, to: graph.add("listen", sink).input)
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await levels.waitFor(10)
    var quiet = graph
    quiet["volume"]?.arguments["gain"] = "0.25"
    try await run.update(to: quiet)
    await levels.waitFor(more: 10)
    var mute = quiet
    mute["volume"]?.arguments["mute"] = "true"
    try await run.update(to: mute)
    await levels.waitFor(more: 10)
    run.stop()
    let report = try await result
    let all = levels.all
    #expect(abs(all[5] - 0.5) < 0.001)
    #expect(all.contains { abs($0 - 0.125) < 0.001 })
    #expect(all.last == 0)
    // No sample is missing: the same number went in and came out.
    let samples = report.nodes.map { ($0.outputs + $0.inputs).compactMap(\.samples) }
    #expect(Set(samples.joined()).count == 1, "\(samples)")
  }

  @Test func failedUpdate_leavesTheRunAsItWas() async throws {
    let folder = try TemporaryFolder()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("mine.mkv")))
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder.file("text.mp4")))
    let (graph, source) = looking()
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await seen.waitFor(10)
    let names = folder.names
    // An existing output, an unknown node, a file that is no movie, an element that does not start, an invalid value.
    var wrong: [Graph] = [recording(of: source, in: graph, to: folder.location("mine.mkv"), Recorder<Int>())]
    var unknown = graph
    unknown.nodes.append(GraphNode(name: "x", use: "no.such", inputs: []))
    wrong.append(unknown)
    var text = graph
    let movie = text.add("movie", AssetRead { $0.url = folder.location("text.mp4") })
    text.connect(movie.video, to: text.add("other", Null()).input)
    wrong.append(text)
    var element = graph
    let broken = element.add(
      "broken",
      GstElement {
        $0.element = "filesink"; $0.properties = ["location": "/no/such/folder"]; $0.from = .rawVideo
      })
    element.connect(source, to: broken.port(in: "in", as: RawVideo.self))
    wrong.append(element)
    for graph in wrong {
      await #expect(throws: Diagnostics.self) { try await run.update(to: graph) }
      await seen.waitFor(more: 10)
    }
    #expect(folder.names == names)
    run.stop()
    #expect(try await result.nodes.map(\.name) == ["source", "look"])
    expectUnbroken(seen.all)
  }

  @Test func fileThatIsBeingWritten_cannotGetAnotherTrack() async throws {
    let folder = try TemporaryFolder()
    let (graph, source) = looking()
    let watch = Recorder<Int>()
    let recorded = recording(of: source, in: graph, to: folder.location("take.mkv"), watch)
    var more = recorded
    let second = more.add("second", VideoEncodeH264())
    more.connect(source, to: second.input)
    more.connect(second.output, to: Input<AnyTrack>(node: "mkv", port: "in"))
    let run = GraphRun(recorded, options: .testing)
    async let result = run.result()
    await watch.waitFor(3)
    let error = await #expect(throws: Diagnostics.self) { try await run.update(to: more) }
    #expect(error?.all.first?.message == "'file' cannot change while the graph runs")
    run.stop()
    _ = try await result
    #expect(try Oracle.warnings(folder.file("take.mkv")) == "")
  }

  @Test func updateAfterTheEnd_isRefused() async throws {
    let (graph, source) = Graph.frames(3)
    var whole = graph
    whole.connect(source, to: whole.add("null", Null()).input)
    let run = GraphRun(whole, options: .testing)
    _ = try await run.result()
    await #expect(throws: Diagnostics.self) { try await run.update(to: whole) }
  }

  /// A blocked branch blocks the others with delivery `all`, and none with `latest`.
  @Test(arguments: [Delivery.all, .latest]) func blockedBranch_throttlesOrDrops(delivery: Delivery) async throws {
    var (graph, source) = Graph.frames(300)
    let gate = DispatchSemaphore(value: 0)
    let (slow, quick) = (Recorder<Int>(), Recorder<Int>())
    let sink = VideoSink("slow") { _ in
      slow.note(0)
      if slow.count == 1 { gate.wait() }
    }
    graph.connect(source, to: graph.add("slow", sink, delivery: delivery).input)
    graph.connect(source, to: graph.add("quick", VideoSink("quick") { _ in quick.note(0) }).input)
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    if delivery == .latest {
      await quick.waitFor(300)
    } else {
      await slow.waitFor(1)
      // At most the contents of the two queues and the elements before them.
      #expect(quick.count < 30)
    }
    gate.signal()
    _ = try await result
    #expect(quick.count == 300)
    #expect(delivery == .all ? slow.count == 300 : slow.count < 20)
  }
}
