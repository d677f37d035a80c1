/// The packets of one stream in decoding order, in 28 bytes each.
///
/// Rows count from the values of their block, so that offsets and times have 32 bits.
struct PacketColumns: Sendable {
  private struct Row {
    var offset: UInt32
    var reference: Int32
    var time: Int32
    /// The time by which the presentation follows the decoding.
    var delay: Int32
    var duration: UInt32
    /// The size in bytes, and the highest bit for sync samples.
    var size: UInt32
    var skipped: UInt16
    /// The distance to the row that is presented at this row's place in the order.
    var order: Int16 = 0
  }

  private struct Block {
    let first: Int
    let offset: Int64
    let reference: Int64
    let time: Int64
    var rows: [Row] = []
  }

  /// A packet before its place in the order of presentation is known.
  struct Entry {
    var place: PacketPlace
    var size: Int
    var isSync: Bool
    var presentationTime: Int64
    /// Nil if the order of presentation gives it.
    var decodeTime: Int64?
    /// 0 if it is not stated.
    var duration: Int64
  }

  /// The numbers of a packet that are too large for its row: a caption of many seconds, a chunk of many frames.
  private struct Large {
    let duration: Int64
    let skipped: Int32
  }

  private static let blockSize = 4096
  private static let syncBit: UInt32 = 1 << 31
  private static let unknownDelay = Int32.min

  private var blocks: [Block] = []
  private var large: [Int32: Large] = [:]
  private(set) var count = 0
  /// The number of the first packet that is not forgotten.
  private(set) var first = 0
  /// The numbers of sync samples, ascending.
  private(set) var syncs: [Int32] = []

  /// Adds a packet; returns false if there are more than numbers.
  mutating func append(_ entry: Entry) -> Bool {
    guard count < Int(Int32.max) else { return false }
    if !fits(entry) {
      blocks.append(
        Block(
          first: count, offset: entry.place.offset, reference: entry.place.reference, time: entry.presentationTime))
    }
    let (block, place) = (blocks.count - 1, entry.place)
    // A copy of the block would keep its rows from growing in place.
    blocks[block].rows.append(
      Row(
        offset: UInt32(place.offset - blocks[block].offset),
        reference: Int32(place.reference - blocks[block].reference),
        time: Int32(entry.presentationTime - blocks[block].time),
        delay: entry.decodeTime.flatMap { Self.delay(entry.presentationTime, $0) } ?? Self.unknownDelay,
        duration: UInt32(clamping: entry.duration),
        size: UInt32(min(max(entry.size, 0), Int(Int32.max))) | (entry.isSync ? Self.syncBit : 0),
        skipped: UInt16(clamping: place.skipped)))
    if entry.duration >= Int64(UInt32.max) || place.skipped >= Int32(UInt16.max) {
      large[Int32(count)] = Large(duration: entry.duration, skipped: place.skipped)
    }
    if entry.isSync { syncs.append(Int32(count)) }
    count += 1
    return true
  }

  private func fits(_ entry: Entry) -> Bool {
    guard let block = blocks.last, block.rows.count < Self.blockSize else { return false }
    func distance(_ value: Int64, _ base: Int64) -> Int64? {
      let (distance, overflow) = value.subtractingReportingOverflow(base)
      return overflow ? nil : distance
    }
    return distance(entry.place.offset, block.offset).flatMap { UInt32(exactly: $0) } != nil
      && distance(entry.place.reference, block.reference).flatMap { Int32(exactly: $0) } != nil
      && distance(entry.presentationTime, block.time).flatMap { Int32(exactly: $0) } != nil
  }

  private static func delay(_ presentation: Int64, _ decode: Int64) -> Int32? {
    let (delay, overflow) = presentation.subtractingReportingOverflow(decode)
    return overflow ? nil : Int32(exactly: delay).flatMap { $0 == unknownDelay ? nil : $0 }
  }

  /// Notes the packet that is presented at a position in the order of presentation.
  mutating func setPresented(_ number: Int, at position: Int) {
    let (block, row) = location(of: position)
    blocks[block].rows[row].order = Int16(clamping: number - position)
  }

  /// Gives a packet its presentation time. Times that are too far from those around it are left out.
  mutating func setPresentationTime(_ time: Int64, of number: Int) {
    let (index, position) = location(of: number)
    let decode = entry(number).decodeTime
    let (distance, overflow) = time.subtractingReportingOverflow(blocks[index].time)
    guard !overflow, let stored = Int32(exactly: distance) else { return }
    blocks[index].rows[position].time = stored
    blocks[index].rows[position].delay = decode.flatMap { Self.delay(time, $0) } ?? Self.unknownDelay
  }

  /// Adds to the duration of the last packet; there must be one.
  mutating func extendLast(by duration: Int64) {
    guard let block = blocks.indices.last, let row = blocks[block].rows.indices.last else { return }
    let sum = entry(count - 1).duration.addingReportingOverflow(duration)
    guard !sum.overflow, let stored = UInt32(exactly: sum.partialValue), stored < .max else { return }
    blocks[block].rows[row].duration = stored
  }

  /// Forgets the packets before a position in decoding order.
  mutating func drop(before number: Int) {
    guard number > first else { return }
    first = number
    // Packets near a position in the order of presentation are still looked at.
    guard blocks.count > 2, blocks[2].first <= number else { return }
    blocks.removeFirst()
    let kept = blocks[0].first
    syncs.removeFirst(syncs.partitioningIndex { $0 >= kept })
    large = large.filter { $0.key >= kept }
  }

  // MARK: Lookups

  private func location(of number: Int) -> (block: Int, row: Int) {
    // Blocks may be shorter than full ones where numbers did not fit.
    let block = max(0, blocks.partitioningIndex { $0.first > number } - 1)
    return (block, max(0, number - blocks[block].first))
  }

  /// Returns the packet at a position in decoding order; it must exist.
  func entry(_ number: Int) -> Entry {
    let (index, position) = location(of: number)
    let (block, row) = (blocks[index], blocks[index].rows[position])
    let time = block.time + Int64(row.time)
    let isLarge = row.duration == .max || row.skipped == .max
    let large = isLarge ? self.large[Int32(number)] : nil
    return Entry(
      place: PacketPlace(
        offset: block.offset + Int64(row.offset), reference: block.reference + Int64(row.reference),
        skipped: large?.skipped ?? Int32(row.skipped)),
      size: Int(row.size & ~Self.syncBit), isSync: row.size & Self.syncBit != 0, presentationTime: time,
      decodeTime: row.delay == Self.unknownDelay ? nil : time - Int64(row.delay),
      duration: large?.duration ?? Int64(row.duration))
  }

  func presentationTime(_ number: Int) -> Int64 {
    let (index, position) = location(of: number)
    return blocks[index].time + Int64(blocks[index].rows[position].time)
  }

  /// Returns the position in decoding order of the packet at a position in the order of presentation.
  func presented(at position: Int) -> Int {
    let (index, row) = location(of: position)
    return min(max(position + Int(blocks[index].rows[row].order), 0), count - 1)
  }
}
