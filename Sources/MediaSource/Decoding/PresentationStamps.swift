/// Stamps for samples that go into a decoder, in the order of presentation, given as the samples come.
///
/// A decoder puts its output in the order of stamps. What comes later may be shown earlier, and how many samples there are is not known: a
/// sample that is shown after all that are inside gets a stamp far behind theirs, any other one in the middle between its neighbours'.
///
///     goes in    I0     P4     B2      b1       b3
///     stamp      step   2·step 1½·step 1¼·step  1¾·step
struct PresentationStamps {
  /// The distance of stamps in order. It is halved for each frame that is shown before one that went in earlier, of which there are 16 at
  /// most in H.264 and HEVC; as milliseconds, the stamps of a week of frames in one run fit a signed count of nanoseconds.
  private static let step = 1 << 18

  /// The samples inside, in the order of presentation.
  private var inside: [(place: PresentationPlace, stamp: Int)] = []
  /// The largest stamp that was given, and that of what has come out.
  private var (largest, passed) = (0, 0)

  /// Returns a stamp for a sample that goes in, greater than 0 and unlike those of all that are inside.
  mutating func stamp(_ place: PresentationPlace) -> Int {
    let position = inside.lastIndex { $0.place < place }.map { $0 + 1 } ?? 0
    var stamp = largest + Self.step
    if position < inside.count {
      let next = inside[position].stamp
      let previous = position > 0 ? inside[position - 1].stamp : max(passed, next - Self.step)
      let middle = previous + (next - previous) / 2
      // Where there is no room, as damaged times may leave none, the stamp is out of order.
      if next - previous > 1, !inside.contains(where: { $0.stamp == middle }) { stamp = middle }
    }
    largest = max(largest, stamp)
    inside.insert((place, stamp), at: position)
    return stamp
  }

  /// Forgets what has come out, and what should have come out before it.
  mutating func remove(through place: PresentationPlace) {
    let count = inside.firstIndex { $0.place > place } ?? inside.count
    passed = inside[..<count].reduce(passed) { max($0, $1.stamp) }
    inside.removeFirst(count)
  }
}
