/// Walks over the packets of a program stream's elementary streams, in the order in which they are complete.
struct ProgramWalker: PacketizedWalker {
  private var reader: ProgramReader
  private(set) var demuxer: ProgramDemuxer
  private var isAtEnd = false
  private var log: WalkLog

  /// - Parameter place: The place of the first packet.
  init(_ reader: ProgramReader, _ demuxer: ProgramDemuxer, from place: PacketPlace) {
    (self.reader, self.demuxer, log) = (reader, demuxer, WalkLog(from: place))
  }

  var place: PacketPlace {
    log.place(demuxer.pendingAnchor, at: reader.position, reference: demuxer.base.packed)
  }

  var packetPlace: PacketPlace? { log.packetPlace }

  var hasJumped: Bool { demuxer.base.hasJumped }

  var problem: MovieError? { reader.problem }

  var omission: MovieError? { demuxer.omission }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      while let (stream, unit) = demuxer.next() {
        if let packet = log.packet(stream, unit, before: demuxer.pendingAnchor) { return packet }
      }
      guard !isAtEnd else { return nil }
      switch try reader.next() {
      case .pack(let reference): demuxer.take(reference: reference)
      case .map: break
      case .packet(let packet):
        let payload = try reader.payload(of: packet)
        payload.withUnsafeBytes { demuxer.take(packet, $0) }
      case nil:
        demuxer.finish()
        isAtEnd = true
      }
    }
  }
}
