import CoreMedia
import Dispatch
import Foundation
import MediaGraph
import Synchronization
import Testing

@testable import MediaEngine

/// Runs that are stopped while one track is far behind the others.
@Suite struct EarlyEndTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A movie that is written without end, whose pictures stand still at a frame while its sound goes on.
  private struct StandingMovie {
    var graph = Graph()
    private let gate = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream<Void>.makeStream()

    /// - Parameter number: The frame at which the pictures stand, counted from 0.
    init(_ file: Location, as kind: String, standingAt number: Int, _ h264: VideoEncodeH264) {
      let frames = Mutex(0)
      let heard = Mutex(0)
      let video = graph.add("video", TestVideo { ($0.size, $0.pattern) = (PixelSize(width: 160, height: 90), .ball) })
      let stand = graph.add(
        "stand",
        VideoEffect("stand") { [gate, arrived = arrivals.continuation] _ in
          let frame = frames.withLock { count in
            count += 1
            return count - 1
          }
          guard frame == number else { return }
          arrived.yield()
          gate.wait()
        })
      let audio = graph.add("audio", TestAudio())
      let listen = graph.add(
        "listen",
        AudioEffect("listen") { [arrived = arrivals.continuation] block in
          let length = block.frameCount
          let isFar = heard.withLock { count in
            count += length
            return count >= 10 * 48000 && count - length < 10 * 48000
          }
          if isFar { arrived.yield() }
        })
      let (encoder, aac) = (graph.add("h264", h264), graph.add("aac", AudioEncodeAAC()))
      let muxer: (input: Input<AnyTrack>, output: Output<Container>)
      switch kind {
      case "mkv":
        let node = graph.add("muxer", MuxMKV())
        muxer = (node.input, node.output)
      case "ts":
        let node = graph.add("muxer", MuxTS())
        muxer = (node.input, node.output)
      default:
        let node = graph.add("muxer", MuxMP4())
        muxer = (node.input, node.output)
      }
      graph.connect(video.output, to: stand.input)
      graph.connect(stand.output, to: encoder.input)
      graph.connect(audio.output, to: listen.input)
      graph.connect(listen.output, to: aac.input)
      graph.connect(encoder.output, to: muxer.input)
      graph.connect(aac.output, to: muxer.input)
      graph.connect(muxer.output, to: graph.add("file", FileWrite { $0.url = file }).input)
    }

    /// Waits until the pictures stand and ten seconds have been heard.
    func waitUntilItStands() async {
      var count = 0
      for await _ in arrivals.stream {
        count += 1
        if count == 2 { return }
      }
    }

    /// Lets the pictures go on.
    func goOn() { gate.signal() }
  }

  private static let immediate = VideoEncodeH264 { ($0.latency, $0.speed) = (.low, .ultrafast) }

  /// The end of a stream's last packet, in seconds after the file's beginning.
  private func end(of stream: String, in name: String) throws -> Double {
    let start = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "format=start_time", "-of", "csv=p=0", folder.file(name)])
    let packets = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0",
        folder.file(name),
      ])
    let ends = packets.split(separator: "\n").map { line in
      line.split(separator: ",").compactMap { Double($0) }.reduce(0, +)
    }
    return (ends.max() ?? 0) - (Double(start) ?? 0)
  }

  /// The pictures stand until the run is over: what is written needs nothing more of them.
  @Test(arguments: ["mp4", "mkv", "ts"]) func stop_endsAFileAtItsSlowestTrack(kind: String) async throws {
    let name = "out." + kind
    let movie = StandingMovie(folder.location(name), as: kind, standingAt: 50, Self.immediate)
    let run = GraphRun(movie.graph, options: .testing)
    run.start()
    await movie.waitUntilItStands()
    run.stop()
    let result = try await run.result()
    movie.goOn()
    #expect(result.end == .stopped)
    #expect(try Oracle.streams(folder.file(name), "codec_name,nb_read_frames").first == "h264,50")
    let audio = try end(of: "a:0", in: name)
    #expect(abs(audio - 50.0 / 30) < 0.1, "\(audio)")
    #expect(try Oracle.warnings(folder.file(name)) == "")
    #expect(abs(result.duration.seconds - 50.0 / 30) < 0.04, "\(result.duration)")
  }

  /// Of a track that has brought nothing, there is at least a frame in the file.
  @Test(arguments: ["mp4", "ts"]) func stopBeforeTheFirstFrame_waitsForOne(kind: String) async throws {
    let name = "out." + kind
    let movie = StandingMovie(folder.location(name), as: kind, standingAt: 0, VideoEncodeH264 { $0.speed = .ultrafast })
    let run = GraphRun(movie.graph, options: .testing)
    run.start()
    await movie.waitUntilItStands()
    run.stop()
    // The sources end with the next of their data, which is after this frame.
    movie.goOn()
    #expect(try await run.result().end == .stopped)
    let (video, audio) = (try end(of: "v:0", in: name), try end(of: "a:0", in: name))
    #expect(video > 0 && abs(video - audio) < 1, "\(video) \(audio)")
    #expect(try Oracle.warnings(folder.file(name)) == "")
  }

  /// x264 gives frames before those that are shown between them: the movie ends before the first that is missing.
  @Test(arguments: 100..<106) func framesOfAStoppedMovie_haveNoGap(count: Int) async throws {
    let h264 = VideoEncodeH264 { ($0.speed, $0.bFrames) = (.fast, 8) }
    let movie = StandingMovie(folder.location("out.mp4"), as: "mp4", standingAt: count, h264)
    let run = GraphRun(movie.graph, options: .testing)
    run.start()
    await movie.waitUntilItStands()
    run.stop()
    _ = try await run.result()
    movie.goOn()
    let times = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0",
        folder.file("out.mp4"),
      ]
    ).split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }
    // All but those that have come early are shown.
    let packets = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of",
        "csv=p=0", folder.file("out.mp4"),
      ])
    let coded = try #require(Int(packets))
    #expect(times.count <= count && times.count >= coded - 9 && coded > 16, "\(times.count) of \(coded)")
    #expect(times.indices.allSatisfy { abs(times[$0] - Double($0) / 30) < 0.001 }, "\(times.suffix(20))")
  }

  /// Sound that is far ahead of pictures which have not begun is no progress.
  @Test func branchThatHasGivenNothing_isAtTheBeginning() async throws {
    let movie = StandingMovie(folder.location("out.mp4"), as: "mp4", standingAt: 0, Self.immediate)
    let run = GraphRun(movie.graph, options: .testing)
    run.start()
    await movie.waitUntilItStands()
    var positions: [CMTime] = []
    for await progress in run.progress {
      positions.append(progress.position)
      if positions.count == 3 { break }
    }
    #expect(positions == [.zero, .zero, .zero])
    run.cancel()
    movie.goOn()
    await #expect(throws: CancellationError.self) { try await run.result() }
    #expect(folder.names == [])
  }

  /// The media are longer than what the graph takes of them.
  @Test func stopAfter_isTheLengthThatProgressPromises() async throws {
    var graph = Graph()
    graph.stop = StopRule(after: .seconds(2))
    let (size, length) = (PixelSize(width: 64, height: 48), MediaTime.seconds(60))
    let video = graph.add("video", TestVideo { ($0.size, $0.duration) = (size, length) })
    let stand = DispatchSemaphore(value: 0)
    let frames = Mutex(0)
    let effect = VideoEffect("stand") { _ in
      let count = frames.withLock { count in
        count += 1
        return count
      }
      if count == 31 { stand.wait() }
    }
    let node = graph.add("stand", effect)
    graph.connect(video.output, to: node.input)
    graph.connect(node.output, to: graph.add("null", Null()).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    for await progress in run.progress where progress.position == CMTime(value: 1, timescale: 1) {
      #expect(progress.fraction == 0.5)
      break
    }
    stand.signal()
    #expect(try await run.result().duration == CMTime(value: 2, timescale: 1))
  }
}
