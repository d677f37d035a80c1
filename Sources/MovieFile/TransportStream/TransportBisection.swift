/// Finds times in a transport stream without reading all of it.
struct TransportBisection {
  let source: any ByteSource
  let layout: TransportLayout
  let opened: TransportDemuxer
  let headers: [StreamHeaders]
  /// The time at which the file begins.
  let start: Int64

  /// Files that are read whole to find their end.
  private static let smallSize: Int64 = 4 << 20
  /// The bytes at the end in which the last packets of all streams are.
  private static let endSizes: [Int64] = [1 << 18, 1 << 21, 1 << 23]
  private static let sampleCount: Int64 = 8
  /// The precision of bisection, and the bytes in which a stream has a time stamp.
  private static let precision: Int64 = 1 << 17
  private static let stampLimit: Int64 = 4 << 20

  // MARK: The whole file

  /// Returns the end of the last packet, nil if it is not known; and true if times grow with offsets.
  func extent() throws(MovieError) -> (end: Int64?, isContinuous: Bool) {
    if source.size - layout.start <= Self.smallSize {
      var walk = try walker(from: layout.start, TimeBase())
      let end = try Self.end(&walk, opened)
      return (end.time, !walk.demuxer.programs.contains { $0.base.hasJumped })
    }
    guard try isContinuous() else { return (nil, false) }
    for size in Self.endSizes {
      var walk = try walker(from: aligned(source.size - size), TimeBase(after: start))
      let end = try Self.end(&walk, opened)
      if end.isComplete || size == Self.endSizes.last, let time = end.time { return (time, true) }
    }
    return (nil, true)
  }

  /// Walks to the end; complete if all pictures and sound have packets there.
  private static func end(
    _ walker: inout TransportWalker, _ opened: TransportDemuxer
  ) throws(MovieError) -> (time: Int64?, isComplete: Bool) {
    /// The two latest times of each stream: their distance is the duration of the last frame, if it has none.
    var latest: [Int: (last: Int64, before: Int64?, duration: Int64?)] = [:]
    while let packet = try walker.next() {
      guard opened.entries[packet.stream].kind.isAudiovisual, let time = packet.presentationTime else { continue }
      if let known = latest[packet.stream] {
        if time > known.last {
          latest[packet.stream] = (time, known.last, packet.duration)
        } else if time < known.last, known.before.map({ time > $0 }) ?? true {
          latest[packet.stream]?.before = time
        }
      } else {
        latest[packet.stream] = (time, nil, packet.duration)
      }
    }
    let ends = latest.values.map { $0.last + ($0.duration ?? $0.before.map { [last = $0.last] in last - $0 } ?? 0) }
    return (ends.max(), latest.count == opened.entries.count(where: \.kind.isAudiovisual))
  }

  /// True if time stamps at some places of the file are in order.
  private func isContinuous() throws(MovieError) -> Bool {
    var last = start
    for number in 1..<Self.sampleCount {
      let offset = layout.start + (source.size - layout.start) / Self.sampleCount * number
      guard let (_, time) = try stamp(after: offset, of: nil) else { continue }
      if time < last { return false }
      last = time
    }
    return true
  }

  // MARK: Places

  /// Returns a place from which a walk meets a sync sample of a stream at or before a time.
  func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace {
    // The last place, within the precision, whose next packet is decoded at the time or before.
    var (low, high) = (layout.start, source.size)
    while high - low > Self.precision {
      let middle = aligned(low + (high - low) / 2)
      guard middle > low else { break }
      if let (_, found) = try stamp(after: middle, of: stream), found <= time { low = middle } else { high = middle }
    }
    // The last sync sample before that: the steps back grow.
    var end = high
    var step = Self.precision * 4
    while true {
      let begin = aligned(max(layout.start, low - step))
      if let place = try lastSync(of: stream, atOrBefore: time, from: begin, until: end) { return place }
      guard begin > layout.start else { return PacketPlace(offset: layout.start) }
      // A unit that begins before this range ends in it.
      end = min(end, begin + Self.stampLimit)
      low = begin
      step *= 2
    }
  }

  private func lastSync(
    of stream: Int, atOrBefore time: Int64, from begin: Int64, until end: Int64
  ) throws(MovieError) -> PacketPlace? {
    let base = begin == layout.start ? TimeBase() : TimeBase(after: start)
    var walk = try walker(from: begin, base)
    var found: PacketPlace?
    while true {
      let place = walk.place
      guard let packet = try walk.next() else { break }
      guard packet.stream == stream else { continue }
      if let decode = packet.decodeTime, decode > time || place.offset > end { break }
      if packet.isSync, let shown = packet.presentationTime, shown <= time { found = place }
    }
    return found
  }

  /// Returns the first time stamp behind an offset, of a stream or of any picture or sound, and its place; nil if there
  /// is none nearby.
  private func stamp(
    after offset: Int64, of stream: Int?
  ) throws(MovieError) -> (offset: Int64, time: Int64)? {
    let from = aligned(offset)
    var reader = TransportReader(source, layout, from: from, until: from + Self.stampLimit, capacity: 1 << 16)
    let pids = opened.entries.indices.filter { index in
      stream.map { $0 == index } ?? opened.entries[index].kind.isAudiovisual
    }.map { opened.entries[$0].pid }
    while let (offset, index) = try reader.next() {
      let stamp = reader.buffer.withUnsafeBytes { bytes -> Int64? in
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[index..<index + TransportLayout.payloadSize])
        let packet = TransportPacket(bytes)
        guard packet.startsUnit, pids.contains(packet.pid), let start = packet.payloadStart, !packet.isScrambled,
          case .header(let header) = PESHeader.read(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        else { return nil }
        return header.decode ?? header.presentation
      }
      if let stamp {
        var base = TimeBase(after: start)
        return base.time(ofDecode: stamp, after: nil).map { (offset, $0) }
      }
    }
    return nil
  }

  private func walker(from offset: Int64, _ base: TimeBase) throws(MovieError) -> TransportWalker {
    try TransportWalker(
      TransportReader(source, layout, from: offset), TransportDemuxer(opened, headers, base: base),
      from: PacketPlace(offset: offset))
  }

  /// Returns the offset of the packet that holds a byte, if no bytes are missing before it.
  private func aligned(_ offset: Int64) -> Int64 {
    let size = Int64(layout.size)
    return layout.start + max(0, offset - layout.start) / size * size
  }
}
