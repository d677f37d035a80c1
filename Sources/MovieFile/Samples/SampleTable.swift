import Synchronization

/// Every coded sample of a track: its bytes, decode and presentation times, and where decoding may start.
///
/// The tables stay in the file with their run-length coding; an index of some hundred bytes for every few hundred
/// samples makes each lookup O(log n). Lookups read a few kilobytes of the file, so they throw read errors. May be used
/// from several threads at once.
public final class SampleTable: Sendable {
  let layout: TrackLayout
  let index: SampleIndex
  /// The most recent lookups.
  private struct Recent: Sendable {
    var blocks: [(number: Int, block: SampleBlock)] = []
    var orders: [(cut: Int, order: PresentationOrder)] = []
  }
  private let recent = Mutex(Recent())

  init(_ layout: TrackLayout) throws(MovieError) {
    self.layout = layout
    index = try SampleIndex(layout)
  }

  /// The number of samples.
  public var count: Int { index.sampleCount }
  /// The units per second of all times.
  public var timescale: Int32 { layout.timescale }
  /// The size of all samples in bytes.
  public var byteCount: Int64 { index.byteCount }
  /// The size of the largest sample in bytes.
  public var largestSample: Int { index.largestSample }
  /// The decode time after the last sample: the sum of all durations.
  public var decodeEnd: Int64 { index.decodeEnd }
  /// The mean number of samples a second, as a fraction in lowest terms; nil without samples, or if they have no duration.
  package var meanFrameRate: (frames: Int128, seconds: Int128)? {
    guard count > 0, decodeEnd > 0 else { return nil }
    // Fragments may state so many samples that the product has more than 64 bits.
    let (frames, units) = (Int128(count) * Int128(timescale), Int128(decodeEnd))
    let divisor = greatestCommonDivisor(frames, units)
    return (frames / divisor, units / divisor)
  }
  /// The start of the first presentation, and the end of the last.
  public var presentationRange: Range<Int64> {
    index.earliestPresentation..<max(index.earliestPresentation, index.presentationEnd)
  }
  /// True if the order of presentation differs from decode order.
  public var isReordered: Bool { index.isReordered }
  /// The largest time by which negative composition offsets move a presentation before its decode time; 0 if none does.
  public var largestLead: Int64 { index.largestLead }
  /// A problem of the table that does not keep its samples from being read: a truncated file, or chunks with too few
  /// samples.
  public var problem: MovieError? { index.problem }

  /// Returns a sample by its index in decode order, from 0.
  ///
  /// - Precondition: The sample exists.
  public subscript(sample: Int) -> Sample {
    get throws(MovieError) {
      precondition(sample >= 0 && sample < count, "there is no sample \(sample)")
      return try block(index.block(of: sample))[sample]
    }
  }

  /// Returns a run of equal samples that are contiguous in the file; the run ends before `end`.
  ///
  /// - Precondition: The sample exists, and `end` is greater.
  public func run(from sample: Int, before end: Int = .max) throws(MovieError) -> SampleRun {
    precondition(sample >= 0 && sample < count && end > sample, "there is no sample \(sample)")
    let block = try block(index.block(of: sample))
    let run = block.runs[block.run(of: sample)]
    return SampleRun(first: run[sample - run.first.index], count: min(run.end, end) - sample)
  }

  /// Calls a body with all runs of some samples, in decode order.
  public func forEachRun(
    in range: Range<Int>? = nil, _ body: (SampleRun) throws(MovieError) -> Void
  ) throws(MovieError) {
    let range = (range ?? 0..<count).clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    for number in index.block(of: range.lowerBound)...index.block(of: range.upperBound - 1) {
      for run in try SampleBlock(index, block: number, layout: layout).runs {
        let (start, end) = (max(run.first.index, range.lowerBound), min(run.end, range.upperBound))
        if start < end { try body(SampleRun(first: run[start - run.first.index], count: end - start)) }
      }
    }
  }

  /// Calls a body with all samples, in decode order.
  ///
  /// PCM frames, each of which is a sample of the file, come in packets of up to 1024 that are contiguous in the file:
  /// a packet has the index of its first frame, the size and the duration of all.
  public func forEachPacket(_ body: (Sample) throws(MovieError) -> Void) throws(MovieError) {
    let most = layout.hasFrames ? 1024 : 1
    try forEachRun { run throws(MovieError) in
      var position = 0
      while position < run.count {
        let count = min(most, run.count - position)
        var packet = run[position]
        packet.size *= count
        packet.duration *= Int64(count)
        try body(packet)
        position += count
      }
    }
  }

  func block(_ number: Int) throws(MovieError) -> SampleBlock {
    if let known = recent.withLock({ $0.blocks.first { $0.number == number }?.block }) { return known }
    let block = try SampleBlock(index, block: number, layout: layout)
    recent.withLock { recent in
      recent.blocks.insert((number, block), at: 0)
      if recent.blocks.count > 4 { recent.blocks.removeLast() }
    }
    return block
  }

  /// Returns the order of presentation of the samples from a cut to the next; `cut` counts the index's cuts.
  func order(_ cut: Int) throws(MovieError) -> PresentationOrder {
    if let known = recent.withLock({ $0.orders.first { $0.cut == cut }?.order }) { return known }
    let first = Int(index.cuts[cut])
    let end = cut + 1 < index.cuts.count ? Int(index.cuts[cut + 1]) : index.blocks.count
    let samples = index.blocks[first].first..<index.end(of: end - 1)
    let order = try PresentationOrder(samples, in: layout.box) { body throws(MovieError) in
      for number in first..<end {
        for run in try SampleBlock(index, block: number, layout: layout).runs { try body(run) }
      }
    }
    recent.withLock { recent in
      recent.orders.insert((cut, order), at: 0)
      // Usually some hundred samples are out of order together; for unusual files with many, one set is enough.
      while recent.orders.count > 4
        || recent.orders.count > 1 && recent.orders.reduce(0, { $0 + $1.order.count }) > 65_536
      {
        recent.orders.removeLast()
      }
    }
    return order
  }
}
