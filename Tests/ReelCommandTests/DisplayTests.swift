import Foundation
import Testing

/// display.video in a window of a virtual screen, capture.screen of it, and their errors without one.
@Suite struct DisplayTests {
  private static let graph = """
    format: 1
    nodes:
      white: { use: test.video, with: { size: 320x240, pattern: white, duration: 90f } }
      show:  { use: display.video, in: white }
    """

  @Test func frames_areSeenOnTheScreen_inRealTime() async throws {
    let fixture = try CommandFixture(["show.yaml": Self.graph])
    let screen = try await Screen(in: fixture)
    let start = ContinuousClock.now
    let run = try fixture.start("run", "show.yaml", "--progress", "none", environment: ["DISPLAY": screen.display])
    let eyes = try Child(["sh", "-c", Screen.look], in: fixture.path, environment: ["DISPLAY": screen.display])
    #expect(await eyes.outcome.code == 0)
    #expect(await run.outcome.code == 0)
    // Three seconds of frames take three seconds, less the last frame.
    #expect(ContinuousClock.now - start > .seconds(2.9))
  }

  private static func capture(_ screen: String) -> String {
    """
    format: 1
    nodes:
      screen: \(screen)
      h264: { use: video.encode.h264, in: screen, with: { quality: 10 } }
      mp4:  { use: mux.mp4, in: h264 }
      file: { use: file.write, in: mp4, with: { url: screen.mp4 } }
    stop: { after: 1s }
    """
  }

  /// The size and the frames of a recording, and the brightness of its last frame's middle.
  private static let judge = """
    ffprobe -v error -count_frames -show_entries stream=width,height,nb_read_frames -of csv=p=0 screen.mp4
    ffmpeg -nostdin -v error -sseof -0.2 -i screen.mp4 -frames:v 1 -pix_fmt gray -f rawvideo screen.gray
    od -An -tu1 -j $(($(stat -c %s screen.gray) / 2 + 20)) -N 1 screen.gray
    """

  @Test(
    arguments: [
      ("{ use: capture.screen, with: { frame_rate: 20 } }", "320,240"),
      ("{ use: capture.screen, with: { frame_rate: 20, left: 100, top: 60, size: 120x80, cursor: false } }", "120,80"),
      ("{ use: capture.screen, with: { frame_rate: 20, left: 20, top: 40 } }", "300,200"),
      // The embedded element of GStreamer has a clock too.
      (
        "{ use: gst, with: { element: ximagesrc, properties: { use-damage: \"false\" }, to: video/raw } }", "320,240"
      ),
    ])
  func screen_isRecordedInRealTime(screen node: String, size: String) async throws {
    let fixture = try CommandFixture(["record.yaml": Self.capture(node), "show.yaml": Self.graph])
    let screen = try await Screen(in: fixture)
    let environment = ["DISPLAY": screen.display]
    let show = try fixture.start("run", "show.yaml", "--progress", "none", environment: environment)
    #expect(try await Child(["sh", "-c", Screen.look], in: fixture.path, environment: environment).outcome.code == 0)
    let start = ContinuousClock.now
    let outcome = try await fixture.run(["run", "record.yaml", "--progress", "none"], environment: environment)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(ContinuousClock.now - start > .seconds(0.9))
    show.send(SIGINT)
    let judged = try await fixture.bash(Self.judge).output.split(separator: "\n")
    #expect(judged.count == 2)
    let facts = judged.first?.split(separator: ",") ?? []
    #expect(facts.prefix(2).joined(separator: ",") == size)
    // A busy machine leaves frames out; never are there more than a clock has room for.
    #expect(facts.last.flatMap { Int($0) }.map { (2...32).contains($0) } == true, "\(judged)")
    #expect(judged.last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }.map { $0 > 200 } == true, "\(judged)")
  }

  @Test func regionBesideTheScreen_isRefused() async throws {
    let node = "{ use: capture.screen, with: { left: 300, size: 120x80 } }"
    let fixture = try CommandFixture(["record.yaml": Self.capture(node)])
    let screen = try await Screen(in: fixture)
    let outcome = try await fixture.run(["run", "record.yaml"], environment: ["DISPLAY": screen.display])
    #expect(outcome.code == 66)
    #expect(outcome.error.hasPrefix("error: the region of 'screen' is not on its screen\n"), "\(outcome.error)")
    #expect(fixture.names == ["record.yaml"])
  }

  @Test func captureWithoutAScreen_saysSo() async throws {
    let fixture = try CommandFixture(["record.yaml": Self.capture("{ use: capture.screen }")])
    var outcome = try await fixture.run(
      ["run", "record.yaml", "--progress", "none"], environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"])
    #expect(outcome.code == 66)
    #expect(
      outcome.error == """
        error: 'screen' has no screen
         --> record.yaml:3:18
          |
        3 |   screen: { use: capture.screen }
          |                  ^^^^^^^^^^^^^^
          |
          = note: screens of Wayland are not captured, only those of X11
          = cause: DISPLAY names none
          = help: run it in a session of X11, or name one with display: ":0"

        """)
    outcome = try await fixture.run(["run", "record.yaml", "--progress", "none"], environment: ["DISPLAY": ":987"])
    #expect(outcome.code == 70 && outcome.error.contains("Could not open X display"), "\(outcome.error)")
  }

  /// A source of GStreamer's that is live, and one that is not: only the first goes in real time.
  @Test(arguments: [true, false]) func embeddedSource_hasAClockIfItIsLive(isLive: Bool) async throws {
    let fixture = try CommandFixture([
      "live.yaml": """
      format: 1
      nodes:
        source:
          use: gst
          with: { element: videotestsrc, properties: { is-live: "\(isLive)", num-buffers: "46" }, to: video/raw }
        end: { use: "null", in: source }
      """
    ])
    let outcome = try await fixture.run("run", "live.yaml", "--progress", "json")
    let line = try #require(outcome.output.split(separator: "\n").last)
    let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(event?["event"] as? String == "finished")
    // 46 frames of 1/30 s: the last one comes after 1.5 s.
    if isLive {
      #expect(event?["elapsed"] as? Double ?? 0 >= 1.4)
    } else {
      #expect(event?["speed"] as? Double ?? 0 > 1.1)
    }
  }

  @Test func withoutAScreen_theRunFailsAndGivesTheReason() async throws {
    let fixture = try CommandFixture(["show.yaml": Self.graph])
    let outcome = await fixture.runShow(environment: ["DISPLAY": ":987"])
    #expect(outcome?.code == 70)
    #expect(outcome?.error.contains("'show' (display.video)") == true, "\(outcome?.error ?? "")")
  }

  @Test func withoutASoundServer_theRunFailsAndGivesTheReason() async throws {
    let fixture = try CommandFixture([
      "show.yaml": """
      format: 1
      nodes:
        tone: { use: test.audio, with: { duration: 1s } }
        play: { use: speaker, in: tone }
      """
    ])
    let outcome = await fixture.runShow(environment: ["PULSE_SERVER": "unix:\(fixture.path)/nobody"])
    #expect(outcome?.code == 69)
    #expect(outcome?.error.hasPrefix("error: 'play' finds no sound server") == true, "\(outcome?.error ?? "")")
  }
}

extension CommandFixture {
  fileprivate func runShow(environment: [String: String]) async -> Child.Outcome? {
    await (try? start("run", "show.yaml", "--progress", "none", environment: environment))?.outcome
  }
}
