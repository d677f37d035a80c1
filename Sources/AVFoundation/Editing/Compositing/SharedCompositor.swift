import Dispatch
import Synchronization

/// A compositor of a program with the queue of its requests: one is pending at a time.
///
///     requests ─▷ queue ─ turn ─▷ compositor ─▷ answer, cancellation or time-out: the turn of the next request
final class SharedCompositor: Sendable {
  /// The error of a request whose turn did not come.
  struct Busy: Error {}

  /// The wait for a turn; a failure that is given ends it.
  typealias Wait = FirstAnswer<Result<Turn, any Error>>

  /// The right to have a request pending; it passes to the next request when the last reference is released.
  final class Turn: Sendable {
    private let compositor: SharedCompositor

    fileprivate init(_ compositor: SharedCompositor) { self.compositor = compositor }

    deinit { compositor.passOn() }

    /// Gives the compositor a request, and before its first one the render context.
    func start(_ request: AVAsynchronousVideoCompositionRequest) {
      let context = request.renderContext
      let isNew = compositor.formats.withLock { formats in
        defer { formats.announced = context }
        return formats.announced !== context
      }
      if isNew { compositor.object.renderContextChanged(context) }
      compositor.object.startRequest(request)
    }

    /// Tells the compositor on its own queue that the request is not needed any more. No other request starts before it has heard.
    func cancel() {
      compositor.cancellations.async {
        withExtendedLifetime(self) { self.compositor.object.cancelAllPendingVideoCompositionRequests() }
      }
    }
  }

  private struct Queue: Sendable {
    var isTaken = false
    var waits: [Wait] = []
    /// The number of turns that have ended.
    var endedCount = 0
  }

  private struct Formats: Sendable {
    /// The attributes that the compositor asks for, read before its first request.
    var attributes: (source: [String: any Sendable]?, context: [String: any Sendable])?
    var context: AVVideoCompositionRenderContext?
    /// The context that the compositor knows.
    var announced: AVVideoCompositionRenderContext?
  }

  let object: any AVVideoCompositing
  private let queue = Mutex(Queue())
  private let formats = Mutex(Formats())
  private let cancellations = DispatchQueue(label: "reel.compositor.cancellations")

  init(_ object: any AVVideoCompositing) { self.object = object }

  // MARK: Formats

  /// Returns the pixel format of source frames that the compositor asks for; nil for that of the decoder.
  ///
  /// - Throws: `AVError.invalidVideoComposition` for attributes that cannot be used.
  func sourcePixelFormat() throws -> OSType? {
    try formats.withLock { try attributes(&$0).source?.pixelFormat() }
  }

  /// Returns the context of a composition's frames; the same one for the same composition.
  ///
  /// - Throws: `AVError` for pixel buffers that cannot be made.
  func context(of composition: AVVideoComposition) throws -> AVVideoCompositionRenderContext {
    try formats.withLock { formats in
      if let known = formats.context, known.videoComposition === composition { return known }
      let context = try AVVideoCompositionRenderContext(composition, attributes(&formats).context)
      formats.context = context
      return context
    }
  }

  private func attributes(
    _ formats: inout Formats
  ) -> (source: [String: any Sendable]?, context: [String: any Sendable]) {
    if let known = formats.attributes { return known }
    let own = (object.sourcePixelBufferAttributes, object.requiredPixelBufferAttributesForRenderContext)
    formats.attributes = own
    return own
  }

  // MARK: Turns

  /// Waits for the turn of a request. Blocks: never on the cooperative pool.
  ///
  /// - Parameter time: The longest turn of another request that is waited for.
  /// - Throws: The failure that ended the wait; ``Busy`` if another request's turn is longer.
  func turn(_ wait: Wait, atMost time: DispatchTimeInterval) throws -> Turn {
    let (isFree, count) = queue.withLock { queue in
      defer { queue.isTaken = true }
      if queue.isTaken { queue.waits.append(wait) }
      return (!queue.isTaken, queue.endedCount)
    }
    if isFree { wait.give(.success(Turn(self))) }
    var endedCount = count
    while true {
      if let outcome = wait.wait(atMost: time) { return try outcome.get() }
      let now = queue.withLock(\.endedCount)
      // The next call of `wait(atMost:)` returns this, or the turn that has come just before.
      if now == endedCount { wait.give(.failure(Busy())) }
      endedCount = now
    }
  }

  private func passOn() {
    let next = queue.withLock { queue -> Wait? in
      queue.endedCount += 1
      if queue.waits.isEmpty {
        queue.isTaken = false
        return nil
      }
      return queue.waits.removeFirst()
    }
    // A wait that has ended does not take the turn, whose release passes it on to the next.
    next?.give(.success(Turn(self)))
  }
}

/// The first of several answers, for the one thread that waits for it.
final class FirstAnswer<Value: Sendable>: Sendable {
  private let state = Mutex<(isGiven: Bool, value: Value?)>((false, nil))
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ answer: Value) {
    let isFirst = state.withLock { state in
      guard !state.isGiven else { return false }
      state = (true, answer)
      return true
    }
    if isFirst { isThere.signal() }
  }

  /// Waits for the answer and takes it; nil if none comes in time. Blocks: never on the cooperative pool.
  func wait(atMost time: DispatchTimeInterval) -> Value? {
    guard isThere.wait(timeout: .now() + time) == .success else { return nil }
    return state.withLock { state in
      defer { state.value = nil }
      return state.value
    }
  }
}
