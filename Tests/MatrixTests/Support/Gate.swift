/// Limits the number of concurrent expensive tasks.
actor Gate {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func pass<Result: Sendable>(_ work: @Sendable () async throws -> Result) async rethrows -> Result {
    await enter()
    defer { leave() }
    return try await work()
  }

  private func enter() async {
    if free > 0 { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
