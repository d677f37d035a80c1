import CoreMedia
import Dispatch
import MediaEngine
import MediaGraph
import Testing

/// The input with which a mix ends, to the frame and to the sample.
@Suite struct MixEndTests {
  private func frames(
    _ ending: MixEnding, _ inputs: (inout Graph) throws -> [Output<RawVideo>]
  ) async throws -> [CMTime] {
    var graph = Graph()
    let frames = RecordedFrames()
    let composite = graph.add("composite", VideoComposite { $0.endsWith = ending })
    for input in try inputs(&graph) { graph.connect(input, to: composite.input) }
    graph.connect(composite.output, to: graph.add("look", frames.sink()).input)
    _ = try await graph.run(options: .testing)
    return frames.all.map(\.time)
  }

  private func video(_ graph: inout Graph, _ name: String, _ count: Int) throws -> Output<RawVideo> {
    let rate = try #require(FrameRate(25))
    let size = PixelSize(width: 64, height: 48)
    return graph.add(name, VideoSource(name, count: count, size: size, frameRate: rate)).output
  }

  @Test(arguments: [
    (MixEnding.longest, [20, 35], 35), (.longest, [35, 20], 35), (.shortest, [20, 35], 20), (.shortest, [35, 20], 20),
    (.first, [20, 35], 20), (.first, [35, 20], 35), (.first, [30, 10, 40], 30), (.shortest, [30, 10, 40], 10),
  ])
  func composite_endsWithItsInput(ending: MixEnding, counts: [Int], expected: Int) async throws {
    let times = try await frames(ending) { graph in
      try counts.enumerated().map { try video(&graph, "v\($0)", $1) }
    }
    #expect(times == (0..<expected).map { CMTime(value: CMTimeValue($0), timescale: 25) })
  }

  /// A picture without a duration is shown as long as the movie, behind it and before it, also when nodes change it.
  @Test(arguments: MixEnding.allCases, [true, false]) func still_lastsAsLongAsTheMovie(
    ending: MixEnding, isBehind: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", "1", folder.file("logo.png")])
    let times = try await frames(ending) { graph in
      let rate = try #require(FrameRate(25))
      let logo = graph.add("logo", ImageRead { ($0.url, $0.frameRate) = (folder.location("logo.png"), rate) })
      let small = graph.add("small", VideoScale { $0.width = 16 })
      graph.connect(logo.output, to: small.input)
      let movie = try video(&graph, "movie", 30)
      return isBehind ? [small.output, movie] : [movie, small.output]
    }
    #expect(times == (0..<30).map { CMTime(value: CMTimeValue($0), timescale: 25) })
  }

  /// A still has no length of its own, and is read ahead of the movie that it is shown with.
  @Test func still_isNotCountedInTheResult() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", "1", folder.file("logo.png")])
    var graph = Graph()
    let rate = try #require(FrameRate(25))
    let logo = graph.add("logo", ImageRead { ($0.url, $0.frameRate) = (folder.location("logo.png"), rate) })
    let composite = graph.add("composite", VideoComposite())
    graph.connect(try video(&graph, "movie", 30), to: composite.input)
    graph.connect(logo.output, to: composite.input)
    graph.connect(composite.output, to: graph.add("look", RecordedFrames().sink()).input)
    let result = try await graph.run(options: .testing)
    #expect(result.duration == CMTime(value: 30, timescale: 25))
  }

  /// A picture with a duration is an input like any other.
  @Test(arguments: [(MixEnding.longest, 50), (.shortest, 30)]) func stillWithADuration_hasAnEnd(
    ending: MixEnding, expected: Int
  ) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", "1", folder.file("logo.png")])
    let times = try await frames(ending) { graph in
      let rate = try #require(FrameRate(25))
      let logo = graph.add(
        "logo", ImageRead { ($0.url, $0.frameRate, $0.duration) = (folder.location("logo.png"), rate, .seconds(2)) })
      return [try video(&graph, "movie", 30), logo.output]
    }
    #expect(times.count == expected)
  }

  /// The promise of a run that is held at its first frame, so that the machine's speed has no part in it.
  @Test(arguments: [(MixEnding.longest, Int64(3)), (.shortest, 1), (.first, 3)])
  func progress_promisesTheLengthOfTheMix(
    ending: MixEnding, expected: Int64
  ) async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let composite = graph.add("composite", VideoComposite { $0.endsWith = ending })
    for seconds in [3, 1] {
      let file = folder.file("\(seconds).mp4")
      try Oracle.make(["-f", "lavfi", "-i", "color=red:s=32x32:r=5:d=\(seconds)", "-c:v", "mpeg4", file])
      let movie = graph.add("movie\(seconds)", AssetRead { $0.url = folder.location("\(seconds).mp4") })
      graph.connect(movie.video, to: composite.input)
    }
    let isPromised = DispatchSemaphore(value: 0)
    let hold = VideoSink("hold") { _ in
      isPromised.wait()
      isPromised.signal()
    }
    graph.connect(composite.output, to: graph.add("hold", hold).input)
    let run = GraphRun(graph, options: .testing)
    let events = run.events
    run.start()
    var promise: CMTime?
    for await event in events {
      guard case .progress(let progress) = event, progress.duration.isNumeric else { continue }
      promise = progress.duration
      break
    }
    isPromised.signal()
    _ = try await run.result()
    #expect(promise == CMTime(value: expected, timescale: 1))
  }

  @Test(arguments: [
    (MixEnding.longest, [3000, 5000], 5000), (.shortest, [3000, 5000], 3000), (.shortest, [5000, 3000], 3000),
    (.first, [3000, 5000], 3000), (.first, [5000, 3000], 5000), (.first, [17, 30000], 17),
  ])
  func sum_endsWithItsInput_toTheSample(ending: MixEnding, counts: [Int], expected: Int) async throws {
    var graph = Graph()
    let samples = Samples()
    let mix = graph.add("mix", AudioMix { $0.endsWith = ending })
    for (number, count) in counts.enumerated() {
      let source = AudioSource("a\(number)", samples: Array(repeating: 0.25, count: count))
      graph.connect(graph.add("a\(number)", source).output, to: mix.input)
    }
    graph.connect(mix.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(samples.first == (0..<expected).map { place in 0.25 * Float(counts.count { $0 > place }) })
  }
}
