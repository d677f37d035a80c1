/// Walks the packets of a Matroska file: clusters of known and unknown size, blocks and their laces.
///
/// Elements are met in one flat sequence, in which IDs tell the levels, so that a cluster ends where its size or
/// another part of the segment says. At damage the walk goes on at the next cluster.
struct MatroskaWalker: PacketWalker {
  private struct Cluster {
    let offset: Int64
    /// The stated end; nil if it is unknown.
    let end: Int64?
    /// The time of the blocks' zero, in the segment's units.
    var time: Int64 = 0
  }

  /// The largest number of elements before a cluster's time.
  private static let frontLimit = 256

  private let window: ByteWindow
  private let segment: MatroskaSegment
  private var contents: Range<Int64> { segment.contents }
  private var isCut: Bool { segment.isCut }
  private let info: MatroskaInfo
  private let tracks: [UInt64: MatroskaPacketTrack]
  /// The offset of the next element.
  private var position: Int64
  private var cluster: Cluster?
  /// The frames of the last block that were not returned yet, the last one first.
  private var pending: [ContainerPacket] = []
  private var blockOffset: Int64 = 0
  /// The number of frames of the last block that were returned or passed over.
  private var passed: Int32 = 0
  private(set) var problem: MovieError?

  /// - Parameter place: The place to begin at; nil for the first cluster.
  init(
    _ source: any ByteSource, _ segment: MatroskaSegment, _ info: MatroskaInfo,
    _ tracks: [UInt64: MatroskaPacketTrack], from place: PacketPlace?
  ) throws(MovieError) {
    window = ByteWindow(source, capacity: RandomAccessPoint.inspectedSize)
    (self.segment, self.info, self.tracks) = (segment, info, tracks)
    position = segment.firstCluster ?? segment.contents.lowerBound
    if let place { try move(to: place) }
  }

