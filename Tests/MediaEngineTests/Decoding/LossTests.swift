import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Files that have lost packets: what is left is shown and heard at its times, as by players.
@Suite struct LossTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a stream with a key frame every 12 frames, and spoils its middle.
  private func make(_ name: String, spoiling damage: (inout Data, _ middle: Int) -> Void) throws {
    let path = folder.file(name)
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=25:duration=3", "-f", "lavfi", "-i", "sine=r=48000:d=3", "-c:v",
      "libx264", "-preset", "ultrafast", "-g", "12", "-pix_fmt", "yuv420p", "-c:a", "mp2", path,
    ])
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    // The first packet of a key frame.
    var middle = data.count / 2 / 188 * 188
    while Array(data[middle + 1...middle + 2]) != [0x41, 0] || data[middle + 5] & 0x40 == 0 { middle += 188 }
    damage(&data, middle)
    try data.write(to: URL(fileURLWithPath: path))
  }

  private func read(_ name: String) async throws -> (frames: [CMTime], audio: [[Float]], notes: [String]) {
    var graph = Graph()
    let (frames, audio) = (RecordedFrames(), Samples())
    let source = graph.add("source", AssetRead { $0.url = folder.location(name) })
    graph.connect(source.video, to: graph.add("look", frames.sink()).input)
    graph.connect(source.audio, to: graph.add("listen", audio.sink()).input)
    let result = try await graph.run(options: .testing)
    return (
      frames.all.map(\.time), audio.recording.channels, result.nodes.first { $0.name == "source" }?.notes ?? []
    )
  }

  @Test func bytesBetweenPackets_arePassedOver() async throws {
    try make("a.ts") { data, middle in
      data.insert(contentsOf: (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) }, at: middle)
    }
    let (frames, audio, notes) = try await read("a.ts")
    #expect(frames.count == 75 && (144_000...146_304).contains(audio[0].count))
    #expect(notes.count == 1 && notes[0].contains("bytes are no packets (at byte "), "\(notes)")
  }

  /// A packet is cut, so that a key frame lacks its beginning: frames that cannot be decoded are left out, and none is
  /// shown at another time.
  @Test func framesThatLackBytes_areLeftOut() async throws {
    try make("a.ts") { data, middle in
      data.replaceSubrange(middle..<middle + 70, with: Data(repeating: 0xff, count: 1000))
    }
    let (frames, audio, notes) = try await read("a.ts")
    #expect((60..<75).contains(frames.count) && Set(frames).count == frames.count)
    let numbers = frames.map { ($0 - frames[0]).seconds * 25 }
    #expect(numbers.allSatisfy { abs($0 - $0.rounded()) < 0.01 } && numbers.last?.rounded() == 74)
    #expect((144_000...146_304).contains(audio[0].count))
    #expect(notes.first?.contains("packets are missing (at byte ") == true, "\(notes)")
    #expect(notes.dropFirst().contains { $0.contains("left out, from 00:00:01.") }, "\(notes)")
  }

  /// ffmpeg goes on with the next cluster, too. It shows a frame whose end is missing, and what refers to it.
  @Test func clustersThatAreOverwritten_arePassedOver() async throws {
    let path = folder.file("a.mkv")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=25:duration=3", "-f", "lavfi", "-i", "sine=r=48000:d=3", "-c:v",
      "libx264", "-preset", "ultrafast", "-g", "12", "-pix_fmt", "yuv420p", "-c:a", "aac", "-cluster_time_limit", "400",
      path,
    ])
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let part = data.count * 2 / 5..<data.count * 3 / 5
    data.replaceSubrange(part, with: Data(count: part.count))
    try data.write(to: URL(fileURLWithPath: path))
    let shown = try Oracle.text(
      "ffprobe", ["-v", "quiet", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path]
    ).split(whereSeparator: \.isNewline).compactMap { Double($0.prefix { $0 != "," }) }
    let (frames, audio, notes) = try await read("a.mkv")
    let times = frames.map(\.seconds)
    #expect(shown.count < 70 && shown.count - times.count <= 12, "\(times.count) of \(shown.count)")
    #expect(times.allSatisfy { time in shown.contains { abs($0 - time) < 0.001 } })
    #expect(times.first == shown.first && times.last == shown.last)
    // Sound that is lost is silent, and nothing is heard earlier than it should be.
    #expect((143_000...146_304).contains(audio[0].count))
    #expect(audio[0][100_000...].contains { abs($0) > 0.05 })
    #expect(notes.first?.contains("there is damage; packets are found again at byte ") == true, "\(notes)")
  }

  @Test func soundThatIsLost_isSilent() async throws {
    try make("a.ts") { data, middle in
      data.replaceSubrange(middle..<middle + 188 * 200, with: Data(count: 188 * 200))
    }
    let (frames, audio, notes) = try await read("a.ts")
    #expect(frames.count < 75 && abs((frames[frames.count - 1] - frames[0]).seconds - 2.96) < 0.001)
    // Nothing is heard earlier than it should be.
    #expect((144_000...146_304).contains(audio[0].count))
    #expect(audio[0][40_000..<100_000].contains(0) && audio[0][100_000...].contains { abs($0) > 0.05 })
    #expect(!notes.isEmpty)
  }
}
