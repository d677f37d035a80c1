import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Testing

@testable import MediaEngine

/// `movie.read`: a port for each track, and as much as possible of truncated files.
@Suite struct MovieReadTests {
  private func make(_ folder: TemporaryFolder, _ name: String, _ options: [String] = []) throws -> Location {
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2", "-f", "lavfi", "-i",
        "testsrc=size=96x64:rate=10:duration=2", "-f", "lavfi", "-i", "anoisesrc=r=48000:seed=2:a=0.2:d=2", "-f",
        "lavfi", "-i", "anoisesrc=r=44100:seed=3:a=0.2:d=2", "-map", "0", "-map", "1", "-map", "2", "-map", "3",
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "10", "-bf", "2", "-c:a", "aac", "-aac_pns", "0",
      ] + options + [folder.file(name)])
    return folder.location(name)
  }

  @Test func everyTrack_hasItsPort() async throws {
    let folder = try TemporaryFolder()
    let url = try make(folder, "four.mp4")
    var graph = Graph()
    let source = graph.add("source", MovieRead { $0.url = url })
    let (large, small) = (RecordedFrames(), RecordedFrames())
    let (first, second) = (RecordedAudio(), RecordedAudio())
    graph.connect(source.video, to: graph.add("large", large.sink("large")).input)
    graph.connect(source.video[2], to: graph.add("small", small.sink("small")).input)
    graph.connect(source.audio[1], to: graph.add("first", first.sink("first")).input)
    graph.connect(source.audio[2], to: graph.add("second", second.sink("second")).input)
    let result = try await graph.run(options: .testing)
    #expect(large.all.count == 50 && large.all.allSatisfy { $0.width == 160 })
    #expect(small.all.count == 20 && small.all.allSatisfy { $0.width == 96 })
    #expect(first.total.rate == 48000 && first.total.frames == 96000)
    #expect(second.total.rate == 44100 && second.total.frames == 88200)
    #expect(result.nodes.first { $0.name == "source" }?.notes == [])
  }

  @Test func trackThatIsNotThere_isAnError() async throws {
    let folder = try TemporaryFolder()
    let url = try make(folder, "four.mp4")
    var graph = Graph()
    let source = graph.add("source", MovieRead { $0.url = url })
    graph.connect(source.video[3], to: graph.add("look", RecordedFrames().sink()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.map(\.message) == ["'source' has no video track 3"])
  }

  /// Runs a truncated file; returns its frames' times, its number of audio samples, and notes.
  private func read(_ url: Location) async throws -> (times: [CMTime], samples: Int, notes: [String]) {
    var graph = Graph()
    let source = graph.add("source", MovieRead { $0.url = url })
    let (pictures, audio) = (RecordedFrames(), RecordedAudio())
    graph.connect(source.video, to: graph.add("look", pictures.sink()).input)
    graph.connect(source.audio, to: graph.add("listen", audio.sink()).input)
    let result = try await graph.run(options: .testing)
    return (
      pictures.all.map(\.time), audio.total.frames, result.nodes.first { $0.name == "source" }?.notes ?? []
    )
  }

  @Test func cutFile_isReadUpToItsEnd_andReportsIt() async throws {
    let folder = try TemporaryFolder()
    let whole = try make(folder, "four.mp4", ["-movflags", "+faststart"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("four.mp4")))
    try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: folder.file("cut.mp4")))
    let movie = try Movie(path: folder.file("cut.mp4"))
    let table = try movie.tracks[0].samples()
    let there = try (0..<table.count).prefix { try table[$0].offset + Int64(table[$0].size) <= movie.source.size }.count
    #expect((20..<45).contains(there))
    let (times, samples, notes) = try await read(folder.location("cut.mp4"))
    let all = try await read(whole).times
    // Frames that are decoded later and presented earlier are missing, and with them the frames presented afterwards.
    #expect(times.count <= there && times.count >= there - 3)
    #expect(times == Array(all.prefix(times.count)))
    #expect(samples > 40000 && samples < 96000 && samples < 96000 * 3 / 4)
    #expect(
      notes.first == "'\(folder.file("cut.mp4"))' is cut off: \(there) of 50 samples of track 1 are there", "\(notes)")
  }

  @Test func cutFragments_areReadUpToTheLastWholeOne() async throws {
    let folder = try TemporaryFolder()
    _ = try make(folder, "four.mp4", ["-movflags", "frag_keyframe+empty_moov"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("four.mp4")))
    try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: folder.file("cut.mp4")))
    let (times, samples, notes) = try await read(folder.location("cut.mp4"))
    #expect([20, 30, 40].contains(times.count), "\(times.count)")
    #expect(samples > 24000 && samples < 96000)
    #expect(notes.contains { $0.contains("what comes before it can be read") }, "\(notes)")
  }

  @Test func whatIsNoMovie_isRefused() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "sine=d=0.2", folder.file("a.wav")])
    let error = await #expect(throws: Diagnostics.self) { try await read(folder.location("a.wav")) }
    #expect(error?.all.first?.message == "cannot read '\(folder.file("a.wav"))'")
    #expect(error?.exitCode == 66)
  }
}
