/// A walk over the images of a GIF file.
struct GIFWalker: PacketWalker {
  private let source: any ByteSource
  private let window: ByteWindow
  private let first: Int64
  /// The offset of the next packet, and its time.
  private var start: Int64
  private var time: Int64
  private(set) var problem: MovieError?

  /// The time of images that state less than two hundredths of a second, in hundredths: browsers and ffmpeg agree.
  private static let shortest: Int64 = 2
  private static let usual: Int64 = 10

  /// - Parameter first: The offset behind the header and its palette.
  init(source: any ByteSource, first: Int64, at place: PacketPlace) {
    (self.source, self.first) = (source, first)
    window = ByteWindow(source, capacity: 8192)
    (start, time) = (max(0, place.offset), max(0, place.reference))
  }

  var place: PacketPlace { PacketPlace(offset: start, reference: time) }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    var position = start == 0 ? first : start
    var delay: Int64 = 0
    while let mark = try byte(at: position) {
      switch mark {
      case 0x21:
        // A control extension: four bytes, of which the second and the third are the delay.
        if let label = try byte(at: position + 1), label == 0xf9, let low = try byte(at: position + 4),
          let high = try byte(at: position + 5)
        {
          delay = Int64(low) | Int64(high) << 8
        }
        guard let end = try endOfBlocks(at: position + 2) else { return cutOff() }
        position = end
      case 0x2c:
        // Place and size, flags, perhaps a palette, and the size of codes.
        guard let flags = try byte(at: position + 9),
          let end = try endOfBlocks(at: position + 11 + GIFFile.paletteSize(flags))
        else { return cutOff() }
        return packet(before: end, delay)
      case 0x3b: return nil
      default:
        note(.malformed, "byte \(mark) begins neither an extension nor an image", at: position)
        return nil
      }
    }
    return cutOff()
  }

  private mutating func packet(before end: Int64, _ delay: Int64) -> ContainerPacket {
    let duration = delay < Self.shortest ? Self.usual : delay
    let packet = ContainerPacket(
      stream: 0, presentationTime: time, decodeTime: time, duration: duration, isSync: start == 0,
      bytes: PacketBytes(start..<end))
    (start, time) = (end, time + duration)
    return packet
  }

  /// Returns the offset behind blocks, each of which begins with its size, up to an empty one; nil if the file ends before.
  private func endOfBlocks(at offset: Int64) throws(MovieError) -> Int64? {
    var position = offset
    while let size = try byte(at: position) {
      position += 1 + Int64(size)
      if size == 0 { return position }
    }
    return nil
  }

  private func byte(at offset: Int64) throws(MovieError) -> UInt8? {
    offset < source.size ? try window.u8(at: offset) : nil
  }

  private mutating func cutOff() -> ContainerPacket? {
    note(.truncated, "the file ends before its last image", at: start)
    return nil
  }

  /// Keeps the first problem.
  private mutating func note(_ code: MovieError.Code, _ message: String, at offset: Int64) {
    if problem == nil { problem = MovieError(code, message, offset: offset, file: source.name) }
  }
}
