/// Walks the samples of a track's tables in decode order, a run at a time.
struct TableWalker {
  /// The state of a walk, from which new readers can continue.
  struct Position: Sendable {
    var sample = 0
    var decodeTime: Int64 = 0
    var durations = RunReader.Position()
    var compositionOffsets = RunReader.Position()
    var randomAccess = RunReader.Position()
    var roll = RunReader.Position()
    /// The index of the chunk after the current one, and of the entry that describes it.
    var chunk = 0
    var sampleToChunk = 0
    var descriptionIndex = 0
    var remainingInChunk = 0
    var offset: Int64 = 0
    var sync = 0
    var partialSync = 0
  }

  private let boxes: SampleTableBoxes
  private let timescale: Int32
  private let isQuickTime: Bool
  private let sampleCount: Int
  /// Values of the boxes that are cached for each sample.
  private let constantSize: Int?
  private let compactBits: Int?
  private let allAreSync: Bool
  private let hasSync: Bool
  private let chunkOffsetsAreLarge: Bool
  private var current: Position
  private var durations: RunReader
  private var compositionOffsets: RunReader
  private var randomAccess: RunReader
  private var roll: RunReader
  private var sampleToChunk: TableReader
  private var chunkOffsets: TableReader
  private var sizes: TableReader
  private var sync: TableReader
  private var partialSync: TableReader
  private var dependencies: TableReader

  /// - Parameters:
  ///   - readAhead: The number of bytes to read at once from each table.
  ///   - isQuickTime: True if the dependencies have QuickTime's meaning.
  init(
    _ boxes: SampleTableBoxes, source: any ByteSource, timescale: Int32, isQuickTime: Bool, readAhead: Int,
    at position: Position = Position()
  ) throws(MovieError) {
    func reader(_ table: Table?) -> TableReader { TableReader(table, source: source, readAhead: readAhead) }
    func runs(_ table: Table?, _ continues: Bool, _ position: RunReader.Position) throws(MovieError) -> RunReader {
      try RunReader(table, source: source, readAhead: readAhead, continues: continues, at: position)
    }
    self.boxes = boxes
    self.timescale = timescale
    self.isQuickTime = isQuickTime
    sampleCount = boxes.sampleCount / (boxes.audioPacketLayout?.frames ?? 1)
    hasSync = boxes.syncSamples != nil
    allAreSync = boxes.syncSamples == nil && boxes.partialSyncSamples == nil
    chunkOffsetsAreLarge = boxes.chunkOffsets?.stride == 8
    current = position
    // Audio packets have durations of their own.
    durations = try runs(boxes.audioPacketLayout == nil ? boxes.durations : nil, true, position.durations)
    compositionOffsets = try runs(boxes.compositionOffsets, false, position.compositionOffsets)
    randomAccess = try runs(boxes.randomAccess?.runs, false, position.randomAccess)
    roll = try runs(boxes.roll?.runs, false, position.roll)
    sampleToChunk = reader(boxes.sampleToChunk)
    chunkOffsets = reader(boxes.chunkOffsets)
    sync = reader(boxes.syncSamples)
    partialSync = reader(boxes.partialSyncSamples)
    dependencies = reader(boxes.dependencies)
    switch boxes.sizes {
    case .constant(let size):
      (constantSize, compactBits, sizes) = (boxes.audioPacketLayout?.bytes ?? Int(size), nil, reader(nil))
    case .table(let table): (constantSize, compactBits, sizes) = (nil, nil, reader(table))
    case .compact(let table, let bits): (constantSize, compactBits, sizes) = (nil, bits, reader(table))
    }
  }

  /// The position of the next sample's description.
  var position: Position {
    var position = current
    position.durations = durations.position
    position.compositionOffsets = compositionOffsets.position
    position.randomAccess = randomAccess.position
    position.roll = roll.position
    return position
  }

  /// Returns the next run of equal samples; nil after the last.
  mutating func next() throws(MovieError) -> SampleRun? {
    guard current.sample < sampleCount, try enterChunk() else { return nil }
    var count = min(current.remainingInChunk, sampleCount - current.sample)
    count = min(count, try durations.run())
    count = min(count, try compositionOffsets.run())
    var sample = Sample(
      index: current.sample, decodeTime: current.decodeTime,
      // Version 0 is unsigned by the standard, but writers store negative numbers in it.
      presentationTime: current.decodeTime + Int64(Int32(bitPattern: compositionOffsets.value)),
      duration: Int64(boxes.audioPacketLayout?.frames ?? Int(durations.value)), offset: current.offset, size: 0,
      descriptionIndex: current.descriptionIndex, flags: [], rollDistance: nil, timescale: timescale)
    if let constantSize {
      sample.size = constantSize
    } else {
      if let compactBits {
        sample.size = try compactSize(compactBits)
      } else {
        sample.size = Int(try sizes.u32(current.sample))
      }
      count = 1
    }
    sample.flags = try flags(&count)
    if let group = boxes.roll {
      count = min(count, try roll.run())
      sample.rollDistance = group.value(roll.value)
    }
    let run = SampleRun(first: sample, count: count)
    try advance(run)
    return run
  }

