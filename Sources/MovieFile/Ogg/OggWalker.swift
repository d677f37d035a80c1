import CoreMedia

/// The state of a walk before a page.
struct OggWalkState: Sendable {
  /// The offset of the page that is read next.
  var position: Int64
  /// The number of the link that it belongs to.
  var link = 0
  /// The states of the link's streams.
  var streams: [OggStreamState] = []
  var problem: MovieError?
}

/// A walk over the pages of a file.
///
/// A place is the page on which a packet ends, and in `reference` the page at which the walk began: what is on that page
/// sets the clocks. It is 0 for walks from the beginning of the file.
struct OggWalker: PacketWalker {
  private let source: any ByteSource
  private var chain: OggChain
  private var links: [OggLink] { chain.links }
  private let checkpoints: WalkCheckpoints<OggWalkState>
  private let pages: OggPages
  private let origin: Int64
  private var state: OggWalkState
  private var pending: ArraySlice<ContainerPacket> = []
  private var pendingPlace: PacketPlace
  private(set) var omission: MovieError?
  /// The parameters of streams that go on with other ones, until the first packet that has them.
  private var changes: [Int: LinkParameters] = [:]

  /// - Throws: Read errors of the source.
  init(_ file: OggFile, at place: PacketPlace?) throws(MovieError) {
    (source, checkpoints, pages) = (file.source, file.checkpoints, OggPages(file.source))
    chain = OggChain(file, pages)
    origin = max(0, place?.reference ?? 0)
    pendingPlace = place ?? PacketPlace(offset: 0)
    state = OggWalkState(position: origin)
    if origin > 0 {
      state.link = max(0, links.partitioningIndex { $0.start > origin } - 1)
      state.streams = states(of: state.link, isCold: true)
    } else {
      state.streams = states(of: 0, isCold: false)
      if let place, let kept = checkpoints.state(atOrBefore: place.offset) { state = kept.state }
    }
    guard let place else { return }
    while state.position < min(place.offset, source.size) { _ = try readPage() }
    guard place.skipped > 0 else { return }
    try fill()
    pending = pending.dropFirst(Int(place.skipped))
    pendingPlace.skipped += place.skipped
  }

  var place: PacketPlace {
    pending.isEmpty ? PacketPlace(offset: state.position, reference: origin) : pendingPlace
  }

  /// Packets go on over pages.
  var needed: Int64 {
    let parts = state.streams.compactMap(\.firstPart) + pending.compactMap(\.bytes.offset)
    return parts.reduce(state.position, min)
  }

  var problem: MovieError? { state.problem }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while pending.isEmpty, state.position < source.size { try fill() }
    guard let packet = pending.popFirst() else { return nil }
    pendingPlace.skipped += 1
    return packet
  }

  private mutating func fill() throws(MovieError) {
    let start = state.position
    pending = try readPage()[...]
    pendingPlace = PacketPlace(offset: start, reference: origin)
  }

  private func states(of link: Int, isCold: Bool) -> [OggStreamState] {
    guard links.indices.contains(link) else { return [] }
    return links[link].streams.map { OggStreamState($0, isFollowing: link > 0, isCold: isCold) }
  }

  /// Returns the packets that end on the next page.
  private mutating func readPage() throws(MovieError) -> [ContainerPacket] {
    let start = state.position
    guard start < source.size else { return [] }
    if origin == 0, state.streams.allSatisfy(\.isSmall) { checkpoints.note(start, state) }
    guard let page = try OggPage(at: start, pages.window) else {
      try resynchronise()
      return []
    }
    state.position = page.end
    while links.indices.contains(state.link + 1), start >= links[state.link].end {
      state.link += 1
      state.streams = states(of: state.link, isCold: false)
    }
    if page.isFirst, source.arriving != nil, !links[state.link].serials.contains(page.serial) {
      try beginLink(at: start)
    }
    guard let index = links[state.link].streams.firstIndex(where: { $0.serial == page.serial }) else { return [] }
    var damage: String?
    var packets = try state.streams[index].take(page, pages.window) { damage = $0 }
    let stream = links[state.link].streams[index].index
    if !packets.isEmpty, let new = changes.removeValue(forKey: stream) { packets[0].parameters = new }
    if let damage { note(.malformed, damage, at: start) }
    return packets
  }

  /// Goes on with the streams that begin on a page: of a stream, the links of a chain are not known before.
  private mutating func beginLink(at start: Int64) throws(MovieError) {
    let end = state.streams.map(\.end).max() ?? .zero
    guard let new = try chain.addLink(at: start, after: end) else { return }
    for (stream, parameters) in new { changes[stream] = LinkParameters(parameters) }
    if links[links.count - 1].streams.isEmpty {
      omission = MovieError(
        .unsupported, "a link with other parameters begins, which is not read from a stream", offset: start,
        file: source.name)
    }
    state.link = links.count - 1
    state.streams = states(of: state.link, isCold: false)
  }

  /// Moves to the next page, or to the end.
  private mutating func resynchronise() throws(MovieError) {
    let start = state.position
    let isPage = start <= source.size - 4 ? try pages.window.u32(at: start) == OggPage.pattern : false
    if let page = try pages.page(in: start + 1..<max(start + 1, source.size)) {
      state.position = page.offset
      note(.malformed, "\(page.offset - start) bytes are no whole pages", at: start)
    } else {
      state.position = source.size
      note(
        isPage ? .truncated : .malformed,
        isPage ? "the last page is cut off" : "\(source.size - start) bytes are no pages", at: start)
    }
  }

  /// Keeps the first problem.
  private mutating func note(_ code: MovieError.Code, _ message: String, at offset: Int64) {
    if state.problem == nil { state.problem = MovieError(code, message, offset: offset, file: source.name) }
  }
}
