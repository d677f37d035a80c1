@testable import GStreamer
import GStreamerTesting
import Dispatch
import Foundation
import Testing

@testable import MediaEngine

@Suite("Threads")
struct ThreadTests {
  @Test("a state change that blocks holds up no other task", .timeLimit(.minutes(10)))
  func stateChange() async throws {
    // More pipelines than the cooperative pool has threads, each closing while its streaming thread is blocked.
    let gate = DispatchSemaphore(value: 0)
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    var pipelines: [Pipeline] = []
    for _ in 0..<count {
      let held = DispatchSemaphore(value: 0)
      let source = try ClosureElements.videoSource(width: 16, height: 16) { _, _ in
        held.signal()
        gate.wait()
        return false
      }
      let pipeline = try Pipeline(chain: source, try Element.make("fakesink"))
      try await pipeline.setState(.playing)
      await onThread { held.wait() }
      pipelines.append(pipeline)
    }
    let closing = pipelines.map { pipeline in Task { _ = await pipeline.close() } }
    // Tasks still run: this one yields often enough to run on every thread of the pool.
    await withTaskGroup(of: Void.self) { group in for _ in 0..<1000 { group.addTask { await Task.yield() } } }
    for _ in 0..<count { gate.signal() }
    for task in closing { await task.value }
    #expect(pipelines.allSatisfy { $0.state == .null })
  }

  @Test("a running pipeline that nobody holds stops, and frees its closures", .timeLimit(.minutes(10)))
  func dropped() async throws {
    let ended = DispatchSemaphore(value: 0)
    try await startAndDrop(ended)
    await onThread { ended.wait() }
  }

  private func startAndDrop(_ ended: DispatchSemaphore) async throws {
    let witness = DeinitObserver { ended.signal() }
    let source = try ClosureElements.videoSource(width: 16, height: 16) { _, _ in witness.isHere }
    let pipeline = try Pipeline(chain: source, try Element.make("fakesink"))
    try await pipeline.setState(.playing)
  }

  private func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "test").async {
        body()
        continuation.resume()
      }
    }
  }
}

/// Signals when the last reference is released.
final class DeinitObserver: Sendable {
  let isHere = true
  private let onEnd: @Sendable () -> Void
  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
  deinit { onEnd() }
}
