import CoreMedia
import Synchronization

/// Synchronizes a timebase with a run.
///
/// May be called from any thread; each call reports the run's position at that moment.
final class TimebaseDriver: Sendable {
  let timebase = CMTimebase(readOnlyFollowing: .hostTimeClock)
  private let pace = Mutex(Pace())

  /// The run plays, at a rate; nil if the rate is unknown, as without a clock.
  func go(from position: CMTime, rate: Double?) { apply { $0.go(from: position, rate: rate, at: $1) } }

  /// The run is paused.
  func stand(at position: CMTime) { apply { pace, _ in pace.stand(at: position) } }

  /// The run is over.
  func stand() { apply { [timebase] pace, _ in pace.stand(at: timebase.time) } }

  /// The run continues at another position.
  func jump(to position: CMTime, rate: Double) { apply { $0.jump(to: position, rate: rate, at: $1) } }

  /// Compares the run's position with the timebase.
  func observe(_ position: CMTime, isStarving: Bool) {
    apply { $0.observe(position, isStarving: isStarving, at: $1) }
  }

  private func apply(_ change: (inout Pace, CMTime) -> Pace.Anchor?) {
    // Under the lock, so that the last decision is applied last.
    pace.withLock { pace in
      let now = CMClock.hostTimeClock.time
      guard let anchor = change(&pace, now) else { return }
      timebase.drive(rate: anchor.rate, anchorTime: anchor.time, referenceTime: now)
    }
  }
}

/// Decides when a run's timebase needs a new anchor: a state machine without threads, clocks or GStreamer.
///
///     standing ──go──▶ going ◀──(media again)──┐
///        ▲               │ ──(starving)──▶ starving
///        └──── stand ────┴────────────────────┘
struct Pace: Sendable {
  /// The permitted deviation of a run's position: less than two frames, more than the time of a query.
  private static let slack = CMTime(value: 40, timescale: 1000)

  struct Anchor: Equatable, Sendable {
    var rate: Double
    var time: CMTime
  }

  private enum Phase: Sendable {
    case standing
    /// With the run's rate, or without one.
    case going(rate: Double?)
    case starving(rate: Double)
  }

  private var phase = Phase.standing
  /// The timebase's last anchor, and its host time.
  private var last = (anchor: Anchor(rate: 0, time: .zero), now: CMTime.zero)

  mutating func go(from position: CMTime, rate: Double?, at now: CMTime) -> Anchor? {
    phase = .going(rate: rate)
    return anchor(rate ?? 0, position, now)
  }

  mutating func stand(at position: CMTime) -> Anchor? {
    if case .standing = phase, position == last.anchor.time { return nil }
    phase = .standing
    return anchor(0, position, last.now)
  }

  mutating func jump(to position: CMTime, rate: Double, at now: CMTime) -> Anchor? {
    switch phase {
    case .standing: return anchor(0, position, now)
    case .going(nil): return anchor(last.anchor.rate, position, now)
    case .going, .starving:
      phase = .going(rate: rate)
      return anchor(rate, position, now)
    }
  }

  /// - Returns: A new anchor; nil if the timebase is right.
  mutating func observe(_ position: CMTime, isStarving: Bool, at now: CMTime) -> Anchor? {
    switch phase {
    case .standing: return nil
    case .going(nil):
      // Without a rate, the rate is measured.
      let passed = (now - last.now).seconds
      guard passed > 0 else { return nil }
      return anchor((position - last.anchor.time).seconds / passed, position, now)
    case .going(let rate?):
      if isStarving {
        phase = .starving(rate: rate)
        return anchor(0, position, now)
      }
      let expected = last.anchor.time + CMTimeMultiplyByFloat64(now - last.now, multiplier: rate)
      return CMTimeAbsoluteValue(position - expected) > Self.slack ? anchor(rate, position, now) : nil
    case .starving(let rate):
      guard !isStarving else { return nil }
      phase = .going(rate: rate)
      return anchor(rate, position, now)
    }
  }

  private mutating func anchor(_ rate: Double, _ time: CMTime, _ now: CMTime) -> Anchor {
    let anchor = Anchor(rate: rate, time: time)
    last = (anchor, now)
    return anchor
  }
}
