import Synchronization

/// States of a walk that has to begin at the beginning, kept every so often, so that a later walk begins near its
/// place.
///
/// Bounded: when there are many, every second one is dropped. Used by all walks of a file at once.
final class WalkCheckpoints<State: Sendable>: Sendable {
  private struct Kept {
    /// The states by the numbers of their units, ascending.
    var states: [(number: Int64, state: State)] = []
    var spacing: Int64 = 16
  }

  private let kept = Mutex(Kept())
  private let limit: Int

  /// - Parameter streamCount: The number of streams of which a state has one each.
  init(streamCount: Int) { limit = max(64, 4096 / max(2, streamCount)) }

  /// Keeps a state before a unit if the last one is far enough behind.
  ///
  /// - Parameter number: The number of the unit, which grows along the walk.
  func note(_ number: Int64, _ state: @autoclosure () -> State) {
    kept.withLock { kept in
      guard number - (kept.states.last?.number ?? 0) >= kept.spacing else { return }
      kept.states.append((number, state()))
      guard kept.states.count >= limit else { return }
      kept.spacing *= 2
      kept.states = kept.states.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
  }

  /// Returns the last state at or before a unit; nil if there is none.
  func state(atOrBefore number: Int64) -> (number: Int64, state: State)? {
    kept.withLock { kept in
      let end = kept.states.partitioningIndex { $0.number > number }
      return end > 0 ? kept.states[end - 1] : nil
    }
  }
}
