/// Walks over the packets of a program stream's elementary streams, in the order in which they are complete.
struct ProgramWalker: PacketizedWalker {
  private var reader: ProgramReader
  private(set) var demuxer: ProgramDemuxer
  private var isAtEnd = false
  private var log = WalkLog()
  private let start: PacketPlace

  /// - Parameter place: The place of the first packet.
  /// - Throws: Read errors of the source.
  init(_ reader: ProgramReader, _ demuxer: ProgramDemuxer, from place: PacketPlace) throws(MovieError) {
    (self.reader, self.demuxer, start) = (reader, demuxer, place)
    for _ in 0..<place.skipped { _ = try next() }
  }

  var place: PacketPlace {
    guard let anchor = demuxer.pendingAnchor else {
      guard reader.position > start.offset else { return start }
      return PacketPlace(offset: reader.position, reference: demuxer.base.packed)
    }
    return log.place(of: anchor)
  }

  var hasJumped: Bool { demuxer.base.hasJumped }

  var problem: MovieError? { reader.problem }

  var omission: MovieError? { demuxer.omission }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      if let (stream, unit) = demuxer.next() {
        log.note(unit.anchor, before: demuxer.pendingAnchor)
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
