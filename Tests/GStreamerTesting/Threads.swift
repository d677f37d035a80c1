internal import CGStreamer
import Foundation

/// The threads of this process.
package enum Threads {
  /// The threads that belong to no run of a graph and to no reader: the main one, the caller's, Dispatch's own, which
  /// waits for events, and two of Foundation's `Process`.
  package static let standing = 5

  /// Waits until only the standing threads are left, at most five minutes; returns the names of those that are.
  ///
  /// The objects that a thread works on are released by then. GStreamer's threads return to GLib's pool, where some of
  /// them wait for half a minute unless they are stopped; those of Dispatch's queues end after five seconds without
  /// work.
  package static func left() throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(300)
    while true {
      g_thread_pool_stop_unused_threads()
      let names = try names()
      if names.count <= standing || ContinuousClock.now > deadline { return names }
      usleep(20_000)
    }
  }

  /// Returns the names of all threads, of at most 15 characters; a thread inherits its name from the one that made it.
  private static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { id in
      // A thread that ends meanwhile has none.
      try? String(contentsOfFile: "/proc/self/task/\(id)/comm", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
