public import Foundation
import Synchronization

/// A web server in Python that simulates faults.
///
/// Paths are those of files behind the kind of answer: `/file/x` supports ranges, `/plain/x` does not, `/chunked/x` has
/// neither ranges nor a length, `/slow/MS/x` answers after a delay, `/late/N/x` never answers requests of byte N and
/// those after it, `/type/TYPE/x` has another content type (`+` for `/`); `/tagged/x` has an entity tag, `/changing/x`
/// another one in each answer, `/shrinking/x` a byte less in each answer; `/endless/x` sends the file again and again
/// without a length; `/away/x` closes the connection as long as there is no such file. `/status/N` answers with that
/// status, and `/page` is a page of text.
///
/// `/flaky/N/x` breaks off the first answer that includes byte N, `/drop/N/x` every one that reaches it, and
/// `/stall/N/x` sends nothing from there on; without N, the place is the middle of each answer.
public final class TestServer: Sendable {
  private let process: Process
  /// The server ends with its input: with the test that made it, and with the process of the tests.
  private let life = Pipe()
  public let port: Int
  /// A file of its own, which the server removes: some tests compare the names in the served folder.
  private let log = FileManager.default.temporaryDirectory.appendingPathComponent("reel-test-\(UUID().uuidString).log")
  /// The number of the log's lines up to that of the last wait.
  private let awaited = Mutex(0)

  /// - Parameter folder: The files that it serves.
  public init(_ folder: TemporaryFolder) throws {
    try Data().write(to: log)
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", "-c", Self.script, folder.path, log.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = life
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
    guard let port = Int(String(decoding: line, as: UTF8.self)) else {
      throw Oracle.Failure(description: "the server does not start")
    }
    self.port = port
  }

  deinit { try? life.fileHandleForWriting.close() }

  public func url(_ path: String) -> URL { URL(string: address(path))! }

  /// Returns the text of a URL.
  public func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// The requested paths, with their ranges.
  ///
  /// A request is in the log before it is answered.
  public var requests: [String] { lines.filter { $0.hasPrefix("/") } }

  /// The lines of the log: the requests, `broke off PATH` of answers, and of endless ones `stands still` when the
  /// client does not read, and `hung up`.
  private var lines: [String] {
    ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  /// Waits until a line of the log, after that of the last wait, has a text.
  public func waits(for text: String) async throws {
    while !finds(text) {
      guard process.isRunning else { throw Oracle.Failure(description: "the server never said '\(text)'") }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func finds(_ text: String) -> Bool {
    let lines = lines
    return awaited.withLock { awaited in
      guard let line = lines.indices.dropFirst(awaited).first(where: { lines[$0].contains(text) }) else { return false }
      awaited = line + 1
      return true
    }
  }

  private static let script = #"""
    import http.server, os, re, select, sys, threading, time
    def live(): sys.stdin.read(); os.remove(log); os._exit(0)
    folder, log = sys.argv[1:]
    threading.Thread(target=live, daemon=True).start()
    broken, counts, lock = set(), {}, threading.Lock()
    def say(text):
        with lock, open(log, "a") as file: file.write(text + "\n")
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *args): pass
        def do_GET(self):
            say(self.path + " " + self.headers.get("Range", "-"))
            parts = self.path.strip("/").split("/")
            kind, name, argument = parts[0], parts[-1], parts[1] if len(parts) > 2 else None
            if kind == "status": return self.send_error(int(parts[1]))
            if kind == "page":
                page = b"<html><body>" + b"Nothing to see here. " * 400
                self.send_head(200, {"Content-Type": "text/html; charset=utf-8", "Content-Length": len(page)})
                return self.wfile.write(page)
            path = os.path.join(folder, name)
            if not os.path.isfile(path):
                if kind != "away": return self.send_error(404)
                self.close_connection = True
                return
            with lock: counts[self.path] = count = counts.get(self.path, 0) + 1
            if kind == "slow": time.sleep(int(argument) / 1000)
            with open(path, "rb") as file: data = file.read()
            if kind == "shrinking": data = data[:len(data) - count]
            start, end = 0, len(data)
            found = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
            ranged = found and kind not in ("plain", "chunked", "endless")
            if ranged:
                start = int(found[1])
                if found[2]: end = min(int(found[2]) + 1, end)
                if start >= len(data): return self.send_error(416)
                if kind == "late" and start >= int(argument): return self.connection.recv(1)
            fields = {"Content-Type": argument.replace("+", "/") if kind == "type" else "application/octet-stream"}
            if ranged: fields |= {"Content-Range": f"bytes {start}-{end - 1}/{len(data)}", "Accept-Ranges": "bytes"}
            if kind == "tagged": fields["ETag"] = '"one"'
            if kind == "changing": fields["ETag"] = f'"{count}"'
            if kind in ("chunked", "endless"): fields["Connection"] = "close"
            else: fields["Content-Length"] = end - start
            self.send_head(206 if ranged else 200, fields)
            if kind == "endless": return self.send_endlessly(data)
            self.send_part(kind, data, start, end, self.limit(kind, argument, start, end))
        def send_head(self, status, fields):
            self.send_response(status)
            for name, value in fields.items(): self.send_header(name, str(value))
            self.end_headers()
        def limit(self, kind, argument, start, end):
            if kind not in ("flaky", "drop", "stall"): return end
            place = int(argument) if argument else (start + end) // 2
            if kind == "drop": return min(max(place, start), end)
            if not start <= place < end or kind == "flaky" and self.path in broken: return end
            broken.add(self.path)
            return place
        def send_part(self, kind, data, start, end, limit):
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
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """#
}
