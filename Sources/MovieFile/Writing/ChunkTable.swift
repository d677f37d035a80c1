/// A track's chunks and their samples ('stsc', 'stco', 'co64': ISO/IEC 14496-12, clauses 8.7.4 and 8.7.5).
struct ChunkTable {
  private var count = 0
  /// Two words for each chunk.
  private var offsets = WordTable()
  /// Three words for each run of equal chunks: the first chunk, the number of its samples, their description.
  private var runs = WordTable()
  private var last: (samples: Int, description: Int)?

  /// Adds a chunk.
  ///
  /// - Parameters:
  ///   - offset: The offset in the file.
  ///   - description: The samples' description; counts from 0.
  mutating func append(at offset: Int64, samples: Int, description: Int) {
    count += 1
    offsets.append(UInt64(offset))
    guard last?.samples != samples || last?.description != description else { return }
    runs.append(UInt32(count))
    runs.append(UInt32(samples))
    runs.append(UInt32(description + 1))
    last = (samples, description)
  }

  private func offset(_ chunk: Int) -> Int64 { Int64(offsets[2 * chunk]) << 32 | Int64(offsets[2 * chunk + 1]) }

  /// True if the offset of a chunk, moved by a distance, exceeds 32 bits.
  func needsLargeOffsets(movedBy distance: Int64) -> Bool {
    (0..<count).contains { offset($0) + distance > Int64(UInt32.max) }
  }

  /// - Parameter packet: The frames per sample of QuickTime audio that counts frames as samples.
  func writeSamples(to stbl: inout BoxWriter, packet: Int?) {
    stbl.fullBox("stsc") { box in
      box.u32(UInt32(runs.count / 3))
      guard let packet else { return box.table(runs) }
      for index in 0..<runs.count { box.u32(index % 3 == 1 ? runs[index] * UInt32(packet) : runs[index]) }
    }
  }

  /// - Parameter distance: The distance by which all chunks were moved since they were added.
  func writeOffsets(to stbl: inout BoxWriter, movedBy distance: Int64, large: Bool) {
    var table = WordTable()
    for chunk in 0..<count {
      let offset = UInt64(self.offset(chunk) + distance)
      if large { table.append(offset) } else { table.append(UInt32(truncatingIfNeeded: offset)) }
    }
    stbl.fullBox(large ? "co64" : "stco") { box in
      box.u32(UInt32(count))
      box.table(table)
    }
  }
}
