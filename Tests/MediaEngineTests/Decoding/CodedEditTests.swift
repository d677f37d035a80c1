import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Testing

@testable import MediaEngine

/// Cases that GStreamer's demuxer gets wrong, in a graph: edits inside of GOPs, the tail of trimmed audio, priming.
@Suite struct CodedEditTests {
  /// Makes two seconds of video with B-frames and of audio with an impulse at sample 44100.
  private func make(_ folder: TemporaryFolder, _ name: String = "a.mp4", _ options: [String] = []) throws -> Location {
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2", "-f", "lavfi", "-i",
        "aevalsrc='if(eq(n,44100),0.9,0)':s=44100:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-x264-params",
        "keyint=12:min-keyint=12:scenecut=0:bframes=2:b-adapt=0", "-c:a", "aac", "-movie_timescale", "44100",
      ] + options + [folder.file(name)])
    return folder.location(name)
  }

  private func samples(_ url: Location) async throws -> Samples.Recording {
    var graph = Graph()
    let heard = Samples()
    let source = graph.add("source", MovieRead { $0.url = url })
    graph.connect(source.audio, to: graph.add("listen", heard.sink()).input)
    _ = try await graph.run(options: .testing)
    return heard.recording
  }

  /// qtdemux drops the last packet when an edit trims priming, and rounding delays the rest by a sample.
  @Test(arguments: ["aac", "alac", "libmp3lame"]) func audio_isWhole_andAtItsExactPlace(codec: String) async throws {
    let folder = try TemporaryFolder()
    let url = try make(folder, "a.mp4", ["-c:a", codec])
    let recording = try await samples(url)
    #expect(recording.channels[0].count == 88200 && recording.start == 0 && recording.jumps == 0)
    let loudest = recording.channels[0].indices.max { abs(recording.channels[0][$0]) < abs(recording.channels[0][$1]) }
    #expect(loudest == 44100)
  }

  @Test func audioOfFragments_isAtItsExactPlace() async throws {
    let folder = try TemporaryFolder()
    let url = try make(folder, "a.mp4", ["-movflags", "frag_keyframe+delay_moov"])
    let recording = try await samples(url)
    let loudest = recording.channels[0].indices.max { abs(recording.channels[0][$0]) < abs(recording.channels[0][$1]) }
    #expect(loudest == 44100 && recording.jumps == 0)
  }

  /// The last decoded frame is not the last presented one: it follows the frame that ends with the media.
  @Test(arguments: [[], ["-movflags", "frag_keyframe+empty_moov"], ["-movflags", "frag_keyframe+delay_moov"]])
  func frameThatIsDecodedLast_isGivenToo(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let url = try make(folder, "a.mp4", ["-t", "1.84"] + options)
    let packets = [
      "-v", "error", "-show_entries", "packet=stream_index,size,data_hash", "-show_data_hash", "md5", "-of", "csv=p=0",
    ]
    let source = try Oracle.text("ffprobe", packets + ["-select_streams", "v", url.path ?? ""])
    var graph = Graph()
    let movie = graph.add("movie", AssetRead { $0.url = url })
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(movie.codedVideo, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    _ = try await graph.run(options: .testing)
    #expect(try Oracle.text("ffprobe", packets + ["-select_streams", "v", folder.file("out.mp4")]) == source)
    let shown = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts", "-of", "csv=p=0", url.path ?? ""]
    ).split(separator: "\n").compactMap { Int($0) }
    #expect(shown.last != shown.max(), "the clip proves nothing")
  }

  /// Cuts a file inside of a GOP with an edit list alone, without encoding.
  private func cut(_ url: Location, _ folder: TemporaryFolder, at seconds: String) throws -> Location {
    try Oracle.make(["-ss", seconds, "-i", url.path ?? "", "-c", "copy", folder.file("cut.mp4")])
    return folder.location("cut.mp4")
  }

  @Test func editInsideAGroup_givesThePacketsThatItNeeds_andShowsTheRest() async throws {
    let folder = try TemporaryFolder()
    let url = try cut(make(folder, "a.mp4", ["-an"]), folder, at: "0.72")
    let track = try CodedClips.track(url.path ?? "", isVideo: true)
    let start = try #require(track.edits.first?.mediaStart)
    let first = try #require(try track.sample(shownAt: start))
    let key = try #require(try track.syncSample(atOrBefore: first))
    #expect(first.index > key.index, "the edit begins inside a group of pictures")

    // Decoded from packets by a GStreamer decoder, and directly: the same frames.
    var graph = Graph()
    let source = graph.add("source", MovieRead { $0.url = url })
    let decoder = graph.add("decode", VideoDecode())
    let pictures = RecordedFrames()
    graph.connect(source.codedVideo, to: decoder.input)
    graph.connect(decoder.output, to: graph.add("look", pictures.sink()).input)
    let direct = RecordedFrames()
    graph.connect(source.video, to: graph.add("direct", direct.sink("direct")).input)
    _ = try await graph.run(options: .testing)
    let expected = try CodedClips.checksums(url.path ?? "")
    #expect(direct.all.count == expected.count)
    #expect(pictures.all.map(\.corner) == direct.all.map(\.corner))
    #expect(pictures.all.count == direct.all.count)
  }
}
