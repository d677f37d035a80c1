/// A walk over the tags of a file.
struct FLVWalker: PacketWalker {
  private let source: any ByteSource
  private let window: ByteWindow
  private let layout: FLVLayout
  /// The offset of the tag that is read next.
  private var position: Int64
  /// The packets of the last tag that are still to come.
  private var pending: ArraySlice<ContainerPacket> = []
  /// The place of the first of them.
  private var pendingPlace: PacketPlace
  private(set) var problem: MovieError?
  /// The packets that the first tag begins with and the walk does not.
  private var skipped: Int

  init(source: any ByteSource, _ layout: FLVLayout, at place: PacketPlace) {
    (self.source, self.layout) = (source, layout)
    window = ByteWindow(source, capacity: 512)
    position = max(place.offset, layout.first)
    skipped = Int(max(0, place.skipped))
    pendingPlace = place
  }

  var place: PacketPlace { pending.isEmpty ? PacketPlace(offset: position) : pendingPlace }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while true {
      if let packet = pending.popFirst() {
        pendingPlace.skipped += 1
        return packet
      }
      guard try readTag() else { return nil }
    }
  }

  /// Reads the tag at the position, or the next one behind damage; returns false at the end.
  private mutating func readTag() throws(MovieError) -> Bool {
    guard position < source.size else { return false }
    let start = position
    guard let tag = try FLVTag(at: start, window) else {
      note(.truncated, "the last tag is cut off", at: start)
      position = source.size
      return false
    }
    if tag.isPlausible(in: source) {
      // The beginning of the data is read before its end: one read of the file serves a tag and the header of the next.
      let packets = try packets(of: tag)
      if try isFollowed(tag) {
        take(packets, of: tag)
        return true
      }
    } else if try tag.isConfirmed(window) {
      // A kind that is not known, but a tag all the same.
      take([], of: tag)
      return true
    }
    var search = FLVSearch(source: source)
    if let found = try search.tag(after: start) {
      note(.malformed, "\(found.offset - start) bytes are no tags", at: start)
      take(try packets(of: found), of: found)
      return true
    }
    if tag.kind != nil, tag.streamID == 0, tag.data.upperBound > source.size {
      note(.truncated, "the last tag has \(tag.size) bytes; the file ends before", at: start)
    } else {
      note(.malformed, "\(source.size - start) bytes are no tags", at: start)
    }
    position = source.size
    return false
  }

  private mutating func take(_ packets: [ContainerPacket], of tag: FLVTag) {
    position = tag.end
    pendingPlace = PacketPlace(offset: tag.offset, skipped: Int32(clamping: skipped))
    pending = packets.dropFirst(skipped)
    skipped = 0
  }

  /// True if the back pointer, the next tag or the end of the file follows a tag; some writers' back pointers lie.
  private func isFollowed(_ tag: FLVTag) throws(MovieError) -> Bool {
    if try tag.isConfirmed(window) || tag.end >= source.size { return true }
    guard let next = try FLVTag(at: tag.end, window) else { return true }
    return next.kind != nil && next.streamID == 0
  }

  private func packets(of tag: FLVTag) throws(MovieError) -> [ContainerPacket] {
    guard !tag.isProtected else { return [] }
    var packets: [ContainerPacket] = []
    for media in try FLVMedia.list(in: tag, window) {
      guard case .coded(let offset) = media.content, !media.payload.isEmpty,
        let stream = layout.tracks.firstIndex(of: .init(isVideo: media.isVideo, number: media.track))
      else { continue }
      let isSync = media.isKey ? try isSync(media.payload, of: stream) : false
      packets.append(
        ContainerPacket(
          stream: stream, presentationTime: tag.time + offset, decodeTime: tag.time, isSync: isSync,
          bytes: PacketBytes(media.payload)))
    }
    return packets
  }

  /// True unless the bytes of a key frame tell that decoding cannot start there.
  private func isSync(_ payload: Range<Int64>, of stream: Int) throws(MovieError) -> Bool {
    guard let point = layout.points[stream] else { return true }
    let count = min(payload.count, RandomAccessPoint.inspectedSize)
    let bytes = try source.bytes(at: payload.lowerBound, count: count)
    return bytes.withUnsafeBytes { point.isAt($0) } ?? true
  }

  /// Keeps the first problem.
  private mutating func note(_ code: MovieError.Code, _ message: String, at offset: Int64) {
    if problem == nil { problem = MovieError(code, message, offset: offset, file: source.name) }
  }
}
