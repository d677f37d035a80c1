extension Oracle {
  /// Tags and chapters as ffmpeg reads them from a text file and puts them into others.
  ///
  /// - Parameters:
  ///   - tags: Such as `title=A title`.
  ///   - chapters: In milliseconds.
  public static func marks(tags: [String] = [], chapters: [(start: Int, end: Int, title: String)] = []) -> String {
    let lines = chapters.flatMap { chapter in
      ["[CHAPTER]", "TIMEBASE=1/1000", "START=\(chapter.start)", "END=\(chapter.end)", "title=\(chapter.title)"]
    }
    return ([";FFMETADATA1"] + tags + lines).map { $0 + "\n" }.joined()
  }
}
