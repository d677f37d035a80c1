import Foundation

/// Another program with its arguments, and the cost of running it.
struct Command {
  let program: String
  let arguments: [String]

  init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// Returns the most recent build of the command.
  static func reel(_ arguments: [String]) -> Command { Command(".build/release/reel", arguments) }

  /// Returns a run of a description file.
  static func reelRun(_ file: String, _ values: [(name: String, value: String)]) -> Command {
    let settings = values.flatMap { ["--set", "\($0.name)=\($0.value)"] }
    return reel(["run", "Benchmarks/\(file)", "--overwrite", "--progress", "none"] + settings)
  }

  /// The cost of one run.
  struct Cost {
    /// The seconds from start to exit.
    let wall: Double
    /// The CPU seconds of all threads, in user and kernel mode.
    let cpu: Double
    /// The peak memory, in KiB.
    let peak: Double
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Runs the program to its end, without input; its output is written to `log`.
  ///
  /// The kernel counts this process's own peak for a child too, until the child has executed another program: children
  /// that are smaller than the benchmarks themselves cannot be measured.
  func run(log: String) throws -> Cost {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }

    var process = pid_t()
    let start = ContinuousClock.now
    let code = posix_spawnp(&process, program, &files, nil, &words, environ)
    guard code == 0 else { throw Failure(description: "\(program) cannot be run: \(String(cString: strerror(code)))") }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let wall = start.duration(to: .now)
    guard status == 0 else {
      let words = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw Failure(description: "\(program) \(arguments.joined(separator: " ")) failed:\n\(words)")
    }
    return Cost(
      wall: wall / .seconds(1), cpu: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      peak: Double(usage.ru_maxrss))
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
