internal import GStreamer
import CoreMedia
import MediaGraph
import Synchronization

/// Ends the output of a node with several inputs when the input ends that decides it.
///
///     movie ─▷ (ends at 5 s) ─┐
///     still ─▷ (never ends) ──┴▷ compositor ─▷ gate at 5 s
///
/// An input's end is known before the mixing element hears of it, so that nothing after it has come out yet.
final class MixEnd: Sendable {
  private struct Input {
    let isStill: Bool
    /// The end of the input's media so far, in running time.
    var position = CMTime.zero
    var hasEnded = false
  }

  private struct State {
    /// The inputs by number, in order of their making.
    var inputs: [Int: Input] = [:]
    var count = 0
  }

  private let rule: MixEnding
  private let gate = SourceGate(end: nil, stop: nil)
  private let state = Mutex(State())

  init(_ rule: MixEnding) { self.rule = rule }

  /// Attaches the gate to the output.
  func guardOutput(_ pad: Pad) { gate.guardPad(pad) }

  /// Follows an input.
  ///
  /// - Returns: Its number.
  func watch(_ pad: Pad, isStill: Bool) -> Int {
    let number = state.withLock { state in
      state.count += 1
      state.inputs[state.count] = Input(isStill: isStill)
      return state.count
    }
    pad.addProbe([.buffers, .events]) { [weak self] info in
      if info.isEndOfStream {
        self?.change(number) { $0.hasEnded = true }
      } else if info.isSegment {
        self?.change(number) { $0.hasEnded = false }
      } else if info.size.buffers > 0, let end = info.end {
        self?.state.withLock { $0.inputs[number]?.position = end }
      }
      return .pass
    }
    return number
  }

  /// Forgets an input that is removed.
  func forget(_ number: Int) {
    let end = state.withLock { state in
      state.inputs[number] = nil
      return mixEnd(in: state)
    }
    gate.setEnd(end)
  }

  private func change(_ number: Int, _ body: (inout Input) -> Void) {
    let end = state.withLock { state in
      if var input = state.inputs[number] {
        body(&input)
        state.inputs[number] = input
      }
      return mixEnd(in: state)
    }
    gate.setEnd(end)
  }

  /// The end of the mix; nil as long as it is not known.
  private func mixEnd(in state: State) -> CMTime? {
    let all = state.inputs.sorted { $0.key < $1.key }.map(\.value)
    let counted = all.contains { !$0.isStill } ? all.filter { !$0.isStill } : all
    switch rule {
    case .longest:
      // Without a still, the mixing element ends by itself, with what converters before it made of the last input.
      return counted.count < all.count && counted.allSatisfy(\.hasEnded) ? counted.map(\.position).max() : nil
    case .shortest: return counted.filter(\.hasEnded).map(\.position).min()
    case .first: return counted.first.flatMap { $0.hasEnded ? $0.position : nil }
    }
  }
}

extension ProbeInfo {
  /// The end of a buffer in running time, as the time that was rounded to nanoseconds; nil if it has none.
  fileprivate var end: CMTime? {
    let (start, _, duration) = time
    guard let start, let caps = pad.currentCaps?.first else { return nil }
    var length = duration?.nanoseconds ?? 0
    if duration == nil, case .fraction(let numerator, let denominator)? = caps["framerate"], numerator > 0 {
      length = 1_000_000_000 * UInt(denominator) / UInt(numerator)
    }
    return pad.runningTime(of: ClockTime(nanoseconds: start.nanoseconds &+ length))?.time(fitting: caps)
  }
}
