/// The tables of a track while its samples are written (ISO/IEC 14496-12, clauses 8.6 to 8.9).
///
/// Only these tables grow with the movie: by about five bytes for each compressed sample.
struct SampleTables {
  private(set) var sampleCount = 0
  /// The sum of all durations, including the last one's.
  private(set) var decodeEnd: Int64 = 0
  /// The minimum composition offset; negative if samples are presented before they are decoded. 0 without samples.
  private(set) var leastOffset: Int64 = 0
  private(set) var greatestOffset: Int64 = 0
  /// The presentation time of the first sample, and the latest end of presentation, in the samples' own times.
  private(set) var earliestPresentation: Int64 = 0
  var presentationEnd: Int64 { max(min(latestEnd, presentationLimit ?? .max), heldEnd ?? .min) }
  private var latestEnd: Int64 = 0
  /// The end of presentation, if the durations that were given are estimates; nil if they are not.
  var presentationLimit: Int64?
  /// The time up to which the sample that is shown last is held, if that is later than its end; nil if it is not.
  var heldEnd: Int64?
  private(set) var firstDecodeTime: Int64?
  private var lastDecodeTime: Int64?
  /// True if there are samples, in these tables or in fragments.
  var hasSamples: Bool { firstDecodeTime != nil }

  private var durations = RunTable()
  /// The duration of the first sample; nil before the tables are complete.
  var firstDuration: Int64? { durations.words.count >= 2 ? Int64(durations.words[1]) : nil }
  private var offsets = RunTable()
  private var sizes = SampleSizeTable()
  private var flags = SampleFlagTables()
  private var rolls = RollGroups()
  private var chunks = ChunkTable()
  /// The last sample, whose duration is known when the next one is added.
  private var last: (decodeTime: Int64, duration: Int64)?

  // MARK: - Samples

  /// Adds samples; their decode times never decrease.
  ///
  /// - Throws: `excessive` for times and sizes beyond the tables' limits; `malformed` for decreasing decode times.
  mutating func append(_ run: SampleRun) throws(MovieError) {
    let first = run.first
    let (size, offset) = try note(run)
    if let last { try endLast(at: first.decodeTime, last) }
    if run.count > 1 { durations.append(UInt32(first.duration), count: run.count - 1) }
    last = (run[run.count - 1].decodeTime, first.duration)
    offsets.append(UInt32(bitPattern: offset), count: run.count)
    sizes.append(size, count: run.count)
    flags.append(first.flags, count: run.count)
    rolls.append(first.rollDistance, count: run.count)
    sampleCount += run.count
  }

  /// Checks samples, and updates the totals for the headers.
  @discardableResult
  mutating func note(_ run: SampleRun) throws(MovieError) -> (size: UInt32, offset: Int32) {
    let first = run.first
    guard sampleCount + run.count <= Int(Int32.max) else {
      throw MovieError(.excessive, "a track holds 2147483647 samples, not more")
    }
    guard let size = UInt32(exactly: first.size) else {
      throw MovieError(.excessive, "a sample has \(first.size) bytes; 4294967295 are the most")
    }
    guard let offset = Int32(exactly: first.presentationTime - first.decodeTime) else {
      throw MovieError(
        .excessive, "a sample is shown \(first.presentationTime - first.decodeTime) units after it is decoded")
    }
    guard first.duration >= 0, first.duration <= Int64(UInt32.max) else {
      throw MovieError(.excessive, "a sample lasts \(first.duration) units")
    }
    if let lastDecodeTime, first.decodeTime < lastDecodeTime {
      throw MovieError(
        .malformed, "decode times go back: a sample at \(first.decodeTime) follows one at \(lastDecodeTime)")
    }
    lastDecodeTime = run[run.count - 1].decodeTime
    if firstDecodeTime == nil {
      firstDecodeTime = first.decodeTime
      (leastOffset, greatestOffset) = (Int64(offset), Int64(offset))
      earliestPresentation = first.presentationTime
    }
    decodeEnd = run.decodeEnd - (firstDecodeTime ?? 0)
    leastOffset = min(leastOffset, Int64(offset))
    greatestOffset = max(greatestOffset, Int64(offset))
    earliestPresentation = min(earliestPresentation, first.presentationTime)
    latestEnd = max(latestEnd, run.lastPresentationTime + first.duration)
    return (size, offset)
  }

  private mutating func endLast(
    at time: Int64, _ last: (decodeTime: Int64, duration: Int64)
  ) throws(MovieError) {
    // Times have 62 bits.
    let duration = time - last.decodeTime
    guard let word = UInt32(exactly: duration) else {
      throw MovieError(.excessive, "there are \(duration) units between two samples; 4294967295 are the most")
    }
    durations.append(word)
  }

