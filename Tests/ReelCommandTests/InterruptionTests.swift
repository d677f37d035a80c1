import Foundation
import Testing

@Suite struct InterruptionTests {
  private static let endless = EndlessGraph.description(mux: "fast_start: true", overwrites: true)

  @Test(arguments: [SIGINT, SIGTERM]) func firstSignal_completesTheOutput(signal: Int32) async throws {
    let fixture = try CommandFixture(["endless.yaml": Self.endless])
    let child = try fixture.start("run", "endless.yaml", "--progress", "json")
    // At the position 0, a track may have nothing yet, and so would the file.
    #expect(await child.waits { $0.contains("\"progress\"") && !$0.contains("\"position\":0,") })
    child.send(signal)
    let outcome = await child.outcome
    #expect(outcome.code == 130)
    #expect(outcome.error == "")
    #expect(outcome.output.contains("{\"event\":\"stopping\"}\n"))
    #expect(outcome.output.split(separator: "\n").last?.contains("\"event\":\"stopped\"") == true)
    #expect(fixture.names == ["endless.yaml", "out.mp4"])
    let witness = OutputInspector(fixture: fixture)
    #expect(try await witness.complaints(about: "out.mp4") == "")
    let streams = try await witness.streams(of: "out.mp4")
    #expect(streams.map { $0.prefix { $0 != " " } } == ["h264", "aac"])
    #expect(streams.allSatisfy { ($0.split(separator: " ").last.flatMap { Int($0) } ?? 0) > 0 })
  }

  @Test func secondSignal_leavesTheDestinationAsItWas() async throws {
    let fixture = try CommandFixture(["slow.yaml": Self.slowDrain, "out.mkv": "old"])
    let child = try fixture.start("run", "slow.yaml", "--progress", "json", "--stall-timeout", "none")
    #expect(await child.waits(for: "\"progress\""))
    child.send(SIGINT)
    #expect(await child.waits(for: "\"stopping\""))
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130)
    #expect(outcome.error == "interrupted: nothing was written\n")
    #expect(outcome.output.hasSuffix("{\"event\":\"aborted\",\"exit_code\":130}\n"))
    #expect(fixture.names == ["out.mkv", "slow.yaml"])
    #expect(try fixture.data(of: "out.mkv") == Data("old".utf8))
  }

  @Test func signalThatTheGraphDoesNotName_endsAtOnce() async throws {
    let text = Self.endless + "\nstop: { signals: [hangup] }\n"
    let fixture = try CommandFixture(["endless.yaml": text])
    let child = try fixture.start("run", "endless.yaml", "--progress", "json")
    #expect(await child.waits(for: "\"progress\""))
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130)
    #expect(outcome.error == "interrupted: nothing was written\n")
    #expect(fixture.names == ["endless.yaml"])

    let again = try fixture.start("run", "endless.yaml", "--progress", "json")
    #expect(await again.waits(for: "\"progress\""))
    again.send(SIGHUP)
    #expect(await again.outcome.code == 130)
    #expect(fixture.names == ["endless.yaml", "out.mp4"])
  }

  @Test func plainProgress_saysThatTheOutputsAreCompleted() async throws {
    let fixture = try CommandFixture(["endless.yaml": Self.endless])
    // Progress is on standard error; bash redirects it to the standard output that the test reads.
    let child = try Child(
      ["/bin/bash", "-c", "exec \(CommandFixture.reel) run endless.yaml --progress plain 2>&1"], in: fixture.path)
    #expect(await child.waits(for: "x"))
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130)
    #expect(outcome.output.contains("stopping: the outputs are being completed; once more to abort\n"))
    #expect(outcome.output.contains("\nstopped after 00:"))
  }

  @Test func killedProcess_leavesTheDestinationAsItWas() async throws {
    let fixture = try CommandFixture(["endless.yaml": Self.endless, "out.mp4": "old"])
    // The muxer's own temporary file cannot be removed; here it is in the test's folder.
    let child = try fixture.start(
      "run", "endless.yaml", "--progress", "json", environment: ["TMPDIR": fixture.path])
    #expect(await child.waits(for: "\"progress\""))
    child.send(SIGKILL)
    #expect(await child.outcome.code == nil)
    #expect(try fixture.data(of: "out.mp4") == Data("old".utf8))
  }

  /// Opening a pipe without a writer blocks forever; the watchdog and signals must still work.
  @Test(arguments: ["input", "output"]) func pipeWithoutItsOtherEnd_endsWithTheWatchdog(parameter: String) async throws
  {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let outcome = try await fixture.bash(
      "mkfifo pipe && exec $reel run copy.yaml --progress none --set \(parameter)=pipe --stall-timeout 500ms")
    #expect(outcome.code == 70)
    #expect(outcome.error.hasPrefix("error: nothing has moved for "), "\(outcome.error)")
    #expect(fixture.names == ["copy.yaml", "movie.mp4", "pipe"])
  }

  @Test func stopAfter_endsByItself() async throws {
    let fixture = try CommandFixture(["endless.yaml": Self.endless + "\nstop: { after: 1s }\n"])
    let outcome = try await fixture.run("run", "endless.yaml", "--progress", "none")
    #expect(outcome.code == 0)
    #expect(try await OutputInspector(fixture: fixture).streams(of: "out.mp4") == ["h264 30", "aac 47"])
  }

  /// A branch behind a queue that takes far longer to drain than any test waits.
  static let slowDrain = """
    format: 1
    nodes:
      picture: { use: test.video, with: { size: 160x90 } }
      other: { use: "null", in: picture }
      slow:
        use: gst
        in: picture
        with: { element: identity, properties: { sleep-time: 2000000 }, type: video/raw }
      h264: { use: video.encode.h264, in: slow, with: { latency: low } }
      mkv: { use: mux.mkv, in: h264 }
      file: { use: file.write, in: mkv, with: { url: out.mkv, overwrite: true } }
    """

  /// A file whose end is far away: what is read of it is known by the bytes that the process has read.
  @Test func waveform_isInterruptedWhileItsFileIsRead() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i sine=d=1 sound.flac && truncate -s 200G sound.flac")
    #expect(made.code == 0, "\(made.error)")
    let child = try fixture.start("waveform", "sound.flac")
    while Self.bytesRead(by: child) < 64 << 20 { try await Task.sleep(for: .milliseconds(10)) }
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130)
    #expect(outcome.error == "interrupted: nothing was written\n")
  }

  private static func bytesRead(by child: Child) -> Int {
    let facts = (try? String(contentsOfFile: "/proc/\(child.pid)/io", encoding: .utf8)) ?? "rchar: \(Int.max)"
    return facts.split(separator: "\n").first.flatMap { Int($0.dropFirst("rchar: ".count)) } ?? 0
  }
}