  var place: PacketPlace {
    pending.isEmpty
      ? PacketPlace(offset: position, reference: cluster?.offset ?? 0)
      : PacketPlace(offset: blockOffset, reference: cluster?.offset ?? 0, skipped: passed)
  }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      if let packet = pending.popLast() {
        passed += 1
        return packet
      }
      guard try advance() else { return nil }
    }
  }

  /// Restores the state that a place was taken in.
  private mutating func move(to place: PacketPlace) throws(MovieError) {
    position = min(max(place.offset, contents.lowerBound), contents.upperBound)
    if place.reference > 0, let header = try EBMLHeader(window, at: place.reference, before: contents.upperBound),
      header.id == MatroskaID.cluster
    {
      cluster = Cluster(offset: header.offset, end: header.end)
      // The time comes before the blocks, behind few other elements.
      var child = header.start
      for _ in 0..<Self.frontLimit {
        guard child < position, let field = try EBMLHeader(window, at: child, before: position), let end = field.end,
          ![MatroskaID.simpleBlock, MatroskaID.blockGroup].contains(field.id)
        else { break }
        if field.id == MatroskaID.timestamp {
          try readTime(field)
          break
        }
        child = end
      }
    }
    guard place.skipped > 0 else { return }
    while pending.isEmpty, try advance() {}
    while passed < place.skipped, pending.popLast() != nil { passed += 1 }
  }

  /// Reads one element; returns false at the end.
  private mutating func advance() throws(MovieError) -> Bool {
    if let end = cluster?.end, position >= end { cluster = nil }
    guard position < contents.upperBound else {
      if isCut { note(.truncated, "the file ends before its last cluster", at: contents.upperBound) }
      let size = window.source.size
      if let next = try EBMLHeader(window, at: contents.upperBound, before: size), MatroskaID.isOutermost(next.id) {
        noteSegment(at: next.offset)
      }
      return false
    }
    guard let header = try EBMLHeader(window, at: position, before: contents.upperBound) else {
      return try passDamage(isAtEnd: contents.upperBound - position < 12)
    }
    if header.id == MatroskaID.cluster {
      cluster = Cluster(offset: header.offset, end: header.end)
      position = header.start
      return true
    }
    // Another file follows: a recording that was begun anew.
    if MatroskaID.isOutermost(header.id), cluster == nil || cluster?.end == nil {
      noteSegment(at: position)
      position = contents.upperBound
      return true
    }
    let parentEnd = min(cluster?.end ?? contents.upperBound, contents.upperBound)
    guard let end = header.end, end <= (MatroskaID.isPart(header.id) ? contents.upperBound : parentEnd) else {
      return try passDamage(isAtEnd: header.end.map { $0 > contents.upperBound } ?? false)
    }
    switch header.id {
    case MatroskaID.timestamp where cluster != nil: try readTime(header)
    case MatroskaID.simpleBlock where cluster != nil:
      try read(MatroskaBlock(window, in: header.start..<end), in: nil, header)
    case MatroskaID.blockGroup where cluster != nil:
      let group = try MatroskaBlockGroup(window, in: header.start..<end)
      let block: MatroskaBlock? = if let range = group.block { try MatroskaBlock(window, in: range) } else { nil }
      try read(block, in: group, header)
    case _ where MatroskaID.isInCluster(header.id) && cluster == nil: return try passDamage()
    case _ where MatroskaID.isPart(header.id): cluster = nil
    case MatroskaID.void, MatroskaID.checksum: break
    case _ where MatroskaID.isInCluster(header.id): break
    default:
      // An unknown element, or bytes that look like one.
      guard try isBoundary(end, of: parentEnd) else { return try passDamage() }
    }
    position = end
    return true
  }

  private mutating func readTime(_ field: EBMLHeader) throws(MovieError) {
    guard let end = field.end else { return }
    let element = EBMLElement(id: field.id, contents: field.start..<end, hasUnknownSize: false)
    let time = try EBMLValues(window: window).unsigned(element).flatMap { Int64(exactly: $0) } ?? 0
    cluster?.time = time
  }

  // MARK: Blocks

  private mutating func read(
    _ block: MatroskaBlock?, in group: MatroskaBlockGroup?, _ header: EBMLHeader
  ) throws(MovieError) {
    (blockOffset, passed) = (header.offset, 0)
    guard let block else { return note(.malformed, "a block is damaged", at: header.offset) }
    guard let track = tracks[block.trackNumber] else { return }
    let times = MatroskaFrameTimes(
      block, group, clusterTime: cluster?.time ?? 0, info, scale: track.entry.timestampScale,
      defaultDuration: track.entry.defaultDuration)
    let padding = track.discarded(nanoseconds: group?.discardPadding ?? 0)
    var packets: [ContainerPacket] = []
    // All frames of a block are decompressed at once: many small ones must not become as many large ones.
    var budget = MatroskaEncodings.largest
    for (index, frame) in block.frames.enumerated() where !frame.isEmpty {
      do throws(MovieError) {
        let bytes = try track.bytes(frame, window, limit: budget)
        if track.entry.encodings.isDeflated { budget = max(0, budget - bytes.count) }
        let isFlagged = group.map { !$0.isDependent } ?? block.isKey
        let time = times.time(of: index)
        packets.append(
          ContainerPacket(
            stream: track.stream, presentationTime: track.hasDecodeTimes ? nil : time,
            decodeTime: track.hasDecodeTimes ? time : nil, duration: times.duration(of: index),
            isSync: try track.isSync(bytes, isFlagged: isFlagged, window), bytes: bytes))
        if track.isStoredOtherwise { packets[packets.count - 1].storedSize = frame.count }
      } catch {
        guard !error.isUnreadable else { throw error }
        problem = problem ?? error
      }
    }
    if let padding, !packets.isEmpty {
      packets[padding.start > 0 ? 0 : packets.count - 1].discardPadding = padding
    }
    pending = packets.reversed()
  }

  // MARK: Damage

  private mutating func noteSegment(at offset: Int64) {
    note(.unsupported, "another segment follows, whose packets are not read", at: offset)
  }

  private mutating func note(_ code: MovieError.Code, _ message: String, at offset: Int64) {
    problem = problem ?? MovieError(code, message, box: "Segment/Cluster", offset: offset, file: window.source.name)
  }

  /// True if a known element begins at an offset, or its parent ends there.
  private func isBoundary(_ offset: Int64, of parentEnd: Int64) throws(MovieError) -> Bool {
    guard offset < parentEnd else { return true }
    guard let header = try EBMLHeader(window, at: offset, before: contents.upperBound) else { return false }
    return MatroskaID.isPart(header.id) || MatroskaID.isInCluster(header.id)
      || [MatroskaID.void, MatroskaID.checksum].contains(header.id) || MatroskaID.isOutermost(header.id)
  }

  /// Moves to the next part of the segment; returns true, since the end of the file is one too.
  ///
  /// - Parameter isAtEnd: True if the element reaches beyond the end of the file.
  private mutating func passDamage(isAtEnd: Bool = false) throws(MovieError) -> Bool {
    let damage = position
    if let end = cluster?.end, end > position, end < contents.upperBound,
      let part = try EBMLHeader(window, at: end, before: contents.upperBound), MatroskaID.isPart(part.id)
    {
      position = end
    } else {
      let found = try MatroskaClusterSearch(window.source, in: contents).first(from: position + 1)
      position = found ?? contents.upperBound
    }
    cluster = nil
    if position < contents.upperBound {
      note(.malformed, "there is damage; packets are found again at byte \(position)", at: damage)
    } else if isCut || isAtEnd {
      note(.truncated, "the file ends inside a cluster; the packets before can be read", at: damage)
    } else {
      note(.malformed, "there is damage, and no packet is found behind it", at: damage)
    }
    return true
  }
}
