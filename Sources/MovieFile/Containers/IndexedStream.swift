/// The packets of one stream that a walk has found, by number and time.
struct IndexedStream: Sendable {
  private(set) var times: PacketTimes
  private var columns = PacketColumns()
  /// The stream in the packets' places.
  private var placeStream: Int?
  private var window: PresentationWindow
  /// The order of pictures without times; nil where times tell it.
  private var pictures: PictureOrderWindow?
  /// The packets whose places in the order of presentation are known: as many of the first in decoding order have
  /// decode times.
  private(set) var presentedCount = 0
  /// The numbers of packets with samples that are not heard, and those samples.
  private var paddings: [(number: Int32, padding: DiscardPadding)] = []
  /// The numbers of the first packets of later links, ascending.
  private var links: [Int32] = []
  /// The parameters of later links, and the numbers of the packets with which they begin, ascending.
  private(set) var parameters: [(first: Int32, stream: ContainerStream)] = []
  /// The duration of a packet after which no other comes.
  private let nominalDuration: Int64
  /// The samples of the first packets that are not heard, though the container does not say so, and those behind the
  /// last packet.
  private let overlap: (start: Int64, end: Int64)

  /// The largest number of samples that are not heard.
  private static let longest: Int64 = 1 << 60

  /// The bytes of packets of a stream that comes once; empty for files, of which they are found again.
  private var held = HeldPackets()
  private let isHeld: Bool

  var count: Int { columns.count }

  /// - Parameter isHeld: True if the bytes of packets are to be remembered.
  init(_ stream: ContainerStream, isHeld: Bool = false) {
    self.isHeld = isHeld
    let times = PacketTimes(stream)
    self.times = times
    // The largest depth of any codec is that of H.264 and HEVC; unknown ones may have it.
    let depth = stream.coded?.codec.reorderDepth ?? Codec.h264.reorderDepth
    window = PresentationWindow(depth: stream.mediaType == "soun" ? 0 : depth)
    if stream.lacksTimes, stream.mediaType == "vide" { pictures = stream.coded.flatMap { PictureOrderWindow($0) } }
    let overlap = stream.coded?.overlap ?? (start: 0, end: 0)
    self.overlap = (max(0, overlap.start - stream.priming), overlap.end)
    nominalDuration = times.isCounted ? 0 : max(times.frameDuration, 1)
  }

  /// Adds the next packet in decoding order.
  ///
  /// - Throws: Read errors of the source; then nothing has changed.
  mutating func add(
    _ packet: ContainerPacket, at place: PacketPlace, of source: any ByteSource
  ) throws(MovieError) {
    let head = try pictures?.head(of: packet, source) ?? []
    let (presentation, decode, duration) = try times.times(packet, of: source)
    let number = columns.count
    let isAdded = columns.append(
      PacketColumns.Entry(
        place: place, size: packet.bytes.count, isSync: packet.isSync, presentationTime: presentation,
        decodeTime: decode, duration: duration))
    guard isAdded else { return }
    placeStream = place.stream
    if isHeld { held.append(packet.bytes) }
    var padding = packet.discardPadding
    if number == 0, overlap.start > 0 {
      padding = DiscardPadding(start: max(padding?.start ?? 0, overlap.start), end: padding?.end ?? 0)
    }
    if let padding { paddings.append((Int32(number), padding)) }
    if packet.beginsLink { links.append(Int32(number)) }
    if let new = packet.parameters { parameters.append((Int32(number), new.stream)) }
    if pictures != nil {
      for picture in pictures?.push(number, packet, head: head) ?? [] { present(picture) }
    } else if let number = window.push(number, at: presentation) {
      present(number)
    }
  }

