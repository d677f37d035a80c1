internal import CoreMedia
package import GStreamer
package import MediaSource
import MovieFile

/// Samples of several tracks, and such that an encoder makes meanwhile, as one track.
///
///     parts    ├ encoded ┤├── of a.mp4 ──┤├ encoded ┤├──── of b.mp4 ────┤
///     samples  0 … 12     13 … 240        241 … 243   244 … 900
///
/// Decoding times are those of presentation, sorted, and earlier by as much as the order of the samples needs.
package final class SplicedTrack: IndexedTrack {
  /// The samples of a part.
  enum Samples: Sendable {
    /// - Parameter areRuns: True if each is as many samples of uncompressed audio as it lasts units.
    case stored(any CodedTrack, [CodedSample], areRuns: Bool)
    case encoded(EncodedRun)
    /// Samples of tracks such as subtitles, each of which stands for itself.
    ///
    /// - Parameter changed: The bytes of those that are not as they are stored, by their numbers.
    case others(any CodedTrack, [CodedSample], changed: [Int: [UInt8]])
  }

  struct Part: Sendable {
    let samples: Samples
    /// The positions of the formats of the track among those of the whole.
    let formats: [Int]
    /// Changes the bytes of samples: sync samples that get parameter sets, and a first one that is marked as a beginning.
    let rewriting: SampleRewriting?
    /// The file, which stays open.
    let keepsOpen: OpenedSource?
  }

  private struct Entry {
    var presentationTime: Int64
    var decodeTime: Int64
    var duration: Int64
    let part: Int32
    let number: Int32
  }

  package let timescale: Int32
  package let formats: [CodedFormat]
  package let edits: [TrackEdit]
  package let isReordered: Bool
  package let hasRoundedTimes = false
  private let parts: [Part]
  private let entries: [Entry]
  /// The positions of samples in the order of presentation.
  private let order: [Int32]
  private let syncs: [Int32]
  private let end: Int64

  /// - Parameters:
  ///   - times: The times at which the samples of each part are shown, in decoding order.
  ///   - durations: Their durations; nil for video, whose frames last until the next one of their part.
  ///   - ends: The end of the last frame of each part.
  init(
    timescale: Int32, formats: [CodedFormat], edits: [TrackEdit], parts: [Part], times: [[Int64]],
    durations: [[Int64]]?, ends: [Int64]
  ) {
    (self.timescale, self.formats, self.edits, self.parts) = (timescale, formats, edits, parts)
    var entries: [Entry] = []
    entries.reserveCapacity(times.reduce(0) { $0 + $1.count })
    for (part, list) in times.enumerated() {
      for (number, time) in list.enumerated() {
        let duration = durations?[part][number] ?? 0
        entries.append(
          Entry(presentationTime: time, decodeTime: time, duration: duration, part: Int32(part), number: Int32(number)))
      }
    }
    let order = entries.indices.sorted {
      (entries[$0].presentationTime, $0) < (entries[$1].presentationTime, $1)
    }
    let sorted = order.map { entries[$0].presentationTime }
    let lead = entries.indices.reduce(0) { max($0, sorted[$1] - entries[$1].presentationTime) }
    for index in entries.indices { entries[index].decodeTime = sorted[index] - lead }
    if durations == nil {
      for (rank, index) in order.enumerated() {
        let part = entries[index].part
        let isLast = rank + 1 == order.count || entries[order[rank + 1]].part != part
        let next = isLast ? ends[Int(part)] : sorted[rank + 1]
        entries[index].duration = max(isLast ? 1 : 0, next - sorted[rank])
      }
    }
    self.end = entries.map { $0.presentationTime + $0.duration }.max() ?? 0
    isReordered = lead > 0
    self.order = order.map { Int32($0) }
    syncs = entries.indices.filter { index in
      let entry = entries[index]
      return switch parts[Int(entry.part)].samples {
      case .stored(_, let samples, _): entry.number == 0 || samples[Int(entry.number)].isSync
      case .encoded(let run): run.isSync(Int(entry.number))
      case .others: true
      }
    }.map { Int32($0) }
    self.entries = entries
  }

  package var count: Int { entries.count }
  package func presentationEnd() throws -> Int64 { end }

  package func sample(_ index: Int) throws -> CodedSample {
    guard entries.indices.contains(index) else { throw DecoderError(.noSample, "there is no sample \(index)") }
    let entry = entries[index]
    let part = parts[Int(entry.part)]
    switch part.samples {
    case .stored(_, let samples, _):
      var sample = samples[Int(entry.number)]
      sample.formatIndex = part.formats.indices.contains(sample.formatIndex) ? part.formats[sample.formatIndex] : -1
      sample.beginsLink = sample.beginsLink || entry.number == 0 && entry.part > 0
      if entry.number == 0, !sample.isSync { sample.isSync = true }
      if entry.number == 0, part.rewriting?.marksFirst == true { sample.flags = .sync }
      return placed(sample, entry, index)
    case .others(_, let samples, _):
      var sample = samples[Int(entry.number)]
      sample.formatIndex = part.formats.indices.contains(sample.formatIndex) ? part.formats[sample.formatIndex] : -1
      (sample.isSync, sample.flags) = (true, .sync)
      return placed(sample, entry, index)
    case .encoded(let run):
      return placed(
        CodedSample(isSync: run.isSync(Int(entry.number)), formatIndex: part.formats[0]), entry, index)
    }
  }

  private func placed(_ stored: CodedSample, _ entry: Entry, _ index: Int) -> CodedSample {
    var sample = stored
    sample.index = index
    (sample.presentationTime, sample.decodeTime) = (entry.presentationTime, entry.decodeTime)
    sample.duration = entry.duration
    // Bytes that change are not read where they are stored.
    if let rewriting = parts[Int(entry.part)].rewriting, rewriting.changes(isFirst: entry.number == 0, sample) {
      sample.offset = -1
    }
    return sample
  }

  // MARK: - By time

  private func rank(at time: Int64) -> Int? {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[Int(order[middle])].presentationTime <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  package func sampleShown(at time: Int64) throws -> Int? { rank(at: time).map { Int(order[$0]) } }

  package func presentationTime(after time: Int64) throws -> Int64? {
    let next = rank(at: time).map { $0 + 1 } ?? 0
    return next < order.count ? entries[Int(order[next])].presentationTime : nil
  }

  /// The number of sync samples at or before a position.
  private func syncCount(upTo index: Int) -> Int {
    var (low, high) = (0, syncs.count)
    while low < high {
      let middle = (low + high) / 2
      if syncs[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  package func syncSample(atOrBefore index: Int) throws -> Int? {
    let count = syncCount(upTo: index)
    return count > 0 ? Int(syncs[count - 1]) : nil
  }

  package func syncSample(after index: Int) throws -> Int? {
    let count = syncCount(upTo: index)
    return count < syncs.count ? Int(syncs[count]) : nil
  }

  // MARK: - Bytes

  package func bytes(of sample: CodedSample) throws -> Buffer {
    guard entries.indices.contains(sample.index) else {
      throw DecoderError(.noSample, "there is no sample \(sample.index)")
    }
    let entry = entries[sample.index]
    let part = parts[Int(entry.part)]
    switch part.samples {
    case .encoded(let run):
      let bytes = try run.sample(Int(entry.number))
      return Buffer(copying: part.rewriting?.sample(bytes, isFirst: false, isSync: sample.isSync) ?? bytes)
    case .others(let track, let samples, let changed):
      return try changed[Int(entry.number)].map { Buffer(copying: $0) } ?? track.bytes(of: samples[Int(entry.number)])
    case .stored(let track, let samples, let areRuns):
      let stored = samples[Int(entry.number)]
      let buffer = try areRuns ? run(of: stored, Int(clamping: stored.duration), track) : track.bytes(of: stored)
      guard let rewriting = part.rewriting else { return buffer }
      return Buffer(
        copying: rewriting.sample(
          try buffer.withUnsafeBytes { [UInt8]($0) }, isFirst: entry.number == 0, isSync: sample.isSync))
    }
  }

  private func run(of first: CodedSample, _ count: Int, _ track: any CodedTrack) throws -> Buffer {
    var bytes: [UInt8] = []
    var (next, left): (CodedSample?, Int) = (first, count)
    while let sample = next, left > 0 {
      let part = try track.bytes(from: sample, count: left)
      try part.buffer.withUnsafeBytes { bytes += $0 }
      left -= part.count
      next = try track.sample(after: part.last)
    }
    return Buffer(copying: bytes)
  }

  package func file(of sample: CodedSample) throws -> FileByteSource? {
    guard entries.indices.contains(sample.index) else { return nil }
    let entry = entries[sample.index]
    let part = parts[Int(entry.part)]
    // The answer holds for all samples of a format: each source has formats of its own.
    guard case .stored(let track, let samples, false) = part.samples else { return nil }
    return try track.file(of: samples[Int(entry.number)])
  }
}
