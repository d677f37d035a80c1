import Foundation
import Testing

/// A virtual screen, for the lifetime of the value.
final class Screen: Sendable {
  let display: String
  private let server: Child

  init(in fixture: CommandFixture) async throws {
    server = try Child(
      ["Xvfb", "-displayfd", "1", "-screen", "0", "320x240x24", "-nolisten", "tcp"], in: fixture.path)
    var number: String?
    for await line in server.lines {
      number = line.trimmingCharacters(in: .whitespacesAndNewlines)
      break
    }
    display = ":\(try #require(number))"
  }

  deinit { server.send(SIGTERM) }

  /// Waits until the middle of the screen is white; the exit code is 0 if it was.
  static let look = """
    for i in $(seq 40); do
      gst-launch-1.0 -q ximagesrc num-buffers=1 use-damage=false show-pointer=false ! videoconvert \
        ! video/x-raw,format=GRAY8 ! filesink location=screen.gray || exit 1
      [ "$(od -An -tu1 -j 38560 -N 1 screen.gray | tr -d ' ')" -gt 200 ] && exit 0
      sleep 0.1
    done
    exit 2
    """
}
