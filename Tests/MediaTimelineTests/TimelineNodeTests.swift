import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MediaSource
import MediaTimeline
import TestSupport
import Testing

/// The node `timeline` in graphs: pulled by programs, and in pipelines.
@Suite struct TimelineNodeTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func timeline(_ sounds: TestSound...) -> Timeline {
    Timeline {
      $0.items = sounds.flatMap { sound in
        [
          .clip(
            .init {
              $0.clip = .location(sound.location); $0.from = .milliseconds(100); $0.to = .milliseconds(700)
            }),
          .gap(.init { $0.gap = .milliseconds(50) }),
        ]
      }
    }
  }

  private func bytes(_ timeline: Timeline, isPushed: Bool, seek: CMTime? = nil) async throws -> Data {
    var graph = Graph()
    let edit = graph.add("edit", TimelineNode { $0.timeline = timeline })
    let sink = ProgramSink<RawAudio>("hear")
    if isPushed {
      let identity = graph.add("identity", GstElement { ($0.element, $0.type) = ("identity", .rawAudio) })
      graph.connect(edit.audio, to: identity.port(in: "in", as: RawAudio.self))
      graph.connect(identity.port(out: "out", as: RawAudio.self), to: graph.add("sink", sink).input)
    } else {
      graph.connect(edit.audio, to: graph.add("sink", sink).input)
    }
    #expect(try GraphPlan(graph).executor == (isPushed ? .pushed : .pulled))
    let run = GraphRun(graph)
    run.start()
    if let seek { try await run.seek(to: seek) }
    var data = Data()
    while let block = try await sink.next() { data += try block.dataBuffer?.dataBytes() ?? Data() }
    _ = try await run.result()
    return data
  }

  @Test(arguments: [nil, CMTime(value: 333, timescale: 1000)]) func pulledAndPushed_areTheSameBits(_ seek: CMTime?)
    async throws
  {
    let timeline = timeline(
      try TestSound("a.wav", in: folder, seed: 40, seconds: 1), try TestSound("b.wav", in: folder, seed: 41, seconds: 1)
    )
    let samples = try TimelineAudio(RenderPlan(timeline)).samples()
    // Two clips, and a gap behind each.
    #expect(samples.count == 62400 * 2)
    let oracle = samples.withUnsafeBytes { Data($0) }
    let from = seek == nil ? 0 : 15984 * 8
    let pulled = try await bytes(timeline, isPushed: false, seek: seek)
    #expect(pulled == oracle[from...])
    let pushed = try await bytes(timeline, isPushed: true, seek: seek)
    #expect(pushed == oracle[from...])
  }

  @Test func aTimelineOfSound_becomesAFile() async throws {
    let timeline = timeline(try TestSound("a.wav", in: folder, seed: 42, seconds: 1))
    let description = """
      format: 1
      nodes:
        edit:
          use: timeline
          with: { items: [{ clip: \(folder.file("a.wav")), from: 100ms, to: 700ms }] }
        video: { use: video.encode.h264, in: edit.video }
        pcm: { use: audio.encode.pcm, in: edit.audio, with: { format: f32 } }
        mux: { use: mux.mov, in: [video, pcm] }
        file: { use: file.write, in: mux, with: { url: \(folder.file("out.mov")) } }
      """
    let (graph, problems) = DescriptionLoader().load(text: description, path: "test.yaml")
    #expect(problems.isEmpty)
    // Nothing is seen: the branch of the pictures is left out, as that of a file without any.
    _ = try await graph.run()
    try Oracle.make(["-i", folder.file("out.mov"), "-f", "f32le", folder.file("out.raw")])
    let written = try Data(contentsOf: URL(fileURLWithPath: folder.file("out.raw")))
    let samples = try TimelineAudio(RenderPlan(timeline)).samples(
      in: CMTimeRange(start: .zero, end: CMTime(value: 600, timescale: 1000)))
    #expect(written == samples.withUnsafeBytes { Data($0) })
  }

  @Test func aMissingFile_isFoundBeforeTheRun() async throws {
    var timeline = Timeline()
    timeline.items = [.clip(.init { $0.clip = .location(Location(folder.file("no.wav"))) })]
    var graph = Graph()
    let edit = graph.add("edit", TimelineNode { $0.timeline = timeline })
    graph.connect(edit.audio, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run() }
    #expect(error?.all.map(\.message) == ["cannot read '\(folder.file("no.wav"))'"])
  }

  /// Frame n of the source has a luma of 40 + 2n.
  @Test func aTimelineOfPictures_becomesAFile_frameByFrame() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "color=black:s=64x48:r=25:d=2,format=yuv420p,geq=lum=40+2*N:cb=128:cr=128", "-f", "lavfi",
      "-i", "sine=r=48000:d=2", "-c:v", "libx264", "-qp", "0", "-bf", "2", "-c:a", "pcm_s16le", folder.file("in.mov"),
    ])
    let description = """
      format: 1
      nodes:
        edit:
          use: timeline
          with:
            items:
              - { clip: \(folder.file("in.mov")), from: 200ms, to: 400ms }
              - { clip: \(folder.file("in.mov")), from: 1s, to: 1.4s, duration: 200ms, pitch: varispeed }
        video: { use: video.encode.h264, in: edit.video, with: { quality: 4 } }
        pcm: { use: audio.encode.pcm, in: edit.audio }
        mux: { use: mux.mov, in: [video, pcm] }
        file: { use: file.write, in: mux, with: { url: \(folder.file("out.mov")) } }
      """
    let (graph, problems) = DescriptionLoader().load(text: description, path: "test.yaml")
    #expect(problems.isEmpty)
    _ = try await graph.run()
    let raw = try Oracle.run(
      "ffmpeg",
      ["-v", "error", "-i", folder.file("out.mov"), "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
    let frames = stride(from: 0, to: raw.count, by: 64 * 48 * 3 / 2).map { Int(raw[raw.startIndex + $0]) }
    // Every frame of the first part, every other one of the second.
    #expect(frames.count == 10)
    for (frame, number) in zip(frames, [5, 6, 7, 8, 9, 25, 27, 29, 31, 33]) {
      #expect(abs(frame - 40 - 2 * number) <= 1)
    }
    let durations = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", folder.file("out.mov")])
    #expect(durations == "0.400000\n0.400000", "\(durations)")
  }

  /// Writes a timeline of files of a number of frames a second, named by that; of the file, its video's duration and
  /// the times of its frames, and the notes of the run.
  private func written(
    _ timeline: String, of rates: [Int]
  ) async throws -> (duration: String, times: [String], notes: [String]) {
    for rate in rates {
      try Oracle.make([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=1", "-c:v", "libx264", "-pix_fmt", "yuv420p",
        folder.file("\(rate).mp4"),
      ])
    }
    let description = """
      format: 1
      nodes:
        edit: { use: timeline, with: { \(timeline.replacing("FOLDER", with: folder.path)) } }
        video: { use: video.encode.h264, in: edit.video }
        mux: { use: mux.mov, in: video }
        file: { use: file.write, in: mux, with: { url: \(folder.file("out.mov")) } }
      """
    let (graph, problems) = DescriptionLoader().load(text: description, path: "test.yaml")
    #expect(problems.isEmpty)
    let report = try await graph.run()
    func probe(_ entries: String) throws -> [String] {
      try Oracle.text(
        "ffprobe",
        ["-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "csv=p=0", folder.file("out.mov")]
      ).split(separator: "\n").map { $0.trimmingCharacters(in: [",", " "]) }
    }
    return (
      try probe("stream=duration").joined(), try probe("packet=pts_time").sorted(), report.nodes.flatMap(\.notes)
    )
  }

  /// Units of one source's frames hold none of another's.
  @Test func framesOfSeveralRates_keepTheirTimesInTheFile() async throws {
    let written = try await written(
      "timed_by: 1, items: [ { clip: FOLDER/25.mp4, to: 120ms }, { clip: FOLDER/60.mp4, to: 50ms }, "
        + "{ clip: FOLDER/30.mp4, to: 100ms } ]", of: [25, 60, 30])
    // In units of 1/300 s.
    let times = [0, 12, 24, 36, 41, 46, 51, 61, 71].map { String(format: "%.6f", Double($0) / 300) }
    #expect(written.times == times && written.duration == "0.270000", "\(written)")
    #expect(!written.notes.contains { $0.contains("rounded") }, "\(written.notes)")
  }

  @Test(arguments: [
    ("frame_rate: 30, items: [ { clip: FOLDER/25.mp4, to: 110ms } ]", "0.110000", 4),
    ("from: 10ms, to: 120ms, frame_rate: 24, items: [ { clip: FOLDER/25.mp4 } ]", "0.110000", 3),
    ("timed_by: 1, items: [ { clip: FOLDER/25.mp4, to: 110ms } ]", "0.110000", 3),
    // No unit that a file can have holds this end and the frames.
    ("frame_rate: 30000/1001, items: [ { clip: FOLDER/25.mp4, to: 110000001/1000000000s } ]", "0.110000", 4),
  ]) func theLastFrame_endsWithTheTimeline(_ timeline: String, _ duration: String, _ count: Int) async throws {
    let written = try await written(timeline, of: [25])
    #expect(written.duration == duration && written.times.count == count, "\(written)")
  }

  @Test(arguments: [("video", 18), ("frames", 6)]) func programsPullFrames_ofTheCanvasAndOfALayer(
    _ port: String, _ count: Int
  ) async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30", "-frames:v", "12", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      folder.file("in.mp4"),
    ])
    let clip = Timeline.Clip {
      ($0.clip, $0.to, $0.at) = (.location(Location(folder.file("in.mp4"))), .rational(1, 5), .seconds(1))
    }
    var timeline = Timeline()
    timeline.frameRate = FrameRate(15)
    timeline.layers = [.init { $0.items = [.clip(clip)] }]
    var graph = Graph()
    let edit = graph.add("edit", TimelineNode { $0.timeline = timeline })
    let sink = ProgramSink<RawVideo>("see")
    graph.connect(port == "video" ? edit.video : edit.frames[2], to: graph.add("sink", sink).input)
    #expect(try GraphPlan(graph).executor == .pulled)
    let run = GraphRun(graph)
    run.start()
    var times: [CMTime] = []
    while let sample = try await sink.next() { times.append(sample.presentationTimeStamp) }
    _ = try await run.result()
    #expect(times.count == count && times.first == CMTime(value: port == "video" ? 0 : 1, timescale: 1), "\(times)")
  }

  /// A layer over the items, with a volume of its own and a closure of the program, in both executors.
  @Test(arguments: [false, true]) func aLayersTap_comesBeforeItsVolume(_ isPushed: Bool) async throws {
    let sound = try TestSound("a.wav", in: folder, seed: 43, seconds: 1)
    var timeline = Timeline()
    timeline.layers = [
      .init {
        $0.items = [
          .gap(.init { $0.gap = .milliseconds(100) }),
          .clip(
            .init {
              $0.clip = .location(sound.location); $0.to = .milliseconds(300); $0.volume = Ramp(Gain(factor: 0.5))
            }),
        ]
        $0.volume = .keys([.init(at: MediaTime(), Gain(factor: 1)), .init(at: .milliseconds(400), Gain(factor: 0))])
        $0.tap = "add"
      }
    ]
    func graph(_ sink: ProgramSink<RawAudio>) -> Graph {
      var graph = Graph()
      let edit = graph.add("edit", TimelineNode { $0.timeline = timeline })
      var output = edit.audio
      if isPushed {
        let identity = graph.add("identity", GstElement { ($0.element, $0.type) = ("identity", .rawAudio) })
        graph.connect(output, to: identity.port(in: "in", as: RawAudio.self))
        output = identity.port(out: "out", as: RawAudio.self)
      }
      graph.connect(output, to: graph.add("sink", sink).input)
      return graph
    }
    // A program without the closure is told so.
    let refused = graph(ProgramSink<RawAudio>("hear"))
    let error = await #expect(throws: (any Error).self) { try await refused.run() }
    #expect("\(error as Any)".contains("'add'"))
    var options = RunOptions()
    options.assets.insert({ for index in $0.samples.indices { $0.samples[index] += 0.25 } }, named: "add")
    let sink = ProgramSink<RawAudio>("hear")
    let run = GraphRun(graph(sink), options: options)
    run.start()
    var data = Data()
    while let block = try await sink.next() { data += try block.dataBuffer?.dataBytes() ?? Data() }
    _ = try await run.result()
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    try #require(samples.count == 19200 * 2)
    for index in stride(from: 0, to: samples.count, by: 7) {
      let frame = Int64(index / 2)
      let own = frame < 4800 ? 0 : 0.5 * sound.value(frame - 4800, index % 2)
      #expect(abs(Double(samples[index]) - (own + 0.25) * (1 - Double(frame) / 19200)) < 1e-6)
    }
  }
}
