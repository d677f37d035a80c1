import Foundation
import Synchronization

/// A time limit for work in this process.
enum Deadline {
  /// Returns the result of the work, or a deviation if it takes too long. The work is not stopped.
  static func run(seconds: Int, _ work: @escaping @Sendable () async throws -> [String]) async throws -> [String] {
    let (answers, sink) = AsyncStream<[String]>.makeStream()
    let task = Task {
      do {
        sink.yield(try await work())
      } catch {
        sink.yield(["\(type(of: error)): \(error)".prefix(300).description])
      }
    }
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + .seconds(seconds))
    timer.setEventHandler { sink.yield(["does not end within \(seconds) s"]) }
    timer.resume()
    defer {
      timer.cancel()
      task.cancel()
    }
    for await answer in answers { return answer }
    return []
  }
}
