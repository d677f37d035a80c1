/// The header before the PCM of Blu-ray and DVD, once a packet.
struct LinearPCMHeader: Hashable, Sendable {
  /// The kinds of discs.
  enum Disc: Hashable, Sendable {
    /// Blu-ray: four bytes; an even number of channels is stored.
    case bluRay
    /// DVD: three bytes after those of the substream; samples of more than 16 bits are stored in two parts.
    case dvd

    var headerSize: Int { self == .bluRay ? 4 : 3 }
  }

  let disc: Disc
  let sampleRate: Int32
  let channels: Int
  /// The bits of a sample; 20 are stored in 24.
  let bits: Int
  /// The channel in each place of what decoders take, by its place in the stored frame; nil if they are equal.
  let order: [Int]?
  /// The channels as Core Audio's bitmap; 0 if unknown.
  let channelBitmap: UInt32

  /// Reads a header; nil for reserved values.
  init?(_ bytes: some Collection<UInt8>, _ disc: Disc) {
    let bytes = Array(bytes.prefix(4))
    guard bytes.count >= disc.headerSize else { return nil }
    self.disc = disc
    switch disc {
    case .bluRay:
      let (assignment, rate, depth) = (Int(bytes[2] >> 4), bytes[2] & 15, Int(bytes[3] >> 6))
      guard let (order, bitmap) = Self.bluRayOrders[assignment], let rate = [1: 48_000, 4: 96_000, 5: 192_000][rate],
        (1...3).contains(depth)
      else { return nil }
      (sampleRate, channels, bits) = (Int32(rate), order.count, [16, 20, 24][depth - 1])
      channelBitmap = bitmap
      self.order = order.count % 2 == 0 && order == Array(order.indices) ? nil : order
    case .dvd:
      guard bytes[1] >> 6 < 3 else { return nil }
      bits = [16, 20, 24][Int(bytes[1] >> 6)]
      sampleRate = [48_000, 96_000, 44_100, 32_000][Int(bytes[1] >> 4 & 3)]
      channels = Int(bytes[1] & 7) + 1
      order = nil
      channelBitmap = channels == 1 ? 0x4 : channels == 2 ? 0x3 : 0
    }
  }

  /// The places of channels in a stored frame in the order of the bitmap, and the bitmap, by channel_assignment.
  private static let bluRayOrders: [Int: ([Int], UInt32)] = [
    1: ([0], 0x4), 3: ([0, 1], 0x3), 4: ([0, 1, 2], 0x7), 5: ([0, 1, 2], 0x103), 6: ([0, 1, 2, 3], 0x107),
    7: ([0, 1, 2, 3], 0x33), 8: ([0, 1, 2, 3, 4], 0x37), 9: ([0, 1, 2, 5, 3, 4], 0x3f),
    10: ([0, 1, 2, 4, 5, 3, 6], 0x637), 11: ([0, 1, 2, 7, 4, 5, 3, 6], 0x63f),
  ]

  /// Bytes of a sample in what decoders take.
  var sampleSize: Int { bits == 16 ? 2 : 3 }

  /// True if decoders take the bytes as they are stored.
  var isStoredPlainly: Bool { order == nil && (disc == .bluRay || bits == 16) }

  /// Returns samples as big-endian integers of two or three bytes, interleaved, and the stored bytes of whole groups.
  func plain(_ bytes: ArraySlice<UInt8>) -> (samples: [UInt8], taken: Int) {
    disc == .bluRay ? reordered(bytes) : joined(bytes)
  }

  private func reordered(_ bytes: ArraySlice<UInt8>) -> (samples: [UInt8], taken: Int) {
    let order = order ?? Array(0..<channels)
    let frame = (channels + channels % 2) * sampleSize
    var samples: [UInt8] = []
    samples.reserveCapacity(bytes.count)
    var start = bytes.startIndex
    while bytes.endIndex - start >= frame {
      for channel in order {
        let place = start + channel * sampleSize
        samples += bytes[place..<place + sampleSize]
      }
      start += frame
    }
    return (samples, start - bytes.startIndex)
  }

  /// Joins the parts of DVD's samples: groups of four samples, of two with a single channel, begin with the upper 16 bits
  /// of each; the lower bits of all follow. Groups end with a frame.
  private func joined(_ bytes: ArraySlice<UInt8>) -> (samples: [UInt8], taken: Int) {
    let size = channels == 1 ? 2 : 4
    let low = bits == 24 ? size : size / 2
    let group = 2 * size + low
    let groups = 4 % channels == 0 ? 1 : channels == 8 ? 2 : channels
    var samples: [UInt8] = []
    samples.reserveCapacity(bytes.count * 3 / 2)
    var start = bytes.startIndex
    while bytes.endIndex - start >= group * groups {
      for _ in 0..<groups {
        for sample in 0..<size {
          let (upper, lower) = (start + 2 * sample, start + 2 * size)
          samples.append(bytes[upper])
          samples.append(bytes[upper + 1])
          if bits == 24 {
            samples.append(bytes[lower + sample])
          } else {
            let byte = bytes[lower + sample / 2]
            samples.append(sample % 2 == 0 ? byte & 0xf0 : byte << 4)
          }
        }
        start += group
      }
    }
    return (samples, start - bytes.startIndex)
  }
}

/// Takes the PCM of Blu-ray and DVD: the samples of each packet are one unit, as plain integers.
struct LinearPCMSplitter: StreamSplitter {
  private static let payloadLimit = 1 << 17
  private let disc: LinearPCMHeader.Disc
  private var complete: ArraySlice<StreamUnit> = []
  private var header: LinearPCMHeader?
  private var head: [UInt8] = []
  /// The samples of the packet, if they are not taken as they are stored, after those that the last packet left.
  private var bytes: [UInt8] = []
  private var start: Int64?
  private var position: Int64 = 0

  init(_ disc: LinearPCMHeader.Disc) { self.disc = disc }

  var headers: StreamHeaders { header.map { .linearPCM($0) } ?? .none }
  var pending: Int64 { start ?? position }

  mutating func beginPayload(at position: Int64) {
    (start, self.position) = (position, position)
    head = []
  }

  mutating func take(_ new: UnsafeRawBufferPointer, at position: Int64) {
    self.position = position + Int64(new.count)
    guard start != nil else { return }
    var rest = new[...]
    if head.count < disc.headerSize {
      let part = rest.prefix(disc.headerSize - head.count)
      head += part
      rest = rest.dropFirst(part.count)
      if head.count == disc.headerSize {
        let found = LinearPCMHeader(head, disc)
        if found != header { bytes = [] }
        header = found ?? header
      }
    }
    if let header, !header.isStoredPlainly, bytes.count < Self.payloadLimit { bytes += rest }
  }

  mutating func endPayload(at position: Int64) {
    defer { start = nil }
    let size = disc.headerSize
    guard let start, let header, position - start > Int64(size) else { return }
    var contents = StreamUnit.Contents.after(size)
    var count = Int(position - start) - size
    if !header.isStoredPlainly {
      let (samples, taken) = header.plain(bytes[...])
      bytes.removeFirst(taken)
      guard !samples.isEmpty else { return }
      (contents, count) = (.made(samples), samples.count)
    }
    complete.append(
      StreamUnit(
        range: start..<position, stampPosition: start, contents: contents, isSync: true,
        duration: UnitDuration(
          value: Int64(count / (header.sampleSize * header.channels)), timescale: header.sampleRate)))
  }

  mutating func finish() { endPayload(at: position) }

  mutating func next() -> StreamUnit? { complete.popFirst() }
}
