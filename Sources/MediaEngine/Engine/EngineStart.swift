internal import GStreamer
import Dispatch

/// GStreamer on its way: it starts on another thread, beside work that does not need it yet.
public struct EngineStart: Sendable {
  private let group = DispatchGroup()

  public init() {
    // Errors of the start are reported by the work that needs it.
    DispatchQueue.global(qos: .userInitiated).async(group: group) { _ = try? GStreamerLibrary.start() }
  }

  /// Waits for the start, successful or not: the process must not end in the middle of it.
  public func wait() { group.wait() }
}
