/// The streams of a program stream at a point of a walk: takes packets, and gives units.
struct ProgramDemuxer: Sendable {
  /// A stream of the file.
  struct Entry: Sendable {
    let number: UInt8
    let kind: ElementaryStream
    var stream: PacketizedStream
    fileprivate(set) var isScrambled = false
  }

  private(set) var entries: [Entry]
  private(set) var base: TimeBase
  private let map: ProgramStreamMap?
  private let places: [UInt8: Int]
  private var complete = CompleteUnits()
  /// The streams that have packets at the beginning of the file; nil if others are of no interest.
  private let shown: Set<UInt8>?
  /// The first stream that began too late to be listed.
  private(set) var omission: MovieError?

  /// - Parameters:
  ///   - streams: The numbers and kinds of the file's streams.
  ///   - headers: The parameters of each stream, from the beginning of the file; empty if they are not known yet.
  ///   - base: The time base of the place.
  ///   - shown: The streams that have packets at the beginning of the file; nil if others are of no interest.
  init(
    _ streams: [(number: UInt8, kind: ElementaryStream)], _ map: ProgramStreamMap?, _ headers: [StreamHeaders],
    base: TimeBase, shown: Set<UInt8>? = nil
  ) {
    self.shown = shown
    entries = streams.enumerated().map { index, stream in
      Entry(
        number: stream.number, kind: stream.kind,
        stream: PacketizedStream(
          index: index, kind: stream.kind, headers: headers.indices.contains(index) ? headers[index] : .none,
          isAtStart: base.isUnset))
    }
    places = Dictionary(streams.enumerated().map { ($1.number, $0) }) { first, _ in first }
    (self.map, self.base) = (map, base)
  }

  /// The place from which a walk meets all units that have not been given out; nil if none waits.
  var pendingAnchor: WalkAnchor? { complete.pendingAnchor(of: entries.lazy.map(\.stream)) }

  mutating func next() -> (stream: Int, unit: StampedUnit)? { complete.next() }

  mutating func take(reference: Int64) { base.take(reference: reference, isDiscontinuous: false) }

  /// Takes a packet with its payload.
  mutating func take(_ packet: ProgramReader.Packet, _ payload: UnsafeRawBufferPointer) {
    guard let substream = ProgramSubstream(packet.header.streamID, payload: payload, map) else { return }
    guard let index = places[substream.number], payload.count >= substream.headerSize else {
      noteOmission(substream.number, packet)
      return
    }
    guard !packet.header.isScrambled else {
      entries[index].isScrambled = true
      return
    }
    var times: (presentation: Int64, decode: Int64?)?
    if let presentation = packet.header.presentation {
      let decode = packet.header.decode ?? presentation
      if let time = base.time(ofDecode: decode, after: entries[index].stream.lastStamp) {
        times = (
          TimeBase.time(ofPresentation: presentation, decode: decode, at: time),
          packet.header.decode == nil ? nil : time
        )
      }
    }
    entries[index].stream.begin(times, anchor: WalkAnchor(offset: packet.offset, reference: base.packed))
    entries[index].stream.append(
      UnsafeRawBufferPointer(rebasing: payload[substream.headerSize...]),
      at: packet.payload.lowerBound + Int64(substream.headerSize))
    entries[index].stream.end()
    collect(index)
    endPausing(except: index, at: packet.offset)
  }

  /// Ends all streams: units that are complete are given out.
  mutating func finish() {
    for index in entries.indices {
      entries[index].stream.finish()
      collect(index)
    }
  }

  /// Notes a stream that begins late; packets of private data that continue a frame only look like one.
  private mutating func noteOmission(_ number: UInt8, _ packet: ProgramReader.Packet) {
    guard omission == nil, let shown, !shown.contains(number), packet.header.presentation != nil else { return }
    omission = MovieError(
      .unsupported, "stream \(number) begins too late to be listed, and is not read", offset: packet.offset)
  }

  private mutating func collect(_ index: Int) { complete.collect(from: &entries[index].stream) }

  /// Ends streams that wait for packets while others have gone on for long.
  private mutating func endPausing(except current: Int, at offset: Int64) {
    for index in entries.indices where index != current {
      guard entries[index].stream.hasPaused(before: complete.latest, at: offset) else { continue }
      entries[index].stream.finish()
      collect(index)
    }
  }
}
