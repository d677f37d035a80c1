/// The packets of one stream that a walk has found, by number and time.
struct IndexedStream: Sendable {
  private(set) var times: PacketTimes
  private var columns = PacketColumns()
  private var window: PresentationWindow
  /// The order of pictures without times; nil where times tell it.
  private var pictures: PictureOrderWindow?
  /// The packets whose places in the order of presentation are known: as many of the first in decoding order have
  /// decode times.
  private(set) var presentedCount = 0
  /// The samples of all packets that are not heard.
  private(set) var discarded = DiscardPadding()
  /// The duration of a packet after which no other comes.
  private let nominalDuration: Int64

  /// The largest number of samples that are not heard.
  private static let longest: Int64 = 1 << 60

  var count: Int { columns.count }

  init(_ stream: ContainerStream) {
    let times = PacketTimes(stream)
    self.times = times
    // The largest depth of any codec is that of H.264 and HEVC; unknown ones may have it.
    let depth = stream.coded?.codec.reorderDepth ?? Codec.h264.reorderDepth
    window = PresentationWindow(depth: stream.mediaType == "soun" ? 0 : depth)
    if stream.lacksTimes, stream.mediaType == "vide" { pictures = stream.coded.flatMap { PictureOrderWindow($0) } }
    nominalDuration = times.isCounted ? 0 : max(times.frameDuration, 1)
  }

  /// Adds the next packet in decoding order.
  ///
  /// - Throws: Read errors of the source.
  mutating func add(
    _ packet: ContainerPacket, at place: PacketPlace, of source: any ByteSource
  ) throws(MovieError) {
    let (presentation, decode, duration) = try times.times(packet, of: source)
    let number = columns.count
    let isAdded = columns.append(
      PacketColumns.Entry(
        place: place, size: packet.bytes.count, isSync: packet.isSync, presentationTime: presentation,
        decodeTime: decode, duration: duration))
    guard isAdded else { return }
    if let padding = packet.discardPadding {
      // Damaged padding may have any value: sums leave room for those of others.
      discarded.start = min(discarded.start + min(padding.start, Self.longest), Self.longest)
      discarded.end = min(discarded.end + min(padding.end, Self.longest), Self.longest)
    }
    if pictures != nil {
      for picture in try pictures?.push(number, packet, of: source) ?? [] { present(picture) }
    } else if let number = window.push(number, at: presentation) {
      present(number)
    }
  }

  /// Gives the last packets their places, at the end of the file.
  mutating func finish() {
    for picture in pictures?.finish() ?? [] { present(picture) }
    while let number = window.pop() { present(number) }
  }

  private mutating func present(_ number: Int) {
    columns.setPresented(number, at: presentedCount)
    presentedCount += 1
  }

  /// Gives a picture its place in the order of presentation, and its time: its own, the decode time at that place, or
  /// the time after the picture before.
  private mutating func present(_ picture: PictureOrderWindow.Picture) {
    if !picture.hasTime {
      let before = presentedCount > 0 ? columns.presentationTime(columns.presented(at: presentedCount - 1)) : nil
      let time = columns.entry(presentedCount).decodeTime ?? before.map { $0 &+ nominalDuration }
      if let time { columns.setPresentationTime(time, of: picture.number) }
    }
    present(picture.number)
  }

  // MARK: Lookups

  /// True if the packet at a position in decoding order has its times, and its duration.
  func hasPacket(_ number: Int) -> Bool {
    number + 1 < presentedCount && (pictures?.firstWaiting ?? .max) > number
  }

  /// True if the packets presented at a time and next after it have their times.
  func hasPackets(at time: Int64) -> Bool {
    guard presentedCount > 0, columns.presentationTime(columns.presented(at: presentedCount - 1)) > time else {
      return false
    }
    let next = position(after: time)
    return hasPacket(columns.presented(at: next)) && (next == 0 || hasPacket(columns.presented(at: next - 1)))
  }

  /// True if a sync sample after a position in decoding order has its times.
  func hasSync(after number: Int) -> Bool {
    let next = columns.syncs.partitioningIndex { $0 > number }
    return next < columns.syncs.count && hasPacket(Int(columns.syncs[next]))
  }

  /// Returns the packet at a position in decoding order; nil if its times are not known.
  func packet(_ number: Int) -> IndexedPacket? {
    guard number >= 0, number < presentedCount else { return nil }
    let entry = columns.entry(number)
    let decode = decodeTime(number, entry)
    var duration = entry.duration
    if duration <= 0, number + 1 < presentedCount {
      duration = decodeTime(number + 1, columns.entry(number + 1)) - decode
    } else if duration <= 0, nominalDuration == 1, number > 0 {
      // The last packet lasts as long as the one before.
      duration = decode - decodeTime(number - 1, columns.entry(number - 1))
    }
    return IndexedPacket(
      number: number, decodeTime: decode, presentationTime: entry.presentationTime,
      duration: duration > 0 ? duration : nominalDuration, size: entry.size, isSync: entry.isSync, place: entry.place)
  }

  private func decodeTime(_ number: Int, _ entry: PacketColumns.Entry) -> Int64 {
    entry.decodeTime ?? columns.presentationTime(columns.presented(at: number))
  }

  /// Returns the packet at a position in the order of presentation; nil if none has it.
  func packet(presentedAt position: Int) -> IndexedPacket? {
    guard position >= 0, position < presentedCount else { return nil }
    return packet(columns.presented(at: position))
  }

  /// Returns the first position in the order of presentation whose packet starts after a time.
  func position(after time: Int64) -> Int {
    (0..<presentedCount).partitioningIndex { columns.presentationTime(columns.presented(at: $0)) > time }
  }

  /// Returns the last sync sample at or before a position in decoding order; nil if there is none.
  func sync(atOrBefore number: Int) -> IndexedPacket? {
    let next = columns.syncs.partitioningIndex { $0 > number }
    return next > 0 ? packet(Int(columns.syncs[next - 1])) : nil
  }

  /// Returns the first sync sample after a position in decoding order; nil if there is none.
  func sync(after number: Int) -> IndexedPacket? {
    let next = columns.syncs.partitioningIndex { $0 > number }
    return next < columns.syncs.count ? packet(Int(columns.syncs[next])) : nil
  }
}
