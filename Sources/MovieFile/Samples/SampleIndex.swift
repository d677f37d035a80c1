/// Where in a track's tables every few hundred samples are described, so that any sample is found without walking there.
///
/// Built by one walk. Nothing is kept for single samples: a three-hour movie needs some hundred kilobytes.
struct SampleIndex: Sendable {
  /// Samples that are described together.
  struct Block: Sendable {
    let first: Int
    let position: SampleWalker.Position
    let decodeTime: Int64
    /// The latest presentation time before this block, and the earliest one in it; of a cut, the earliest one up to the
    /// next cut.
    let latestBefore: Int64
    var earliest: Int64
    /// The last samples before this block at which decoding may start, closed or of either kind; -1 if none.
    let syncBefore: Int
    let randomAccessBefore: Int
  }

  private(set) var blocks: [Block] = []
  /// The blocks that are cuts: all samples before one are shown before all samples in it and behind it. Samples between
  /// two cuts are in no particular order of presentation.
  private(set) var cuts: [Int32] = []
  private(set) var sampleCount = 0
  /// The decode time after the last sample.
  private(set) var decodeEnd: Int64 = 0
  private(set) var earliestPresentation: Int64 = 0
  /// When the last sample's presentation ends.
  private(set) var presentationEnd: Int64 = 0
  private(set) var byteCount: Int64 = 0
  private(set) var largestSample = 0
  /// The most that a sample is shown before it is decoded, 0 if none is.
  private(set) var largestLead: Int64 = 0
  /// Whether samples are shown in another order than they are decoded in.
  private(set) var isReordered = false
  /// Whether decode times never go back.
  private(set) var isMonotonic = true
  private(set) var lastSync = -1
  private(set) var lastRandomAccess = -1
  private(set) var problem: MovieError?

  init(_ layout: TrackLayout) throws(MovieError) {
    var walker = try SampleWalker(layout, readAhead: 65_536)
    var latest = Int64.min
    var runs = 0
    // Whether the last cut turned out to be none: the next one may come soon.
    var wantsCut = false
    var isFirst = true
    while true {
      // Blocks get longer with the movie, so that there are never very many.
      let length = 256 << (blocks.count / 16_384)
      let position = isFirst || runs >= (wantsCut ? length / 16 : length) ? walker.position : nil
      guard let run = try walker.next() else { break }
      let time = run.first.presentationTime
      if time < latest { isReordered = true }
      if !isFirst, run.first.decodeTime < decodeEnd { isMonotonic = false }
      // A block behind a sample that is shown later than this one is no cut.
      while cuts.count > 1, let last = cuts.last, blocks[Int(last)].latestBefore > time {
        cuts.removeLast()
        wantsCut = true
      }
      let mayCut = time >= latest
      if let position, isFirst || mayCut || runs >= 4 * length {
        blocks.append(
          Block(
            first: run.first.index, position: position, decodeTime: run.first.decodeTime, latestBefore: latest,
            earliest: time, syncBefore: lastSync, randomAccessBefore: lastRandomAccess))
        runs = 0
        if mayCut {
          cuts.append(Int32(blocks.count - 1))
          wantsCut = false
        }
      }
      runs += 1
      isFirst = false
      blocks[blocks.count - 1].earliest = min(blocks[blocks.count - 1].earliest, time)
      latest = max(latest, run.lastPresentationTime)
      note(run)
    }
    for (index, cut) in cuts.enumerated() {
      let end = index + 1 < cuts.count ? Int(cuts[index + 1]) : blocks.count
      blocks[Int(cut)].earliest = blocks[Int(cut)..<end].reduce(.max) { min($0, $1.earliest) }
    }
    problem = walker.problem
    if problem == nil { problem = try layout.problem(sampleCount: sampleCount) }
  }

  private mutating func note(_ run: SampleRun) {
    earliestPresentation =
      sampleCount == 0 ? run.first.presentationTime : min(earliestPresentation, run.first.presentationTime)
    presentationEnd = max(presentationEnd, run.lastPresentationTime + run.first.duration)
    sampleCount = run.end
    decodeEnd = run.decodeEnd
    byteCount = byteCount.addingReportingOverflow(run.byteCount).partialValue
    largestSample = max(largestSample, run.first.size)
    largestLead = max(largestLead, run.first.decodeTime - run.first.presentationTime)
    // In a run of several all are alike.
    if !run.first.flags.isDisjoint(with: .randomAccess) { lastRandomAccess = run.end - 1 }
    if run.first.isSync { lastSync = run.end - 1 }
  }

  /// The block that a sample is in; the sample must exist.
  func block(of sample: Int) -> Int {
    blocks.partitioningIndex { $0.first > sample } - 1
  }

  /// The index after a block's last sample.
  func end(of block: Int) -> Int {
    block + 1 < blocks.count ? blocks[block + 1].first : sampleCount
  }
}

extension TrackLayout {
  /// What is wrong with the samples that does not keep them from being read.
  func problem(sampleCount: Int) throws(MovieError) -> MovieError? {
    if let problem = try fragments?.load().problem { return problem }
    let stated = tables.sampleCount / (tables.soundPacket?.frames ?? 1)
    guard fragments == nil, sampleCount < stated else { return nil }
    return MovieError(
      .malformed, "there are sizes of \(stated) samples, but the chunks hold \(sampleCount)",
      box: tables.box?.path.description ?? "", offset: tables.box?.offset, file: source.name)
  }
}
