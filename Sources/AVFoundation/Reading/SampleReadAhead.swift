internal import MediaSource
import Synchronization

/// Makes the samples of an output on a thread of its own, some before they are asked for: a task that takes them works while the
/// next ones are made, and waits for none that is there.
///
/// It makes nothing before the first sample is asked for, and holds a few megabytes at most.
final class SampleReadAhead: Sendable {
  private typealias Waiter = CheckedContinuation<CMSampleBuffer?, any Error>

  private let state = Mutex(ReadAheadState<CMSampleBuffer, Waiter>())
  private let numbers = Atomic(0)
  private let queue: ReaderQueue
  /// The time that it takes to wake a thread, roughly.
  private static let quick = Duration.microseconds(500)
  private let make: @Sendable () -> CMSampleBuffer?
  /// True if no sample is waited for long, as in a file of this machine.
  private let isSteady: Bool

  /// - Parameters:
  ///   - isSteady: True if no sample is waited for long, as in a file of this machine.
  ///   - make: Makes the next sample; called on the queue.
  init(_ queue: ReaderQueue, isSteady: Bool, _ make: @escaping @Sendable () -> CMSampleBuffer?) {
    (self.queue, self.isSteady, self.make) = (queue, isSteady, make)
  }

  /// True if everything was given.
  var isExhausted: Bool { state.withLock { $0.isExhausted } }

  /// Returns the next sample; nil after the last.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled; a sample that is being made comes with the next call.
  func next() async throws -> CMSampleBuffer? {
    if Task.isCancelled { throw CancellationError() }
    let (answer, begins) = state.withLock { ($0.take(), $0.begin()) }
    if begins { queue.begin { self.fill() } }
    switch answer {
    case .sample(let sample): return sample
    case .end: return nil
    case .later: break
    }
    let number = numbers.add(1, ordering: .relaxed).newValue
    defer { state.withLock { $0.forget(number) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        switch state.withLock({ $0.wait(number, waiter) }) {
        case nil: waiter.resume(throwing: CancellationError())
        case .sample(let sample): waiter.resume(returning: sample)
        case .end: waiter.resume(returning: nil)
        case .later: break
        }
      }
    } onCancel: {
      state.withLock { $0.withdraw(number) }?.resume(throwing: CancellationError())
    }
  }

  /// Returns the samples that are there, or the next one; none after the last.
  ///
  /// - Throws: As ``next()``.
  func nextAll() async throws -> [CMSampleBuffer] {
    guard let first = try await next() else { return [] }
    let (rest, begins) = state.withLock { ($0.takeAll(), $0.begin()) }
    if begins { queue.begin { self.fill() } }
    return [first] + rest
  }

  /// Puts samples back that were taken, and not used.
  func putBack(_ samples: some Sequence<CMSampleBuffer>) {
    let sized = samples.map { (sample: $0, size: $0.heldSize) }
    state.withLock { $0.putBack(sized) }
  }

  /// Returns the first sample that waits, or makes one; nil after the last. Waits for the one that is being made.
  func nextBlocking() -> CMSampleBuffer? {
    queue.wait {
      if case .sample(let sample) = self.state.withLock({ $0.take() }) { return sample }
      return self.make()
    }
  }

  private func fill() {
    let clock = ContinuousClock()
    while true {
      let start = clock.now
      let sample = make()
      let isQuick = isSteady && clock.now - start < Self.quick
      let (given, goesOn) = state.withLock { $0.receive(sample, size: sample?.heldSize ?? 0, isQuick: isQuick) }
      for (waiter, sample) in given { waiter.resume(returning: sample) }
      guard goesOn else { return }
    }
  }
}

extension CMSampleBuffer {
  /// The bytes that the sample takes.
  fileprivate var heldSize: Int { imageBuffer.map { CVPixelBufferGetDataSize($0) } ?? dataBuffer?.dataLength ?? 0 }
}
