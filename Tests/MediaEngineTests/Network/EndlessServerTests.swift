@testable import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Testing

@testable import MediaEngine

/// Servers that send packets without an end or a length: they are read as pipes are, as fast as the run goes.
@Suite(.timeLimit(.minutes(10))) struct EndlessServerTests {
  let folder: TemporaryFolder
  let server: TestServer

  init() throws {
    folder = try TemporaryFolder()
    server = try TestServer(folder)
  }

  private func stream(_ path: String) -> HTTPStream {
    HTTPStream(server.url(path), timeout: 10, Reception())
  }

  @Test(arguments: ["movie.ts", "movie.mkv", "movie.flv", "movie.mpg"])
  func packetsWithoutALength_giveWhatTheirFileGives(name: String) async throws {
    try RemoteClips.movie(
      folder, name, name.hasSuffix("mpg") ? ["-c:v", "mpeg2video", "-q:v", "2", "-c:a", "mp2"] : [])
    let local = try await RemoteClips.read(folder.file(name), folder)
    #expect(local.frames.count == 75)
    #expect(try await RemoteClips.read(server.address("chunked/\(name)"), folder) == local)
  }

  @Test func bytes_comeInOrderUntilTheEnd() throws {
    let bytes = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) }
    try Data(bytes).write(to: folder.url("bytes"))
    let stream = stream("chunked/bytes")
    var found: [UInt8] = []
    while case let part = try stream.read(), !part.isEmpty { found += part }
    #expect(found == bytes)
    #expect(try stream.read().isEmpty)
  }

  /// A server that sends faster than it is read has to wait, longer than servers may be silent.
  @Test func serverThatIsFaster_waits() async throws {
    try Data(count: 1 << 20).write(to: folder.url("zeros"))
    var stream: HTTPStream? = HTTPStream(server.url("endless/zeros"), timeout: 1, Reception())
    for _ in 0..<3 {
      try await server.waits(for: "stands still")
      var count = 0
      while count < 32 << 20 { count += try #require(try stream?.read()).count }
    }
    stream = nil
    try await server.waits(for: "hung up")
  }

  @Test func streamThatIsGivenUp_ends() async throws {
    try Data(count: 1 << 20).write(to: folder.url("zeros"))
    let reception = Reception()
    let stream = HTTPStream(server.url("endless/zeros"), timeout: 10, reception)
    #expect(try !stream.read().isEmpty)
    reception.cancel()
    #expect(throws: CancellationError.self) { while true { _ = try stream.read() } }
    try await server.waits(for: "hung up")
  }

  @Test func fileThatIsMissing_isReported() throws {
    let stream = stream("chunked/missing")
    #expect { _ = try stream.read() } throws: { ($0 as? MovieError)?.description.contains("Not Found") ?? false }
  }
}
