import CoreMedia

/// A link of a chain: streams that begin and end together (RFC 3533, section 4).
struct OggLink: Sendable {
  /// A logical stream.
  struct Stream: Sendable {
    let serial: UInt32
    let mapping: OggMapping
    /// The position in the file's streams.
    let index: Int
    /// The parameters that tell the length of packets.
    let coded: CodedStream?
    /// The time of tick 0 on the timeline of the whole chain.
    var base: Int64 = 0
  }

  /// The offset of the first page.
  let start: Int64
  /// The offset behind the headers.
  let dataStart: Int64
  /// The offset of the next link, or the end of the file.
  let end: Int64
  var streams: [Stream]
  /// The numbers of all streams, those that are passed over too.
  let serials: Set<UInt32>

  func stream(_ serial: UInt32) -> Stream? { streams.first { $0.serial == serial } }
}

/// The links of a file, found by bisection.
///
///     link                   link            link
///     headers data …         headers data …  headers data … last page
///             ^ known numbers   ^ other ones                    ^ whose number?
struct OggChain {
  private(set) var links: [OggLink] = []
  private(set) var streams: [ContainerStream] = []
  /// The end of the last link on the timeline.
  private(set) var end = CMTime.zero

  private let pages: OggPages
  private let source: any ByteSource
  /// The last page of the file; nil if there is none near the end.
  private let last: OggPage?
  /// A stream's codec and headers.
  typealias Headers = (kind: OggMapping.Kind, packets: [[UInt8]])
  /// The headers of each stream, by which later links continue it.
  private(set) var headers: [Headers] = []

  private static let linkLimit = 1024
  /// The number of bytes before an end that are searched for the last page of a stream.
  private static let searchSize: Int64 = 1 << 20

  /// - Throws: Read errors of the source.
  init(_ pages: OggPages) throws(MovieError) {
    self.pages = pages
    source = pages.window.source
    var start: Int64 = 0
    // The end of a stream is not waited for: links are met on the way.
    let isArriving = source.arriving != nil
    let tail = max(0, source.size - Self.searchSize)..<source.size
    last = isArriving ? nil : try pages.lastPage(in: tail) { _ in true }
    var attempts = 0
    while links.count < Self.linkLimit, attempts < Self.linkLimit, start < source.size {
      let packets = try OggHeaderPackets(at: start, pages)
      guard !packets.streams.isEmpty else {
        // Something else is between the links, or before the first.
        let range = start + 1..<min(source.size, start + Self.searchSize)
        guard !range.isEmpty, let page = try pages.page(in: range), page.offset > start else { break }
        start = page.isFirst ? page.offset : page.end
        attempts += 1
        continue
      }
      let serials = Set(packets.streams.map(\.serial))
      let end = try end(of: serials, from: packets.end)
      try add(packets, start: start, end: end, serials)
      start = end
    }
  }

  /// Goes on with the links of a stream that has begun with those of a file.
  init(_ file: OggFile, _ pages: OggPages) {
    (self.pages, source, last) = (pages, file.source, nil)
    (links, streams, headers) = (file.links, file.streams, file.headers)
  }

  /// Adds the link that begins at a place of a stream, and continues the streams that are known.
  ///
  /// - Parameter end: The end of the link before on the timeline.
  /// - Returns: The parameters of streams that go on with other ones; nil if no link begins there.
  mutating func addLink(at start: Int64, after end: CMTime) throws(MovieError) -> [Int: ContainerStream]? {
    let packets = try OggHeaderPackets(at: start, pages)
    guard !packets.streams.isEmpty, let before = links.last else { return nil }
    let count = streams.count
    self.end = end
    try add(packets, start: start, end: source.size, Set(packets.streams.map(\.serial)))
    let last = links.count - 1
    var changes: [Int: ContainerStream] = [:]
    for (place, stream) in links[last].streams.enumerated() where stream.index >= count {
      let known = before.streams.first { known in
        OggFile.isAlike(known, stream) && streams[known.index].hasSameShape(as: streams[stream.index])
          && !links[last].streams.contains { $0.index == known.index }
      }
      guard let known else { continue }
      changes[known.index] = streams[stream.index]
      headers[known.index] = headers[stream.index]
      links[last].streams[place] = OggLink.Stream(
        serial: stream.serial, mapping: stream.mapping, index: known.index, coded: stream.coded, base: stream.base)
    }
    // Readers do not know of others.
    streams.removeSubrange(count...)
    headers.removeSubrange(count...)
    links[last].streams.removeAll { $0.index >= count }
    return changes
  }

