/// The tables of a track while its samples are written (ISO/IEC 14496-12, clauses 8.6 to 8.9).
///
/// Nothing but these tables grows with the movie: about five bytes a sample of coded media.
struct SampleTables {
  private(set) var sampleCount = 0
  /// The sum of all durations, the last one's included.
  private(set) var decodeEnd: Int64 = 0
  /// The least that a sample is shown after it is decoded; negative if some are shown before. 0 without samples.
  private(set) var leastOffset: Int64 = 0
  private(set) var greatestOffset: Int64 = 0
  /// When the first sample is shown, and when the last one's presentation ends, in the times that were given.
  private(set) var earliestPresentation: Int64 = 0
  private(set) var presentationEnd: Int64 = 0
  private(set) var byteCount: Int64 = 0
  private(set) var largestSample = 0
  private(set) var firstDecodeTime: Int64?
  private var lastDecodeTime: Int64?
  /// Whether there are samples, in these tables or in fragments.
  var hasSamples: Bool { firstDecodeTime != nil }

  private var durations = RunTable()
  private var offsets = RunTable()
  private var sizes: Sizes = .none
  private var syncSamples = WordTable()
  private var syncCount = 0
  private var partialSamples = WordTable()
  private var partialGroups = RunTable()
  private var dependencies: [UInt8] = []
  private var hasDependencies = false
  private var rollDistances: [Int] = []
  private var rollGroups = RunTable()
  private var chunks = WordTable()
  private var chunkCount = 0
  private var sampleToChunk = WordTable()
  private var lastChunk: (samples: Int, description: Int)?
  /// The duration of the last sample is known when the next one comes.
  private var last: (decodeTime: Int64, duration: Int64)?

  private enum Sizes {
    case none
    case constant(UInt32)
    case table(WordTable)
  }

  /// Adds samples; their decode times never go back.
  ///
  /// - Throws: `excessive` for times and sizes that no table can hold.
  mutating func append(_ run: SampleRun) throws(MovieError) {
    let first = run.first
    let (size, offset) = try note(run)
    if let last { try endLast(at: first.decodeTime, last) }
    if run.count > 1 { durations.append(UInt32(first.duration), count: run.count - 1) }
    last = (run[run.count - 1].decodeTime, first.duration)
    offsets.append(UInt32(bitPattern: offset), count: run.count)
    append(size, run.count)
    appendFlags(first.flags, run.count)
    appendRoll(first.rollDistance, run.count)
    sampleCount += run.count
  }

  /// Checks samples, and counts what headers say of all of them.
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
    presentationEnd = max(presentationEnd, run.lastPresentationTime + first.duration)
    byteCount += run.byteCount
    largestSample = max(largestSample, first.size)
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

  private mutating func append(_ size: UInt32, _ count: Int) {
    switch sizes {
    case .none: sizes = .constant(size)
    case .constant(size): return
    case .constant(let other):
      var table = WordTable()
      for _ in 0..<sampleCount { table.append(other) }
      // The table must be the enum's alone while it grows.
      sizes = .none
      for _ in 0..<count { table.append(size) }
      sizes = .table(table)
    case .table(var table):
      sizes = .none
      for _ in 0..<count { table.append(size) }
      sizes = .table(table)
    }
  }

  private mutating func appendFlags(_ flags: SampleFlags, _ count: Int) {
    if flags.contains(.sync) {
      // As long as all are, nobody needs the numbers.
      if syncCount < sampleCount { for index in 0..<count { syncSamples.append(UInt32(sampleCount + index + 1)) } }
      syncCount += count
    } else if syncCount == sampleCount {
      for index in 0..<sampleCount { syncSamples.append(UInt32(index + 1)) }
    }
    let isPartial = flags.contains(.partialSync)
    if isPartial { for index in 0..<count { partialSamples.append(UInt32(sampleCount + index + 1)) } }
    partialGroups.append(isPartial ? 1 : 0, count: count)
    var bits = flags.dependencies
    if flags.contains(.earlierDisplayTimesAllowed) { bits |= SampleTables.earlierDisplay }
    if bits != 0, !hasDependencies {
      hasDependencies = true
      dependencies = [UInt8](repeating: 0, count: sampleCount)
    }
    if hasDependencies { dependencies.append(contentsOf: repeatElement(bits, count: count)) }
  }

