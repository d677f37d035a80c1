extension InterleavedFile {
  /// The seconds by which the streams of a file may be apart.
  private var interleaving: Int64 { 10 }

  /// True if a walk from a place meets a sync sample of a stream at or before a time. The walk ends where packets of the
  /// stream begin later, or those of others by far.
  ///
  /// - Throws: Read errors of the source.
  func meetsSync(of stream: Int, atOrBefore time: Int64, from place: PacketPlace) throws(MovieError) -> Bool {
    let scale = Int128(streams[stream].timescale)
    var walker = try packets(from: place)
    while let packet = try walker.next() {
      guard let start = packet.presentationTime ?? packet.decodeTime else { continue }
      if packet.stream == stream {
        if start <= time, packet.isSync { return true }
        // Frames that are presented before it may follow.
        if (packet.decodeTime ?? start) > time { return false }
      } else {
        let other = Int128(streams[packet.stream].timescale)
        if Int128(start) * scale > (Int128(time) + Int128(interleaving) * scale) * other { return false }
      }
    }
    return false
  }
}
