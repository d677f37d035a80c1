/// Nero's box of chapters, written: the mirror of `Movie.chapterLists()`.
enum NeroChapters {
  /// A whole 'chpl' box: version and flags, a reserved number, a count, then each chapter's start in ten-millionths of a
  /// second and its name.
  ///
  /// - Throws: `unfit` if a chapter starts before the movie.
  static func bytes(of list: ChapterList) throws(MovieError) -> [UInt8] {
    let chapters = list.chapters
    // The count has 32 bits, but all readers and writers use the last eight.
    guard chapters.count <= 255 else {
      throw .unfit("Nero's list has at most 255 chapters, not \(chapters.count): use a chapter track")
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
          problem = problem ?? .unfit("chapter '\(chapter.title)' starts before the movie")
        }
        // Long names are cut, between characters: the chapter track has them whole.
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
  /// As many whole characters as fit into so many bytes of UTF-8.
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
