import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// DV without a container, whose sound lies in its frames: GStreamer's demuxer shows the picture after it has given
/// sound.
@Suite struct RawDVTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.dv")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=720x576:rate=25:duration=0.6", "-f", "lavfi", "-i",
      "aevalsrc=0.4*sin(2760*t)|0.3*sin(4150*t):s=48000:d=0.6", "-target", "pal-dv", path,
    ])
  }

  @Test func soundAlone_isFFmpegs() async throws {
    var graph = Graph()
    let audio = Samples()
    let source = graph.add("source", AssetRead { $0.url = folder.location("a.dv") })
    graph.connect(source.audio, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    let raw = folder.file("a.raw")
    try Oracle.make(["-i", path, "-map", "0:a", "-f", "f32le", raw])
    let expected = try Data(contentsOf: URL(fileURLWithPath: raw)).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
    let channels = audio.recording.channels
    #expect(channels.count == 2 && channels[0].count == expected.count / 2 && channels[0].count == 28_800)
    for (number, channel) in channels.enumerated() {
      #expect(channel.enumerated().allSatisfy { abs($1 - expected[$0 * 2 + number]) < 1e-4 })
    }
  }

  @Test func pictureAndSound_areReadTogether() async throws {
    var graph = Graph()
    let (frames, audio) = (RecordedFrames(), Samples())
    let source = graph.add("source", AssetRead { $0.url = folder.location("a.dv") })
    graph.connect(source.video, to: graph.add("look", frames.sink()).input)
    graph.connect(source.audio, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(frames.all.map(\.time) == (0..<15).map { CMTime(value: $0, timescale: 25) })
    #expect(audio.recording.channels.first?.count == 28_800)
  }
}
