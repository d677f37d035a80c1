@testable import MediaSource
import MovieFile
import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Media from a pipe, read as exactly as files.
@Suite(.timeLimit(.minutes(10))) struct PipeReadTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a pipe and a shell command that writes to it, with the folder as its working directory.
  private func pipe(_ command: String) throws -> (location: String, writer: Writer) {
    let path = folder.file("pipe-\(UUID().uuidString)")
    guard mkfifo(path, 0o600) == 0 else { throw Oracle.Failure(description: "there can be no pipe") }
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "cd '\(folder.path)'; exec > '\(path)'; \(command)"]
    try writer.run()
    return (path, Writer(process: writer))
  }

  /// A shell that writes to a pipe.
  private struct Writer {
    let process: Process

    /// Terminates the shell; children of threads that block other signals inherit that.
    func terminate() { kill(process.processIdentifier, SIGKILL) }
  }

  /// With the tables first or last, and in pieces of any timing.
  @Test(arguments: [
    ("cat movie.mp4", []), ("cat movie.mp4", ["-movflags", "+faststart"]),
    ("dd if=movie.mp4 bs=3 count=9 status=none; tail -c +28 movie.mp4", []),
  ])
  func movie_givesWhatItsFileGives(command: String, options: [String]) async throws {
    try RemoteClips.movie(folder, "movie.mp4", options)
    let local = try await RemoteClips.read(folder.file("movie.mp4"), folder)
    #expect(local.frames.count == 75)
    let piped = try await RemoteClips.read(pipe(command).location, folder)
    #expect(piped.frames == local.frames)
    #expect(piped.audio == local.audio && piped.audioStart == local.audioStart)
    #expect(piped.packets == local.packets)
  }

  @Test(arguments: [[], ["-movflags", "+faststart"], ["-movflags", "frag_keyframe+empty_moov"]])
  func metadata_comeWithTheTracks(options: [String]) async throws {
    try RemoteClips.movie(folder, "movie.mp4", options + ["-metadata", "title=Of all"])
    let copy = folder.file("copy.mp4")
    try await RemoteClips.copyWithMetadata(pipe("cat movie.mp4").location, to: copy)
    let movie = try Movie(path: copy)
    #expect(try movie.metadata().items.first { $0.tag == .title }?.tagText == "Of all")
    #expect(try movie.tracks.map { try $0.samples().count } == [75])
  }

  /// Groups of pictures and parts of them, with and without edits, samples in the head, and data that are found in
  /// other ways.
  @Test(
    arguments: Soak.cases(
      [
        "frag_keyframe+empty_moov", "frag_keyframe", "frag_keyframe+delay_moov",
        "frag_keyframe+empty_moov+separate_moof", "frag_every_frame+empty_moov",
        "frag_keyframe+empty_moov+default_base_moof", "frag_keyframe+empty_moov+omit_tfhd_offset",
        "frag_keyframe+delay_moov+cmaf", "frag_every_frame+delay_moov",
      ], every: 2))
  func fragments_giveWhatTheirFileGives(flags: String) async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", flags])
    try await expectTheSame()
  }

  /// Fragments that begin anywhere in a GOP; some GOPs are open.
  @Test func fragmentsOfEqualLength_giveWhatTheirFileGives() async throws {
    try RemoteClips.movie(
      folder, "movie.mp4",
      ["-movflags", "empty_moov", "-frag_duration", "170000", "-x264-params", "open-gop=1:b-pyramid=normal"])
    try await expectTheSame()
  }

  private func expectTheSame() async throws {
    let local = try await RemoteClips.read(folder.file("movie.mp4"), folder)
    #expect(local.frames.count == 75)
    let piped = try await RemoteClips.read(pipe("cat movie.mp4").location, folder)
    #expect(piped.frames == local.frames)
    #expect(piped.audio == local.audio && piped.audioStart == local.audioStart)
    #expect(piped.packets == local.packets)
  }

  /// Data that all readers have read are discarded: a stream may be endless.
  @Test func fragmentsThatWereRead_areForgotten() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "color=size=64x48:rate=25:duration=60", "-f", "lavfi", "-i", "sine=r=48000:d=60", "-c:v",
      "mpeg4", "-c:a",
      "aac", "-movflags", "frag_every_frame+empty_moov", folder.file("movie.mp4"),
    ])
    let location = try pipe("cat movie.mp4").location
    let (kept, count) = try await blocking { () -> (Int, Int) in
      let media = RemoteMedia.pipe(try PipeReader(location, Reception()))
      guard case .stream(let stream) = try media.reader(Reception(), isWhole: false) else { return (.max, 0) }
      var rest = try stream.movie.tracks.map { movieTrack in
        let track = try StreamedTrack(movieTrack.id, of: stream)
        return (track: track, next: try track.firstSample())
      }
      var (kept, count) = (0, 0)
      // Both are read in presentation order.
      while !rest.isEmpty {
        rest.removeAll { $0.next == nil }
        let times = rest.map { $0.track.time($0.next?.decodeTime ?? 0) }
        guard let first = times.indices.min(by: { times[$0] < times[$1] }), let sample = rest[first].next else { break }
        _ = try rest[first].track.bytes(of: sample)
        rest[first].next = try rest[first].track.sample(after: sample)
        (kept, count) = (max(kept, stream.keptCount), count + 1)
      }
      return (kept, count)
    }
    // As far as a decoder may seek back.
    #expect(count > 4000 && kept < 1000, "\(kept) of \(count)")
  }

  @Test func fragmentsThatAreCutOff_areReportedWithTheirPlace() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "frag_keyframe+empty_moov"])
    let location = try pipe("head -c 1000000 movie.mp4").location
    let error = await #expect(throws: Diagnostics.self) { try await RemoteClips.read(location, folder) }
    #expect(error?.all.map(\.message) == ["reading stopped in 'source' (asset.read)"])
    #expect(error?.all.first?.cause?.contains("it is cut off inside 'mdat'") == true, "\(String(describing: error))")
    #expect(!folder.names.contains { $0.hasPrefix("copy-") })
  }

  @Test func movieRead_readsTheFragmentsThatAreWhole() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "frag_keyframe+empty_moov"])
    let location = try pipe("head -c 1000000 movie.mp4").location
    var graph = Graph()
    let pictures = RecordedFrames()
    let source = graph.add("source", MovieRead { $0.url = Location(location) })
    graph.connect(source.video, to: graph.add("look", pictures.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.count > 0 && pictures.all.count < 75 && pictures.all.count % 12 == 0, "\(pictures.all.count)")
  }

  @Test func movieWithEdits_givesWhatItsFileGives() async throws {
    try RemoteClips.cut(folder, "cut.mp4")
    let local = try await RemoteClips.read(folder.file("cut.mp4"), folder)
    #expect(try await RemoteClips.read(pipe("cat cut.mp4").location, folder) == local)
  }

  @Test(arguments: [
    ("a.mp3", ["-c:a", "libmp3lame"]), ("b.mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0"]),
    ("a.aac", ["-c:a", "aac"]), ("a.caf", ["-c:a", "alac"]), ("a.flac", []), ("a.wav", []),
  ])
  func audio_givesWhatItsFileGives(name: String, options: [String]) async throws {
    try RemoteClips.song(folder, name, options)
    let local = try await RemoteClips.audio(folder.file(name))
    #expect(local.channels[0].count >= 57_330)
    let piped = try await RemoteClips.audio(pipe("cat \(name)").location)
    #expect(piped.channels == local.channels && piped.start == local.start)
  }

  @Test(arguments: ["mkv", "ts", "flv", "avi"]) func otherContainer_givesWhatItsFileGives(kind: String) async throws {
    let name = "movie.\(kind)"
    try RemoteClips.movie(folder, name)
    let local = try await RemoteClips.read(folder.file(name), folder)
    let piped = try await RemoteClips.read(pipe("cat \(name)").location, folder)
    #expect(piped.frames == local.frames && piped.frames.count == 75)
    #expect(piped.audio == local.audio && piped.audioStart == local.audioStart)
    #expect(piped.packets == local.packets && local.packets.count > 200)
  }

  /// Sound that is not heard at both ends, and what its copy says of it.
  @Test func trimmedSound_isThatOfItsFile() async throws {
    try RemoteClips.song(folder, "song.webm", ["-c:a", "libopus"])
    func copy(_ location: String, _ name: String) async throws -> String {
      var graph = Graph()
      let source = graph.add("source", AssetRead { $0.url = Location(location) })
      let webm = graph.add("webm", MuxWebM())
      graph.connect(source.codedAudio, to: webm.input)
      graph.connect(webm.output, to: graph.add("file", FileWrite { $0.url = folder.location(name) }).input)
      _ = try await graph.run(options: .testing)
      return try Oracle.text("ffprobe", ["-v", "error", "-show_packets", "-of", "compact", folder.file(name)])
    }
    let local = try await copy(folder.file("song.webm"), "local.webm")
    #expect(try await copy(pipe("cat song.webm").location, "piped.webm") == local && local.contains("discard_padding"))
    let audio = try await RemoteClips.audio(folder.file("song.webm"))
    let piped = try await RemoteClips.audio(pipe("cat song.webm").location)
    #expect(piped.channels == audio.channels && piped.start == audio.start && audio.channels[0].count > 0)
  }

  /// A Matroska file states its size.
  @Test func packetsThatAreCutOff_areReported() async throws {
    try RemoteClips.movie(folder, "movie.mkv")
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.file("movie.mkv"))).count
    let location = try pipe("head -c 1000000 movie.mkv").location
    let error = await #expect(throws: Diagnostics.self) { try await RemoteClips.read(location, folder) }
    let causes = error?.all.compactMap(\.cause) ?? []
    #expect(causes.contains { $0.contains("it is cut off: 1000000 of \(size) bytes are there") }, "\(causes)")
    #expect(!folder.names.contains { $0.hasPrefix("copy-") })
  }

  /// The writer does not stop, and the run does not wait for it.
  @Test(arguments: [
    ("movie.mkv", []), ("movie.ts", []), ("movie.flv", []), ("movie.avi", ["-c:a", "pcm_s16le"]),
    ("movie.mp4", ["-movflags", "frag_keyframe+empty_moov"]),
    ("sound.aac", ["-vn"]), ("sound.mp3", ["-vn", "-write_xing", "0", "-id3v2_version", "0"]),
  ])
  func streamWithoutEnd_flows(name: String, options: [String]) async throws {
    try RemoteClips.movie(folder, name, options + (name.hasSuffix("mp3") ? ["-c:a", "libmp3lame"] : []))
    let (location, writer) = try pipe("cat \(name); exec sleep 1000")
    defer { writer.terminate() }
    var graph = Graph()
    let audio = Samples()
    let source = graph.add("source", AssetRead { $0.url = Location(location) })
    graph.connect(source.audio, to: graph.add("listen", audio.sink()).input)
    graph.stop = StopRule(after: .seconds(1))
    let result = try await graph.run(options: .testing)
    #expect(result.end == .finished)
    // Cut in the middle of a block of both channels. For MP3, GStreamer may choose another decoder with different
    // rounding.
    let tolerance: Float = name.hasSuffix("mp3") ? 1 / 16384 : 0
    let all = try await RemoteClips.audio(folder.file(name)).channels
    let channels = audio.recording.channels
    #expect(channels.count == all.count)
    for (channel, whole) in zip(channels, all) {
      #expect(abs(channel.count - 48_000) < 1200)
      #expect(zip(channel, whole).allSatisfy { abs($0 - $1) <= tolerance })
    }
  }

  @Test func stoppedStream_waitsForNoWriter() async throws {
    try RemoteClips.movie(folder, "movie.mkv")
    let (location, writer) = try pipe("cat movie.mkv; exec sleep 1000")
    defer { writer.terminate() }
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = Location(location) })
    let mkv = graph.add("mkv", MuxMKV())
    graph.connect(source.codedVideo, to: mkv.input)
    graph.connect(mkv.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mkv") }).input)
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    for await progress in run.progress where progress.position > CMTime(value: 2, timescale: 1) { break }
    let clock = ContinuousClock()
    let start = clock.now
    run.stop()
    #expect(try await result.end == .stopped)
    #expect(clock.now - start < .seconds(30))
    let counts = try Oracle.streams(folder.file("out.mkv"), "nb_read_frames").compactMap { Int($0) }
    #expect(counts.count == 1 && counts[0] > 50)
  }

  @Test(arguments: ["", "head -c 9 movie.mp4; ", "head -c 100000 movie.mp4; "])
  func cancelledRun_waitsForNoWriter(firstBytes: String) async throws {
    try RemoteClips.movie(folder)
    let (location, writer) = try pipe("\(firstBytes)echo written > done; exec sleep 1000")
    defer { writer.terminate() }
    let run = Task { try await RemoteClips.audio(location) }
    // The shell opens the pipe when it is read, and has written when the file exists.
    while !FileManager.default.fileExists(atPath: folder.file("done")) { await Task.yield() }
    let elapsed = await ContinuousClock().measure {
      run.cancel()
      _ = await run.result
    }
    #expect(elapsed < .seconds(30))
  }

  @Test func movieThatIsCutOff_isRefused() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "+faststart"])
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.file("movie.mp4"))).count
    let location = try pipe("head -c 1000000 movie.mp4").location
    let error = await #expect(throws: Diagnostics.self) { try await RemoteClips.audio(location) }
    #expect(error?.all.map(\.message) == ["cannot read '\(location)'"])
    #expect(error?.all.first?.cause == "it is cut off: 1000000 of \(size) bytes are there")
    #expect(error?.exitCode == 66)
  }

  @Test func movieRead_readsWhatThereIsOfIt() async throws {
    try RemoteClips.movie(folder, "movie.mp4", ["-movflags", "+faststart"])
    let location = try pipe("head -c 1000000 movie.mp4").location
    var graph = Graph()
    let pictures = RecordedFrames()
    let source = graph.add("source", MovieRead { $0.url = Location(location) })
    graph.connect(source.video, to: graph.add("look", pictures.sink()).input)
    let result = try await graph.run(options: .testing)
    #expect((5..<75).contains(pictures.all.count))
    #expect(result.nodes.first { $0.name == "source" }?.notes.first?.contains("is cut off") == true)
  }

  @Test func images_wantAFile() async throws {
    let location = try pipe("exec sleep 1000")
    defer { location.writer.terminate() }
    var graph = Graph()
    let source = graph.add(
      "source",
      AssetFrames {
        $0.url = Location(location.location); $0.times = [.seconds(0)]
      })
    graph.connect(source.output, to: graph.add("look", RecordedFrames().sink()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.cause == "it is a pipe, and pictures are taken from any place")
    #expect(error?.exitCode == 66)
  }
}
