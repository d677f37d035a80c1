extension SampleTable {
  /// Returns the samples of the chunk that has a sample: samples that lie together in the file (ISO/IEC 14496-12, clause 8.7.4).
  ///
  /// Reads the track's table of chunks from the sample's block in the index on.
  ///
  /// - Returns: nil for samples of fragments and of files without chunks.
  /// - Precondition: The sample exists.
  public func chunk(of sample: Int) throws(MovieError) -> Range<Int>? {
    precondition(sample >= 0 && sample < count, "there is no sample \(sample)")
    let tables = layout.tables
    guard layout.frames == nil, layout.packets == nil, tables.audioPacketLayout == nil,
      case .table(let position) = index.blocks[index.block(of: sample)].position
    else { return nil }
    var runs = TableReader(tables.sampleToChunk, source: layout.source, readAhead: 4096)
    let chunks = tables.chunkOffsets?.count ?? 0
    var (chunk, run, end) = (position.chunk, position.sampleToChunk, position.sample + position.remainingInChunk)
    guard chunk > 0 || end == position.sample, runs.count > 0 else { return nil }
    var start = end
    if position.remainingInChunk > 0 { start -= Int(try runs.u32(run, part: 1)) }
    while sample >= end {
      guard chunk < chunks else { return nil }
      // Chunks are numbered from 1.
      while run + 1 < runs.count, Int(try runs.u32(run + 1)) <= chunk + 1 { run += 1 }
      start = end
      end += Int(try runs.u32(run, part: 1))
      chunk += 1
    }
    return start..<min(end, tables.sampleCount)
  }
}
