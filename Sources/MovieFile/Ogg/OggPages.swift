/// Finds pages from any place in a file.
struct OggPages {
  let window: ByteWindow
  private var source: any ByteSource { window.source }

  /// The number of bytes that are searched at once, from the end backwards.
  private static let step: Int64 = 1 << 16

  /// The number of bytes of false pages that are read at once, and for each byte that is searched.
  private static let budget = 8 * OggPage.sizeLimit
  private static let allowance = 32

  init(_ source: any ByteSource) { window = ByteWindow(source, capacity: 1 << 16) }

  /// Returns the first page that begins in a range.
  ///
  /// A beginning without a page costs the checksum of a whole one: a file of such beginnings must not take unlimited
  /// time, so that beyond some of them, only those that are far enough from each other are looked at.
  func page(in range: Range<Int64>) throws(MovieError) -> OggPage? {
    var offset = max(0, range.lowerBound)
    let end = min(range.upperBound, source.size - OggPage.headerSize + 1)
    var budget = Self.budget
    while offset < end {
      // The pattern begins with an O.
      if try window.u8(at: offset) == 0x4f, budget > 0, try window.u32(at: offset) == OggPage.pattern {
        if let page = try OggPage(at: offset, window) { return page }
        budget -= OggPage.sizeLimit
      }
      offset += 1
      budget = min(budget + Self.allowance, Self.budget)
    }
    return nil
  }

  /// Returns the last page that begins in a range, and that a predicate accepts.
  func lastPage(in range: Range<Int64>, where isWanted: (OggPage) -> Bool) throws(MovieError) -> OggPage? {
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - Self.step)
      var found: OggPage?
      var offset = start
      while offset < end, let page = try page(in: offset..<end) {
        if isWanted(page) { found = page }
        offset = page.end
      }
      if let found { return found }
      end = start
    }
    return nil
  }
}
