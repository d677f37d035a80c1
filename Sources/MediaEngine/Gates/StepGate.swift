internal import GStreamer
import Dispatch
import Synchronization

/// Blocks all frames before an input while a step searches for the frame to show.
///
/// A flushing seek discards blocked frames; the next blocked one is the first after the seek.
final class StepGate: Sendable {
  /// The start and the end of a frame, on the media's own timeline.
  struct Frame: Equatable, Sendable {
    var start: ClockTime
    var end: ClockTime?

    /// Creates a frame from times on a stream's timeline; nil for one that began before the media.
    init?(from start: ClockTime, lasting duration: ClockTime?, on pad: Pad) {
      guard let time = pad.streamTime(of: start) else { return nil }
      self.start = time
      end = duration.flatMap { pad.streamTime(of: ClockTime(nanoseconds: start.nanoseconds &+ $0.nanoseconds)) }
    }
  }

  /// The first arrival after a seek.
  enum Arrival: Sendable {
    case frame(Frame)
    case endOfStream
  }

  private let state = Mutex<(arrival: Arrival?, probes: [Probe])>((nil, []))
  private let hasArrived = DispatchSemaphore(value: 0)

  init(before pad: Pad) {
    let flushes = pad.addProbe(.flushes) { [weak self] _ in
      self?.state.withLock { $0.arrival = nil }
      return .pass
    }
    let data = pad.addProbe(.block) { [weak self] info in
      guard let self, info.isEndOfStream || info.size.buffers > 0 else { return .letThrough }
      arrive(info.isEndOfStream ? .endOfStream : Self.frame(info).map { .frame($0) })
      return .wait
    }
    state.withLock { $0.probes = [flushes, data] }
  }

  private static func frame(_ info: ProbeInfo) -> Frame? {
    let (start, _, duration) = info.time
    return start.flatMap { Frame(from: $0, lasting: duration, on: info.pad) }
  }

  private func arrive(_ arrival: Arrival?) {
    state.withLock { $0.arrival = arrival }
    hasArrived.signal()
  }

  /// Waits for the first arrival; returns nil at the deadline. Never call it on the cooperative pool.
  func arrival(until deadline: DispatchTime) -> Arrival? {
    while true {
      if let arrival = state.withLock({ $0.arrival }) { return arrival }
      guard hasArrived.wait(timeout: deadline) == .success else { return nil }
    }
  }

  /// Unblocks everything.
  func open() {
    let probes = state.withLock { state in
      defer { state.probes = [] }
      return state.probes
    }
    for probe in probes { probe.remove() }
  }

  deinit { open() }
}
