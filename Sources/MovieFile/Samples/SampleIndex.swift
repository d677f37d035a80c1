/// An index of walker positions for every few hundred samples of a track's tables, so that any sample is found without
/// a full walk.
///
/// Built by one walk. Single samples are not stored: a three-hour movie needs a few hundred kilobytes.
struct SampleIndex: Sendable {
  /// Consecutive samples with one entry.
  struct Block: Sendable {
    let first: Int
    let position: SampleWalker.Position
    let decodeTime: Int64
    /// The latest presentation time before this block, and the earliest one in it; of a cut, the earliest one up to the
    /// next cut.
    let latestBefore: Int64
    var earliest: Int64
    /// The last samples before this block where decoding may start, for sync samples and for both kinds; -1 if none.
    let syncBefore: Int
    let randomAccessBefore: Int
  }

  private(set) var blocks: [Block] = []
  /// The blocks that are cuts: all samples before one are presented before all samples from it on. Samples between two
  /// cuts may have any order of presentation.
  private(set) var cuts: [Int32] = []
  private(set) var sampleCount = 0
  /// The decode time after the last sample.
  private(set) var decodeEnd: Int64 = 0
  private(set) var earliestPresentation: Int64 = 0
  /// The end of the last sample's presentation.
  private(set) var presentationEnd: Int64 = 0
  /// The decode time of the first sample.
  private var decodeStart: Int64 = 0
  /// The sample that is presented last so far, and the presentation time before its own.
  private var last: (index: Int, time: Int64, duration: Int64, before: Int64?)?
  private(set) var byteCount: Int64 = 0
  private(set) var largestSample = 0
  /// The largest time by which a sample's presentation precedes its decode time, 0 if none does.
  private(set) var largestLead: Int64 = 0
  /// True if the order of presentation differs from decode order.
  private(set) var isReordered = false
  /// True if decode times never decrease.
  private(set) var isMonotonic = true
  private(set) var lastSync = -1
  private(set) var lastRandomAccess = -1
  private(set) var problem: MovieError?

  init(_ layout: TrackLayout) throws(MovieError) {
    var walker = try SampleWalker(layout, readAhead: 65_536)
    var latest = Int64.min
    var runs = 0
    // True if the last cut was invalid: the next one may come soon.
    var wantsCut = false
    var isFirst = true
    while true {
      // Blocks get longer with the movie, so that their number is limited.
      let length = 256 << (blocks.count / 16_384)
      let position = isFirst || runs >= (wantsCut ? length / 16 : length) ? walker.position : nil
      guard let run = try walker.next() else { break }
      let time = run.first.presentationTime
      if time < latest { isReordered = true }
      if !isFirst, run.first.decodeTime < decodeEnd { isMonotonic = false }
      // A block is no cut if an earlier sample is presented after this one.
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
    if isReordered { presentationEnd = reorderedEnd(mediaDuration: layout.mediaDuration) }
    problem = walker.problem
    if problem == nil { problem = try layout.problem(sampleCount: sampleCount) }
  }

  private mutating func note(_ run: SampleRun) {
    if sampleCount == 0 { decodeStart = run.first.decodeTime }
    noteLast(run)
    earliestPresentation =
      sampleCount == 0 ? run.first.presentationTime : min(earliestPresentation, run.first.presentationTime)
    presentationEnd = max(presentationEnd, run.lastPresentationTime + run.first.duration)
    sampleCount = run.end
    decodeEnd = run.decodeEnd
    byteCount = byteCount.addingReportingOverflow(run.byteCount).partialValue
    largestSample = max(largestSample, run.first.size)
    largestLead = max(largestLead, run.first.decodeTime - run.first.presentationTime)
    // All samples of a run are alike.
    if !run.first.flags.isDisjoint(with: .randomAccess) { lastRandomAccess = run.end - 1 }
    if run.first.isSync { lastSync = run.end - 1 }
  }

  private mutating func noteLast(_ run: SampleRun) {
    let time = run.lastPresentationTime
    let known = last?.time ?? time
    if time >= known { last = (run.end - 1, time, run.first.duration, last?.before) }
    noteBefore(min(time, known))
    if run.count > 1 { noteBefore(time - run.first.duration) }
  }

  private mutating func noteBefore(_ time: Int64) {
    guard let known = last, time < known.time, time > known.before ?? .min else { return }
    last?.before = time
  }

  /// Returns the end of the presentation if its order differs from decode order. The durations of the table are distances
  /// of decode times then, and that of the sample which is presented last is none of its presentation.
  ///
  /// The media last as long as all durations together, from the first presentation on, but no longer than their header
  /// says. Some writers end the table with the last decode time, before the last sample is presented: that sample lasts
  /// no longer than the one before it.
  private func reorderedEnd(mediaDuration: Int64?) -> Int64 {
    guard let last else { return 0 }
    // Times have 61 bits, and their sums no more than 63.
    var length = decodeEnd - decodeStart
    if let stated = mediaDuration, stated > last.time - earliestPresentation { length = min(length, stated) }
    let end = min(earliestPresentation + min(length, 1 << 61), 1 << 62)
    if end > last.time { return end }
    guard let before = last.before, last.index + 1 < sampleCount else { return last.time + last.duration }
    return last.time + min(last.duration, last.time - before)
  }

  /// Returns the block that holds a sample; the sample must exist.
  func block(of sample: Int) -> Int {
    blocks.partitioningIndex { $0.first > sample } - 1
  }

  /// The index after a block's last sample.
  func end(of block: Int) -> Int {
    block + 1 < blocks.count ? blocks[block + 1].first : sampleCount
  }
}

extension TrackLayout {
  /// Returns the problem of the samples that does not keep them from being read.
  func problem(sampleCount: Int) throws(MovieError) -> MovieError? {
    if let problem = try fragments?.load().problem { return problem }
    let stated = tables.sampleCount / (tables.audioPacketLayout?.frames ?? 1)
    guard fragments == nil, sampleCount < stated else { return nil }
    return MovieError(
      .malformed, "there are sizes of \(stated) samples, but the chunks hold \(sampleCount)",
      box: tables.box?.path.description ?? "", offset: tables.box?.offset, file: source.name)
  }
}