  /// Starts the next chunk at the end of the previous one; returns false after the last chunk.
  private mutating func enterChunk() throws(MovieError) -> Bool {
    guard current.remainingInChunk == 0 else { return true }
    guard current.chunk < chunkOffsets.count, sampleToChunk.count > 0 else { return false }
    // Chunks are numbered from 1.
    while current.sampleToChunk + 1 < sampleToChunk.count,
      Int(try sampleToChunk.u32(current.sampleToChunk + 1)) <= current.chunk + 1
    {
      current.sampleToChunk += 1
    }
    current.remainingInChunk = Int(try sampleToChunk.u32(current.sampleToChunk, part: 1))
    guard current.remainingInChunk > 0 else { throw problem("has no samples", boxes.sampleToChunk) }
    if let packet = boxes.audioPacketLayout {
      guard current.remainingInChunk >= packet.frames else {
        throw problem("holds less than a packet", boxes.sampleToChunk)
      }
      current.remainingInChunk /= packet.frames
    }
    current.descriptionIndex = Int(try sampleToChunk.u32(current.sampleToChunk, part: 2)) - 1
    guard current.descriptionIndex >= 0 else { throw problem("has no sample description", boxes.sampleToChunk) }
    if !chunkOffsetsAreLarge {
      current.offset = Int64(try chunkOffsets.u32(current.chunk))
    } else if let offset = Int64(exactly: try chunkOffsets.u64(current.chunk)), offset < 1 << 62 {
      current.offset = offset
    } else {
      throw problem("starts beyond any file", boxes.chunkOffsets)
    }
    current.chunk += 1
    return true
  }

  private func problem(_ what: String, _ table: Table?) -> MovieError {
    MovieError(
      .malformed, "chunk \(current.chunk + 1) \(what)", box: table?.box.path.description ?? "",
      offset: table?.box.offset)
  }

  private mutating func compactSize(_ bits: Int) throws(MovieError) -> Int {
    switch bits {
    case 16: return Int(try sizes.u16(current.sample))
    case 8: return Int(try sizes.u8(current.sample))
    default:
      let pair = try sizes.u8(current.sample / 2)
      return Int(current.sample % 2 == 0 ? pair >> 4 : pair & 15)
    }
  }

  /// Returns the flags of the current sample; shortens the run to the samples with equal ones.
  private mutating func flags(_ count: inout Int) throws(MovieError) -> SampleFlags {
    var flags: SampleFlags = allAreSync ? .sync : []
    if hasSync, try Self.isListed(current.sample, in: &sync, &current.sync, &count) { flags.insert(.sync) }
    if partialSync.count > 0, try Self.isListed(current.sample, in: &partialSync, &current.partialSync, &count) {
      flags.insert(.partialSync)
    }
    if let group = boxes.randomAccess {
      count = min(count, try randomAccess.run())
      if group.value(randomAccess.value) != nil, !flags.contains(.sync) { flags.insert(.partialSync) }
    }
    if current.sample < dependencies.count {
      count = 1
      var bits = try dependencies.u8(current.sample)
      if isQuickTime {
        if bits & 0x40 != 0 { flags.insert(.earlierDisplayTimesAllowed) }
        bits &= 0x3f
      }
      flags.formUnion(SampleFlags(dependencies: bits))
    }
    return flags
  }

  /// Returns true if an ascending list of sample numbers has a sample; shortens the run to the next listed one.
  private static func isListed(
    _ sample: Int, in list: inout TableReader, _ entry: inout Int, _ count: inout Int
  ) throws(MovieError) -> Bool {
    while entry < list.count {
      // Numbers start at 1.
      let listed = Int(try list.u32(entry)) - 1
      if listed > sample {
        count = min(count, listed - sample)
        return false
      }
      if listed == sample {
        count = 1
        return true
      }
      entry += 1
    }
    return false
  }

  private mutating func advance(_ run: SampleRun) throws(MovieError) {
    let count = run.count
    let time = Int64(count).multipliedReportingOverflow(by: run.first.duration)
    let bytes = Int64(count).multipliedReportingOverflow(by: Int64(run.first.size))
    // Times and offsets below 2^62 leave room for composition offsets and sizes.
    guard !time.overflow, time.partialValue < 1 << 62 - current.decodeTime, !bytes.overflow,
      bytes.partialValue < 1 << 62 - current.offset
    else {
      throw MovieError(
        .excessive, "times or offsets of samples exceed 62 bits", box: boxes.box?.path.description ?? "",
        offset: boxes.box?.offset)
    }
    current.sample += count
    current.decodeTime += time.partialValue
    current.offset += bytes.partialValue
    current.remainingInChunk -= count
    durations.advance(count)
    compositionOffsets.advance(count)
    randomAccess.advance(count)
    roll.advance(count)
  }
}
