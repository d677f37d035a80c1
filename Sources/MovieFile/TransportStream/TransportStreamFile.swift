/// An MPEG transport stream (ISO/IEC 13818-1), with packets of 188, 192 or 204 bytes.
///
/// Opening reads the first tables, the first headers of each stream, and the last packets. There is no index: places are
/// found by bisection of the streams' time stamps.
package struct TransportStreamFile: InterleavedFile {
  package let source: any ByteSource
  package var streams: [ContainerStream]
  /// The number of the program that each stream belongs to.
  package let programs: [Int]
  package let statedDuration: CMTime?
  package let origin: CMTime

  private let layout: TransportLayout
  private let opened: TransportDemuxer
  /// The parameters that each stream shows at the beginning.
  private let headers: [StreamHeaders]
  /// True if the clock does not jump, as far as samples of the file show.
  private let isContinuous: Bool

  /// The bytes at the beginning that are read for tables, and for the first packets of all streams.
  private static let tableLimit: Int64 = 8 << 20
  /// The bytes behind the first tables in which later ones may announce further streams.
  private static let announcementLimit: Int64 = 1 << 20
  /// The same of a stream, whose bytes are waited for, and the bytes that tell the layout.
  private static let arrivingLimits: (announcement: Int64, head: Int64) = (1 << 16, 1 << 11)
  private static let headerLimit: Int64 = 6 << 20
  private static let packetLimit = 20_000
  /// The bytes of a stream that tell its kind, where no table does.
  private static let headSize = 1 << 13

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it has no packets or no programs; read errors of the source.
  package init(source: any ByteSource) throws(MovieError) {
    self.source = source
    try source.checkSize()
    let isArriving = source.arriving != nil
    let head = try source.bytes(at: 0, count: Int(min(source.size, isArriving ? Self.arrivingLimits.head : 1 << 17)))
    guard let layout = TransportLayout(head) else {
      throw MovieError(.notAMovie, "it is no transport stream", offset: 0, file: source.name)
    }
    self.layout = layout
    var opened = try Self.tables(source, layout)
    if !opened.unknown.isEmpty {
      let found = try Self.kinds(of: opened.unknown, source, layout)
      if !found.isEmpty { opened = try Self.tables(source, layout, found) }
    }
    guard !opened.entries.isEmpty else {
      throw MovieError(.notAMovie, "it has no program with streams", offset: layout.start, file: source.name)
    }
    var probe = StreamProbe(opened.entries.map(\.kind))
    let reader = TransportReader(source, layout, from: layout.start, until: layout.start + Self.headerLimit)
    var walker = TransportWalker(
      reader, TransportDemuxer(opened, [], from: layout.start, base: TimeBase()),
      from: PacketPlace(offset: layout.start))
    var count = 0
    while !probe.isComplete, count < Self.packetLimit, let packet = try walker.next() {
      count += 1
      try probe.take(packet, walker.demuxer.headers(of: packet.stream), source)
    }
    let isWhole = !isArriving && count < Self.packetLimit && source.size <= layout.start + Self.headerLimit
    let found = probe.allFormats
    let headers = opened.entries.indices.map { [demuxer = walker.demuxer] in demuxer.headers(of: $0) }
    self.headers = headers
    streams = opened.entries.enumerated().map { index, entry in
      var stream = ContainerStream(
        number: Int(opened.tables.pids[index]), mediaType: entry.kind.mediaType, codecID: "\(entry.type)",
        timescale: TimeBase.timescale)
      stream.describe(found[index])
      stream.describe(entry.descriptors)
      if walker.demuxer.entries[index].isScrambled, found[index] == nil {
        stream.problem = MovieError(.protected, "the stream is encrypted", file: source.name)
      }
      return stream
    }
    // No later header describes what the whole file does not: the other streams are read without it.
    if isWhole, streams.contains(where: { $0.formatDescription != nil }) {
      for index in streams.indices where streams[index].mediaType == "vide" && headers[index] == .none {
        guard streams[index].formatDescription == nil, streams[index].problem == nil else { continue }
        streams[index].mediaType = ""
        opened.omit(index)
      }
    }
    self.opened = opened
    programs = opened.entries.map { Int(opened.tables.programs[$0.program].number) }
    let start = probe.start ?? 0
    origin = CMTime(value: start, timescale: TimeBase.timescale)
    let search = TransportSearch(source: source, layout: layout, opened: opened, headers: headers, start: start)
    let extent = isArriving ? (end: nil, isContinuous: false) : try search.extent()
    isContinuous = extent.isContinuous
    statedDuration = extent.end.map { CMTime(value: $0 - start, timescale: TimeBase.timescale) }
  }

  /// Reads packets until all programs have their first map, and a little further, as streams may be announced late.
  private static func tables(
    _ source: any ByteSource, _ layout: TransportLayout, _ found: [UInt16: ElementaryStream] = [:]
  ) throws(MovieError) -> TransportDemuxer {
    var demuxer = TransportDemuxer(file: source.name, found: found)
    var reader = TransportReader(source, layout, from: layout.start, until: layout.start + tableLimit)
    var window: BeginningWindow?
    var clockPID: UInt16?
    while let (offset, index) = try reader.next(), !(window?.isOver(at: offset) ?? false) {
      let buffer = reader.buffer
      buffer.withUnsafeBytes { bytes in
        let packet = UnsafeRawBufferPointer(rebasing: bytes[index..<index + TransportLayout.payloadSize])
        demuxer.take(packet, at: offset)
        guard window != nil, case let packet = TransportPacket(packet), let reference = packet.reference else { return }
        clockPID = clockPID ?? packet.pid
        if clockPID == packet.pid { window?.take(reference: reference) }
      }
      if window == nil, demuxer.hasAllMaps {
        window = BeginningWindow(
          from: offset, of: source, size: announcementLimit, waiting: arrivingLimits.announcement)
      }
    }
    return demuxer
  }

  /// Tells the kinds of audio that the first packets of streams hold.
  private static func kinds(
    of pids: Set<UInt16>, _ source: any ByteSource, _ layout: TransportLayout
  ) throws(MovieError) -> [UInt16: ElementaryStream] {
    var heads: [UInt16: [UInt8]] = [:]
    let limit = source.arriving == nil ? announcementLimit : arrivingLimits.announcement
    var reader = TransportReader(source, layout, from: layout.start, until: layout.start + limit)
    while let (_, index) = try reader.next() {
      if heads.count == pids.count, heads.values.allSatisfy({ $0.count >= headSize }) { break }
      let bytes = Array(reader.buffer[index..<index + TransportLayout.payloadSize])
      let packet = bytes.withUnsafeBytes { TransportPacket($0) }
      guard pids.contains(packet.pid), let start = packet.payloadStart, !packet.isScrambled else { continue }
      // The first bytes of a payload are the header of a packet of the stream.
      var payload = bytes[start...]
      if packet.startsUnit {
        guard case .header(let header) = PESHeader.read(payload) else { continue }
        payload = payload.dropFirst(header.size)
      } else if heads[packet.pid] == nil {
        continue
      }
      if heads[packet.pid, default: []].count < headSize { heads[packet.pid, default: []] += payload }
    }
    return heads.compactMapValues { ElementaryStream.audio(beginningWith: $0) }
  }

  package func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker {
    // The first stamps decide on the times of a walk from the beginning.
    guard let place, place.offset > layout.start else {
      return try walker(TimeBase(), from: place ?? PacketPlace(offset: layout.start))
    }
    return try walker(TimeBase(packed: place.reference), from: place)
  }

  private func walker(_ base: TimeBase, from place: PacketPlace) throws(MovieError) -> TransportWalker {
    TransportWalker(
      TransportReader(source, layout, from: max(place.offset, layout.start)),
      TransportDemuxer(opened, headers, from: place.offset, base: base), from: place)
  }

  package func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace? {
    guard isContinuous, streams.indices.contains(stream) else { return nil }
    return try TransportSearch(
      source: source, layout: layout, opened: opened, headers: headers, start: origin.value
    ).place(of: stream, atOrBefore: time)
  }
}
