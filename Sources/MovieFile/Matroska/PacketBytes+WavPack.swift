extension PacketBytes {
  /// Creates a packet of WavPack from a Matroska frame, whose blocks lack the parts of their headers that do not change
  /// (Matroska codec specifications, A_WAVPACK4).
  ///
  ///     frame:   samples │ flags checksum [size] │ data │ flags checksum [size] │ data …
  ///     packet:  header of 32 bytes │ data │ header │ data …
  ///
  /// - Parameter version: The version of the stream, two bytes.
  /// - Throws: Read errors of the source.
  init(wavPack frame: Range<Int64>, version: [UInt8], _ window: ByteWindow) throws(MovieError) {
    self.init()
    guard frame.count >= 12, version.count == 2 else {
      append(frame)
      return
    }
    let samples = try window.bytes(at: frame.lowerBound, count: 4)
    var position = frame.lowerBound + 4
    // A block has one or two of the channels, of which there are 4096 at most.
    var blocks = 0
    while blocks < 4096, frame.upperBound - position >= 8 {
      blocks += 1
      let head = try window.bytes(at: position, count: 8)
      position += 8
      var size = frame.upperBound - position
      // A block that is not both the first and the last of its samples is followed by others.
      if head[1] & 0x18 != 0x18 {
        guard size >= 4 else { return }
        let stated = UInt64(little: try window.bytes(at: position, count: 4))
        position += 4
        guard stated <= UInt64(frame.upperBound - position) else { return }
        size = Int64(stated)
      }
      var header = Array("wvpk".utf8)
      header.append(little: UInt32(clamping: size + 24))
      header += version + [UInt8](repeating: 0, count: 10) + samples + head
      append(header)
      append(position..<position + size)
      position += size
    }
  }
}
