/// A Matroska or WebM file (RFC 9559), read by position.
///
/// Opening reads the headers, the entries of the index, and the first packets of streams whose headers do not describe
/// them; cues are read when a place is asked for.
package struct MatroskaFile: InterleavedFile {
  package let source: any ByteSource
  package var streams: [ContainerStream] = []
  package var statedDuration: CMTime? { info.duration }

  let segment: MatroskaSegment
  let info: MatroskaInfo
  let entries: [MatroskaTrackEntry]
  let cues: MatroskaCues
  /// The tracks by number.
  private var tracks: [UInt64: MatroskaPacketTrack] = [:]

  /// The tracks that a file may have.
  private static let largestTrackCount = 1024
  /// The bytes of all private data, which may be compressed.
  private static let largestPrivateSize = 16 << 20

  /// - Throws: `notAMovie` for other files; `malformed` without tracks; read errors of the source.
  package init(source: any ByteSource) throws(MovieError) {
    self.source = source
    try source.checkSize()
    let window = ByteWindow(source, capacity: 4096)
    segment = try MatroskaSegment(window)
    cues = MatroskaCues(source, segment)
    let values = EBMLValues(window: window)
    info =
      try segment.parts[MatroskaID.info].map { info throws(MovieError) in try MatroskaInfo(info, values) } ?? .init()
    guard let list = segment.parts[MatroskaID.tracks] else {
      throw MovieError(
        .malformed, "there are no tracks", box: "Segment/Tracks", offset: segment.contents.lowerBound,
        file: source.name)
    }
    var entries: [MatroskaTrackEntry] = []
    var total = 0
    for element in try values.children(of: list) where element.id == 0xae {
      let entry = try MatroskaTrackEntry(element, values)
      guard !entries.contains(where: { $0.track.number == entry.track.number }) else { continue }
      entries.append(entry)
      total += entry.codecPrivate.count
      if entries.count >= Self.largestTrackCount || total > Self.largestPrivateSize { break }
    }
    self.entries = entries
    describeStreams(by: [:])
    let incomplete = entries.indices.filter { MatroskaFormat.needsPacket(entries[$0]) }
    if !incomplete.isEmpty { describeStreams(by: try firstPackets(of: Set(incomplete))) }
  }

  private mutating func describeStreams(by packets: [Int: [UInt8]]) {
    (streams, tracks) = ([], [:])
    for (index, entry) in entries.enumerated() {
      let format = Result { () throws(MovieError) in try MatroskaFormat(entry, firstPacket: packets[index], info) }
      streams.append(ContainerStream(entry, info, format))
      tracks[entry.track.number] = MatroskaPacketTrack(
        index, entry, streams[index], hasStartCodes: (try? format.get())?.hasStartCodes ?? false)
    }
  }

  /// Returns the first packets of streams, as far as they lie near the beginning.
  private func firstPackets(of streams: Set<Int>) throws(MovieError) -> [Int: [UInt8]] {
    var packets: [Int: [UInt8]] = [:]
    var walker = try MatroskaWalker(source, segment, info, tracks, from: nil)
    for _ in 0..<256 {
      guard packets.count < streams.count, let packet = try walker.next() else { break }
      guard streams.contains(packet.stream), packets[packet.stream] == nil else { continue }
      packets[packet.stream] = try packet.bytes.read(from: source, limit: 1 << 18)
    }
    return packets
  }

  // MARK: Packets

  package func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker {
    try MatroskaWalker(source, segment, info, tracks, from: place)
  }
}
