/// The states of samples that are made before they are asked for, apart from locks.
///
///     make ─▷ receive ─┬▷ a caller that waits
///                      └▷ samples ─▷ take          nothing is made while there is no room
///
/// A caller waits under a number of its own, so that it can be taken back.
struct ReadAheadState<Sample, Waiter> {
  /// The limits of the samples that wait; one sample always has room.
  private static var countLimit: Int { 32 }
  private static var byteLimit: Int { 8 << 20 }
  /// The number of samples that are made before a caller is woken, if they are made quickly.
  private static var gathered: Int { 16 }

  /// An answer to a caller that asks for a sample.
  enum Answer {
    case sample(Sample)
    /// Everything was given.
    case end
    /// It has to wait.
    case later
  }

  private var samples: [(sample: Sample, size: Int)] = []
  /// The place of the first sample that was not given.
  private var first = 0
  private var size = 0
  private var waiters: [(number: Int, waiter: Waiter)] = []
  /// The callers that were taken back before they waited.
  private var withdrawn: Set<Int> = []
  private var isMaking = false
  private var hasEnded = false

  /// True if everything was given.
  var isExhausted: Bool { hasEnded && count == 0 }

  private var count: Int { samples.count - first }
  private var hasRoom: Bool { count == 0 || (count < Self.countLimit && size < Self.byteLimit) }

  /// Begins to make samples, unless they are being made, all were, or most of the room is taken; returns true if it does.
  mutating func begin() -> Bool {
    guard !isMaking, !hasEnded, count == 0 || (count <= Self.countLimit / 2 && size <= Self.byteLimit / 2) else {
      return false
    }
    isMaking = true
    return true
  }

  /// Takes the first sample.
  mutating func take() -> Answer {
    guard count > 0 else { return hasEnded ? .end : .later }
    let (sample, size) = samples[first]
    first += 1
    self.size -= size
    if first == samples.count || first >= Self.countLimit {
      samples.removeSubrange(..<first)
      first = 0
    }
    return .sample(sample)
  }

  /// Takes all samples that are there.
  mutating func takeAll() -> [Sample] {
    defer {
      samples.removeAll()
      (first, size) = (0, 0)
    }
    return samples[first...].map(\.sample)
  }

  /// Puts samples back, before those that wait.
  mutating func putBack(_ more: [(sample: Sample, size: Int)]) {
    samples.replaceSubrange(..<first, with: more)
    first = 0
    size += more.reduce(0) { $0 + $1.size }
  }

  /// Lets a caller wait, unless it has an answer now.
  ///
  /// - Returns: The answer; nil for a caller that was taken back.
  mutating func wait(_ number: Int, _ waiter: Waiter) -> Answer? {
    if withdrawn.remove(number) != nil { return nil }
    let answer = take()
    if case .later = answer { waiters.append((number, waiter)) }
    return answer
  }

  /// Takes a caller back; returns it if it waits.
  mutating func withdraw(_ number: Int) -> Waiter? {
    if let index = waiters.firstIndex(where: { $0.number == number }) { return waiters.remove(at: index).waiter }
    withdrawn.insert(number)
    return nil
  }

  /// Forgets that a caller was taken back.
  mutating func forget(_ number: Int) { withdrawn.remove(number) }

  /// Takes a sample that was made, or the end.
  ///
  /// - Parameter isQuick: True if the next sample is there soon: a caller then waits for some together, since waking it takes longer
  ///   than to make one.
  /// - Returns: The callers that have waited, with their samples, and true if another sample is to be made.
  mutating func receive(
    _ sample: Sample?, size: Int, isQuick: Bool = false
  ) -> (given: [(waiter: Waiter, sample: Sample?)], goesOn: Bool) {
    if let sample {
      samples.append((sample, size))
      self.size += size
      isMaking = hasRoom
      if isQuick, isMaking, count < Self.gathered { return ([], true) }
    } else {
      (isMaking, hasEnded) = (false, true)
    }
    var given: [(waiter: Waiter, sample: Sample?)] = []
    while let (_, waiter) = waiters.first {
      switch take() {
      case .sample(let sample): given.append((waiter, sample))
      case .end: given.append((waiter, nil))
      case .later: return (given, isMaking)
      }
      waiters.removeFirst()
    }
    return (given, isMaking)
  }
}
