import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import MovieFile
import Testing

@testable import MediaEngine

/// Copies that fail on the way say why, with the number of the system's error.
@Suite struct MovieRemuxTests {
  @Test func growingCopy_whoseFolderGoesAway_saysTheSystemsError() throws {
    let folder = try TemporaryFolder()
    let (input, place) = (folder.file("in.mp4"), folder.file("place"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=4", "-c:v", "libx264", "-g", "5", "-pix_fmt", "yuv420p",
      input,
    ])
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    // A replaced file keeps its name until the first fragment is there.
    try Data().write(to: URL(fileURLWithPath: "\(place)/out.mp4"))
    var remux = MovieRemux(from: input, to: "\(place)/out.mp4")
    remux.overwrite = true
    remux.fragmentInterval = CMTime(value: 1, timescale: 5)
    let problem = try #require(
      #expect(throws: Diagnostic.self) {
        try remux.run(shouldStop: {
          try? FileManager.default.removeItem(atPath: place)
          return false
        })
      })
    #expect(problem.message == "cannot write '\(place)/out.mp4'" && problem.kind == .output)
    let error = try #require(problem.underlying as? MediaError)
    #expect(error.system == .errno(ENOENT) && error.code == .unwritable, "\(error)")
  }

  /// A server that gives nothing more is waited for until the copy is cancelled.
  @Test(.timeLimit(.minutes(10))) func copyFromAServerThatStalls_isCancelled() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=1", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      "-movflags", "faststart", folder.file("in.mp4"),
    ])
    let server = try TestServer(folder)
    // The tables come, and the first of the samples.
    let remux = MovieRemux(from: server.address("stall/3000/in.mp4"), to: folder.file("out.mov"))
    let outcome = Task {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "remux").async { continuation.resume(with: Result { try remux.run() }) }
      }
    }
    try await server.waits(for: "broke off")
    remux.cancel()
    await #expect(throws: MovieRemux.Stopped.self) { try await outcome.value }
    #expect(folder.names == ["in.mp4"])
  }
}
