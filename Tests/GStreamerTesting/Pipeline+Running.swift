import Synchronization

package import GStreamer

extension Pipeline {
  /// Runs until every stream ends or the first error, and closes.
  package func run() async throws -> Message.Report? {
    let messages = bus.messages()
    var report: Message.Report?
    do {
      try await setState(.playing)
    } catch {
      for await case .error(let first) in messages {
        await close()
        return first
      }
    }
    loop: for await message in messages {
      switch message {
      case .eos: break loop
      case .error(let first):
        report = first
        break loop
      default: break
      }
    }
    await close()
    return report
  }

  /// A pipeline of elements, each linked to the next.
  package convenience init(chain elements: Element...) throws {
    try self.init()
    for element in elements { try add(element) }
    for (source, sink) in zip(elements, elements.dropFirst()) { try source.link(to: sink) }
  }
}

/// Values that streaming threads report to a test.
package final class Log<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  package init() {}
  package func add(_ value: Value) { values.withLock { $0.append(value) } }
  package var all: [Value] { values.withLock { $0 } }
}

package struct TestError: Error, Equatable, CustomStringConvertible {
  package var number: Int

  package init(number: Int) { self.number = number }
  package var description: String { "I refuse number \(number)" }
}