  /// A bit of redundancy that is never set, for what only QuickTime says.
  private static let earlierDisplay: UInt8 = 0x02

  private mutating func appendRoll(_ distance: Int?, _ count: Int) {
    var group = 0
    if let distance {
      group = (rollDistances.firstIndex(of: distance) ?? rollDistances.count) + 1
      if group > rollDistances.count { rollDistances.append(distance) }
    }
    rollGroups.append(UInt32(group), count: count)
  }

  /// Says where the samples are that were added since the last chunk.
  mutating func appendChunk(at offset: Int64, samples: Int, description: Int) {
    chunkCount += 1
    chunks.append(UInt64(offset))
    if lastChunk?.samples != samples || lastChunk?.description != description {
      sampleToChunk.append(UInt32(chunkCount))
      sampleToChunk.append(UInt32(samples))
      sampleToChunk.append(UInt32(description + 1))
      lastChunk = (samples, description)
    }
  }

  /// The last sample's duration reaches to the end of what is shown, whichever sample that is.
  mutating func stretchToEnd() {
    guard let last, presentationEnd > last.decodeTime else { return }
    let duration = min(presentationEnd - last.decodeTime, Int64(UInt32.max))
    decodeEnd += duration - last.duration
    self.last = (last.decodeTime, duration)
  }

  /// Nothing comes after this.
  mutating func finish() throws(MovieError) {
    if let last { try endLast(at: last.decodeTime + last.duration, last) }
    last = nil
    for table in [\SampleTables.durations, \.offsets, \.partialGroups, \.rollGroups] { self[keyPath: table].finish() }
  }

  /// Shows all samples later.
  mutating func shiftPresentation(by units: Int64) throws(MovieError) {
    guard greatestOffset + units <= Int64(Int32.max) else {
      throw MovieError(.excessive, "a sample is shown \(greatestOffset + units) units after it is decoded")
    }
    offsets.shift(by: units)
    leastOffset += units
    greatestOffset += units
  }

  // MARK: - Boxes

  /// Whether chunks start where 32 bits do not reach, once all is moved by some bytes.
  func needsLargeOffsets(movedBy distance: Int64) -> Bool {
    var index = 0
    while index < chunks.count {
      let offset = Int64(chunks[index]) << 32 | Int64(chunks[index + 1])
      if offset + distance > Int64(UInt32.max) { return true }
      index += 2
    }
    return false
  }

  /// Writes the boxes behind 'stsd'; `finish()` was called.
  ///
  /// - Parameters:
  ///   - packet: Of QuickTime's sound that counts frames as samples, how many frames a sample is.
  ///   - distance: How far all chunks were moved since they were written.
  func write(
    to stbl: inout BoxWriter, isQuickTime: Bool, packet: Int? = nil, movedBy distance: Int64 = 0,
    largeOffsets: Bool = false
  ) {
    stbl.fullBox("stts") { box in
      if let packet {
        box.u32(sampleCount > 0 ? 1 : 0)
        if sampleCount > 0 {
          box.u32(UInt32(sampleCount * packet))
          box.u32(1)
        }
      } else {
        box.u32(UInt32(durations.runCount))
        box.table(durations.words)
      }
    }
    if leastOffset != 0 || greatestOffset != 0 { writeOffsets(to: &stbl) }
    writeSync(to: &stbl, isQuickTime: isQuickTime)
    if hasDependencies {
      stbl.fullBox("sdtp") { $0.append(dependencies.map { Self.stored($0, isQuickTime: isQuickTime) }) }
    }
    stbl.fullBox("stsc") { box in
      box.u32(UInt32(sampleToChunk.count / 3))
      guard let packet else { return box.table(sampleToChunk) }
      for index in 0..<sampleToChunk.count {
        box.u32(index % 3 == 1 ? sampleToChunk[index] * UInt32(packet) : sampleToChunk[index])
      }
    }
    stbl.fullBox("stsz") { box in
      switch sizes {
      case _ where packet != nil:
        box.u32(1)
        box.u32(UInt32(sampleCount * (packet ?? 1)))
      case .none:
        box.u32(0)
        box.u32(0)
      // 0 stands for a table.
      case .constant(let size) where size > 0:
        box.u32(size)
        box.u32(UInt32(sampleCount))
      case .constant:
        box.u32(0)
        box.u32(UInt32(sampleCount))
        box.zeros(4 * sampleCount)
      case .table(let table):
        box.u32(0)
        box.u32(UInt32(table.count))
        box.table(table)
      }
    }
    writeChunks(to: &stbl, movedBy: distance, large: largeOffsets)
    writeGroups(to: &stbl, isQuickTime: isQuickTime)
  }

