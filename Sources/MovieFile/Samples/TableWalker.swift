/// Walks the samples of a track's tables in decoding order, a run at a time.
struct TableWalker {
  /// Where a walk is: enough to go on from there with new readers.
  struct Position: Sendable {
    var sample = 0
    var decodeTime: Int64 = 0
    var durations = RunReader.Position()
    var compositionOffsets = RunReader.Position()
    var randomAccess = RunReader.Position()
    var roll = RunReader.Position()
    /// The chunk after the one that is being walked, and the entry that describes it.
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
  private(set) var position: Position
  private var durations: RunReader?
  private var compositionOffsets: RunReader?
  private var randomAccess: RunReader?
  private var roll: RunReader?
  private let sampleToChunk: TableReader?
  private let chunkOffsets: TableReader?
  private let sizes: TableReader?
  private let sync: TableReader?
  private let partialSync: TableReader?
  private let dependencies: TableReader?

  /// - Parameters:
  ///   - readAhead: Bytes to read at once from each table.
  ///   - isQuickTime: Whether dependencies are QuickTime's.
  init(
    _ boxes: SampleTableBoxes, source: any ByteSource, timescale: Int32, isQuickTime: Bool, readAhead: Int,
    at position: Position = Position()
  ) throws(MovieError) {
    func reader(_ table: Table?) -> TableReader? {
      table.map { TableReader($0, source: source, readAhead: readAhead) }
    }
    func runs(_ table: Table?, _ continues: Bool, _ position: RunReader.Position) throws(MovieError) -> RunReader? {
      guard let table else { return nil }
      return try RunReader(table, source: source, readAhead: readAhead, continues: continues, at: position)
    }
    self.boxes = boxes
    self.timescale = timescale
    self.isQuickTime = isQuickTime
    self.position = position
    durations = try runs(boxes.durations, true, position.durations)
    compositionOffsets = try runs(boxes.compositionOffsets, false, position.compositionOffsets)
    randomAccess = try runs(boxes.randomAccess?.runs, false, position.randomAccess)
    roll = try runs(boxes.roll?.runs, false, position.roll)
    sampleToChunk = reader(boxes.sampleToChunk)
    chunkOffsets = reader(boxes.chunkOffsets)
    sync = reader(boxes.syncSamples)
    partialSync = reader(boxes.partialSyncSamples)
    dependencies = reader(boxes.dependencies)
    sizes =
      switch boxes.sizes {
      case .constant: nil
      case .table(let table), .compact(let table, _): reader(table)
      }
  }

  private var sampleCount: Int { boxes.sampleCount / (boxes.soundPacket?.frames ?? 1) }

  /// The next samples, as many as are alike; nil after the last.
  mutating func next() throws(MovieError) -> SampleRun? {
    guard position.sample < sampleCount, try enterChunk() else { return nil }
    var count = min(position.remainingInChunk, sampleCount - position.sample)
    var sample = Sample(
      index: position.sample, decodeTime: position.decodeTime, presentationTime: position.decodeTime, duration: 0,
      offset: position.offset, size: 0, descriptionIndex: position.descriptionIndex, flags: [], rollDistance: nil,
      timescale: timescale)
    if let packet = boxes.soundPacket {
      (sample.duration, sample.size, sample.flags) = (Int64(packet.frames), packet.bytes, .sync)
      let run = SampleRun(first: sample, count: count)
      try advance(run)
      return run
    }
    if let run = try durations?.run() {
      count = min(count, run)
      sample.duration = Int64(durations?.value ?? 0)
    }
    if let run = try compositionOffsets?.run() {
      count = min(count, run)
      // Version 0 is unsigned by the book, but writers store negative numbers in it.
      sample.presentationTime += Int64(Int32(bitPattern: compositionOffsets?.value ?? 0))
    }
    switch boxes.sizes {
    case .constant(let size): sample.size = Int(size)
    case .table:
      sample.size = Int(try sizes?.u32(position.sample) ?? 0)
      count = 1
    case .compact(_, let bits):
      sample.size = try compactSize(bits)
      count = 1
    }
    sample.flags = try flags(&count)
    if let group = boxes.roll, let run = try roll?.run() {
      count = min(count, run)
      sample.rollDistance = group.value(roll?.value ?? 0)
    }
    let run = SampleRun(first: sample, count: count)
    try advance(run)
    return run
  }

