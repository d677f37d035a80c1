import Foundation
import Testing

/// display.video in a window of a virtual screen, and what is said where there is none.
@Suite struct DisplayTests {
  /// A screen without a monitor, for as long as the value lives.
  private final class Screen: Sendable {
    let display: String
    private let server: Child

    init(in workshop: Workshop) async throws {
      server = try Child(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "320x240x24", "-nolisten", "tcp"], in: workshop.path)
      var number: String?
      for await line in server.lines {
        number = line.trimmingCharacters(in: .whitespacesAndNewlines)
        break
      }
      display = ":\(try #require(number))"
    }

    deinit { server.send(SIGTERM) }
  }

  private static let graph = """
    format: 1
    nodes:
      white: { use: test.video, with: { size: 320x240, pattern: white, duration: 90f } }
      show:  { use: display.video, in: white }
    """

  @Test func pictures_areSeenOnTheScreen_inRealTime() async throws {
    let workshop = try Workshop(["show.yaml": Self.graph])
    let screen = try await Screen(in: workshop)
    let start = ContinuousClock.now
    let run = try workshop.start("run", "show.yaml", "--progress", "none", environment: ["DISPLAY": screen.display])
    // Looks at the screen until it is white, or the run has ended.
    let look = """
      for i in $(seq 40); do
        gst-launch-1.0 -q ximagesrc num-buffers=1 use-damage=false show-pointer=false ! videoconvert \
          ! video/x-raw,format=GRAY8 ! filesink location=screen.gray || exit 1
        [ "$(od -An -tu1 -j 38560 -N 1 screen.gray | tr -d ' ')" -gt 200 ] && exit 0
        sleep 0.1
      done
      exit 2
      """
    let eyes = try Child(["sh", "-c", look], in: workshop.path, environment: ["DISPLAY": screen.display])
    #expect(await eyes.outcome.code == 0)
    #expect(await run.outcome.code == 0)
    // Three seconds of pictures take three seconds, less the last picture.
    #expect(ContinuousClock.now - start > .seconds(2.9))
  }

  @Test func withoutAScreen_theRunFailsAndSaysWhy() async throws {
    let workshop = try Workshop(["show.yaml": Self.graph])
    let outcome = await workshop.runShow(environment: ["DISPLAY": ":987"])
    #expect(outcome?.code == 70)
    #expect(outcome?.error.contains("'show' (display.video)") == true, "\(outcome?.error ?? "")")
  }

  @Test func withoutASoundServer_theRunFailsAndSaysWhy() async throws {
    let workshop = try Workshop([
      "show.yaml": """
      format: 1
      nodes:
        tone: { use: test.audio, with: { duration: 1s } }
        play: { use: speaker, in: tone }
      """
    ])
    let outcome = await workshop.runShow(environment: ["PULSE_SERVER": "unix:\(workshop.path)/nobody"])
    #expect(outcome?.code == 69)
    #expect(outcome?.error.hasPrefix("error: 'play' finds no sound server") == true, "\(outcome?.error ?? "")")
  }
}

extension Workshop {
  fileprivate func runShow(environment: [String: String]) async -> Child.Outcome? {
    await (try? start("run", "show.yaml", "--progress", "none", environment: environment))?.outcome
  }
}