  /// Returns the offset at which pages of other streams begin.
  private func end(of serials: Set<UInt32>, from start: Int64) throws(MovieError) -> Int64 {
    guard let last, last.offset >= start, !serials.contains(last.serial) else { return source.size }
    var (low, high) = (start, last.offset)
    while high - low > Int64(OggPage.sizeLimit) {
      let middle = low + (high - low) / 2
      if let page = try pages.page(in: middle..<high) {
        if serials.contains(page.serial) { low = page.end } else { high = page.offset }
      } else {
        high = middle
      }
    }
    while low < high, let page = try pages.page(in: low..<high) {
      if !serials.contains(page.serial) { return page.offset }
      low = page.end
    }
    return high
  }

  private mutating func add(
    _ packets: OggHeaderPackets, start: Int64, end: Int64, _ serials: Set<UInt32>
  ) throws(MovieError) {
    var link = OggLink(start: start, dataStart: packets.end, end: end, streams: [], serials: serials)
    var finish = CMTime.zero
    for stream in packets.streams {
      guard let mapping = stream.mapping else { continue }
      let index = index(of: stream, mapping, in: link)
      // The audible samples of a link follow those of the one before.
      let offset = CMTimeConvertScale(self.end, timescale: mapping.timescale, method: .default)
      let isKnown = offset.isNumeric && offset.value < 1 << 60
      let base = links.isEmpty || !isKnown ? 0 : offset.value - mapping.priming * mapping.step
      link.streams.append(
        OggLink.Stream(
          serial: stream.serial, mapping: mapping, index: index, coded: streams[index].coded, base: base))
      guard source.arriving == nil else { continue }
      let last = try pages.lastPage(in: max(packets.end, end - Self.searchSize)..<max(packets.end, end)) {
        $0.serial == stream.serial && mapping.ticks($0.granule) != nil
      }
      if let ticks = last.flatMap({ mapping.ticks($0.granule) }) {
        finish = max(finish, CMTime(value: base + ticks * mapping.step, timescale: mapping.timescale))
      }
    }
    self.end = max(self.end, finish)
    links.append(link)
  }

  /// Returns the stream that a link's stream continues, or a new one: decoders must not need other headers.
  private mutating func index(of stream: OggHeaderPackets.Stream, _ mapping: OggMapping, in link: OggLink) -> Int {
    // Comments differ.
    let own = stream.headers.enumerated().filter { $0.offset != 1 }.map(\.element)
    let known = headers.indices.first { index in
      headers[index].kind == mapping.kind && !link.streams.contains { $0.index == index }
        && Self.isSame(headers[index].packets, own, mapping)
    }
    let new = ContainerStream(stream, mapping)
    if let known {
      // A stream that comes back with its headers follows the one that it has been replaced by meanwhile.
      let before = links.last?.streams ?? []
      let isReplaced = before.contains { other in
        other.mapping.kind == mapping.kind && other.mapping.timescale == mapping.timescale
          && streams[other.index].hasSameShape(as: new)
      }
      if !isReplaced || before.contains(where: { $0.index == known }) { return known }
    }
    headers.append((mapping.kind, own))
    streams.append(new)
    return streams.count - 1
  }

  private static func isSame(_ a: [[UInt8]], _ b: [[UInt8]], _ mapping: OggMapping) -> Bool {
    switch mapping.kind {
    // The identification header has the length of the stream in FLAC, the rate of bits in Speex, and the pre-skip in Opus.
    // Blocks of FLAC may not be larger than the decoder knows.
    case .flac:
      a.first?[17..<21] == b.first?[17..<21] && a.first?[27..<30] == b.first?[27..<30]
        && (a.first?[30] ?? 0) >> 4 == (b.first?[30] ?? 0) >> 4
    case .opus: a.first?[9] == b.first?[9] && a.first?.dropFirst(18) == b.first?.dropFirst(18)
    case .speex: a.first?[36..<52] == b.first?[36..<52] && a.first?[56..<60] == b.first?[56..<60]
    default: a == b
    }
  }
}
