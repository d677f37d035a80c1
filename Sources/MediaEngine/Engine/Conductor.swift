import Dispatch

/// A serial executor whose jobs run on a dispatch queue: an actor may block there without blocking the cooperative
/// pool.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// Owns the structure of a run's pipeline: everything that builds, links, moves or removes running nodes runs here,
/// serially, and may block.
///
/// The run's loop requests work and receives an event at its end; it never waits for it. The state that it needs at any
/// time is in the `RunMonitor`.
actor Conductor {
  private let executor = QueueExecutor(label: "reel.graph")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let assembly: Assembly
  nonisolated let monitor: RunMonitor

  /// Creates the assembly; blocks while plugins load.
  init(_ make: @Sendable () throws -> Assembly) throws {
    let made = try make()
    monitor = made.monitor
    assembly = made
  }

  /// Performs work on the assembly, unless the run is over.
  func perform<Value: Sendable>(_ work: @Sendable (Assembly) throws -> Value) throws -> Value {
    guard !monitor.isOver else { throw LiveControl.over }
    defer {
      monitor.show(assembly.nodes.map(\.view))
      // The end of the run did not cancel a wait that has just begun.
      if monitor.isOver {
        monitor.cancelReception()
        assembly.pipeline.stateQueue.async { [monitor] in monitor.releaseHeld() }
      }
    }
    return try work(assembly)
  }
}
