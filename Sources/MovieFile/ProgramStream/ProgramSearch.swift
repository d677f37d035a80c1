/// Finds times in a program stream without reading all of it.
struct ProgramSearch: StampSearch {
  let source: any ByteSource
  let streams: [(number: UInt8, kind: ElementaryStream)]
  let map: ProgramStreamMap?
  let headers: [StreamHeaders]
  let firstOffset: Int64
  /// The time at which the file begins.
  let start: Int64

  var kinds: [ElementaryStream] { streams.map(\.kind) }

  /// Packets are found by their start codes, wherever a walk begins.
  func aligned(_ offset: Int64) -> Int64 { max(offset, firstOffset) }

  func walker(from offset: Int64, _ base: TimeBase) throws(MovieError) -> ProgramWalker {
    ProgramWalker(
      ProgramReader(source, from: offset), ProgramDemuxer(streams, map, headers, base: base),
      from: PacketPlace(offset: offset))
  }

  func stamp(
    after offset: Int64, before end: Int64, of stream: Int?
  ) throws(MovieError) -> (offset: Int64, time: Int64)? {
    let limit = min(end, offset + SearchLimit.stamp)
    var reader = ProgramReader(source, from: offset, until: limit, capacity: 1 << 16)
    let numbers = streams.indices.filter { index in
      stream.map { $0 == index } ?? streams[index].kind.isAudiovisual
    }.map { streams[$0].number }
    while let unit = try reader.next() {
      guard case .packet(let packet) = unit, let stamp = packet.header.decode ?? packet.header.presentation else {
        continue
      }
      let substream = ProgramSubstream(packet.header.streamID, payload: try reader.payload(of: packet), map)
      guard let substream, numbers.contains(substream.number) else { continue }
      var base = TimeBase(after: start)
      return base.time(ofDecode: stamp, after: nil).map { (packet.offset, $0) }
    }
    return nil
  }
}
