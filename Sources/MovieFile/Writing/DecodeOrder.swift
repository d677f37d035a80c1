/// Derives decode times of samples from their presentation times.
///
/// The nth sample is decoded at the nth of all presentation times: no sample is late, and durations stay the same.
/// Samples wait until that time is certain.
struct DecodeOrder<Payload> {
  private let depth: Int
  private var waiting: [(sample: Sample, payload: Payload)] = []
  private var waitingStart = 0
  /// The presentation times of the waiting samples, as a heap: the earliest is first.
  private var times: [Int64] = []
  private var latestDecodeTime = Int64.min

  /// - Parameter depth: The maximum number of samples that are presented later than one that follows them in decode
  ///   order.
  init(depth: Int) {
    self.depth = depth
  }

  /// Adds a sample, and returns the one whose decode time is certain now.
  ///
  /// - Throws: `malformed` if the sample is presented earlier than the depth allows.
  mutating func push(_ sample: Sample, _ payload: Payload) throws(MovieError) -> (Sample, Payload)? {
    guard sample.presentationTime >= latestDecodeTime else {
      throw MovieError(
        .malformed,
        "a sample is shown at \(sample.presentationTime), when more than \(depth) are decoded that are shown later")
    }
    waiting.append((sample, payload))
    insert(sample.presentationTime)
    return times.count > depth ? pop() : nil
  }

  /// Returns the next waiting sample, if no other sample follows.
  mutating func pop() -> (Sample, Payload)? {
    guard waitingStart < waiting.count else { return nil }
    var (sample, payload) = waiting[waitingStart]
    waitingStart += 1
    if waitingStart == waiting.count || waitingStart >= 64 {
      waiting.removeFirst(waitingStart)
      waitingStart = 0
    }
    sample.decodeTime = removeEarliest()
    latestDecodeTime = sample.decodeTime
    return (sample, payload)
  }

  private mutating func insert(_ time: Int64) {
    times.append(time)
    var child = times.count - 1
    while child > 0, times[child] < times[(child - 1) / 2] {
      times.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func removeEarliest() -> Int64 {
    let earliest = times[0]
    let last = times.removeLast()
    guard !times.isEmpty else { return earliest }
    times[0] = last
    var parent = 0
    while true {
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      var least = parent
      if left < times.count, times[left] < times[least] { least = left }
      if right < times.count, times[right] < times[least] { least = right }
      guard least != parent else { return earliest }
      times.swapAt(parent, least)
      parent = least
    }
  }
}
