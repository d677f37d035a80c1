import AVFoundation
import Synchronization
import Testing

/// A compositor that answers from another thread, and counts how many calls and requests there are at once.
private final class CountingCompositor: NSObject, AVVideoCompositing {
  struct State {
    var (now, most, contexts, requests) = (0, 0, 0, 0)
  }

  let state = Mutex(State())
  let sourcePixelBufferAttributes: [String: any Sendable]? = nil
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [:]

  private func begin() {
    state.withLock { state in
      state.now += 1
      state.most = max(state.most, state.now)
    }
  }

  private func end() { state.withLock { $0.now -= 1 } }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    begin()
    state.withLock { $0.contexts += 1 }
    usleep(5_000)
    end()
  }

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    begin()
    state.withLock { $0.requests += 1 }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
      self.end()
      request.finishWithFirstFrame()
    }
  }
}

/// A compositor that keeps its requests until the test answers them, and ends all of them when it hears of a cancellation.
private final class KeepingCompositor: NSObject, AVVideoCompositing {
  struct State {
    var requests: [AVAsynchronousVideoCompositionRequest] = []
    var cancellations = 0
    var answersAtOnce = false
  }

  let state = Mutex(State())
  /// An element for each request.
  let asked = AsyncStream<Void>.makeStream()
  let sourcePixelBufferAttributes: [String: any Sendable]? = nil
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [:]

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    state.withLock { $0.requests.append(request) }
    if state.withLock(\.answersAtOnce) { answer() }
    asked.continuation.yield()
  }

  func cancelAllPendingVideoCompositionRequests() {
    state.withLock { $0.cancellations += 1 }
    for request in taken() { request.finishCancelledRequest() }
  }

  func answer() { for request in taken() { request.finishWithFirstFrame() } }

  private func taken() -> [AVAsynchronousVideoCompositionRequest] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }
}

extension AVAsynchronousVideoCompositionRequest {
  fileprivate func finishWithFirstFrame() {
    guard let id = sourceTrackIDs.first, let frame = sourceFrame(byTrackID: id.int32Value) else {
      return finish(with: CocoaError(.fileNoSuchFile))
    }
    finish(withComposedVideoFrame: frame)
  }
}

/// The requests of one image generator share its compositor: one of them is pending at a time.
@Suite(.timeLimit(.minutes(10))) struct CompositorTurnTests {
  private let folder: TemporaryFolder
  private let generator: AVAssetImageGenerator

  init() throws {
    folder = try TemporaryFolder()
    generator = AVAssetImageGenerator(asset: AVURLAsset(url: try NumberedMovie.make(in: folder)))
    generator.makeExact()
  }

  private func compositor<Compositor: AVVideoCompositing>(_ type: Compositor.Type) throws -> Compositor {
    let video = AVMutableVideoComposition(propertiesOf: generator.asset)
    video.customVideoCompositorClass = type
    generator.videoComposition = video
    return try #require(generator.customVideoCompositor as? Compositor)
  }

  @Test func requestsAtTheSameTime_takeTurns() async throws {
    let compositor = try compositor(CountingCompositor.self)
    let generator = generator
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for frame in 0..<5 { _ = try await generator.image(at: ticks(Int64(frame) * 20)) } }
      for _ in 0..<2 {
        group.addTask {
          for await result in generator.images(for: (5..<10).map { ticks($0 * 20) }) { _ = try result.image }
        }
      }
      group.addTask {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          DispatchQueue.global().async {
            continuation.resume(
              with: Result {
                for frame in 10..<15 { _ = try generator.copyCGImage(at: ticks(Int64(frame) * 20), actualTime: nil) }
              })
          }
        }
      }
      try await group.waitForAll()
    }
    let state = compositor.state.withLock { $0 }
    #expect(state.most == 1 && state.contexts == 1 && state.requests == 20, "\(state)")
  }

  @Test func cancellation_reachesTheCompositorOnlyForItsOwnRequest() async throws {
    let compositor = try compositor(KeepingCompositor.self)
    let generator = generator
    var asked = compositor.asked.stream.makeAsyncIterator()
    let first = Task { try await generator.image(at: .zero) }
    _ = await asked.next()
    let waiting = Task { () -> (any Error)? in
      for await result in generator.images(for: [ticks(40)]) {
        if case .failure(_, let error) = result { return error }
      }
      return nil
    }
    // Time to come into the queue; a request that is not there yet ends in the same way.
    try await Task.sleep(for: .milliseconds(100))
    waiting.cancel()
    #expect(await waiting.value is CancellationError)
    #expect(compositor.state.withLock(\.cancellations) == 0)
    compositor.answer()
    _ = try await first.value

    let own = Task { try await generator.image(at: ticks(60)) }
    _ = await asked.next()
    own.cancel()
    await #expect(throws: CancellationError.self) { try await own.value }
    let next = Task { try await generator.image(at: ticks(80)) }
    _ = await asked.next()
    // No request starts before the compositor has heard.
    #expect(compositor.state.withLock(\.cancellations) == 1)
    compositor.answer()
    _ = try await next.value
    #expect(compositor.state.withLock(\.cancellations) == 1)
  }

  @Test func aRequestThatIsNeverFinished_leavesItsTurnToTheNext() throws {
    let compositor = try compositor(KeepingCompositor.self)
    let error = #expect(throws: AVError.self) {
      try CompositorTimeout.$milliseconds.withValue(50) { try generator.copyCGImage(at: .zero, actualTime: nil) }
    }
    #expect(error?.failureReason?.contains("within 0.05 s") == true, "\(error as Any)")
    compositor.state.withLock { $0.answersAtOnce = true }
    #expect(try NumberedMovie.number(generator.copyCGImage(at: ticks(20), actualTime: nil)) == 1)
  }

  @Test func aRequestWhoseTurnDoesNotCome_fails() async throws {
    let compositor = try compositor(KeepingCompositor.self)
    let generator = generator
    var asked = compositor.asked.stream.makeAsyncIterator()
    let first = Task { try await generator.image(at: .zero) }
    _ = await asked.next()
    let error: (any Error)? = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do {
          _ = try CompositorTimeout.$milliseconds.withValue(50) {
            try generator.copyCGImage(at: ticks(40), actualTime: nil)
          }
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error)
        }
      }
    }
    let reason = (error as? AVError)?.failureReason
    #expect(reason?.contains("busy with another request for 0.1 s") == true, "\(error as Any)")
    compositor.answer()
    _ = try await first.value
  }
}