  /// Starts the next chunk if the last one is at its end; false after the last chunk.
  private mutating func enterChunk() throws(MovieError) -> Bool {
    guard position.remainingInChunk == 0 else { return true }
    guard let sampleToChunk, let chunkOffsets, position.chunk < chunkOffsets.count, sampleToChunk.count > 0 else {
      return false
    }
    // Chunks are numbered from 1.
    while position.sampleToChunk + 1 < sampleToChunk.count,
      Int(try sampleToChunk.u32(position.sampleToChunk + 1)) <= position.chunk + 1
    {
      position.sampleToChunk += 1
    }
    position.remainingInChunk = Int(try sampleToChunk.u32(position.sampleToChunk, at: 4))
    guard position.remainingInChunk > 0 else {
      throw .malformed("chunk \(position.chunk + 1) has no samples", in: sampleToChunk.table.box)
    }
    if let packet = boxes.soundPacket {
      guard position.remainingInChunk >= packet.frames else {
        throw .malformed("chunk \(position.chunk + 1) holds less than a packet", in: sampleToChunk.table.box)
      }
      position.remainingInChunk /= packet.frames
    }
    position.descriptionIndex = Int(try sampleToChunk.u32(position.sampleToChunk, at: 8)) - 1
    guard position.descriptionIndex >= 0 else {
      throw .malformed("chunk \(position.chunk + 1) has no sample description", in: sampleToChunk.table.box)
    }
    if chunkOffsets.table.stride == 4 {
      position.offset = Int64(try chunkOffsets.u32(position.chunk))
    } else if let offset = Int64(exactly: try chunkOffsets.u64(position.chunk)), offset < 1 << 62 {
      position.offset = offset
    } else {
      throw .malformed("chunk \(position.chunk + 1) starts beyond any file", in: chunkOffsets.table.box)
    }
    position.chunk += 1
    return true
  }

  private func compactSize(_ bits: Int) throws(MovieError) -> Int {
    guard let sizes else { return 0 }
    switch bits {
    case 16: return Int(try sizes.u16(position.sample))
    case 8: return Int(try sizes.u8(position.sample))
    default:
      let pair = try sizes.u8(position.sample / 2)
      return Int(position.sample % 2 == 0 ? pair >> 4 : pair & 15)
    }
  }

  /// What the sample at hand is to others; shortens the run to the samples that are the same.
  private mutating func flags(_ count: inout Int) throws(MovieError) -> SampleFlags {
    var flags: SampleFlags = []
    if let sync {
      if try Self.isListed(position.sample, in: sync, &position.sync, &count) { flags.insert(.sync) }
    } else if partialSync == nil {
      flags.insert(.sync)
    }
    if let partialSync, try Self.isListed(position.sample, in: partialSync, &position.partialSync, &count) {
      flags.insert(.partialSync)
    }
    if let group = boxes.randomAccess, let run = try randomAccess?.run() {
      count = min(count, run)
      if group.value(randomAccess?.value ?? 0) != nil, !flags.contains(.sync) { flags.insert(.partialSync) }
    }
    if let dependencies, position.sample < dependencies.count {
      count = 1
      var bits = try dependencies.u8(position.sample)
      if isQuickTime {
        if bits & 0x40 != 0 { flags.insert(.earlierDisplayTimesAllowed) }
        bits &= 0x3f
      }
      flags.formUnion(SampleFlags(dependencies: bits))
    }
    return flags
  }

  /// Whether an ascending list of sample numbers has a sample; shortens the run to the next listed one.
  private static func isListed(
    _ sample: Int, in list: TableReader, _ entry: inout Int, _ count: inout Int
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
    guard !time.overflow, time.partialValue < 1 << 62 - position.decodeTime, !bytes.overflow,
      bytes.partialValue < 1 << 62 - position.offset
    else {
      throw MovieError(
        .excessive, "times or offsets of samples exceed 62 bits", box: boxes.box?.path.description ?? "",
        offset: boxes.box?.offset)
    }
    position.sample += count
    position.decodeTime += time.partialValue
    position.offset += bytes.partialValue
    position.remainingInChunk -= count
    if boxes.soundPacket == nil { durations?.advance(count) }
    compositionOffsets?.advance(count)
    randomAccess?.advance(count)
    roll?.advance(count)
    if let durations { position.durations = durations.position }
    if let compositionOffsets { position.compositionOffsets = compositionOffsets.position }
    if let randomAccess { position.randomAccess = randomAccess.position }
    if let roll { position.roll = roll.position }
  }
}
