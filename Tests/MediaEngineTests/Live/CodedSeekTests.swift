import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Seeks of compressed streams, which begin with the packets that a decoder needs.
@Suite struct CodedSeekTests {
  private struct Packet: Equatable, Sendable {
    var time: CMTime
    var isSync: Bool
    var data: Data

    init(_ block: borrowing DataBlock) {
      (time, isSync, data) = (block.presentationTime, block.isSync, block.data)
    }
  }

  private func run(_ url: Location) -> (run: GraphRun, video: Recorder<Packet>, audio: Recorder<Packet>) {
    let (video, audio) = (Recorder<Packet>(), Recorder<Packet>())
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let pictures = DataSink<Coded<Video>>("pictures") { block in video.note(Packet(block)) }
    let audioSink = DataSink<Coded<Audio>>("sound") { block in audio.note(Packet(block)) }
    graph.connect(source.codedVideo, to: graph.add("pictures", pictures).input)
    graph.connect(source.codedAudio, to: graph.add("sound", audioSink).input)
    return (GraphRun(graph, options: .testing), video, audio)
  }

  @Test func exactSeek_beginsWithTheSyncSampleBefore() async throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let whole = run(url)
    _ = try await whole.run.result()
    let (run, video, audio) = run(url)
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: 137, timescale: 30))
    run.resume()
    _ = try await result
    // Frame 120 is the key frame before 137; from there on, all packets are identical.
    let begun = sought(video.all, whole.video.all)
    #expect(begun.first?.isSync == true && begun.first.map { NumberedMovie.number($0.time) } == 120)
    expectSame(begun, Array(whole.video.all.suffix(180)))
    // Two packets of AAC before the target, which the decoder needs.
    let heard = sought(audio.all, whole.audio.all)
    expectSame(heard, Array(whole.audio.all.suffix(heard.count)))
    let first = try #require(heard.first).time
    let ahead = CMTime(value: 137, timescale: 30) - first
    #expect(ahead >= CMTime(value: 2047, timescale: 44100) && ahead < CMTime(value: 3073, timescale: 44100))
  }

  /// Returns the packets after the seek: it may have begun while packets from the movie's beginning were flowing.
  private func sought(_ packets: [Packet], _ whole: [Packet]) -> [Packet] {
    let count = zip(packets, whole).prefix { $0.time == $1.time }.count
    #expect(count < 60)
    return Array(packets.dropFirst(count))
  }

  /// Expects the same packets, at the same times up to a rounding error of two nanoseconds.
  private func expectSame(_ a: [Packet], _ b: [Packet], _ place: SourceLocation = #_sourceLocation) {
    #expect(a.map(\.data) == b.map(\.data), sourceLocation: place)
    #expect(a.map(\.isSync) == b.map(\.isSync), sourceLocation: place)
    let slack = CMTime(value: 2, timescale: 1_000_000_000)
    let isSame = zip(a, b).allSatisfy { CMTimeAbsoluteValue($0.time - $1.time) <= slack }
    #expect(isSame, sourceLocation: place)
  }

  @Test func exactSeek_ofFramesThatTheGraphDecodes_isExact() async throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let seen = Recorder<Int>()
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let decode = graph.add("decode", VideoDecode())
    graph.connect(source.codedVideo, to: decode.input)
    let look = VideoSink("look") { seen.note(NumberedMovie.number($0.presentationTime)) }
    graph.connect(decode.output, to: graph.add("look", look).input)
    let run = GraphRun(graph, options: .testing)
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: 137, timescale: 30))
    run.resume()
    _ = try await result
    #expect(seen.all.suffix(163) == Array(137..<300))
    #expect(seen.count <= 164)
  }

  @Test func codedSamples_areNotGivenBackwards() async throws {
    let folder = try TemporaryFolder()
    let (run, video, _) = run(try NumberedMovie.make(in: folder))
    run.pause()
    async let result = run.result()
    let error = await #expect(throws: Diagnostics.self) { try await run.setRate(-1) }
    #expect(error?.all.first?.message == "'source' (asset.read) cannot seek")
    #expect(error?.all.first?.notes == ["it gives coded samples, and those forwards only"])
    #expect(run.rate == 1)
    run.resume()
    _ = try await result
    #expect(video.count == 300)
  }
}
