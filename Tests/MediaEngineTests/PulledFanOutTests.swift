import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import Testing

@testable import GStreamer
@testable import MediaEngine

/// Outputs that several nodes read, in a graph that its program pulls: each gets all of it, in any order, and frames
/// are decoded once for readers that keep up with each other.
@Suite(.timeLimit(.minutes(10))) struct PulledFanOutTests {
  private func clip(_ folder: TemporaryFolder, _ count: Int = 40) throws -> Location {
    _ = try CodedClips.frames(.h264Open, in: folder, count: count)
    return folder.location("\(CodedClips.VideoKind.h264Open.rawValue).\(CodedClips.VideoKind.h264Open.container)")
  }

  /// One video track, as it is and in BGRA at another size.
  private struct Outputs {
    let run: GraphRun
    let plain = ProgramSink<RawVideo>("plain")
    let small = ProgramSink<RawVideo>("small", format: .bgra)

    init(_ url: Location, isPushed: Bool = false, holdsAtEnd: Bool = false) throws {
      var graph = Graph()
      var output = graph.add("source", AssetRead { $0.url = url }).video
      if isPushed {
        let identity = graph.add("identity", GstElement { ($0.element, $0.type) = ("identity", .rawVideo) })
        graph.connect(output, to: identity.port(in: "in", as: RawVideo.self))
        output = identity.port(out: "out", as: RawVideo.self)
      }
      let scale = graph.add("scale", VideoScale { $0.height = 48 })
      graph.connect(output, to: scale.input)
      graph.connect(output, to: graph.add("look", plain).input)
      graph.connect(scale.output, to: graph.add("glance", small).input)
      #expect(try GraphPlan(graph).executor == (isPushed ? .pushed : .pulled))
      var options = RunOptions.testing
      options.holdsAtEnd = holdsAtEnd
      run = GraphRun(graph, options: options)
      run.start()
    }
  }

  private struct Given: Equatable {
    var times: [CMTime] = []
    var sums: [String] = []

    mutating func add(_ sample: ProgramSample) throws {
      times.append(sample.time)
      sums.append(MD5.hex(try sample.buffer.rawBytes(sample.caps)))
    }
  }

  private func next(_ sink: ProgramSink<RawVideo>) async throws -> ProgramSample? {
    try await sink.reader.next { sample, _ in sample }
  }

  private func rest(_ sink: ProgramSink<RawVideo>) async throws -> Given {
    var given = Given()
    while let sample = try await next(sink) { try given.add(sample) }
    return given
  }

  /// Reads both outputs by turns.
  private func byTurns(_ outputs: Outputs) async throws -> [Given] {
    var (plain, small) = (Given(), Given())
    while let sample = try await next(outputs.plain) {
      try plain.add(sample)
      if let sample = try await next(outputs.small) { try small.add(sample) }
    }
    #expect(try await next(outputs.small) == nil)
    #expect(try await outputs.run.result().end == .finished)
    return [plain, small]
  }

  @Test func twoOutputsOfATrack_areTheSameBitsAsPushedOnes() async throws {
    let folder = try TemporaryFolder()
    let url = try clip(folder)
    let pulled = try await byTurns(Outputs(url))
    let pushed = try await byTurns(Outputs(url, isPushed: true))
    #expect(pulled == pushed)
    #expect(pulled.map(\.times.count) == [40, 40] && Set(pulled[1].sums).count == 40)
  }

  @Test func outputsThatAreReadOneAfterTheOther_areWhole() async throws {
    let folder = try TemporaryFolder()
    let url = try clip(folder)
    let expected = try await byTurns(Outputs(url))
    let outputs = try Outputs(url)
    var plain = Given()
    for _ in 0..<3 { try plain.add(#require(try await next(outputs.plain))) }
    #expect(try await rest(outputs.small) == expected[1])
    let last = try await rest(outputs.plain)
    #expect(Given(times: plain.times + last.times, sums: plain.sums + last.sums) == expected[0])
    #expect(try await outputs.run.result().end == .finished)
  }

  @Test func oneOutput_isResetAlone_andASeekMovesBoth() async throws {
    let folder = try TemporaryFolder()
    let url = try clip(folder)
    let expected = try await byTurns(Outputs(url))
    let outputs = try Outputs(url, holdsAtEnd: true)
    func part(_ number: Int, _ range: Range<Int>) -> Given {
      Given(times: Array(expected[number].times[range]), sums: Array(expected[number].sums[range]))
    }
    _ = try await next(outputs.plain)
    try await outputs.small.reset(to: [CMTimeRange(start: expected[1].times[20], end: expected[1].times[25])])
    #expect(try await rest(outputs.small) == part(1, 20..<25))
    #expect(try await rest(outputs.plain) == part(0, 1..<40))
    try await outputs.run.seek(to: expected[0].times[30])
    #expect(try await rest(outputs.plain) == part(0, 30..<40))
    #expect(try await rest(outputs.small) == part(1, 30..<40))
    outputs.run.stop()
    #expect(try await outputs.run.result().end == .finished)
  }

  @Test func audioAndCodedSamples_areReadByEach() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:seed=3:a=0.4:d=1", "-c:a", "aac", folder.file("a.m4a"),
    ])
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = folder.location("a.m4a") })
    let convert = graph.add("convert", AudioConvert { $0.channels = 2 })
    let (mono, stereo) = (ProgramSink<RawAudio>("mono"), ProgramSink<RawAudio>("stereo", format: .s16))
    let (one, two) = (ProgramSink<Coded<Audio>>("one"), ProgramSink<Coded<Audio>>("two"))
    graph.connect(source.audio, to: graph.add("a", mono).input)
    graph.connect(source.audio, to: convert.input)
    graph.connect(convert.output, to: graph.add("b", stereo).input)
    graph.connect(source.codedAudio, to: graph.add("c", one).input)
    graph.connect(source.codedAudio, to: graph.add("d", two).input)
    #expect(try GraphPlan(graph).executor == .pulled)
    let run = GraphRun(graph, options: .testing)
    run.start()
    func count(_ sink: ProgramSink<RawAudio>) async throws -> Int {
      var count = 0
      while let block = try await sink.next() { count += block.numSamples }
      return count
    }
    func sums(_ sink: ProgramSink<Coded<Audio>>) async throws -> [String] {
      var sums: [String] = []
      while let sample = try await sink.next() { sums.append(MD5.hex(try sample.dataBuffer?.dataBytes() ?? Data())) }
      return sums
    }
    #expect(try await count(stereo) == 48000)
    #expect(try await count(mono) == 48000)
    let first = try await sums(one)
    #expect(first.count > 40)
    #expect(try await sums(two) == first)
    #expect(try await run.result().end == .finished)
  }

  // MARK: - How often frames are made

  /// Numbered frames without pixels; counts those that are made, and its copies.
  private final class Numbered: PulledFrames {
    final class Counts {
      var (made, inputs) = (0, 0)
    }

    private let counts: Counts
    private var next = 0
    private var end = 100

    init(_ counts: Counts) {
      self.counts = counts
      counts.inputs += 1
    }

    var orientation: FrameOrientation? { nil }
    func firstCaps() throws -> Caps? { nil }
    func next(_ cancellation: Cancellation) throws -> PulledFrame? {
      guard next < end else { return nil }
      defer { next += 1 }
      counts.made += 1
      return PulledFrame(
        time: CMTime(value: Int64(next), timescale: 25), duration: CMTime(value: 1, timescale: 25),
        buffer: Buffer(copying: []), caps: try Caps("video/x-raw"))
    }
    func move(to range: CMTimeRange) {
      next = Int(range.start.convertScale(25, method: .roundTowardZero).value)
      guard range.end.isNumeric else { return }
      end = min(100, Int(range.end.convertScale(25, method: .roundTowardPositiveInfinity).value))
    }
  }

  private func numbers(_ branch: FrameBranch, _ count: Int) throws -> [Int64] {
    try (0..<count).compactMap { _ in try branch.next(Cancellation())?.time.value }
  }

  @Test func readersThatKeepUp_shareEachFrame_andOneThatFallsBehindGoesOnByItself() throws {
    try GStreamerLibrary.start()
    let counts = Numbered.Counts()
    let fanOut = FrameFanOut(Numbered(counts)) { Numbered(counts) }
    let (one, two) = (fanOut.reader(), fanOut.reader())
    for number in stride(from: 0, to: 24, by: 6) {
      #expect(try numbers(one, 6) == (number..<number + 6).map(Int64.init))
      #expect(try numbers(two, 6) == (number..<number + 6).map(Int64.init))
    }
    #expect(counts.made == 24 && counts.inputs == 1)
    #expect(try numbers(one, 100) == (24..<100).map(Int64.init))
    #expect(counts.made == 100)
    // The other one begins with the frame that it has, to go on behind it.
    #expect(try numbers(two, 100) == (24..<100).map(Int64.init))
    #expect(counts.made == 100 + 77 && counts.inputs == 2)
  }

  @Test func readersThatGoToTheSameRange_shareItsFrames() throws {
    try GStreamerLibrary.start()
    let counts = Numbered.Counts()
    let fanOut = FrameFanOut(Numbered(counts)) { Numbered(counts) }
    let (one, two) = (fanOut.reader(), fanOut.reader())
    #expect(try numbers(one, 2) == [0, 1])
    let range = CMTimeRange(start: CMTime(value: 50, timescale: 25), end: CMTime(value: 54, timescale: 25))
    for branch in [one, two] { branch.move(to: range) }
    #expect(try numbers(one, 10) == [50, 51, 52, 53])
    #expect(try numbers(two, 10) == [50, 51, 52, 53])
    #expect(counts.made == 2 + 4)
    // A range of its own, then the end of both.
    one.move(to: CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 25)))
    #expect(try numbers(one, 3) == [0])
    #expect(try numbers(two, 3) == [])
    #expect(counts.made == 7)
  }
}
