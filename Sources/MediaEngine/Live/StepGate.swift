internal import GStreamer
import Dispatch
import Synchronization

/// Holds all pictures before an input while a step looks for the one to show.
///
/// A seek that flushes throws away what is held; what is held after it is the first thing from there.
final class StepGate: Sendable {
  /// When a picture begins and ends, on the media's own axis.
  struct Picture: Equatable, Sendable {
    var start: ClockTime
    var end: ClockTime?

    /// From times on the axis of a stream; nil for what began before the media.
    init?(from start: ClockTime, lasting duration: ClockTime?, on pad: Pad) {
      guard let time = pad.streamTime(of: start) else { return nil }
      self.start = time
      end = duration.flatMap { pad.streamTime(of: ClockTime(nanoseconds: start.nanoseconds &+ $0.nanoseconds)) }
    }
  }

  /// What comes first after a seek.
  enum Arrival: Sendable {
    case picture(Picture)
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
      arrive(info.isEndOfStream ? .endOfStream : Self.picture(info).map { .picture($0) })
      return .wait
    }
    state.withLock { $0.probes = [flushes, data] }
  }

  private static func picture(_ info: ProbeInfo) -> Picture? {
    let (start, _, duration) = info.time
    return start.flatMap { Picture(from: $0, lasting: duration, on: info.pad) }
  }

  private func arrive(_ arrival: Arrival?) {
    state.withLock { $0.arrival = arrival }
    hasArrived.signal()
  }

  /// Waits for what comes first; nil when nothing has come before the deadline. Never on the cooperative pool.
  func arrival(until deadline: DispatchTime) -> Arrival? {
    while true {
      if let arrival = state.withLock({ $0.arrival }) { return arrival }
      guard hasArrived.wait(timeout: deadline) == .success else { return nil }
    }
  }

  /// Lets everything go on.
  func open() {
    let probes = state.withLock { state in
      defer { state.probes = [] }
      return state.probes
    }
    for probe in probes { probe.remove() }
  }

  deinit { open() }
}
