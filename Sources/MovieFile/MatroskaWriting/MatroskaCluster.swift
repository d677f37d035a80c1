/// Blocks that go into one cluster (RFC 9559, section 5.1.3): their times are relative to it, in 16 bits.
struct MatroskaCluster {
  /// A block with its time in the file's units.
  struct Block {
    let time: Int64
    /// The track's number, from 1.
    let number: Int
    let block: MatroskaDraftBlock
    /// The time of the track's block before, for the reference of one that depends on others.
    let reference: Int64?
    /// The duration in the file's units, if it is stated.
    let duration: Int64?

    /// True if only a group says all of it.
    var needsGroup: Bool { duration != nil || block.discarded != 0 }
  }

  private(set) var blocks: [Block] = []
  private(set) var byteCount: Int64 = 0
  private var earliest = Int64.max
  private var latest = Int64.min

  static let byteLimit: Int64 = 5 << 20
  /// The time that 16 bits hold, to either side of the cluster's.
  private static let span: Int64 = 32_000

  var isEmpty: Bool { blocks.isEmpty }
  /// The time of the first block.
  var start: Int64 { blocks.first?.time ?? 0 }

  /// True if a block at a time has its place here.
  func hasRoom(at time: Int64) -> Bool {
    guard !isEmpty else { return true }
    return byteCount < Self.byteLimit && max(latest, time) - min(earliest, time) <= Self.span
  }

  mutating func append(_ block: Block) {
    blocks.append(block)
    byteCount += block.block.bytes.count
    (earliest, latest) = (min(earliest, block.time), max(latest, block.time))
  }

  /// Returns the cluster's bytes, and where in its contents each block begins.
  func written() -> (pieces: [SampleBytes], byteCount: Int64, offsets: [Int64]) {
    var fields = EBMLWriter()
    fields.unsigned(MatroskaID.timestamp, UInt64(max(0, earliest)))
    var contents = Int64(fields.bytes.count)
    var parts: [(head: [UInt8], tail: [UInt8])] = []
    var offsets: [Int64] = []
    for block in blocks {
      let part = Self.parts(of: block, relativeTo: max(0, earliest))
      offsets.append(contents)
      contents += Int64(part.head.count + part.tail.count) + block.block.bytes.count
      parts.append(part)
    }
    var header = EBMLWriter()
    header.header(MatroskaID.cluster, size: Int(contents))
    let count = contents + Int64(header.bytes.count)
    var pieces: [SampleBytes] = []
    var pending = header.bytes + fields.bytes
    for (block, part) in zip(blocks, parts) {
      pending += part.head
      switch block.block.bytes {
      case .memory(let bytes): pending += bytes
      case .range:
        pieces.append(.memory(pending))
        pending = []
        pieces.join(block.block.bytes)
      }
      pending += part.tail
    }
    pieces.append(.memory(pending))
    return (pieces, count, offsets)
  }

  /// Returns the bytes before a frame, and those after it.
  private static func parts(of block: Block, relativeTo start: Int64) -> (head: [UInt8], tail: [UInt8]) {
    let draft = block.block
    let time = Int16(clamping: block.time - start)
    let invisible: UInt8 = draft.isHidden ? 0x08 : 0
    func header(_ flags: UInt8) -> [UInt8] {
      EBMLWriter.size(block.number) + [UInt8(truncatingIfNeeded: time >> 8), UInt8(truncatingIfNeeded: time), flags]
    }
    guard block.needsGroup else {
      let contents = header((draft.isSync ? 0x80 : 0) | invisible | (draft.isDisposable ? 0x01 : 0))
      var writer = EBMLWriter()
      writer.header(MatroskaID.simpleBlock, size: contents.count + Int(draft.bytes.count))
      return (writer.bytes + contents, [])
    }
    var tail = EBMLWriter()
    if let duration = block.duration { tail.unsigned(0x9b, UInt64(max(0, duration))) }
    if !draft.isSync { tail.signed(0xfb, (block.reference ?? block.time - 1) - block.time) }
    if draft.discarded != 0 { tail.signed(0x75a2, draft.discarded) }
    let contents = header(invisible)
    var inner = EBMLWriter()
    inner.header(0xa1, size: contents.count + Int(draft.bytes.count))
    var outer = EBMLWriter()
    outer.header(
      MatroskaID.blockGroup,
      size: inner.bytes.count + contents.count + Int(draft.bytes.count) + tail.bytes.count)
    return (outer.bytes + inner.bytes + contents, tail.bytes)
  }
}
