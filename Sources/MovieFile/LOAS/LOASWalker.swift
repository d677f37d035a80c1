/// A walk over the frames of LOAS: each holds one or more of AAC, whose bits are not aligned with bytes.
struct LOASWalker: PacketWalker {
  private let source: any ByteSource
  private let window: ByteWindow
  private var reader: LATMConfiguration.Reader
  /// The offset of the next frame.
  private var position: Int64
  /// The AAC of the last frame that was not given, the offset of that frame, and the number of its packets that were.
  private var frames: ArraySlice<[UInt8]> = []
  private var frameStart: Int64 = 0
  private var given: Int32 = 0
  /// The number of packets of the first frame that are before the place of the walk.
  private var skipped: Int32
  /// True behind bytes that are no frame: one that is followed by another is looked for.
  private var isLost = false
  private(set) var problem: MovieError?

  /// - Parameter configuration: That of the frames before the place; nil at the beginning of the file.
  init(_ source: any ByteSource, _ configuration: LATMConfiguration?, from place: PacketPlace) {
    self.source = source
    window = ByteWindow(source, capacity: 1 << 14)
    reader = LATMConfiguration.Reader(configuration: configuration)
    position = max(0, place.offset)
    skipped = max(0, place.skipped)
  }

  /// The configuration of the last frame.
  var configuration: LATMConfiguration? { reader.configuration }

  var place: PacketPlace {
    frames.isEmpty ? PacketPlace(offset: position) : PacketPlace(offset: frameStart, skipped: given)
  }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      while let frame = frames.popFirst() {
        given += 1
        if skipped > 0 {
          skipped -= 1
          continue
        }
        var bytes = PacketBytes()
        bytes.append(frame)
        return ContainerPacket(stream: 0, isSync: true, bytes: bytes)
      }
      guard try load() else { return nil }
    }
  }

  /// Reads the next frame; false at the end of the file.
  private mutating func load() throws(MovieError) -> Bool {
    let length = ElementaryFrameHeader.Format.loas.headLength
    while position < source.size {
      guard source.size - position >= Int64(length) else { return cutOff() }
      guard let head = try head(at: position), try isFrame(head) else {
        note(.malformed, "bytes are no frame")
        isLost = true
        position += 1
        continue
      }
      guard source.size - position >= Int64(head.size) else { return cutOff() }
      isLost = false
      let bytes = try window.bytes(at: position, count: head.size)
      frames = reader.frames(bytes[length...])[...]
      if frames.isEmpty { note(.malformed, "a frame holds no AAC") }
      (frameStart, given) = (position, 0)
      position += Int64(head.size)
      if !frames.isEmpty { return true }
    }
    return false
  }

  private func head(at offset: Int64) throws(MovieError) -> ElementaryFrameHeader? {
    let length = ElementaryFrameHeader.Format.loas.headLength
    guard source.size - offset >= Int64(length) else { return nil }
    return ElementaryFrameHeader(try window.bytes(at: offset, count: length)[...], .loas)
  }

  /// True if a frame begins at the position: behind damage, only one that another follows, or the end.
  private func isFrame(_ head: ElementaryFrameHeader) throws(MovieError) -> Bool {
    let next = position + Int64(head.size)
    if !isLost || next == source.size { return true }
    return try self.head(at: next) != nil
  }

  private mutating func cutOff() -> Bool {
    note(.truncated, "the last frame is cut off")
    position = source.size
    return false
  }

  private mutating func note(_ code: MovieError.Code, _ message: String) {
    problem = problem ?? MovieError(code, message, offset: position, file: source.name)
  }
}
