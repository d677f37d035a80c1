/// An elementary stream that is put together out of packets: its units, with their bytes in the file and their times.
///
///     packet ─→ pieces ─→ splitter ─→ units ─→ clock ─→ units with times
///        └────→ stamps ───────────────────────↗
struct PacketizedStream: Sendable {
  /// The position in the file's `streams`.
  let index: Int
  let kind: ElementaryStream
  private(set) var splitter: any StreamSplitter
  private var pieces = PieceList()
  private var stamps: [Stamp] = []
  private var clock: StreamClock
  /// The number of bytes so far.
  private var position: Int64 = 0
  private var isInPayload = false
  /// True as soon as a packet had time stamps: what comes before is part of a unit that began earlier.
  private(set) var isStarted: Bool
  private let isStartedByTime: Bool
  /// True if the last unit began where its packet does.
  private var beganWithPacket = false

  /// The time stamps of a packet, for the first unit that begins in it.
  private struct Stamp: Sendable {
    let position: Int64
    let presentation: Int64?
    let decode: Int64?
    let anchor: WalkAnchor
    var isUsed = false
  }

  /// - Parameters:
  ///   - headers: The parameters that the beginning of the file has shown.
  ///   - isAtStart: True for a walk from the beginning of the file.
  init(index: Int, kind: ElementaryStream, headers: StreamHeaders = .none, isAtStart: Bool) {
    clock = StreamClock(isAtStart: isAtStart)
    (self.index, self.kind, splitter) = (index, kind, kind.makeSplitter())
    splitter.adopt(headers)
    isStartedByTime = kind.isAudiovisual
    isStarted = !isStartedByTime
  }

  /// The place from which a walk meets all units that have not been given out; nil if it needs no earlier bytes.
  var pendingAnchor: WalkAnchor? {
    guard isStarted else { return nil }
    if let first = clock.firstAnchor { return first }
    if !isStartedByTime, !isInPayload { return nil }
    return clock.foundation ?? stamps.first?.anchor
  }

  /// The parameters that the stream has shown so far.
  var headers: StreamHeaders { splitter.headers }

  /// The last decode time of a unit.
  var last: Int64? { clock.last }
  /// The last decode time of a packet, and its distance from the one before.
  private(set) var lastStamp: (time: Int64, step: Int64)?

  /// A stream without packets for so long, or over so many bytes of others', has ended, or pauses.
  private static let pauseLimit: (time: Int64, bytes: Int64) = (10 * 90_000, 32 << 20)

  /// True if bytes or units wait for others, and have done so for long.
  ///
  /// - Parameters:
  ///   - latest: The latest decode time of all streams; nil before the first.
  ///   - offset: The place in the file.
  func hasPaused(before latest: Int64?, at offset: Int64) -> Bool {
    guard isStarted, !clock.isEmpty || splitter.pending < position else { return false }
    if let latest, let last, latest - last > Self.pauseLimit.time { return true }
    let waiting = clock.firstAnchor ?? stamps.first?.anchor
    return waiting.map { offset - $0.offset > Self.pauseLimit.bytes } ?? false
  }

  /// Begins the payload of a packet.
  ///
  /// - Parameters:
  ///   - times: The presentation and decode time; nil if the packet has none.
  ///   - anchor: The place of the packet.
  mutating func begin(_ times: (presentation: Int64, decode: Int64?)?, anchor: WalkAnchor) {
    if isInPayload { end() }
    if let times {
      isStarted = true
      let time = times.decode ?? times.presentation
      lastStamp = (time, lastStamp.map { time > $0.time ? min(time - $0.time, 900_000) : $0.step } ?? 3600)
    }
    guard isStarted else { return }
    isInPayload = true
    // Times without stamps follow from the last ones.
    let start = times == nil && isStartedByTime ? stamps.last?.anchor ?? anchor : anchor
    stamps.append(
      Stamp(position: position, presentation: times?.presentation, decode: times?.decode, anchor: start))
    splitter.beginPayload(at: position)
  }

  /// Adds bytes of the payload, which are at an offset in the file.
  mutating func append(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    guard isInPayload, !bytes.isEmpty else { return }
    pieces.append(offset..<offset + Int64(bytes.count), at: position)
    splitter.take(bytes, at: position)
    position += Int64(bytes.count)
    collect()
  }

  /// Ends the payload of the packet.
  mutating func end() {
    guard isInPayload else { return }
    splitter.endPayload(at: position)
    isInPayload = false
    collect()
  }

  /// Ends the stream, or a part of it after which nothing came for long.
  mutating func finish() {
    end()
    splitter.finish()
    collect()
    clock.finish()
    stamps = []
    lastStamp = nil
    isStarted = !isStartedByTime
  }

  /// Removes and returns the first unit that is complete.
  mutating func next() -> StampedUnit? { clock.next() }

  private mutating func collect() {
    while let unit = splitter.next() {
      guard let stamp = stamp(for: unit) else { continue }
      // Headers before a picture may lie in the packet before: a walk begins with them.
      let first = stamps.partitioningIndex { $0.position > unit.range.lowerBound } - 1
      let anchor = stamps.indices.contains(first) ? stamps[first].anchor : stamp.anchor
      var stamped = StampedUnit(unit: unit, bytes: bytes(of: unit), anchor: anchor)
      (stamped.presentation, stamped.decode) = (stamp.presentation, stamp.decode)
      clock.add(stamped)
    }
    let pending = min(splitter.pending, position)
    pieces.remove(before: pending)
    // The stamps of the packet in which the next unit begins remain.
    let passed = stamps.partitioningIndex { $0.position > pending } - 1
    if passed > 0 { stamps.removeFirst(passed) }
  }

  /// Returns the stamps of a unit: without times if another unit began before it in the packet.
  private mutating func stamp(for unit: StreamUnit) -> Stamp? {
    var index = stamps.partitioningIndex { $0.position > unit.stampPosition } - 1
    guard stamps.indices.contains(index) else { return nil }
    let (begin, mark) = (unit.range.lowerBound, unit.stampPosition)
    // The zero before a start code is the first byte of an access unit (ITU-T H.264 and H.265, B.1.1), and tells its
    // packet; but where packets begin with units, it is padding of the one before.
    if begin == mark - 1, stamps[index].position == mark, index > 0, !beganWithPacket { index -= 1 }
    beganWithPacket = stamps[index].position == begin || stamps[index].position == mark
    let stamp = stamps[index]
    stamps[index].isUsed = true
    guard stamp.isUsed else { return stamp }
    return Stamp(position: stamp.position, presentation: nil, decode: nil, anchor: stamp.anchor)
  }

  private func bytes(of unit: StreamUnit) -> PacketBytes {
    var bytes = PacketBytes()
    switch unit.contents {
    case .stored: pieces.append(unit.range, to: &bytes)
    case .after(let count): pieces.append(unit.range.dropFirst(count), to: &bytes)
    case .nalUnits(let units):
      for part in units {
        bytes.append((0..<4).map { UInt8(truncatingIfNeeded: part.count >> (24 - 8 * $0)) })
        pieces.append(part, to: &bytes)
      }
    case .made(let made): bytes.append(made)
    }
    return bytes
  }
}

extension Range<Int64> {
  /// The range without its first numbers.
  fileprivate func dropFirst(_ count: Int) -> Range<Int64> {
    Swift.min(lowerBound + Int64(count), upperBound)..<upperBound
  }
}