  /// Gives the last packets their places, at the end of the file.
  mutating func finish() {
    if overlap.end > 0, columns.count > columns.first { columns.extendLast(by: overlap.end) }
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

  // MARK: What is heard

  /// Returns the ranges of decode times that are not heard, ascending: those of a chain's links lie in the middle.
  func unheard() -> [Range<Int64>] {
    var ranges: [Range<Int64>] = []
    for (number, padding) in paddings {
      guard let packet = packet(Int(number)) else { continue }
      // Damaged padding may have any value: sums leave room for those of others.
      let (start, end) = (packet.decodeTime, packet.decodeTime + packet.duration)
      ranges.append(start..<start + Self.bounded(padding.start))
      ranges.append(end - Self.bounded(padding.end)..<end)
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var united: [Range<Int64>] = []
    for range in ranges where !range.isEmpty {
      if let last = united.last, last.upperBound >= range.lowerBound {
        united[united.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        united.append(range)
      }
    }
    return united
  }

  /// Returns the samples at both ends that are not heard.
  func discarded() -> DiscardPadding {
    guard let first = packet(0), let last = packet(count - 1) else { return DiscardPadding() }
    let (unheard, end) = (unheard(), last.decodeTime + last.duration)
    let head = unheard.first.flatMap { $0.lowerBound <= first.decodeTime ? $0.upperBound - first.decodeTime : nil }
    let tail = unheard.last.flatMap { $0.upperBound >= end ? end - $0.lowerBound : nil }
    return DiscardPadding(start: head ?? 0, end: tail ?? 0)
  }

  /// The samples at both ends of what has come so far that are not heard; those of later packets are not known.
  var discardedSoFar: DiscardPadding {
    let (first, last) = (paddings.first { $0.number == 0 }, paddings.last { $0.number == count - 1 })
    return DiscardPadding(start: Self.bounded(first?.padding.start), end: Self.bounded(last?.padding.end))
  }

  /// Returns the samples of a packet that are not heard; nil if all are.
  func padding(of number: Int) -> DiscardPadding? {
    let place = paddings.partitioningIndex { $0.number >= number }
    guard paddings.indices.contains(place), paddings[place].number == number else { return nil }
    let padding = paddings[place].padding
    return DiscardPadding(start: Self.bounded(padding.start), end: Self.bounded(padding.end))
  }

  private static func bounded(_ padding: Int64?) -> Int64 { min(max(padding ?? 0, 0), longest) }

  // MARK: Giving back

  /// Forgets the packets before a position in decoding order, as far as later ones do not need them.
  mutating func drop(before number: Int) {
    held.drop(before: number)
    columns.drop(before: min(number, presentedCount))
  }

  /// The offset of the first bytes in the file that are remembered; nil if there are none.
  var firstOffset: Int64? { held.firstOffset }

  /// Returns the bytes of a packet; nil if they are not remembered.
  func bytes(of number: Int) -> PacketBytes? { held[number] }

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
    guard number >= columns.first, number < presentedCount else { return nil }
    let entry = columns.entry(number)
    let decode = decodeTime(number, entry)
    var duration = entry.duration
    if duration <= 0, number + 1 < presentedCount {
      duration = decodeTime(number + 1, columns.entry(number + 1)) - decode
    } else if duration <= 0, nominalDuration == 1, number > columns.first {
      // The last packet lasts as long as the one before.
      duration = decode - decodeTime(number - 1, columns.entry(number - 1))
    } else if duration <= 0, nominalDuration == 1 {
      // The only frame: 25 a second, as other readers have it.
      duration = Int64(times.timescale) / 25
    }
    var place = entry.place
    place.stream = placeStream
    return IndexedPacket(
      number: number, decodeTime: decode, presentationTime: entry.presentationTime,
      duration: duration > 0 ? duration : nominalDuration, hasStatedDuration: entry.duration > 0, size: entry.size,
      isSync: entry.isSync,
      beginsLink: beginsLink(number), parameters: parameters.partitioningIndex { $0.first > number }, place: place)
  }

  private func beginsLink(_ number: Int) -> Bool {
    let next = links.partitioningIndex { $0 >= number }
    return next < links.count && Int(links[next]) == number
  }

  private func decodeTime(_ number: Int, _ entry: PacketColumns.Entry) -> Int64 {
    entry.decodeTime ?? columns.presentationTime(columns.presented(at: number))
  }

  /// Returns the packet at a position in the order of presentation; nil if none has it.
  func packet(presentedAt position: Int) -> IndexedPacket? {
    guard position >= columns.first, position < presentedCount else { return nil }
    return packet(columns.presented(at: position))
  }

  /// Returns the first position in the order of presentation whose packet starts after a time.
  func position(after time: Int64) -> Int {
    (columns.first..<max(columns.first, presentedCount)).partitioningIndex {
      columns.presentationTime(columns.presented(at: $0)) > time
    }
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

/// The bytes of the last packets of a stream, by their numbers.
struct HeldPackets: Sendable {
  private var packets: [PacketBytes] = []
  /// The number of the first packet in the list, and that of the first one that is not forgotten.
  private var base = 0
  private var first = 0

  mutating func append(_ bytes: PacketBytes) { packets.append(bytes) }

  mutating func drop(before number: Int) {
    first = min(max(first, number), base + packets.count)
    guard first - base > 256, (first - base) * 2 > packets.count else { return }
    packets.removeFirst(first - base)
    base = first
  }

  subscript(_ number: Int) -> PacketBytes? {
    number >= first && number - base < packets.count ? packets[number - base] : nil
  }

  var firstOffset: Int64? { packets.dropFirst(first - base).lazy.compactMap(\.offset).first }
}
