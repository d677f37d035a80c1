import GStreamerTesting
import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Testing

@testable import MediaEngine

/// Files of another encoder: ffmpeg makes them here.
@Suite struct AssetReadTests {
  /// Makes a video track and two audio tracks: a loud English one of 440 Hz, and a soft German one.
  private func twoLanguages(_ folder: TemporaryFolder, _ name: String = "two.mp4") throws -> Location {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=320x180:rate=25:duration=2",
      "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2",
      "-f", "lavfi", "-i", "sine=frequency=880:sample_rate=44100:duration=2",
      "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac",
      "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu", folder.file(name),
    ])
    return folder.location(name)
  }

  private func audio(_ url: Location, _ choice: String, index: Int = 1) async throws -> RecordedAudio.Total {
    let choice = try TrackChoice(parsing: choice)
    var graph = Graph()
    let audio = RecordedAudio()
    let source = graph.add(
      "source",
      AssetRead {
        $0.url = url; $0.audioTracks = choice
      })
    graph.connect(source.audio[index], to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    return audio.total
  }

  @Test func frames_comeAtTheirTimes() async throws {
    let folder = try TemporaryFolder()
    let url = try twoLanguages(folder)
    var graph = Graph()
    let pictures = RecordedFrames()
    let source = graph.add("source", AssetRead { $0.url = url })
    graph.connect(source.video, to: graph.add("look", pictures.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.map(\.time).count == 50)
    #expect(pictures.all.allSatisfy { $0.width == 320 && $0.height == 180 })
  }

  @Test(arguments: [
    ("first", 48000), ("id:2", 48000), ("id:3", 44100), ("language:de", 44100), ("language:deu", 44100),
    ("language:en", 48000), ("characteristic:AVMediaCharacteristicAudible", 48000),
  ])
  func track_isChosen(choice: String, rate: Int) async throws {
    let folder = try TemporaryFolder()
    #expect(try await audio(twoLanguages(folder), choice).rate == rate)
  }

  @Test(arguments: ["a.flac", "a.ac3"]) func onlyTrackOfAnElementaryStream_isTrackOne(_ name: String) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "sine=sample_rate=44100:duration=0.5", folder.file(name)])
    #expect(try await audio(folder.location(name), "id:1").rate == 44100)
    await #expect(throws: Diagnostics.self) { try await audio(folder.location(name), "id:2") }
  }

  /// The description of the subtitles ends too early: it cannot tell if they are forced ones.
  @Test func trackWhoseCharacteristicsCannotBeRead_isAnErrorWhereTheyDecide() async throws {
    let folder = try TemporaryFolder()
    let captions = folder.file("a.srt")
    try "1\n00:00:00,100 --> 00:00:00,900\nOne\n".write(toFile: captions, atomically: true, encoding: .utf8)
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1", "-i", captions, "-c:v", "libx264", "-pix_fmt",
      "yuv420p", "-c:s", "mov_text", folder.file("a.mp4"),
    ])
    var bytes = try Data(contentsOf: folder.url("a.mp4"))
    let entry = try #require(bytes.range(of: Data("tx3g".utf8))).lowerBound - 4
    #expect(bytes[entry + 3] == 84)
    bytes.replaceSubrange(entry..<entry + 4, with: [0, 0, 0, 20])
    bytes.replaceSubrange(entry + 20..<entry + 28, with: [0, 0, 0, 64] + Array("free".utf8))
    try bytes.write(to: folder.url("a.mp4"))
    var graph = Graph()
    let source = graph.add(
      "source",
      AssetRead {
        $0.url = folder.location("a.mp4")
        $0.textTracks = TrackChoice(.characteristic("public.subtitles.forced-only"))
      })
    graph.connect(source.text, to: graph.add("null", Null()).input)
    let thrown = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    let problem = try #require(thrown?.all.first)
    #expect(problem.message == "cannot read '\(folder.file("a.mp4"))'" && problem.kind == .input, "\(problem)")
    #expect(problem.cause?.contains("'tx3g' ends too early") == true)
  }

  /// Appends user data to a track of a movie whose headers are at the end of the file.
  private func tag(_ location: Location, track number: Int, _ tags: [String]) throws {
    func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
      withUnsafeBytes(of: UInt32(contents.count + 8).bigEndian) { Array($0) } + Array(type.utf8) + contents
    }
    let file = URL(fileURLWithPath: try #require(location.path))
    let movie = try Movie(path: file.path)
    let track = movie.tracks[number].box
    var bytes = [UInt8](try Data(contentsOf: file))
    let userData = box("udta", tags.flatMap { box("tagc", Array($0.utf8)) })
    bytes.insert(contentsOf: userData, at: Int(track.end))
    for parent in [movie.box, track] {
      let size = withUnsafeBytes(of: UInt32(Int(parent.size) + userData.count).bigEndian) { Array($0) }
      bytes.replaceSubrange(Int(parent.offset)..<Int(parent.offset) + 4, with: size)
    }
    try Data(bytes).write(to: file)
  }

  @Test(arguments: [
    ("characteristic:public.auxiliary-content", 44100), ("characteristic:public.main-program-content", 48000),
    ("characteristic:public.accessibility.describes-video", 44100),
  ])
  func track_isChosenByWhatItIsTaggedWith(choice: String, rate: Int) async throws {
    let folder = try TemporaryFolder()
    let url = try twoLanguages(folder, "two.mov")
    try tag(url, track: 2, ["public.accessibility.describes-video", "public.auxiliary-content"])
    #expect(try await audio(url, choice).rate == rate)
  }

  @Test func first_isTheFirstEnabledTrack() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=1", "-f", "lavfi", "-i",
      "sine=sample_rate=44100:duration=1",
      "-map", "0", "-map", "1", "-c:a", "aac", "-disposition:a:0", "0", "-disposition:a:1", "default",
      folder.file("a.mp4"),
    ])
    #expect(try await audio(folder.location("a.mp4"), "first").rate == 44100)
  }

  @Test func all_givesEachTrackByItsNumber() async throws {
    let folder = try TemporaryFolder()
    let url = try twoLanguages(folder)
    #expect(try await audio(url, "all", index: 1).rate == 48000)
    #expect(try await audio(url, "all", index: 2).rate == 44100)
  }

  @Test(arguments: [
    ("id:9", "'source' has no audio track with id:9"), ("language:fr", "'source' has no audio track with language:fr"),
  ])
  func trackThatIsNotThere_isAnError(choice: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let url = try twoLanguages(folder)
    let error = await #expect(throws: Diagnostics.self) { try await audio(url, choice) }
    #expect(error?.all.map(\.message) == [message])
    #expect(error?.exitCode == 66)
  }

  @Test func matroska_hasLanguagesToo() async throws {
    let folder = try TemporaryFolder()
    #expect(try await audio(twoLanguages(folder, "two.mkv"), "language:de").rate == 44100)
  }

  /// GStreamer's demuxer omits the packets that the edit list trims, and the last one; the others are unchanged.
  @Test func codedAudio_isCopiedPacketByPacket() async throws {
    let folder = try TemporaryFolder()
    let url = try twoLanguages(folder)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(source.codedAudio, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.m4a") }).input)
    _ = try await graph.run(options: .testing)
    // As ADTS, the packets can be compared without the container's edit list.
    let copy = ["-map", "0:a:0", "-c", "copy", "-f", "adts"]
    try Oracle.make(["-ignore_editlist", "1", "-i", folder.file("two.mp4")] + copy + [folder.file("a.aac")])
    try Oracle.make(["-ignore_editlist", "1", "-i", folder.file("out.m4a")] + copy + [folder.file("b.aac")])
    let (a, b) = (
      try Data(contentsOf: URL(fileURLWithPath: folder.file("a.aac"))),
      try Data(contentsOf: URL(fileURLWithPath: folder.file("b.aac")))
    )
    #expect(b.count > a.count * 9 / 10)
    #expect(a.range(of: b) != nil)
  }

  @Test func movieWithoutAudio_isTranscodedWithoutIt() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=320x180:rate=25:duration=1", "-pix_fmt", "yuv420p", folder.file("silent.mp4"),
    ])
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = folder.location("silent.mp4") })
    let h264 = graph.add("h264", VideoEncodeH264())
    let aac = graph.add("aac", AudioEncodeAAC())
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(source.video, to: h264.input)
    graph.connect(source.audio, to: aac.input)
    graph.connect(h264.output, to: mp4.input)
    graph.connect(aac.output, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    let result = try await graph.run(options: .testing)
    #expect(try Oracle.streams(folder.file("out.mp4"), "codec_name,nb_read_frames") == ["h264,25"])
    #expect(result.nodes.first { $0.name == "mp4" }?.notes == ["'source' has no audio track"])
  }

  @Test func decodedFrames_areThoseThatFFmpegDecodes() async throws {
    let folder = try TemporaryFolder()
    let url = try twoLanguages(folder)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let file = graph.add(
      "raw",
      GstElement {
        $0.element = "filesink"; $0.from = .rawVideo; $0.properties = ["location": folder.file("raw.yuv")]
      })
    graph.connect(source.video, to: file.port(in: "in", as: RawVideo.self))
    _ = try await graph.run(options: .testing)
    try Oracle.make(["-i", folder.file("two.mp4"), "-map", "0:v", "-f", "rawvideo", folder.file("ffmpeg.yuv")])
    let (a, b) = (
      try Data(contentsOf: URL(fileURLWithPath: folder.file("raw.yuv"))),
      try Data(contentsOf: URL(fileURLWithPath: folder.file("ffmpeg.yuv")))
    )
    #expect(a.count == 50 * 320 * 180 * 3 / 2 && a == b)
  }

  @Test func webM_isRead() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=160x90:rate=25:duration=1", "-c:v", "libvpx", folder.file("a.webm"),
    ])
    var graph = Graph()
    let pictures = RecordedFrames()
    let source = graph.add("source", AssetRead { $0.url = folder.location("a.webm") })
    graph.connect(source.video, to: graph.add("look", pictures.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.count == 25)
  }
}
