import Foundation
import Testing

/// Ctrl-C of every command that writes: the output is complete, and ends where its slowest track was.
@Suite struct InterruptedOutputTests {
  /// A minute of noise, which takes x264 a while, with a tone, which is encoded in no time.
  private static let movie = Task<Data, any Error> {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=25:d=60 -f lavfi -i sine=d=60:sample_rate=48000 \
        -vf noise=alls=20:allf=t -c:v libx264 -preset ultrafast -g 50 -c:a aac movie.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    return try fixture.data(of: "movie.mp4")
  }

  private static let graph = """
    format: 1
    nodes:
      source: { use: asset.read, with: { url: movie.mp4 } }
      h264: { use: video.encode.h264, in: source.video, with: { speed: veryslow } }
      aac: { use: audio.encode.aac, in: source.audio }
      mp4: { use: mux.mp4, in: [h264, aac] }
      file: { use: file.write, in: mp4, with: { url: out.mp4 } }
    """

  private static let timeline = """
    format: 1
    nodes:
      edit: { use: timeline, with: { size: 320x180, frame_rate: 25, items: [{ clip: movie.mp4 }] } }
      video: { use: "null", in: edit.video }
      audio: { use: "null", in: edit.audio }
    """

  private static let slow = ["--video", "h264:speed=veryslow"]

  static let commands = [
    (["run", "graph.yaml"], "out.mp4"),
    (["transcode", "movie.mp4", "out.mp4"] + slow, "out.mp4"),
    (["transcode", "movie.mp4", "out.mkv"] + slow, "out.mkv"),
    (["export", "movie.mp4", "out.mp4", "--preset", "hevc_highest"], "out.mp4"),
    (["cut", "movie.mp4", "--from", "1s", "--to", "50s", "-o", "out.mp4"] + slow, "out.mp4"),
    (["join", "movie.mp4", "movie.mp4", "-o", "out.mp4"] + slow, "out.mp4"),
    (["render", "timeline.yaml", "-o", "out.mp4"] + slow, "out.mp4"),
    (["hls", "movie.mp4", "-o", "out"], "out/master.m3u8"),
  ]

  @Test(arguments: Soak.cases(commands, every: 2))
  func interruptedCommand_endsAllTracksAtTheSlowest(arguments: [String], output: String) async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph, "timeline.yaml": Self.timeline])
    try await fixture.write(Self.movie.value, to: "movie.mp4")
    let child = try fixture.start(arguments + ["--progress", "json"])
    // Something has been encoded.
    #expect(await child.waits(for: #""position":0."#))
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130 && outcome.error == "", "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.last?.contains(#""event":"stopped""#) == true, "\(outcome.output)")

    let (video, audio) = (try await end(of: "v:0", output, fixture), try await end(of: "a:0", output, fixture))
    #expect(video > 0 && abs(video - audio) <= 1, "\(video) \(audio)")
    #expect(try await OutputInspector(fixture: fixture).complaints(about: output) == "")
    // What is encoded after the signal is bounded, however far the audio was.
    let reported = lines.prefix { !$0.contains("stopping") }.compactMap(Self.position)
    #expect(video <= (reported.last ?? 0) + 2, "\(video) \(reported)")
  }

  /// A part that is not whole could not be joined with the others.
  @Test func interruptedPart_isNotWritten() async throws {
    let fixture = try CommandFixture()
    try await fixture.write(Self.movie.value, to: "movie.mp4")
    let child = try fixture.start(
      ["transcode", "movie.mp4", "part.mov", "--part", "1/2", "--progress", "json"] + Self.slow)
    #expect(await child.waits(for: #""event":"progress""#))
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130 && outcome.error == "interrupted: nothing was written\n", "\(outcome)")
    #expect(fixture.names == ["movie.mp4"])
  }

  /// The copy waits for a reader that takes nothing: its tables say already where everything is.
  @Test func interruptedCopy_isNotWritten() async throws {
    let fixture = try CommandFixture([
      "copy.yaml": """
      format: 1
      nodes:
        copy: { use: asset.copy, with: { url: movie.mp4, fast_start: true } }
        file: { use: file.write, in: copy, with: { url: pipe } }
      """
    ])
    try await fixture.write(Self.movie.value, to: "movie.mp4")
    #expect(try await fixture.bash("mkfifo pipe").code == 0)
    let reader = try Child(["/bin/bash", "-c", "exec sleep 1000 < pipe"], in: fixture.path)
    defer { reader.send(SIGKILL) }
    let child = try fixture.start("run", "copy.yaml", "--progress", "json")
    #expect(await child.waits(for: #""event":"progress""#))
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130 && outcome.error == "interrupted: nothing was written\n", "\(outcome)")
  }

  /// From the creation of the output on, at which the graph is not built yet, to the middle of its media.
  @Test(arguments: [SIGINT, SIGTERM]) func interruptedExportOfAllTracks_leavesTheOldFileOrTheWholeCopy(signal: Int32)
    async throws
  {
    let fixture = try CommandFixture()
    try await fixture.write(Self.movie.value, to: "movie.mp4")
    let export = ["export", "movie.mp4", "--preset", "passthrough", "--overwrite", "--progress", "none", "-o"]
    #expect(try await fixture.run(export + ["whole.mp4"]).code == 0)
    let (whole, old) = (try fixture.data(of: "whole.mp4"), Data("old".utf8))
    for count in Soak.cases([0, 0, 0, 1, 50_000, 1_000_000] as [Int64], every: 2) {
      try fixture.write("old", to: "out.mp4")
      let child = try fixture.start(export + ["out.mp4"])
      let output = GrowingOutput(child: child, folder: fixture.path, inputs: ["movie.mp4", "whole.mp4", "out.mp4"])
      await output.send(signal, atByte: count)
      let outcome = await child.outcome
      let found = try fixture.data(of: "out.mp4")
      #expect(found == whole || found == old, "\(found.count) bytes after the signal at \(count): \(outcome)")
      if found == old { #expect(outcome.code == 130 && outcome.error == "interrupted: nothing was written\n") }
      #expect(fixture.names == ["movie.mp4", "out.mp4", "whole.mp4"])
    }
  }

  /// The end of a stream's last packet on the file's timeline, in seconds.
  private func end(of stream: String, _ file: String, _ fixture: CommandFixture) async throws -> Double {
    let found = try await fixture.bash(
      "ffprobe -v error -select_streams \(stream) -show_entries packet=pts_time,duration_time -of csv=p=0 \(file)")
    return found.output.split(separator: "\n").map { line in
      line.split(separator: ",").compactMap { Double($0) }.reduce(0, +)
    }.max() ?? 0
  }

  private static func position(_ line: Substring) -> Double? {
    let fields = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return fields?["position"] as? Double
  }
}
