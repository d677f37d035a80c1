import CoreMedia

/// The state of a stream in a walk: its clock, and the packet that goes on on the next page.
struct OggStreamState: Sendable {
  /// A packet that ends on a page.
  private struct Whole {
    let bytes: PacketBytes
    let head: [UInt8]
    let ticks: Int64
  }

  /// The largest packet that is put together; a frame of video may be large.
  private static let largestPacket = 256 << 20

  private let stream: OggLink.Stream
  /// The time of tick 0.
  private var base: Int64
  /// The tick at the end of the last packet; nil if only the next granule position tells.
  private(set) var ticks: Int64?
  private var lengths: OggPacketLength
  private var partial: PacketBytes?
  private var sequence: UInt32?
  /// The number of packets before, headers included.
  private var packetCount = 0
  /// True until the first packet of data.
  private var isAtBeginning = true
  /// True if what the next packet adds depends on one that is not known: Vorbis overlaps.
  private var isUnprimed = false
  /// The samples at the beginning that are not heard: pre-skip of later links; that of the first is the stream's priming.
  private var priming: Int64 = 0
  /// True before the first packet of a later link.
  private var beginsLink = false

  /// - Parameters:
  ///   - isFollowing: True for another link than the first.
  ///   - isCold: True for a walk that begins within the stream.
  init(_ stream: OggLink.Stream, isFollowing: Bool, isCold: Bool) {
    self.stream = stream
    base = stream.base
    lengths = OggPacketLength(stream.mapping, stream.coded)
    if isFollowing { (priming, beginsLink) = (stream.mapping.priming, true) }
    if isCold { lose() }
  }

  /// The end of the last packet on the timeline.
  var end: CMTime {
    let mapping = stream.mapping
    return CMTime(value: base + min(ticks ?? 0, (1 << 50) / mapping.step) * mapping.step, timescale: mapping.timescale)
  }

  /// True if a copy takes little memory: no packet goes on over many pages.
  var isSmall: Bool { (partial?.pieces.count ?? 0) <= 16 }

  /// The offset of the packet that goes on on the next page; nil if none does.
  var firstPart: Int64? { partial?.offset }

  /// Forgets what the packets before have told.
  private mutating func lose() {
    lengths.reset(stream.coded)
    (ticks, partial, isAtBeginning, isUnprimed) = (nil, nil, false, stream.mapping.kind == .vorbis)
    beginsLink = false
    packetCount = max(packetCount, 1 << 16)
  }

  /// Begins the stream anew: its number is used again by the next link of a chain.
  private mutating func restart() {
    let mapping = stream.mapping
    base = min(base + ((ticks ?? 0) - mapping.priming) * mapping.step, 1 << 60)
    lengths.reset(stream.coded)
    (ticks, partial, packetCount, isAtBeginning, isUnprimed) = (nil, nil, 0, true, false)
    (priming, beginsLink) = (mapping.priming, true)
  }

  /// Takes a page of the stream, and returns the packets that end on it.
  ///
  /// - Parameter note: Called with damage.
  mutating func take(
    _ page: OggPage, _ window: ByteWindow, note: (String) -> Void
  ) throws(MovieError) -> [ContainerPacket] {
    if page.isFirst, packetCount > 0 {
      restart()
    } else if let sequence, page.sequence != sequence &+ 1 {
      note("\(Int64(page.sequence) - Int64(sequence) - 1) pages are missing")
      lose()
    }
    sequence = page.sequence
    if !page.isContinued, partial != nil {
      note("a packet has no end")
      lose()
    }
    let packets = try packets(of: page, window)
    return stamped(packets, page)
  }

  private mutating func packets(of page: OggPage, _ window: ByteWindow) throws(MovieError) -> [Whole] {
    var packets: [Whole] = []
    for (index, part) in page.parts.enumerated() {
      let isContinuing = index == 0 && page.isContinued
      // The rest of a packet whose beginning is lost.
      if isContinuing, partial == nil { continue }
      // Taken out, so that a packet of many pages changes in place.
      var bytes = (isContinuing ? partial.take() : nil) ?? PacketBytes()
      bytes.append(part.range)
      guard part.isComplete else {
        partial = bytes.count <= Self.largestPacket ? bytes : nil
        continue
      }
      partial = nil
      let head = try bytes.read(from: window, limit: OggPacketLength.headSize)
      defer { packetCount = min(packetCount + 1, 1 << 16) }
      if stream.mapping.isHeader(head, number: packetCount) { continue }
      let ticks = lengths.ticks(head)
      if isUnprimed {
        isUnprimed = false
        continue
      }
      packets.append(Whole(bytes: bytes, head: head, ticks: ticks))
    }
    return packets
  }

  /// Gives the packets of a page their times, by its granule position where there is no clock.
  private mutating func stamped(_ packets: [Whole], _ page: OggPage) -> [ContainerPacket] {
    guard !packets.isEmpty else {
      // The position of packets that are not known, but end here.
      if ticks == nil, !isAtBeginning, page.packetCount > 0 { ticks = stream.mapping.ticks(page.granule) }
      return []
    }
    let total = packets.reduce(0) { $0 + $1.ticks }
    let granule = stream.mapping.ticks(page.granule)
    var start = ticks ?? granule.map { $0 - total } ?? 0
    // Padding at the end may be longer than all that is heard.
    if isAtBeginning, page.isLast, start < 0 { start = 0 }
    // Silence that was left out.
    if let granule, !page.isLast, granule > start + total { start = granule - total }
    isAtBeginning = false
    let end = start + total
    ticks = page.isLast ? min(end, granule ?? end) : end
    var excess = page.isLast ? max(0, end - (granule ?? end)) : 0
    var result: [ContainerPacket] = []
    var next = end
    for packet in packets.reversed() {
      next -= packet.ticks
      guard packet.bytes.count > 0 else { continue }
      let cut = stream.mapping.isVideo ? 0 : min(excess, packet.ticks)
      excess -= cut
      result.append(container(packet, at: next, cut: cut))
    }
    if !result.isEmpty {
      result[result.count - 1].beginsLink = beginsLink
      beginsLink = false
    }
    return result.reversed()
  }

  private func container(_ packet: Whole, at tick: Int64, cut: Int64) -> ContainerPacket {
    let step = stream.mapping.step
    let time = base + tick * step
    let unheard = stream.mapping.isVideo ? 0 : max(0, min(packet.ticks, priming - tick))
    var isSync = true
    switch stream.mapping.kind {
    // Theora specification, 7.1; RFC 6386, 9.1.
    case .theora: isSync = packet.head.first.map { $0 & 0x40 == 0 } ?? false
    case .vp8: isSync = packet.head.first.map { $0 & 1 == 0 } ?? false
    default: break
    }
    return ContainerPacket(
      stream: stream.index, presentationTime: time, decodeTime: time, duration: packet.ticks * step, isSync: isSync,
      discardPadding: unheard > 0 || cut > 0 ? DiscardPadding(start: unheard, end: cut) : nil, bytes: packet.bytes)
  }
}
