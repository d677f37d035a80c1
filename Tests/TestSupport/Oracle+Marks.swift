extension Oracle {
  /// Returns tags and chapters as a metadata file of ffmpeg.
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
