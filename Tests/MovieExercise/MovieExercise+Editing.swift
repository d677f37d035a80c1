import MovieFile

extension MovieExercise {
  /// Makes every possible change to a possibly damaged file, and reads the result.
  ///
  /// - Returns: True if a changed file was written.
  /// - Throws: An error other than `MovieError`, or a description of what is wrong with a written file: either is a
  ///   bug.
  @discardableResult
  public static func edit(_ bytes: [UInt8]) throws -> Bool {
    guard let movie = try? Movie(source: MemoryByteSource(bytes)) else { return false }
    guard let changed = try? changed(movie) else { return false }
    // Everything that was readable before still is.
    let result = try Movie(source: MemoryByteSource(changed))
    guard result.tracks.count >= movie.tracks.count - 1 else {
      throw MovieError(.malformed, "the changed movie has \(result.tracks.count) tracks, not \(movie.tracks.count)")
    }
    guard try result.metadata().items.contains(where: { $0.value == value }) else {
      throw MovieError(.malformed, "the changed movie does not say what it was told")
    }
    return true
  }

  private static let value = MetadataValue.text("exercise", .utf8)

  private static func changed(_ movie: Movie) throws -> [UInt8] {
    var editor = try MovieEditor(movie)
    var items = try movie.metadata().items
    // Every other entry is removed, and every third gets another value.
    items = items.enumerated().filter { $0.offset % 2 == 0 }.map { index, item in
      var item = item
      if index % 3 == 0, item.value.text != nil { item.value = .text("other", .utf8) }
      return item
    }
    items.append(
      MetadataItem(
        keySpace: .quickTimeUserData, key: .code(0xa963_6d74), value: value, language: .tag("und")))
    try editor.setMetadata(items)
    for track in movie.tracks.prefix(2) {
      try editor.setMetadata(Array(try movie.metadata(of: track).items.dropFirst()), ofTrack: track.id)
    }
    if !movie.isFragmented, editor.format != .threeGP {
      let chapter = Chapter(timeRange: CMTimeRange(start: .zero, duration: .invalid), title: "One")
      // Movies without a length have no chapters.
      try? editor.setChapters([ChapterList(source: .nero, chapters: [chapter])])
    }
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    return sink.bytes
  }
}
