/// Plans the ranges of a remote file to request and to keep, without performing requests.
///
/// Sequential reads get increasing parts, and the part after the current one is requested in advance. Reads elsewhere
/// get a small part.
struct ReadAhead: Sendable {
  static let smallestPart: Int64 = 256 << 10
  static let largestPart: Int64 = 4 << 20
  /// The bytes of the parts that are kept besides the current one and the next one: enough for a movie's tables, and
  /// for tracks that are not interleaved.
  static let keptBytes: Int64 = 24 << 20

  /// The plan for reading a byte.
  struct Step: Equatable, Sendable {
    /// The part that has the byte.
    var part: Range<Int64>
    /// The ranges to request now.
    var asked: [Range<Int64>] = []
    /// The ranges to discard.
    var dropped: [Range<Int64>] = []
  }

  let size: Int64
  /// The most recently used first, without overlaps.
  private(set) var parts: [Range<Int64>]

  /// - Parameter first: The range that is already loaded.
  init(size: Int64, first: Range<Int64>) { (self.size, parts) = (size, [first]) }

  /// - Precondition: The place is within the file.
  mutating func read(at place: Int64) -> Step {
    var step: Step
    if let index = parts.firstIndex(where: { $0.contains(place) }) {
      step = Step(part: parts.remove(at: index))
    } else {
      let part = part(from: place - place % Self.smallestPart)
      step = Step(part: part, asked: [part])
    }
    parts.insert(step.part, at: 0)
    // A read of the second consecutive part is taken for sequential.
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

  /// Removes a part whose request failed.
  mutating func forget(_ part: Range<Int64>) { parts.removeAll { $0 == part } }

  private func part(from start: Int64) -> Range<Int64> {
    let before = parts.first { $0.upperBound == start }
    let length = before.map { min(2 * Int64($0.count), Self.largestPart) } ?? Self.smallestPart
    let next = parts.map(\.lowerBound).filter { $0 > start }.min() ?? size
    return start..<min(start + max(length, Self.smallestPart), next, size)
  }
}
