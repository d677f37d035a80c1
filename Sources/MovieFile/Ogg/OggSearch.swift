/// A search by bisection for the page at which a stream reaches a time.
struct OggSearch {
  private let pages: OggPages

  init(_ pages: OggPages) { self.pages = pages }

  /// Returns the last page of a stream whose packets end at or before a tick; nil if there is none.
  func page(
    of stream: OggLink.Stream, in link: OggLink, endingAtOrBefore tick: Int64
  ) throws(MovieError) -> OggPage? {
    var (low, high) = (link.dataStart, link.end)
    var best: OggPage?
    while low < high {
      let isNear = high - low <= 2 * Int64(OggPage.sizeLimit)
      let middle = isNear ? low : low + (high - low) / 2
      guard let page = try page(of: stream, in: middle..<high), let ticks = stream.mapping.ticks(page.granule) else {
        if isNear { return best }
        high = middle
        continue
      }
      if ticks <= tick {
        best = page
        low = page.end
      } else if isNear {
        return best
      } else {
        high = middle
      }
    }
    return best
  }

  /// Returns the first page in a range on which a packet of the stream ends.
  private func page(of stream: OggLink.Stream, in range: Range<Int64>) throws(MovieError) -> OggPage? {
    var offset = range.lowerBound
    while offset < range.upperBound, let page = try pages.page(in: offset..<range.upperBound) {
      if page.serial == stream.serial, page.packetCount > 0, stream.mapping.ticks(page.granule) != nil { return page }
      offset = page.end
    }
    return nil
  }
}