  /// Adds the samples since the last chunk as a chunk at an offset.
  mutating func appendChunk(at offset: Int64, samples: Int, description: Int) {
    chunks.append(at: offset, samples: samples, description: description)
  }

  /// The time at which the media end: they last as long as they are shown, by whichever sample. Media that are decoded some frames before
  /// they are shown end these frames before, too: otherwise a reader would take them for slower than they are.
  var mediaEnd: Int64 { presentationEnd - (earliestPresentation - (firstDecodeTime ?? earliestPresentation)) }

  /// Extends the last sample's duration to the end of the media.
  mutating func stretchToEnd() {
    guard let last, mediaEnd > last.decodeTime + last.duration else { return }
    let duration = min(mediaEnd - last.decodeTime, Int64(UInt32.max))
    decodeEnd += duration - last.duration
    self.last = (last.decodeTime, duration)
  }

  /// Ends the last runs; called after all samples.
  mutating func finish() throws(MovieError) {
    if let last { try endLast(at: last.decodeTime + last.duration, last) }
    last = nil
    durations.finish()
    offsets.finish()
    flags.finish()
    rolls.finish()
  }

  /// Delays the presentation of all samples.
  mutating func shiftPresentation(by units: Int64) throws(MovieError) {
    guard greatestOffset + units <= Int64(Int32.max) else {
      throw MovieError(.excessive, "a sample is shown \(greatestOffset + units) units after it is decoded")
    }
    offsets.shift(by: units)
    leastOffset += units
    greatestOffset += units
  }

  /// Returns true if all samples have one duration and size, and composition offsets of 0.
  func holdsOnly(duration: Int64, size: Int) -> Bool {
    guard leastOffset == 0, greatestOffset == 0, sampleCount > 0, durations.words.count == 2,
      durations.runCount == 1, Int64(durations.words[1]) == duration, let onlySize = sizes.onlySize
    else { return false }
    return Int(onlySize) == size && sampleCount <= Int(Int32.max) / max(Int(duration), 1)
  }

  // MARK: - Boxes

  /// Returns true if the offset of a chunk, moved by a distance, exceeds 32 bits.
  func needsLargeOffsets(movedBy distance: Int64) -> Bool { chunks.needsLargeOffsets(movedBy: distance) }

  /// Writes the boxes after 'stsd'; requires `finish()`.
  ///
  /// - Parameters:
  ///   - packet: The frames per sample of QuickTime audio that counts frames as samples.
  ///   - distance: The distance by which all chunks were moved since they were added.
  func write(
    to stbl: inout BoxWriter, isQuickTime: Bool, packet: Int? = nil, movedBy distance: Int64 = 0,
    largeOffsets: Bool = false
  ) {
    writeDurations(to: &stbl, packet: packet)
    if leastOffset != 0 || greatestOffset != 0 { writeOffsets(to: &stbl) }
    flags.write(to: &stbl, isQuickTime: isQuickTime)
    chunks.writeSamples(to: &stbl, packet: packet)
    sizes.write(to: &stbl, packet: packet)
    chunks.writeOffsets(to: &stbl, movedBy: distance, large: largeOffsets)
    flags.writeGroups(to: &stbl, isQuickTime: isQuickTime)
    rolls.write(to: &stbl)
  }

  private func writeDurations(to stbl: inout BoxWriter, packet: Int?) {
    stbl.fullBox("stts") { box in
      guard let packet, sampleCount > 0 else {
        box.u32(UInt32(durations.runCount))
        return box.table(durations.words)
      }
      box.u32(1)
      box.u32(UInt32(sampleCount * packet))
      box.u32(1)
    }
  }

  private func writeOffsets(to stbl: inout BoxWriter) {
    // Offsets of version 1 are signed.
    stbl.fullBox("ctts", version: leastOffset < 0 ? 1 : 0) { box in
      box.u32(UInt32(offsets.runCount))
      box.table(offsets.words)
    }
    guard leastOffset < 0, let shift = Int32(exactly: -leastOffset), let greatest = Int32(exactly: greatestOffset),
      let start = Int32(exactly: earliestPresentation - (firstDecodeTime ?? 0)),
      let end = Int32(exactly: presentationEnd - (firstDecodeTime ?? 0))
    else { return }
    stbl.fullBox("cslg") { box in
      for number in [shift, -shift, greatest, start, end] { box.i32(number) }
    }
  }
}
