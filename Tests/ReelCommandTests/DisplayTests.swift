import Foundation
import Testing

/// display.video in a window of a virtual screen, and its error without one.
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
