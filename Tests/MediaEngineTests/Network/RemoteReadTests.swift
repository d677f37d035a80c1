@testable import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Testing

@testable import MediaEngine

/// Media behind URLs, read as exactly as files.
@Suite(.timeLimit(.minutes(10))) struct RemoteReadTests {
  let folder: TemporaryFolder
  let server: TestServer

  init() throws {
    folder = try TemporaryFolder()
    server = try TestServer(folder)
  }

  private var size: Int {
    get throws { try Data(contentsOf: URL(fileURLWithPath: folder.file("movie.mp4"))).count }
  }

  @Test(arguments: ["file", "plain", "chunked", "slow/50", "flaky/700000", "tagged"])
  func movie_givesWhatItsFileGives(way: String) async throws {
    try RemoteClips.movie(folder)
    try #expect(size > 2 << 20)
    let local = try await RemoteClips.read(folder.file("movie.mp4"), folder)
    #expect(local.frames.count == 75 && local.audio.map(\.count) == [144_000, 144_000] && local.audioStart == 0)
    let remote = try await RemoteClips.read(server.address("\(way)/movie.mp4"), folder)
    #expect(remote.frames == local.frames)
    #expect(remote.audio == local.audio)
    #expect(remote.packets == local.packets)
  }

  @Test(arguments: ["file", "plain"], [[], ["-movflags", "frag_keyframe+empty_moov"]])
  func metadata_comeWithTheTracks(way: String, options: [String]) async throws {
    try RemoteClips.movie(folder, "movie.mp4", options + ["-metadata", "title=Of all"])
    let copy = folder.file("copy.mp4")
    try await RemoteClips.copyWithMetadata(server.address("\(way)/movie.mp4"), to: copy)
    let movie = try Movie(path: copy)
    #expect(try movie.metadata().items.first { $0.tag == .title }?.tagText == "Of all")
    #expect(try movie.tracks.map { try $0.samples().count } == [75])
  }

  /// A finished playlist, with segments in files of their own or as ranges of one, local and remote.
  @Test(arguments: [["fmp4"], ["fmp4", "-hls_flags", "single_file"], ["mpegts"]])
  func playlist_givesWhatItsSegmentsGive(kind: [String]) async throws {
    let options = ["-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod", "-hls_segment_type"] + kind
    try RemoteClips.movie(folder, "list.m3u8", options)
    let segments = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix("list") && !$0.hasSuffix("m3u8")
    }.sorted()
    #expect(segments.count == (kind.count > 1 ? 1 : 3))
    var joined = Data()
    for name in (kind == ["fmp4"] ? ["init.mp4"] : []) + segments { joined += try Data(contentsOf: folder.url(name)) }
    try joined.write(to: folder.url("joined.bin"))
    let local = try await RemoteClips.read(folder.file("joined.bin"), folder)
    #expect(local.frames.count == 75)
    for location in [folder.file("list.m3u8"), server.address("file/list.m3u8")] {
      let played = try await RemoteClips.read(location, folder)
      #expect(played.frames == local.frames && played.audio == local.audio && played.packets == local.packets)
    }
  }

  @Test func movieWithEdits_givesWhatItsFileGives() async throws {
    try RemoteClips.cut(folder, "cut.mp4")
    let local = try await RemoteClips.read(folder.file("cut.mp4"), folder)
    #expect((50..<75).contains(local.frames.count))
    #expect(try await RemoteClips.read(server.address("file/cut.mp4"), folder) == local)
  }

  @Test func fragments_giveWhatTheirFileGives() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "frag_keyframe+empty_moov"])
    let local = try await RemoteClips.read(folder.file("movie.mp4"), folder)
    #expect(try await RemoteClips.read(server.address("file/movie.mp4"), folder) == local)
  }

  @Test(
    arguments: [
      ("a.mp3", ["-c:a", "libmp3lame"]), ("a.aac", ["-c:a", "aac"]), ("a.caf", ["-c:a", "alac"]),
      ("b.caf", ["-c:a", "pcm_s16be"]), ("a.wav", []), ("b.wav", ["-c:a", "adpcm_ima_wav"]), ("a.aiff", []),
    ], ["file", "plain"])
  func song_givesWhatItsFileGives(song: (String, [String]), way: String) async throws {
    try RemoteClips.song(folder, song.0, song.1)
    let local = try await RemoteClips.audio(folder.file(song.0))
    #expect(local.channels[0].count >= 57_330)
    let remote = try await RemoteClips.audio(server.address("\(way)/\(song.0)"))
    #expect(remote.channels == local.channels && remote.start == local.start)
  }

  @Test(arguments: ["file", "plain"]) func otherContainer_givesWhatItsFileGives(way: String) async throws {
    try RemoteClips.movie(folder, "movie.mkv", ["-t", "1"])
    let local = try await RemoteClips.read(folder.file("movie.mkv"), folder)
    #expect(try await RemoteClips.read(server.address("\(way)/movie.mkv"), folder) == local)
  }

  /// Sequential reads request increasing parts, and none twice.
  @Test(arguments: [[], ["-movflags", "+faststart"]])
  func movie_isAskedForInFewParts(options: [String]) async throws {
    try RemoteClips.movie(folder, "movie.mp4", options)
    _ = try await RemoteClips.read(server.address("file/movie.mp4"), folder)
    let ranges = try server.requests.map { request in
      let bounds = request.split { "=-".contains($0) }.compactMap { Int($0) }
      return try #require(bounds.count == 2 ? bounds[0]..<min(bounds[1] + 1, size) : nil, "\(request)")
    }
    // Four that double, and one for the tables at the end.
    #expect(ranges.count <= 6, "\(ranges)")
    #expect(try ranges.reduce(0) { $0 + $1.count } == size, "\(ranges)")
    #expect(Set(ranges.map(\.lowerBound)).count == ranges.count, "\(ranges)")
  }

  @Test func movieRead_takesServersToo() async throws {
    try RemoteClips.movie(folder)
    func read(_ location: String) async throws -> [RecordedFrames.Frame] {
      var graph = Graph()
      let pictures = RecordedFrames()
      let source = graph.add("source", MovieRead { $0.url = Location(location) })
      graph.connect(source.video, to: graph.add("look", pictures.sink()).input)
      _ = try await graph.run(options: .testing)
      return pictures.all
    }
    let local = try await read(folder.file("movie.mp4"))
    #expect(local.count == 75)
    #expect(try await read(server.address("file/movie.mp4")) == local)
    try RemoteClips.movie(folder, "movie.mkv", ["-t", "0.2"])
    let url = server.address("file/movie.mkv")
    let error = await #expect(throws: Diagnostics.self) { try await read(url) }
    #expect(error?.all.map(\.message) == ["cannot read '\(url)'"])
    #expect(error?.all.first?.cause == "it is no movie file (at byte 0)")
    #expect(error?.exitCode == 66)
  }

  @Test func tracks_areChosenAsInAFile() async throws {
    try RemoteClips.movie(folder)
    var graph = Graph()
    let url = server.address("file/movie.mp4")
    let source = graph.add(
      "source",
      AssetRead {
        $0.url = Location(url); $0.audioTracks = TrackChoice(.id(9))
      })
    graph.connect(source.audio, to: graph.add("listen", Samples().sink()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.map(\.message) == ["'source' has no audio track with id:9"])
  }

  // MARK: - Servers at their worst

  /// Copies to a file; returns the error and the remaining files when the input fails.
  private func copy(_ url: String) async -> (error: Diagnostics?, names: [String]) {
    let before = folder.names
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = Location(url) })
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(source.codedVideo, to: mp4.input)
    graph.connect(source.codedAudio, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    let error: (any Error)?
    do {
      _ = try await graph.run(options: .testing)
      error = nil
    } catch let thrown {
      error = thrown
    }
    return (error as? Diagnostics, folder.names.filter { !before.contains($0) })
  }

  @Test func serverThatDiesInTheMiddle_isReportedWithPlaceAndCause() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "+faststart"])
    let url = server.address("drop/1500000/movie.mp4")
    let (error, left) = await copy(url)
    #expect(error?.all.map(\.message) == ["reading stopped in 'source' (asset.read)"])
    #expect(error?.exitCode == 70)
    let cause = try #require(error?.all.first?.cause)
    #expect(cause.hasPrefix("\(url): the server broke off in the middle (at byte "), "\(cause)")
    #expect(left == [])
  }

  @Test func serverThatDiesBeforeTheTables_cannotBeRead() async throws {
    try RemoteClips.movie(folder)
    let url = server.address("drop/1500000/movie.mp4")
    let (error, left) = await copy(url)
    #expect(error?.all.map(\.message) == ["cannot read '\(url)'"])
    #expect(error?.exitCode == 66)
    #expect(
      error?.all.first?.cause?.hasPrefix("the server broke off in the middle") == true, "\(String(describing: error))")
    #expect(left == [])
  }

  @Test func serverWithoutRangesThatDies_cannotBeRead() async throws {
    try RemoteClips.movie(folder)
    // Without ranges and a length, the end of the connection looks like the end of the file.
    try Data(Data(contentsOf: URL(fileURLWithPath: folder.file("movie.mp4"))).prefix(1_500_000)).write(
      to: URL(fileURLWithPath: folder.file("part.mp4")))
    let (error, left) = await copy(server.address("chunked/part.mp4"))
    let cause = try #require(error?.all.first?.cause)
    #expect(error?.exitCode == 66)
    #expect(try cause.hasPrefix("it is cut off: 1500000 of ") || cause.contains("\(size)"), "\(cause)")
    #expect(left == [])
  }

  @Test(arguments: ["changing", "shrinking"]) func movieThatIsReplacedMeanwhile_isNotMixed(way: String) async throws {
    try RemoteClips.movie(folder)
    let url = server.address("\(way)/movie.mp4")
    let (error, left) = await copy(url)
    #expect(error?.all.map(\.message) == ["cannot read '\(url)'"])
    let cause = try #require(error?.all.first?.cause)
    #expect(cause.hasPrefix("the server has other bytes now than before"), "\(cause)")
    #expect(left == [])
  }

  @Test(arguments: [(403, "Forbidden"), (404, "Not Found"), (500, "Internal Server Error")])
  func serverThatRefuses_isReported(status: Int, words: String) async throws {
    try RemoteClips.movie(folder)
    let url = server.address("status/\(status)/movie.mp4")
    let (error, left) = await copy(url)
    #expect(error?.all.map(\.message) == ["cannot read '\(url)'"])
    #expect(error?.all.first?.cause == "the server answered \(status) \(words)")
    #expect(error?.exitCode == 66)
    #expect(left == [])
  }

  @Test func serverThatIsNotThere_isReported() async throws {
    // No server listens on the port of "tcpmux".
    let (error, left) = await copy("http://127.0.0.1:1/movie.mp4")
    #expect(error?.all.map(\.message) == ["cannot read 'http://127.0.0.1:1/movie.mp4'"])
    #expect(error?.all.first?.cause?.contains("refused") == true, "\(String(describing: error))")
    #expect(error?.exitCode == 66)
    #expect(left == [])
  }

  @Test func serverThatStalls_isGivenUpAfterItsTime() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "+faststart"])
    let url = server.url("stall/600000/movie.mp4")
    let cause = try await blocking {
      let source = try HTTPByteSource(url, timeout: 1, Reception())
      return #expect(throws: MovieError.self) { try source.bytes(at: 590_000, count: 20_000) }?.message
    }
    #expect(cause == "the server gave nothing for 1 s")
  }

  @Test(arguments: [0, 1_500_000])
  func cancelledRun_waitsForNoServer(place: Int) async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "+faststart"])
    let url = server.address("stall/\(place)/movie.mp4")
    let run = Task { await copy(url) }
    try await server.waits(for: "broke off")
    let clock = ContinuousClock()
    let elapsed = await clock.measure {
      run.cancel()
      _ = await run.value
    }
    #expect(elapsed < .seconds(12))
    #expect(!folder.names.contains { $0.hasSuffix("out.mp4") })
  }

  /// The received data are complete, although the server stops sending.
  @Test func stoppedRun_waitsForNoServer() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "+faststart"])
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = Location(server.address("stall/1500000/movie.mp4")) })
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(source.codedVideo, to: mp4.input)
    graph.connect(source.codedAudio, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    try await server.waits(for: "broke off")
    let clock = ContinuousClock()
    let start = clock.now
    // More than half a second has arrived before the server breaks off.
    for await progress in run.progress where progress.position > CMTime(value: 1, timescale: 2) { break }
    run.stop()
    #expect(try await result.end == .stopped)
    #expect(clock.now - start < .seconds(12))
    #expect(try Oracle.warnings(folder.file("out.mp4")) == "")
    let counts = try Oracle.streams(folder.file("out.mp4"), "nb_read_frames").compactMap { Int($0) }
    #expect(counts.count == 2 && counts.allSatisfy { $0 > 5 && $0 < 141 }, "\(counts)")
  }

  // MARK: - Pictures

  private func images(_ location: String, _ times: [MediaTime]) async throws -> [RecordedFrames.Frame] {
    var graph = Graph()
    let pictures = RecordedFrames()
    let source = graph.add(
      "source",
      AssetFrames {
        $0.url = Location(location); $0.times = times
        $0.toleranceBefore = .seconds(0); $0.toleranceAfter = .seconds(0)
      })
    graph.connect(source.output, to: graph.add("look", pictures.sink()).input)
    _ = try await graph.run(options: .testing)
    return pictures.all
  }

  @Test(arguments: ["movie.mp4", "movie.mkv"]) func images_areThoseOfTheFile(name: String) async throws {
    try RemoteClips.movie(folder, name)
    let times: [MediaTime] = [.rational(5, 2), .rational(1, 25), .rational(3, 2)]
    let local = try await images(folder.file(name), times)
    #expect(local.count == 3)
    #expect(try await images(server.address("file/\(name)"), times) == local)
    #expect(try await images(server.address("plain/\(name)"), times) == local)
  }

  @Test func imageBeyondTheEnd_isReported() async throws {
    try RemoteClips.movie(folder)
    let url = server.address("file/movie.mp4")
    let error = await #expect(throws: Diagnostics.self) { try await images(url, [.seconds(9)]) }
    #expect(error?.all.map(\.message) == ["'\(url)' has no picture at 00:00:09.000"])
    #expect(error?.all.first?.notes == ["its pictures end at 00:00:03.000"])
    #expect(error?.exitCode == 66)
  }

  @Test func imageOfNothing_isReported() async throws {
    let url = server.address("file/no.mp4")
    let error = await #expect(throws: Diagnostics.self) { try await images(url, [.seconds(0)]) }
    #expect(error?.all.map(\.message) == ["cannot read '\(url)'"])
    #expect(error?.all.first?.cause == "the server answered 404 Not Found")
  }

  @Test func cancelledImages_waitForNoServer() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "+faststart"])
    // In the middle of the frame's GOP.
    let url = try server.address("stall/\(size * 2 / 3)/movie.mp4")
    let run = Task { try await images(url, [.rational(11, 5)]) }
    try await server.waits(for: "broke off")
    let elapsed = await ContinuousClock().measure {
      run.cancel()
      _ = await run.result
    }
    #expect(elapsed < .seconds(12))
  }
}
