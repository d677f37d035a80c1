// Indices in decode order are called samples, indices in order of presentation ranks; both count from 0.

extension SampleTable {
  /// Returns the last sample whose decode time is not after a time; nil before the first one.
  public func sample(atDecodeTime time: Int64) throws(MovieError) -> Sample? {
    let number = index.blocks.partitioningIndex { $0.decodeTime > time } - 1
    guard number >= 0 else { return nil }
    let block = try block(number)
    let place = block.runs.partitioningIndex { $0.first.decodeTime > time } - 1
    let run = block.runs[max(place, 0)]
    guard run.first.duration > 0, time >= run.first.decodeTime else { return run[run.count - 1] }
    return run[Int(min((time - run.first.decodeTime) / run.first.duration, Int64(run.count - 1)))]
  }

  /// Returns the sample that is presented at a time: the one with the latest presentation time that is not after it;
  /// nil before the first one.
  ///
  /// A sample is presented until the next one is, the last one until `presentationRange` ends; times beyond that are not
  /// excluded.
  public func sample(atPresentationTime time: Int64) throws(MovieError) -> Sample? {
    guard let rank = try rank(atPresentationTime: time) else { return nil }
    return try self[sample(rank: rank)]
  }

  /// Returns the rank of the sample that is presented at a time; nil before the first one.
  public func rank(atPresentationTime time: Int64) throws(MovieError) -> Int? {
    let cut = index.cuts.partitioningIndex { index.blocks[Int($0)].earliest > time } - 1
    guard cut >= 0 else { return nil }
    let order = try order(cut)
    let count = order.count(notAfter: time)
    return count > 0 ? order.first + count - 1 : nil
  }

  /// Returns the rank of a sample in order of presentation.
  ///
  /// - Precondition: The sample exists.
  public func rank(of sample: Int) throws(MovieError) -> Int {
    precondition(sample >= 0 && sample < count, "there is no sample \(sample)")
    return index.isReordered ? try order(cut(of: sample)).rank(of: sample) : sample
  }

  /// Returns the sample at a rank in order of presentation.
  ///
  /// - Precondition: There are more than `rank` samples.
  public func sample(rank: Int) throws(MovieError) -> Int {
    precondition(rank >= 0 && rank < count, "there is no sample of rank \(rank)")
    return index.isReordered ? try order(cut(of: rank)).sample(rank: rank) : rank
  }

  /// Returns the end of a sample's presentation: the beginning of the next one's; of the last one, the end of its duration
  /// or, if samples are presented in another order than decoded, that of the media.
  ///
  /// - Precondition: There are more than `rank` samples.
  public func presentationEnd(rank: Int) throws(MovieError) -> Int64 {
    guard rank + 1 < count else {
      if index.isReordered { return index.presentationEnd }
      let own = try self[sample(rank: rank)]
      return own.presentationTime + own.duration
    }
    return try self[sample(rank: rank + 1)].presentationTime
  }

  /// Returns the last sample where decoding may start that is not decoded after a given one; nil if there is none.
  ///
  /// - Parameter kinds: `.sync` for closed starts only, `.randomAccess` for open ones too.
  public func start(atOrBefore sample: Int, kinds: SampleFlags = .sync) throws(MovieError) -> Int? {
    guard sample >= 0, count > 0 else { return nil }
    let sample = min(sample, count - 1)
    let number = index.block(of: sample)
    let block = try block(number)
    for run in block.runs[...block.run(of: sample)].reversed() where !run.first.flags.isDisjoint(with: kinds) {
      return min(run.end - 1, sample)
    }
    let before = index.blocks[number].startBefore(kinds)
    return before >= 0 ? before : nil
  }

  /// Returns the first sample where decoding may start that is decoded after a given one; nil if there is none.
  public func start(after sample: Int, kinds: SampleFlags = .sync) throws(MovieError) -> Int? {
    let from = max(sample + 1, 0)
    guard from < count else { return nil }
    let number = index.block(of: from)
    if let found = try firstStart(in: number, from: from, kinds) { return found }
    // The first block that has a start at or after the next block's beginning.
    let end = index.end(of: number)
    let later = index.blocks.partitioningIndex { $0.startBefore(kinds) >= end }
    let last = kinds.contains(.partialSync) ? index.lastRandomAccess : index.lastSync
    guard later < index.blocks.count || last >= end else { return nil }
    return try firstStart(in: later - 1, from: end, kinds)
  }

  private func firstStart(in number: Int, from: Int, _ kinds: SampleFlags) throws(MovieError) -> Int? {
    for run in try block(number).runs where run.end > from && !run.first.flags.isDisjoint(with: kinds) {
      return max(run.first.index, from)
    }
    return nil
  }

  /// Returns the cut that precedes a sample, or a rank.
  private func cut(of sample: Int) -> Int {
    index.cuts.partitioningIndex { index.blocks[Int($0)].first > sample } - 1
  }
}

extension SampleIndex.Block {
  fileprivate func startBefore(_ kinds: SampleFlags) -> Int {
    kinds.contains(.partialSync) ? randomAccessBefore : syncBefore
  }
}
