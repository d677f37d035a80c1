/// Walks over the packets of a transport stream's elementary streams, in the order in which they are complete.
struct TransportWalker: PacketizedWalker {
  private var reader: TransportReader
  private(set) var demuxer: TransportDemuxer
  private var isAtEnd = false
  private var log: WalkLog

  /// - Parameter place: The place of the first packet.
  init(
    _ reader: TransportReader, _ demuxer: TransportDemuxer, from place: PacketPlace
  ) {
    (self.reader, self.demuxer, log) = (reader, demuxer, WalkLog(from: place))
  }

  var place: PacketPlace {
    log.place(demuxer.pendingAnchor, at: reader.position, reference: demuxer.bases.first?.packed ?? 0)
  }

  var packetPlace: PacketPlace? { log.packetPlace }

  var hasJumped: Bool { demuxer.bases.contains(where: \.hasJumped) }

  var problem: MovieError? { demuxer.problem ?? reader.problem }

  var omission: MovieError? { demuxer.omission }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      while let (stream, unit) = demuxer.next() {
        if let packet = log.packet(stream, unit, before: demuxer.pendingAnchor) { return packet }
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
