import Foundation
import Synchronization
import Testing

/// A web server in Python that simulates faults.
///
/// `/file/-/x` supports ranges, `/plain/-/x` does not, `/chunked/-/x` has neither ranges nor a length, `/late/MS/x`
/// delays every answer; `/tagged/-/x` has an entity tag, `/changing/-/x` another one in each answer, `/shrinking/-/x` a
/// byte less in each answer; `/endless/-/x` sends it again and again without a length, and says when the client does not
/// read; `/status/N/x` answers with status N only. `/flaky/N/x` breaks off the first answer that
/// includes byte N, `/dead/N/x` every one, and `/stall/N/x` sends nothing from there on.
final class MediaServer: Sendable {
  private let process: Process
  private let output = Pipe()
  private let port: Int
  private let seen = Mutex<[String]>([])

  /// - Parameter folder: The files that it serves.
  init(_ folder: TemporaryFolder) throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", "-c", Self.script, folder.path]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard let port = try Self.line(from: output).flatMap({ Int($0) }) else {
      throw Oracle.Failure(description: "the server does not start")
    }
    self.port = port
  }

  deinit {
    // Children of threads that block other signals inherit that.
    kill(process.processIdentifier, SIGKILL)
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  private static func line(from output: Pipe) throws -> String? {
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == 10 { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Waits until the server has printed a text; blocks a thread of its own.
  func waits(for text: String) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      DispatchQueue(label: "server").async { [self] in
        continuation.resume(
          with: Result {
            while let line = try Self.line(from: output) {
              seen.withLock { $0.append(line) }
              if line.contains(text) { return }
            }
            throw Oracle.Failure(description: "the server never said '\(text)'")
          })
      }
    }
  }

  /// Returns the requested ranges in order; `-` for the whole file.
  func requests() async throws -> [String] {
    // Earlier requests are logged before this one.
    let mark = UUID().uuidString
    _ = try Oracle.run("curl", ["-s", "-o", "/dev/null", url("mark/-/\(mark)")])
    try await waits(for: mark)
    return seen.withLock { $0 }.filter { $0.hasPrefix("GET ") && !$0.contains("/mark/") }.map {
      String($0.split(separator: " ").last ?? "")
    }
  }

  private static let script = #"""
    import http.server, os, sys, time, re, threading, select
    folder = sys.argv[1]
    broken = set()
    counts = {}
    lock = threading.Lock()
    def say(text):
        with lock: print(text, flush=True)
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *args): pass
        def do_GET(self):
            asked = self.headers.get("Range", "-").replace("bytes=", "")
            say("GET " + self.path + " " + asked)
            kind, number, name = self.path.strip("/").split("/")
            path = os.path.join(folder, name)
            if not os.path.isfile(path): return self.send_error(404)
            with open(path, "rb") as f: data = f.read()
            if kind == "status": return self.send_error(int(number))
            with lock: counts[self.path] = count = counts.get(self.path, 0) + 1
            if kind == "shrinking": data = data[:len(data) - count]
            if kind == "late": time.sleep(int(number) / 1000)
            start, end = 0, len(data)
            found = re.match(r"(\d+)-(\d*)", asked)
            ranged = found and kind not in ("plain", "chunked", "endless")
            if ranged:
                start = int(found[1])
                if found[2]: end = min(int(found[2]) + 1, end)
                if start >= len(data): return self.send_error(416)
            limit = end
            if kind in ("flaky", "dead", "stall") and start <= int(number) < end and not (kind == "flaky" and self.path in broken):
                limit = int(number)
                broken.add(self.path)
            elif kind == "dead" and start >= int(number): limit = start
            self.send_response(206 if ranged else 200)
            self.send_header("Content-Type", "application/octet-stream")
            if ranged: self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
            if kind == "tagged": self.send_header("ETag", '"one"')
            if kind == "changing": self.send_header("ETag", f'"{count}"')
            if kind in ("chunked", "endless"): self.send_header("Connection", "close")
            else: self.send_header("Content-Length", str(end - start))
            self.end_headers()
            if kind == "endless": return self.send_endlessly(data)
            try:
                self.wfile.write(data[start:limit]); self.wfile.flush()
                if limit < end:
                    say("broke off " + self.path)
                    # Nothing more, until the client hangs up.
                    if kind == "stall": self.connection.recv(1)
            except OSError: pass
            if limit < end or kind == "chunked": self.close_connection = True
        def send_endlessly(self, data):
            self.close_connection = True
            sent = 0
            # As much as a computer sends that is not stopped.
            while sent < 1 << 30:
                if not select.select([], [self.connection], [], 0.3)[1]:
                    say("stands still")
                    select.select([], [self.connection], [])
                try: sent += self.connection.send(data[sent % len(data):])
                except OSError: return say("hung up")
            say("sent all")
    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128
        def handle_error(self, request, address): pass
    server = Server(("127.0.0.1", 0), Handler)
    say(server.server_address[1])
    server.serve_forever()
    """#
}
