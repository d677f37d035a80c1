/// The sizes and durations of written packets.
struct PacketTable {
  private var sizes: [UInt32] = []
  /// Runs of equal durations: the number of packets, and their frames.
  private var lengths: [(count: Int, frames: Int64)] = []
  /// The number of all frames.
  private(set) var frames: Int64 = 0

  var count: Int { sizes.count }

  /// The smallest and the largest size; nil without packets.
  var sizeRange: ClosedRange<UInt32>? { sizes.min().flatMap { least in sizes.max().map { least...$0 } } }

  mutating func append(size: Int, frames: Int64) {
    sizes.append(UInt32(clamping: size))
    if lengths.last?.frames == frames { lengths[lengths.count - 1].count += 1 } else { lengths.append((1, frames)) }
    self.frames += frames
  }

  /// The number of frames of every packet, if all are alike; the last one may be shorter.
  var framesPerPacket: Int64? {
    guard let first = lengths.first else { return nil }
    if lengths.count == 1 { return first.frames }
    guard lengths.count == 2, lengths[1].count == 1, lengths[1].frames < first.frames else { return nil }
    return first.frames
  }

  /// The entries: a number per packet, or two if the durations differ: seven bits per byte, the highest bit set if more
  /// follow.
  var entries: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * sizes.count)
    let saysLengths = framesPerPacket == nil
    var position = 0
    for (count, frames) in lengths {
      for size in sizes[position..<position + count] {
        Self.append(UInt64(size), to: &bytes)
        if saysLengths { Self.append(UInt64(clamping: frames), to: &bytes) }
      }
      position += count
    }
    return bytes
  }

  /// Calls a closure with the number of each packet, and its distance from the first one in bytes.
  func forEachOffset(_ body: (Int, Int64) -> Void) {
    var offset: Int64 = 0
    for (index, size) in sizes.enumerated() {
      body(index, offset)
      offset += Int64(size)
    }
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var shift = 0
    while value >> UInt64(shift + 7) != 0, shift < 56 { shift += 7 }
    while shift > 0 {
      bytes.append(UInt8(value >> UInt64(shift) & 0x7f) | 0x80)
      shift -= 7
    }
    bytes.append(UInt8(value & 0x7f))
  }
}
