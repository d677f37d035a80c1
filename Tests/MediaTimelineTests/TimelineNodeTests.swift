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
    #expect(samples.count == 60000 * 2)
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
}
