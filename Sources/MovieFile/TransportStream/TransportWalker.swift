/// Walks over the packets of a transport stream's elementary streams, in the order in which they are complete.
struct TransportWalker: PacketizedWalker {
  private var reader: TransportReader
  private(set) var demuxer: TransportDemuxer
  private var isAtEnd = false
  private var log = WalkLog()
  private let start: PacketPlace

  /// - Parameter place: The place of the first packet.
  /// - Throws: Read errors of the source.
  init(
    _ reader: TransportReader, _ demuxer: TransportDemuxer, from place: PacketPlace
  ) throws(MovieError) {
    (self.reader, self.demuxer, start) = (reader, demuxer, place)
    for _ in 0..<place.skipped { _ = try next() }
  }

  var place: PacketPlace {
    guard let anchor = demuxer.pendingAnchor else {
      guard reader.position > start.offset else { return start }
      return PacketPlace(offset: reader.position, reference: demuxer.bases.first?.packed ?? 0)
    }
    return log.place(of: anchor)
  }

  var hasJumped: Bool { demuxer.bases.contains(where: \.hasJumped) }

  var problem: MovieError? { demuxer.problem ?? reader.problem }

  var omission: MovieError? { demuxer.omission }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      if let (stream, unit) = demuxer.next() {
        log.note(unit.anchor, before: demuxer.pendingAnchor)
        return ContainerPacket(stream, unit)
      }
      guard !isAtEnd else { return nil }
      guard let (offset, index) = try reader.next() else {
        demuxer.finish()
        isAtEnd = true
        continue
      }
      let buffer = reader.buffer
      buffer.withUnsafeBytes { bytes in
        let packet = UnsafeRawBufferPointer(rebasing: bytes[index..<index + TransportLayout.payloadSize])
        demuxer.take(packet, at: offset)
      }
    }
  }
}
