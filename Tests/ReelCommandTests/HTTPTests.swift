import Foundation
import Testing

/// Inputs from a web server that the test starts.
@Suite struct HTTPTests {
  /// Python's web server for a workshop's folder, on a port chosen by the system.
  final class Server: Sendable {
    private let child: Child
    let port: String

    init(for fixture: CommandFixture) async throws {
      child = try Child(
        ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], in: fixture.path)
      var port: Substring?
      // Serving HTTP on 127.0.0.1 port 34567 …
      for await line in child.lines {
        port = line.firstMatch(of: /port (\d+)/)?.1
        break
      }
      self.port = String(try #require(port))
    }

    deinit { child.send(SIGKILL) }
  }

  @Test func movie_isReadAsAFileIs() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let server = try await Server(for: fixture)
    let outcome = try await fixture.run(
      "run", "copy.yaml", "--progress", "none", "--set", "input=http://127.0.0.1:\(server.port)/movie.mp4")
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
    let streams = try await OutputInspector(fixture: fixture).streams(of: "out.mp4")
    #expect(streams.first == "h264 30")
    #expect(streams.last == "aac 47")
  }

  @Test func missingFile_isReportedWithItsURL() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let server = try await Server(for: fixture)
    let url = "http://127.0.0.1:\(server.port)/no.mp4"
    let outcome = try await fixture.run("run", "copy.yaml", "--progress", "none", "--set", "input=\(url)")
    #expect(outcome.code == 66)
    #expect(outcome.error.hasPrefix("error: cannot read '\(url)'\n"), "\(outcome.error)")
    #expect(outcome.error.hasSuffix("cause: the server answered 404 Not Found\n"), "\(outcome.error)")
    #expect(fixture.names == ["copy.yaml", "movie.mp4"])
  }

  @Test func refusedConnection_isReportedWithItsURL() async throws {
    let fixture = try CommandFixture(["copy.yaml": BadFileTests.copy])
    // No server listens on port 1.
    let url = "http://127.0.0.1:1/movie.mp4"
    let outcome = try await fixture.run("run", "copy.yaml", "--progress", "none", "--set", "input=\(url)")
    #expect(outcome.code == 66)
    #expect(outcome.error.hasPrefix("error: cannot read '\(url)'\n"), "\(outcome.error)")
    #expect(
      outcome.error.contains("cause: Could not connect to 127.0.0.1, port 1: Connection refused"), "\(outcome.error)")
  }
}
