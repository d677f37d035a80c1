/// The headers of the streams that begin together at a place of a file.
struct OggHeaderPackets {
  struct Stream {
    let serial: UInt32
    let mapping: OggMapping?
    /// The headers so far; those without use for a decoder are empty.
    fileprivate(set) var headers: [[UInt8]] = []
    fileprivate var partial: [UInt8] = []
    fileprivate var isComplete = false
  }

  private(set) var streams: [Stream] = []
  /// The end of the last page of headers alone.
  private(set) var end: Int64

  private static let pageLimit = 4096
  private static let streamLimit = 64
  /// The largest header of a decoder; lists of comments hold pictures, and are left out.
  private static let headerLimit = 1 << 20

  /// Reads the headers from the page at an offset on; without streams if that is none, or not the first of a stream.
  init(at start: Int64, _ pages: OggPages) throws(MovieError) {
    end = start
    var (offset, hasData) = (start, false)
    for _ in 0..<Self.pageLimit {
      guard let page = try OggPage(at: offset, pages.window) else { return }
      if page.isFirst {
        // Streams begin before any of them goes on; a known number is another link's.
        guard streams.count < Self.streamLimit,
          !streams.contains(where: { $0.serial == page.serial || $0.headers.count > 1 })
        else { return }
        try add(page, pages)
      } else {
        guard let index = streams.firstIndex(where: { $0.serial == page.serial }) else { return }
        if try !read(page, of: index, pages) { hasData = true }
      }
      offset = page.end
      if !hasData { end = offset }
      if !page.isFirst, streams.allSatisfy(\.isComplete) { return }
    }
  }

  private mutating func add(_ page: OggPage, _ pages: OggPages) throws(MovieError) {
    guard let part = page.parts.first, part.isComplete else { return }
    let packet = try pages.window.bytes(at: part.range.lowerBound, count: part.range.count)
    var stream = Stream(serial: page.serial, mapping: OggMapping(packet))
    stream.headers = [packet]
    stream.isComplete = stream.mapping == nil || stream.mapping?.headerCount == 1
    streams.append(stream)
  }

  /// Takes the headers on a page; returns false if there are data too.
  private mutating func read(_ page: OggPage, of index: Int, _ pages: OggPages) throws(MovieError) -> Bool {
    for part in page.parts {
      if streams[index].isComplete { return false }
      let count = min(part.range.count, Self.headerLimit - streams[index].partial.count)
      streams[index].partial += try pages.window.bytes(at: part.range.lowerBound, count: max(0, count))
      guard part.isComplete, let mapping = streams[index].mapping else { continue }
      let packet = streams[index].partial
      streams[index].partial = []
      guard mapping.isHeader(packet, number: streams[index].headers.count) else {
        streams[index].isComplete = true
        return false
      }
      // No decoder takes more than three.
      let isKept = packet.count < Self.headerLimit && streams[index].headers.count < 3
      streams[index].headers.append(isKept ? packet : [])
      if let count = mapping.headerCount, streams[index].headers.count >= count { streams[index].isComplete = true }
    }
    return true
  }
}
