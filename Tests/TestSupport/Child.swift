import Dispatch
public import Foundation
import Synchronization

/// A process that a test started: its output while it runs, and its exit status.
public final class Child: Sendable {
  /// The result of a process.
  public struct Outcome: Sendable, Equatable {
    /// The exit status; nil if a signal ended the process.
    public var code: Int32?
    public var output = ""
    public var error = ""
    public var hasTimedOut = false
  }

  public struct SpawnError: Error { public let code: Int32 }

  public let pid: pid_t
  /// Standard output, line by line.
  public let lines: AsyncStream<String>
  private let ending: Task<Outcome, Never>

  /// - Parameters:
  ///   - command: the program's path and its arguments.
  ///   - folder: the working directory.
  ///   - timeout: the seconds after which it is killed.
  public init(_ command: [String], in folder: String, environment: [String: String] = [:], timeout: Int = 900) throws {
    // One at a time: a child that inherited an end of these pipes would keep it open.
    let (pid, output, error) = try Self.spawning.withLock { _ in
      let (output, error) = (try Self.makePipe(), try Self.makePipe())
      let pid = try Self.spawn(
        ["env", "-C", folder] + command, environment: environment, output: output[1], error: error[1])
      close(output[1])
      close(error[1])
      return (pid, output, error)
    }
    self.pid = pid
    let (lines, sink) = AsyncStream<String>.makeStream()
    self.lines = lines
    ending = Task { [output = output[0], error = error[0]] in
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "child").async {
          continuation.resume(returning: Self.follow(pid, output, error, timeout: timeout, sink))
        }
      }
    }
  }

  /// Waits for the process to end.
  public var outcome: Outcome { get async { await ending.value } }

  public func send(_ signal: Int32) { kill(pid, signal) }

  /// Reads lines until one contains a text; returns false if the output ends before.
  public func waits(for text: String) async -> Bool { await waits { $0.contains(text) } }

  /// Reads lines until one fits; returns false if the output ends before.
  public func waits(until fits: (String) -> Bool) async -> Bool {
    for await line in lines where fits(line) { return true }
    return false
  }

  private static let spawning = Mutex(())

  private static func makePipe() throws -> [Int32] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SpawnError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func spawn(
    _ command: [String], environment: [String: String], output: Int32, error: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
    // Default signal handling, even if the test's own parent ignores signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let arguments = command.map { strdup($0) } + [nil]
    let strings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + strings { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, command[0], &actions, &attributes, arguments, strings)
    guard code == 0 else { throw SpawnError(code: code) }
    return pid
  }

  /// Reads both streams to their ends, then waits for the process, blocking.
  private static func follow(
    _ pid: pid_t, _ output: Int32, _ error: Int32, timeout: Int, _ sink: AsyncStream<String>.Continuation
  ) -> Outcome {
    var outcome = Outcome()
    var texts: [Int32: [UInt8]] = [output: [], error: []]
    var open: Set = [output, error]
    var lineStart = 0
    let deadline = ContinuousClock.now + .seconds(timeout)
    while !open.isEmpty {
      var polls = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let left = ContinuousClock.now.duration(to: deadline)
      if poll(&polls, nfds_t(polls.count), Int32(max(0, left.components.seconds * 1000 + 1))) == 0 {
        outcome.hasTimedOut = true
        kill(pid, SIGKILL)
        break
      }
      for entry in polls where entry.revents != 0 {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = read(entry.fd, &chunk, chunk.count)
        if count > 0 { texts[entry.fd]?.append(contentsOf: chunk[..<count]) } else { open.remove(entry.fd) }
      }
      guard let bytes = texts[output] else { break }
      while let end = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
        sink.yield(String(decoding: bytes[lineStart..<end], as: UTF8.self))
        lineStart = end + 1
      }
    }
    sink.finish()
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    close(output)
    close(error)
    // The macros WIFEXITED and WEXITSTATUS are not imported into Swift.
    if status & 0x7F == 0 { outcome.code = status >> 8 & 0xFF }
    outcome.output = String(decoding: texts[output] ?? [], as: UTF8.self)
    outcome.error = String(decoding: texts[error] ?? [], as: UTF8.self)
    return outcome
  }
}
