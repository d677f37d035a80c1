public import Foundation

/// A web server in Python that simulates faults.
///
/// `/file/x` supports ranges, `/plain/x` does not, `/slow/MS/x` answers after a delay, `/stall/x` stops after half of
/// it, `/late/N/x` never answers requests of what is at byte N and after it, `/drop/x` closes the connection after half of it, `/status/N` answers with that status, `/page` is a page of
/// text, `/type/TYPE/x` has another content type (`+` for `/`).
public final class TestServer: Sendable {
  private let process: Process
  /// The server ends with its input: with the test that made it, and with the process of the tests.
  private let life = Pipe()
  public let port: Int
  private let log: URL

  /// - Parameter folder: The files that it serves.
  public init(_ folder: TemporaryFolder) throws {
    try Self.script.write(toFile: folder.file("server.py"), atomically: true, encoding: .utf8)
    log = folder.url("requests.log")
    try Data().write(to: log)
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", folder.file("server.py"), folder.path]
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

  public func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)/\(path)")! }

  /// The requested paths, with their ranges.
  public var requests: [String] {
    ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  private static let script = #"""
    import http.server, os, sys, threading, time, re
    def live(): sys.stdin.read(); os._exit(0)
    threading.Thread(target=live, daemon=True).start()
    folder = sys.argv[1]
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *args): pass
        def do_GET(self):
            with open(os.path.join(folder, "requests.log"), "a") as log:
                log.write(self.path + " " + self.headers.get("Range", "-") + "\n")
            parts = self.path.strip("/").split("/")
            kind = parts[0]
            if kind == "status": return self.send_error(int(parts[1]))
            if kind == "page": return self.answer(b"<html><body>" + b"Nothing to see here. " * 400, "text/html; charset=utf-8", None)
            if kind == "slow": time.sleep(int(parts[1]) / 1000)
            with open(os.path.join(folder, parts[-1]), "rb") as f: data = f.read()
            type = parts[1].replace("+", "/") if kind == "type" else "application/octet-stream"
            found = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
            if kind != "plain" and found:
                start = int(found[1]); end = min(int(found[2]) if found[2] else len(data) - 1, len(data) - 1)
                if start >= len(data): return self.send_error(416)
                if kind == "late" and start >= int(parts[1]): return self.connection.recv(1)
                return self.answer(data[start:end + 1], type, f"bytes {start}-{end}/{len(data)}", kind)
            self.answer(data, type, None, kind)
        def answer(self, body, type, content_range, kind=""):
            self.send_response(206 if content_range else 200)
            self.send_header("Content-Type", type)
            self.send_header("Content-Length", str(len(body)))
            if content_range: self.send_header("Content-Range", content_range); self.send_header("Accept-Ranges", "bytes")
            self.end_headers()
            if kind in ("stall", "drop"):
                self.wfile.write(body[:len(body) // 2]); self.wfile.flush()
                # Nothing more, until the client hangs up.
                if kind == "stall": self.connection.recv(1)
                self.close_connection = True
                return
            self.wfile.write(body)
    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128
        def handle_error(self, request, address): pass
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """#
}
