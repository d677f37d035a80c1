/// Walks over the packets of a program stream's elementary streams, in the order in which they are complete.
struct ProgramWalker: PacketizedWalker {
  private var reader: ProgramReader
  private(set) var demuxer: ProgramDemuxer
  private var isAtEnd = false
  private var log = WalkLog()
  private let start: PacketPlace
  /// The packets of the place's stream that are still to be passed over.
  private var skipped: Int32
  private(set) var packetPlace: PacketPlace?

  /// - Parameter place: The place of the first packet.
  init(_ reader: ProgramReader, _ demuxer: ProgramDemuxer, from place: PacketPlace) {
    (self.reader, self.demuxer, start, skipped) = (reader, demuxer, place, place.skipped)
  }

  var place: PacketPlace {
    guard let anchor = demuxer.pendingAnchor else {
      guard reader.position > start.offset else { return start }
      return PacketPlace(offset: reader.position, reference: demuxer.base.packed)
    }
    return PacketPlace(offset: anchor.offset, reference: anchor.reference)
  }

  var hasJumped: Bool { demuxer.base.hasJumped }

  var problem: MovieError? { reader.problem }

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
