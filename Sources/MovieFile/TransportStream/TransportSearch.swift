/// Finds times in a transport stream without reading all of it.
struct TransportSearch: StampSearch {
  let source: any ByteSource
  let layout: TransportLayout
  let opened: TransportDemuxer
  let headers: [StreamHeaders]
  /// The time at which the file begins.
  let start: Int64

  var kinds: [ElementaryStream] { opened.entries.map(\.kind) }
  var firstOffset: Int64 { layout.start }

  func stamp(
    after offset: Int64, before end: Int64, of stream: Int?
  ) throws(MovieError) -> (offset: Int64, time: Int64)? {
    let from = aligned(offset)
    let limit = min(end, from + SearchLimit.stamp)
    var reader = TransportReader(source, layout, from: from, until: limit, capacity: 1 << 16)
    let tables = opened.tables
    let pids = opened.entries.indices.filter { index in
      stream.map { $0 == index } ?? opened.entries[index].kind.isAudiovisual
    }.map { tables.pids[$0] }
    while let (offset, index) = try reader.next() {
      let stamp = reader.buffer.withUnsafeBytes { bytes -> Int64? in
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[index..<index + TransportLayout.payloadSize])
        let packet = TransportPacket(bytes)
        guard packet.startsUnit, pids.contains(packet.pid), let start = packet.payloadStart, !packet.isScrambled,
          case .header(let header) = PESHeader.read(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        else { return nil }
        return header.decode ?? header.presentation
      }
      if let stamp {
        var base = TimeBase(after: start)
        return base.time(ofDecode: stamp, after: nil).map { (offset, $0) }
      }
    }
    return nil
  }

  func walker(from offset: Int64, _ base: TimeBase) throws(MovieError) -> TransportWalker {
    TransportWalker(
      TransportReader(source, layout, from: offset), TransportDemuxer(opened, headers, from: offset, base: base),
      from: PacketPlace(offset: offset))
  }

  /// The offset of the packet that holds a byte, if no bytes are missing before it.
  func aligned(_ offset: Int64) -> Int64 {
    let size = Int64(layout.size)
    return layout.start + max(0, offset - layout.start) / size * size
  }
}
