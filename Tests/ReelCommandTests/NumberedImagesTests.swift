import Foundation
import Testing

/// Images with numbers in their names: what a run has made stays, unless it is broken off, and what it replaced comes
/// back if it fails.
@Suite struct NumberedImagesTests {
  private static let images = """
    format: 1
    nodes:
      in:   { use: test.video, with: { size: 64x48, frame_rate: 25, duration: 400ms } }
      pngs: { use: image.write, in: in, with: { url: im-%d.png } }
    """

  private static func fixture(_ graph: String) throws -> CommandFixture {
    try CommandFixture(["graph.yaml": graph, "im-3.png": "old"])
  }

  /// The encoder's file is found to have no room when all frames have come, of which the last takes its time to get
  /// there: the images are written before.
  @Test func failedRun_keepsNewImages_andThoseThatWereThere() async throws {
    let fixture = try Self.fixture(
      """
      \(Self.images)
        slow: { use: gst, in: in, with: { element: identity, type: video/raw, properties: { sleep-time: 100000 } } }
        h264: { use: video.encode.h264, in: slow }
        mux:  { use: mux.ts, in: h264 }
        file: { use: file.write, in: mux, with: { url: /dev/full } }
      """)
    for kept in ["9 files 'im-%d.png' are complete, and stay", nil] {
      let outcome = try await fixture.run(["run", "graph.yaml", "--overwrite", "--progress", "none"])
      #expect(outcome.code == 73 || outcome.code == 70, "\(outcome.error)")
      #expect(outcome.error.contains("No space left on device"), "\(outcome.error)")
      #expect(outcome.error.contains("are complete, and stay") == (kept != nil), "\(outcome.error)")
      if let kept { #expect(outcome.error.contains(kept), "\(outcome.error)") }
      #expect(fixture.names == ["graph.yaml"] + (1...10).map { "im-\($0).png" }.sorted())
      #expect(try fixture.data(of: "im-3.png") == Data("old".utf8))
    }
  }

  @Test func anImageThatExists_isNotReplacedUnasked() async throws {
    let fixture = try Self.fixture(Self.images)
    let before = fixture.contents
    let outcome = try await fixture.run(["run", "graph.yaml", "--progress", "none"])
    #expect(outcome.code == 73, "\(outcome.error)")
    #expect(outcome.error.contains("'im-3.png' exists"), "\(outcome.error)")
    #expect(fixture.contents == before)
  }

  @Test func runThatEndsWell_replacesImages_andLeavesNothingElse() async throws {
    let fixture = try Self.fixture(Self.images)
    let outcome = try await fixture.run(["run", "graph.yaml", "--overwrite", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(fixture.names == ["graph.yaml"] + (1...10).map { "im-\($0).png" }.sorted())
    #expect(try fixture.data(of: "im-3.png").prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
  }

  private static let endless = """
    format: 1
    nodes:
      in:   { use: test.video, with: { size: 320x240, pattern: snow } }
      pngs: { use: image.write, in: in, with: { url: im-%d.png } }

    """

  /// A signal that the graph names ends the run early; any other breaks it off.
  @Test(arguments: ["", "stop: { signals: [hangup] }"])
  func runThatIsStopped_keepsItsImages_andOneThatIsBrokenOffDoesNot(stop: String) async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.endless + stop])
    let child = try fixture.start("run", "graph.yaml", "--progress", "json")
    #expect(await child.waits(for: "\"progress\""))
    for _ in 0..<400 where !fixture.names.contains("im-3.png") { try await Task.sleep(for: .milliseconds(25)) }
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130, "\(outcome.error)")
    if stop.isEmpty {
      #expect(fixture.names.contains("im-3.png") && !fixture.names.contains { $0.hasSuffix(".part") })
    } else {
      #expect(fixture.names == ["graph.yaml"])
    }
  }
}
