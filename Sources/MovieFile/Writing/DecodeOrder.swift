/// Gives samples their decode times when only the times are known at which they are shown.
///
/// The nth sample is decoded when the nth of all pictures is shown: that is early enough for none to be late, and late
/// enough for durations to stay what they are. Samples wait here until that time is certain.
struct DecodeOrder<Payload> {
  private let depth: Int
  private var waiting: [(sample: Sample, payload: Payload)] = []
  private var waitingStart = 0
  /// The times of those that wait, as a heap: the earliest is first.
  private var times: [Int64] = []
  private var latestDecodeTime = Int64.min

  /// - Parameter depth: How many samples may be shown later than one that follows them in decoding order.
  init(depth: Int) {
    self.depth = depth
  }

  /// Takes a sample, and returns the one whose decode time is certain now.
  ///
  /// - Throws: `malformed` if the sample is shown earlier than the depth allows.
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

  /// Nothing follows: returns the next sample that waits.
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
