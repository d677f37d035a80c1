/// Samples of a track that are not in a fragment yet, in decode order.
struct FragmentQueue {
  struct Entry {
    var run: SampleRun
    let bytes: SampleBytes
  }

  private(set) var entries: [Entry] = []
  /// The number of samples in fragments.
  private(set) var written = 0

  /// The time up to which durations are certain: the last sample's depends on the next one.
  var certainEnd: Int64? { entries.last.map { $0.run.decodeEnd - $0.run.first.duration } }

  /// True if the first sample is a sync sample, or there are none.
  var startsWithSync: Bool { entries.first?.run.first.isSync != false }

  /// The longest duration of samples that are not all of one; 0 if they are.
  var unevenDuration: Int64 {
    let durations = entries.dropLast().map(\.run.first.duration)
    guard let longest = durations.max(), longest != durations.min() else { return 0 }
    return longest
  }

  mutating func append(_ run: SampleRun, _ bytes: SampleBytes) {
    if let last = entries.last?.run, last.count == 1 {
      // A duration is the time to the next sample, whatever the caller set.
      entries[entries.count - 1].run.first.duration = max(0, run.first.decodeTime - last.first.decodeTime)
    }
    entries.append(Entry(run: run, bytes: bytes))
  }

  /// Extends the last sample's duration when no sample follows.
  mutating func stretch(to end: Int64) {
    guard let last = entries.last?.run, last.count == 1, end > last.first.decodeTime else { return }
    entries[entries.count - 1].run.first.duration = min(end - last.first.decodeTime, Int64(UInt32.max))
  }

  /// Returns the end of a fragment that begins with the first sample, if it is before a time: at another description,
  /// or at a sync sample if the fragment does not begin with one.
  func nextBreak(before end: Int64?, atSync: Bool) -> Int64? {
    guard let first = entries.first?.run.first else { return nil }
    let sample = entries.lazy.map(\.run.first).prefix { $0.decodeTime < end ?? .max }.first { sample in
      sample.decodeTime > first.decodeTime
        && (sample.descriptionIndex != first.descriptionIndex || (atSync && !first.isSync && sample.isSync))
    }
    return sample?.decodeTime
  }

  /// Removes and returns the samples that begin before a time, all of them if it is nil.
  mutating func take(before end: Int64?) -> [Entry] {
    let count =
      end.map { end in entries.firstIndex { $0.run.first.decodeTime >= end } ?? entries.count } ?? entries.count
    let taken = Array(entries[..<count])
    entries.removeFirst(count)
    for entry in taken { written += entry.run.count }
    return taken
  }
}
