/// Which parts of something far away are asked for, and which are kept: says what to do for a read, and does nothing.
///
/// Reads that go on where others ended get ever larger parts, and the part behind theirs is asked for before they come to it: it is on
/// its way while they work. Reads anywhere else get a small part.
struct ReadAhead: Sendable {
  static let smallestPart: Int64 = 256 << 10
  static let largestPart: Int64 = 4 << 20
  /// Bytes of the parts that are kept besides the one that is read and the one behind it: enough for a movie's tables, and for
  /// tracks that are not interleaved.
  static let keptBytes: Int64 = 24 << 20

  /// What to do so that a byte can be read.
  struct Step: Equatable, Sendable {
    /// The part that has the byte.
    var part: Range<Int64>
    /// What is to be asked for now.
    var asked: [Range<Int64>] = []
    /// What nobody needs any more.
    var dropped: [Range<Int64>] = []
  }

  let size: Int64
  /// The last used first; no two of them overlap.
  private(set) var parts: [Range<Int64>]

  /// - Parameter first: What is there already.
  init(size: Int64, first: Range<Int64>) { (self.size, parts) = (size, [first]) }

  /// - Precondition: There is a byte at the place.
  mutating func read(at place: Int64) -> Step {
    var step: Step
    if let index = parts.firstIndex(where: { $0.contains(place) }) {
      step = Step(part: parts.remove(at: index))
    } else {
      let part = part(from: place - place % Self.smallestPart)
      step = Step(part: part, asked: [part])
    }
    parts.insert(step.part, at: 0)
    // Whoever reads the second part in a row goes on reading.
    let end = step.part.upperBound
    if step.part.count > Self.smallestPart, end < size, !parts.contains(where: { $0.contains(end) }) {
      let next = part(from: end)
      step.asked.append(next)
      parts.insert(next, at: 1)
    }
    while parts.count > 2, parts.dropFirst(2).reduce(0, { $0 + Int64($1.count) }) > Self.keptBytes {
      step.dropped.append(parts.removeLast())
    }
    return step
  }

  /// Forgets a part that did not come.
  mutating func forget(_ part: Range<Int64>) { parts.removeAll { $0 == part } }

  private func part(from start: Int64) -> Range<Int64> {
    let before = parts.first { $0.upperBound == start }
    let length = before.map { min(2 * Int64($0.count), Self.largestPart) } ?? Self.smallestPart
    let next = parts.map(\.lowerBound).filter { $0 > start }.min() ?? size
    return start..<min(start + max(length, Self.smallestPart), next, size)
  }
}
