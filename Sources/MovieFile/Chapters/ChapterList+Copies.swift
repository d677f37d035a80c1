extension [ChapterList] {
  /// The lists without Nero's, if that only repeats the titles of a chapter track, as writers do for players that read only one of them.
  public var withoutCopies: [ChapterList] {
    let tracks = filter { $0.source != .nero }.map { $0.chapters.map(\.title) }
    return filter { list in list.source != .nero || !tracks.contains(list.chapters.map(\.title)) }
  }
}
