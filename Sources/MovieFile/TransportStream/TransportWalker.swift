/// Walks over the packets of a transport stream's elementary streams, in the order in which they are complete.
struct TransportWalker: PacketizedWalker {
  private var reader: TransportReader
  private(set) var demuxer: TransportDemuxer
  private var isAtEnd = false
  private var log = WalkLog()
  private let start: PacketPlace
  /// The packets of the place's stream that are still to be passed over.
  private var skipped: Int32
  private(set) var packetPlace: PacketPlace?

  /// - Parameter place: The place of the first packet.
  init(
    _ reader: TransportReader, _ demuxer: TransportDemuxer, from place: PacketPlace
  ) {
    (self.reader, self.demuxer, start, skipped) = (reader, demuxer, place, place.skipped)
  }

  var place: PacketPlace {
    guard let anchor = demuxer.pendingAnchor else {
      guard reader.position > start.offset else { return start }
      return PacketPlace(offset: reader.position, reference: demuxer.bases.first?.packed ?? 0)
    }
    return PacketPlace(offset: anchor.offset, reference: anchor.reference)
  }

  var hasJumped: Bool { demuxer.bases.contains(where: \.hasJumped) }

  var problem: MovieError? { demuxer.problem ?? reader.problem }

  var omission: MovieError? { demuxer.omission }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      if let (stream, unit) = demuxer.next() {
        packetPlace = log.note(stream, unit.anchor, before: demuxer.pendingAnchor)
        if skipped > 0, stream == start.stream {
          skipped -= 1
          continue
        }
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