  private func writeOffsets(to stbl: inout BoxWriter) {
    // Only version 1 says of itself that it may be negative.
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

  private func writeSync(to stbl: inout BoxWriter, isQuickTime: Bool) {
    guard syncCount < sampleCount else { return }
    stbl.fullBox("stss") { box in
      box.u32(UInt32(syncSamples.count))
      box.table(syncSamples)
    }
    guard isQuickTime, partialSamples.count > 0 else { return }
    stbl.fullBox("stps") { box in
      box.u32(UInt32(partialSamples.count))
      box.table(partialSamples)
    }
  }

  /// What 'sdtp' has for a sample: QuickTime's says nothing of leading pictures.
  private static func stored(_ bits: UInt8, isQuickTime: Bool) -> UInt8 {
    let common = bits & ~earlierDisplay
    guard isQuickTime else { return common }
    return common & 0x3f | (bits & earlierDisplay != 0 ? 0x40 : 0)
  }

  private func writeChunks(to stbl: inout BoxWriter, movedBy distance: Int64, large: Bool) {
    var table = WordTable()
    var index = 0
    while index < chunks.count {
      let offset = UInt64(Int64(chunks[index]) << 32 | Int64(chunks[index + 1])) + UInt64(distance)
      if large { table.append(offset) } else { table.append(UInt32(truncatingIfNeeded: offset)) }
      index += 2
    }
    stbl.fullBox(large ? "co64" : "stco") { box in
      box.u32(UInt32(chunkCount))
      box.table(table)
    }
  }

  private func writeGroups(to stbl: inout BoxWriter, isQuickTime: Bool) {
    if !isQuickTime, partialSamples.count > 0 {
      stbl.fullBox("sgpd", version: 1) { box in
        box.boxType(.randomAccessPoint)
        box.u32(1)
        box.u32(1)
        // How many leading pictures there are is not known.
        box.u8(0)
      }
      stbl.writeGroups(.randomAccessPoint, partialGroups)
    }
    guard !rollDistances.isEmpty else { return }
    stbl.writeRolls(rollDistances)
    stbl.writeGroups(.rollRecovery, rollGroups)
  }
}

extension BoxWriter {
  /// Roll distances as descriptions of groups (ISO/IEC 14496-12, clause 10.1).
  mutating func writeRolls(_ distances: [Int]) {
    fullBox("sgpd", version: 1) { box in
      box.boxType(.rollRecovery)
      box.u32(2)
      box.u32(UInt32(distances.count))
      for distance in distances { box.i16(Int16(clamping: distance)) }
    }
  }

  mutating func writeGroups(_ type: BoxType, _ runs: RunTable) {
    fullBox("sbgp") { box in
      box.boxType(type)
      box.u32(UInt32(runs.runCount))
      box.table(runs.words)
    }
  }
}

extension SampleTables {
  /// Whether all samples are of one duration and size, shown when they are decoded.
  func holdsOnly(duration: Int64, size: Int) -> Bool {
    guard leastOffset == 0, greatestOffset == 0, sampleCount > 0, durations.runCount == 1,
      durations.words.count == 2, Int64(durations.words[1]) == duration, case .constant(let constant) = sizes
    else { return false }
    return Int(constant) == size && sampleCount <= Int(Int32.max) / max(Int(duration), 1)
  }
}
