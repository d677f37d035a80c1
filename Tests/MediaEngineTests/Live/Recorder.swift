@testable import GStreamer
import CoreMedia
import MediaEngine
import MediaGraph
import Synchronization

/// Collects values, and lets a task wait for more of them, up to the test's time limit.
final class Recorder<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiting: [(count: Int, answer: CheckedContinuation<Void, Never>)] = []
    var isCancelled = false
  }

  private let state = Mutex(State())

  var all: [Value] { state.withLock { $0.values } }
  var count: Int { state.withLock { $0.values.count } }

  func note(_ value: Value) {
    let ready = state.withLock { state in
      state.values.append(value)
      let count = state.values.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }
    }
    for (_, answer) in ready { answer.resume() }
  }

  /// Waits until so many values have arrived; returns early in a test whose time limit has passed.
  func waitFor(_ count: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { answer in
        let isOver = state.withLock { state in
          if state.values.count >= count || state.isCancelled { return true }
          state.waiting.append((count, answer))
          return false
        }
        if isOver { answer.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.isCancelled = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for (_, answer) in waiting { answer.resume() }
    }
  }

  /// Waits until so many more values have arrived.
  func waitFor(more count: Int) async { await waitFor(self.count + count) }
}

extension Recorder where Value == Int {
  /// A sink that records the number of each frame: its first three bytes, the least significant first.
  func sink(_ name: String = "look") -> VideoSink {
    VideoSink(name, formats: [.i420]) { [self] frame in
      note(frame.withPlane(0) { plane in (0..<3).reduce(0) { $0 | Int(plane[byte: $1, row: 0]) << (8 * $1) } })
    }
  }

  /// An endless source whose frames contain their numbers, counted from a first one.
  static func source(_ name: String = "count", from first: Int = 0) -> VideoSource {
    VideoSource(name, size: PixelSize(width: 64, height: 48), frameRate: FrameRate(30) ?? FrameRate()) {
      frame, number in
      frame.withMutablePlane(0) { plane in
        plane.fill(128)
        for byte in 0..<3 { plane[byte: byte, row: 0] = UInt8(truncatingIfNeeded: (first + number) >> (8 * byte)) }
      }
      return true
    }
  }
}
