/// Walks over the packets of a transport stream's elementary streams, in the order in which they are complete.
struct TransportWalker: PacketWalker {
  private var reader: TransportReader
  private(set) var demuxer: TransportDemuxer
  private var isAtEnd = false
  /// The places of the packets that a walk from `place` meets again.
  private var returned: [Int64] = []
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
      return PacketPlace(offset: reader.position, reference: demuxer.programs.first?.base.packed ?? 0)
    }
    let skipped = returned.count { $0 >= anchor.offset }
    return PacketPlace(offset: anchor.offset, reference: anchor.reference, skipped: Int32(clamping: skipped))
  }

  var problem: MovieError? { demuxer.problem ?? reader.problem }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      if let (stream, unit) = demuxer.next() {
        note(unit.anchor.offset)
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

  /// Notes the place of a packet that is returned, and forgets those before all that wait.
  private mutating func note(_ offset: Int64) {
    returned.append(offset)
    guard returned.count > 64, returned.count & 63 == 0 else { return }
    let first = demuxer.pendingAnchor?.offset ?? .max
    returned.removeAll { $0 < first }
  }
}

extension ContainerPacket {
  /// Creates the packet of a unit of an elementary stream.
  init(_ stream: Int, _ unit: StampedUnit) {
    self.init(
      stream: stream, presentationTime: unit.presentation, decodeTime: unit.decode ?? unit.presentation,
      duration: StreamClock.ticks(unit.unit.duration), isSync: unit.unit.isSync, bytes: unit.bytes)
    storedSize = Int(clamping: unit.unit.storedSize)
  }
}
