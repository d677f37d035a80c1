/// A walk over packets with time stamps.
protocol PacketizedWalker: PacketWalker {
  /// True if the clock has jumped.
  var hasJumped: Bool { get }
}

/// Finds times in a file of packets with time stamps without reading all of it.
protocol StampSearch {
  associatedtype Walker: PacketizedWalker

  var source: any ByteSource { get }
  /// The kinds of the file's streams.
  var kinds: [ElementaryStream] { get }
  /// The offset of the first packet, and the time at which the file begins.
  var firstOffset: Int64 { get }
  var start: Int64 { get }

  /// Returns an offset at or before another one from which packets can be read.
  func aligned(_ offset: Int64) -> Int64
  func walker(from offset: Int64, _ base: TimeBase) throws(MovieError) -> Walker
  /// Returns the first time stamp behind an offset and before another, of a stream or of any picture or sound, and its
  /// place; nil if there is none nearby.
  func stamp(
    after offset: Int64, before end: Int64, of stream: Int?
  ) throws(MovieError) -> (offset: Int64, time: Int64)?
}

/// The bytes that a search reads.
enum SearchLimit {
  /// Files that are read whole to find their end.
  static let smallSize: Int64 = 4 << 20
  /// The bytes at the end in which the last packets of all streams are.
  static let endSizes: [Int64] = [1 << 18, 1 << 21, 1 << 23]
  static let sampleCount: Int64 = 8
  /// The precision of bisection, and the bytes in which a stream has a time stamp.
  static let precision: Int64 = 1 << 17
  static let stamp: Int64 = 4 << 20
  /// The bytes in which any stream has a time stamp.
  static let anyStamp: Int64 = 1 << 19
  /// The bytes at the end in which the last sync sample is looked for.
  static let lastSync: Int64 = 64 << 20
}

extension StampSearch {
  /// The duration of a stream's only frame, if its headers do not tell: 25 a second.
  private static var onlyFrame: Int64 { Int64(TimeBase.timescale) / 25 }

  // MARK: The whole file

  /// Returns the end of the last packet, nil if it is not known; and true if times grow with offsets.
  func extent() throws(MovieError) -> (end: Int64?, isContinuous: Bool) {
    if source.size - firstOffset <= SearchLimit.smallSize {
      var walk = try walker(from: firstOffset, TimeBase())
      let end = try end(&walk)
      return (end.time, !walk.hasJumped)
    }
    guard try isContinuous() else { return (nil, false) }
    for size in SearchLimit.endSizes {
      var walk = try walker(from: aligned(source.size - size), TimeBase(after: start))
      let end = try end(&walk)
      if end.isComplete || size == SearchLimit.endSizes.last, let time = end.time { return (time, true) }
    }
    return (nil, true)
  }

  /// Walks to the end; complete if all pictures and sound have packets there.
  private func end(_ walker: inout Walker) throws(MovieError) -> (time: Int64?, isComplete: Bool) {
    /// The two latest times of each stream: their distance is the duration of the last frame, if it has none.
    var latest: [Int: (last: Int64, before: Int64?, duration: Int64?)] = [:]
    while let packet = try walker.next() {
      guard kinds[packet.stream].isAudiovisual, let time = packet.presentationTime else { continue }
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
    let ends = latest.values.map { stream in
      stream.last + (stream.duration ?? stream.before.map { stream.last - $0 } ?? Self.onlyFrame)
    }
    return (ends.max(), latest.count == kinds.count(where: \.isAudiovisual))
  }

  /// True if time stamps at some places of the file are in order.
  private func isContinuous() throws(MovieError) -> Bool {
    let part = (source.size - firstOffset) / SearchLimit.sampleCount
    var last = start
    for number in 1..<SearchLimit.sampleCount {
      let offset = firstOffset + part * number
      guard let (_, time) = try stamp(after: offset, before: offset + SearchLimit.anyStamp, of: nil) else { continue }
      // No stream has less than a thousand bytes a second.
      if time < last || time - last > part * 90 + 900_000 { return false }
      last = time
    }
    return true
  }

  // MARK: Places

  /// Returns a place from which a walk meets a sync sample of a stream at or before a time.
  func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace {
    // The last place, within the precision, whose next packet is decoded at the time or before.
    var (low, high) = (firstOffset, source.size)
    while high - low > SearchLimit.precision {
      let middle = aligned(low + (high - low) / 2)
      guard middle > low else { break }
      // Bytes that were searched in vain are not searched again.
      if let (offset, found) = try stamp(after: middle, before: high, of: stream), found <= time {
        low = max(middle, aligned(offset))
      } else {
        high = middle
      }
    }
    // The last sync sample before that: the steps back grow.
    var end = high
    var step = SearchLimit.precision * 4
    while true {
      let begin = aligned(max(firstOffset, low - step))
      if let place = try lastSync(of: stream, atOrBefore: time, from: begin, until: end) { return place }
      let isTooFar = time == .max && high - begin > SearchLimit.lastSync
      guard begin > firstOffset, !isTooFar else { return PacketPlace(offset: firstOffset) }
      // A unit that begins before this range ends in it.
      end = min(end, begin + SearchLimit.stamp)
      low = begin
      step *= 2
    }
  }

  private func lastSync(
    of stream: Int, atOrBefore time: Int64, from begin: Int64, until end: Int64
  ) throws(MovieError) -> PacketPlace? {
    let base = begin == firstOffset ? TimeBase() : TimeBase(after: start)
    var walk = try walker(from: begin, base)
    var found: PacketPlace?
    while true {
      let place = walk.place
      guard place.offset <= end, let packet = try walk.next() else { break }
      guard packet.stream == stream else { continue }
      if let decode = packet.decodeTime, decode > time { break }
      if packet.isSync, let shown = packet.presentationTime, shown <= time { found = walk.packetPlace ?? place }
    }
    return found
  }
}
