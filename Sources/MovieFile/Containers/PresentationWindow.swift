/// Puts packets that come in decoding order into the order of presentation.
///
/// A packet's place is known when no later one can precede it: a codec delays a bounded number of frames.
struct PresentationWindow: Sendable {
  private struct Waiting {
    let time: Int64
    let number: Int
  }

  /// The largest number of frames that may be presented after one that is decoded later.
  private let depth: Int
  /// Packets without a place, latest first; of equal times, the first decoded is presented first.
  private var waiting: [Waiting] = []

  /// The first packet in decoding order that has no place yet; nil if all have one.
  var first: Int? { waiting.lazy.map(\.number).min() }

  init(depth: Int) { self.depth = depth }

  /// Takes the next packet in decoding order; returns the number of the one whose place is known now, if there is one.
  mutating func push(_ number: Int, at time: Int64) -> Int? {
    let position = waiting.partitioningIndex { $0.time <= time }
    waiting.insert(Waiting(time: time, number: number), at: position)
    return waiting.count > depth ? waiting.removeLast().number : nil
  }

  /// Returns the next packet at the end of the stream; nil if all have their places.
  mutating func pop() -> Int? { waiting.popLast()?.number }
}
