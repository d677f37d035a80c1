/// An MPEG program stream, or a system stream of MPEG-1 (ISO/IEC 13818-1, 2.5; ISO/IEC 11172-1), such as DVD's.
///
/// Opening reads the first packets, which tell the streams, and the last ones. There is no index: places are found by
/// bisection of the streams' time stamps.
package struct ProgramStreamFile: InterleavedFile {
  package let source: any ByteSource
  package var streams: [ContainerStream]
  package let statedDuration: CMTime?
  package let origin: CMTime

  private let search: ProgramSearch
  /// The numbers of the streams that have packets at the beginning, listed or not.
  private let shown: Set<UInt8>
  /// True if the clock does not jump, as far as samples of the file show.
  private let isContinuous: Bool

  /// The bytes at the beginning in which all streams have packets.
  private static let headerLimit: Int64 = 4 << 20
  /// The same of a stream, whose bytes are waited for.
  private static let arrivingLimit: Int64 = 1 << 18
  private static let packetLimit = 20_000
  /// The bytes in which the first pack begins.
  private static let headLimit = 1 << 12
  private static let streamLimit = 64
  /// The bytes of a stream that tell its codec.
  private static let headSize = 1 << 16

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it does not begin with a pack, or has no streams; read errors of the source.
  package init(source: any ByteSource) throws(MovieError) {
    self.source = source
    try source.checkSize()
    let isArriving = source.arriving != nil
    var head = try source.bytes(at: 0, count: Int(min(source.size, 1 << 6)))
    // Other bytes are before the first pack: more of a stream is waited for.
    if Self.firstPack(head) == nil {
      head = try source.bytes(at: 0, count: Int(min(source.size, Int64(Self.headLimit))))
    }
    guard let first = Self.firstPack(head) else {
      throw MovieError(.notAMovie, "it is no program stream", offset: 0, file: source.name)
    }
    let (found, map, shown) = try Self.streams(source, from: first)
    self.shown = shown
    guard !found.isEmpty else {
      throw MovieError(.notAMovie, "it has no streams", offset: first, file: source.name)
    }
    var probe = StreamProbe(found.map(\.kind))
    var walker = ProgramWalker(
      ProgramReader(source, from: first, until: first + Self.headerLimit),
      ProgramDemuxer(found, map, [], base: TimeBase()), from: PacketPlace(offset: first))
    var count = 0
    while !probe.isComplete, count < Self.packetLimit, let packet = try walker.next() {
      count += 1
      try probe.take(packet, walker.demuxer.entries[packet.stream].stream.headers, source)
    }
    let formats = probe.allFormats
    streams = walker.demuxer.entries.enumerated().map { index, entry in
      var stream = ContainerStream(
        number: Int(entry.number), mediaType: entry.kind.mediaType, codecID: "\(entry.number)",
        timescale: TimeBase.timescale)
      stream.describe(formats[index])
      // Programs cut PCM into packets anywhere (ISO/IEC 13818-1, 2.4.3.7: a time is that of the first unit that begins).
      if case .linearPCM = entry.kind { stream.hasLateTimes = true }
      if let descriptors = map?.types[entry.number]?.descriptors { stream.describe(descriptors) }
      if entry.isScrambled, formats[index] == nil {
        stream.problem = MovieError(.protected, "the stream is encrypted", file: source.name)
      }
      return stream
    }
    let start = probe.start ?? 0
    origin = CMTime(value: start, timescale: TimeBase.timescale)
    search = ProgramSearch(
      source: source, streams: found, map: map, headers: walker.demuxer.entries.map(\.stream.headers),
      firstOffset: first, start: start)
    let extent = isArriving ? (end: nil, isContinuous: false) : try search.extent()
    isContinuous = extent.isContinuous
    statedDuration = extent.end.map { CMTime(value: $0 - start, timescale: TimeBase.timescale) }
  }

  /// Returns the offset of the first pack in the first bytes of a file; nil if there is none.
  private static func firstPack(_ head: [UInt8]) -> Int64? {
    guard head.count >= 12 else { return nil }
    for index in 0..<head.count - 11 where head[index...].starts(with: [0, 0, 1, 0xba]) {
      let isMPEG2 = head[index + 4] >> 6 == 1
      guard isMPEG2 || head[index + 4] >> 4 == 2 else { continue }
      if head[..<index].allSatisfy({ $0 == 0 }) { return Int64(index) }
      // A packet that is cut off is before it: the next one follows the pack's header and its stuffing.
      let end = index + (isMPEG2 ? 14 + Int(head.dropFirst(index + 13).first ?? 0) & 7 : 12)
      if head.dropFirst(end).starts(with: [0, 0, 1]) { return Int64(index) }
    }
    return nil
  }

  /// True if the first bytes of a file have a pack, with a part of a packet before it.
  package static func hasPack(behindJunkIn head: [UInt8]) -> Bool { firstPack(Array(head.prefix(headLimit))) != nil }

  /// Returns the streams that have packets at the beginning, in their order, and the types that the file states.
  private static func streams(
    _ source: any ByteSource, from first: Int64
  ) throws(MovieError) -> ([(number: UInt8, kind: ElementaryStream)], ProgramStreamMap?, Set<UInt8>) {
    var reader = ProgramReader(source, from: first, until: first + headerLimit)
    var window = BeginningWindow(from: first, of: source, size: headerLimit, waiting: arrivingLimit)
    var map: ProgramStreamMap?
    var order: [UInt8] = []
    var kinds: [UInt8: ElementaryStream] = [:]
    var heads: [UInt8: [UInt8]] = [:]
    while !window.isOver(at: reader.position), let unit = try reader.next() {
      if case .map(let found) = unit { map = map ?? found }
      if case .pack(let reference) = unit { window.take(reference: reference) }
      guard case .packet(let packet) = unit, !packet.header.isScrambled else { continue }
      let payload = try reader.payload(of: packet)
      guard let substream = ProgramSubstream(packet.header.streamID, payload: payload, map) else { continue }
      if !order.contains(substream.number), order.count < streamLimit { order.append(substream.number) }
      if let kind = substream.kind {
        kinds[substream.number] = kind
      } else if heads[substream.number, default: []].count < headSize {
        heads[substream.number, default: []] += payload
      }
    }
    let streams = order.compactMap { number -> (number: UInt8, kind: ElementaryStream)? in
      if let kind = kinds[number] { return (number, kind) }
      let head = heads[number] ?? []
      let kind =
        number >= 0xe0
        ? ElementaryStream.video(beginningWith: head) : ElementaryStream.audio(beginningWith: head)
      return kind.map { (number, $0) }
    }
    return (streams, map, Set(order))
  }

  package func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker {
    // The first stamps decide on the times of a walk from the beginning.
    let place = place ?? PacketPlace(offset: search.firstOffset)
    let base = place.offset > search.firstOffset ? TimeBase(packed: place.reference) : TimeBase()
    return ProgramWalker(
      ProgramReader(source, from: max(place.offset, search.firstOffset)),
      ProgramDemuxer(search.streams, search.map, search.headers, base: base, shown: shown), from: place)
  }

  package func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace? {
    guard isContinuous, streams.indices.contains(stream) else { return nil }
    return try search.place(of: stream, atOrBefore: time)
  }
}
