/// Samples between two cuts, in the order of presentation.
final class PresentationOrder: Sendable {
  /// The index of the first sample, in both orders.
  let first: Int
  let count: Int
  /// Runs with increasing presentation times; empty if the samples are sorted one by one.
  private let runs: [SampleRun]
  /// The sample indices in order of presentation, and their times.
  private let order: [Int32]
  private let times: [Int64]
  /// The rank of each sample in `order`.
  private let ranks: [Int32]

  /// - Parameter forEachRun: Calls its argument with the runs of the samples, in decode order.
  /// - Throws: `excessive` if more samples are out of order together than memory should hold.
  init(
    _ samples: Range<Int>, in box: Box?,
    forEachRun: ((SampleRun) throws(MovieError) -> Void) throws(MovieError) -> Void
  ) throws(MovieError) {
    first = samples.lowerBound
    count = samples.count
    var runs: [SampleRun] = []
    var unsorted: [Int64] = []
    var isSorted = true
    var latest = Int64.min
    func expand(_ run: SampleRun) {
      for position in 0..<run.count {
        unsorted.append(run.first.presentationTime + Int64(position) * run.first.duration)
      }
    }
    try forEachRun { run throws(MovieError) in
      if isSorted, run.first.presentationTime < latest || runs.count >= 1 << 16 {
        guard samples.count <= 1 << 20 else {
          throw MovieError(
            .excessive, "\(samples.count) samples are shown in another order than they are decoded in",
            box: box?.path.description ?? "", offset: box?.offset)
        }
        isSorted = false
        unsorted.reserveCapacity(samples.count)
        runs.forEach(expand)
        runs = []
      }
      latest = max(latest, run.lastPresentationTime)
      isSorted ? runs.append(run) : expand(run)
    }
    self.runs = runs
    guard !isSorted else {
      (order, times, ranks) = ([], [], [])
      return
    }
    // Of samples with equal presentation times, the first decoded comes first.
    let order = unsorted.indices.map(Int32.init).sorted {
      (unsorted[Int($0)], $0) < (unsorted[Int($1)], $1)
    }
    var ranks = [Int32](repeating: 0, count: unsorted.count)
    for (rank, sample) in order.enumerated() { ranks[Int(sample)] = Int32(rank) }
    times = order.map { unsorted[Int($0)] }
    self.order = order
    self.ranks = ranks
  }

  /// Returns the rank of a sample in order of presentation, both counted over the whole track.
  func rank(of sample: Int) -> Int {
    ranks.isEmpty ? sample : first + Int(ranks[sample - first])
  }

  func sample(rank: Int) -> Int {
    order.isEmpty ? rank : first + Int(order[rank - first])
  }

  /// Returns the number of these samples that are presented at a time or earlier.
  func count(notAfter time: Int64) -> Int {
    guard runs.isEmpty else {
      let index = runs.partitioningIndex { $0.first.presentationTime > time } - 1
      guard index >= 0 else { return 0 }
      let run = runs[index]
      let (after, overflow) = time.subtractingReportingOverflow(run.first.presentationTime)
      let passed = run.first.duration > 0 && !overflow ? after / run.first.duration : Int64(run.count)
      return run.first.index - first + Int(min(passed, Int64(run.count - 1))) + 1
    }
    return times.partitioningIndex { $0 > time }
  }
}
