/// Writes Nero's chapter box: the inverse of `Movie.chapterLists()`.
enum NeroChapters {
  /// Returns a whole 'chpl' box: version and flags, a reserved number, a count, then each chapter's start in units of
  /// 100 ns and its name.
  ///
  /// - Throws: `notStorable` if a chapter starts before the movie.
  static func bytes(of list: ChapterList) throws(MovieError) -> [UInt8] {
    let chapters = list.chapters
    // The count has 32 bits, but all readers and writers use the last eight.
    guard chapters.count <= 255 else {
      throw .notStorable("Nero's list has at most 255 chapters, not \(chapters.count): use a chapter track")
    }
    var writer = BoxWriter()
    var problem: MovieError?
    writer.fullBox("chpl", version: 1) { box in
      box.u8(0)
      box.u32(UInt32(chapters.count))
      for chapter in chapters {
        let start = CMTimeConvertScale(
          chapter.timeRange.start, timescale: 10_000_000, method: .roundHalfAwayFromZero)
        if !start.isNumeric || start.value < 0 {
          problem = problem ?? .notStorable("chapter '\(chapter.title)' starts before the movie")
        }
        // Long names are truncated between characters: the chapter track has the whole ones.
        let title = chapter.title.utf8Prefix(255)
        box.u64(UInt64(max(start.value, 0)))
        box.u8(UInt8(title.count))
        box.append(title)
      }
    }
    if let problem { throw problem }
    return writer.contents
  }
}

extension String {
  /// Returns as many whole characters as fit into a number of bytes of UTF-8.
  func utf8Prefix(_ limit: Int) -> [UInt8] {
    if utf8.count <= limit { return Array(utf8) }
    var bytes: [UInt8] = []
    for character in self {
      let more = Array(character.utf8)
      guard bytes.count + more.count <= limit else { break }
      bytes += more
    }
    return bytes
  }
}
