import MovieFile

extension MovieExercise {
  /// Copies a movie that may be damaged in any way, in one piece and in fragments, and reads what became of it.
  ///
  /// - Returns: How many copies there were.
  /// - Throws: An error that is no `MovieError`, or what is wrong with a copy: a mistake either way.
  @discardableResult
  public static func copy(_ bytes: [UInt8]) throws -> Int {
    guard let movie = try? Movie(source: MemoryByteSource(bytes)) else { return 0 }
    var copies = 0
    for layout in [MovieWriter.Layout.headersLast, .fragments(interval: CMTime(value: 1, timescale: 1))] {
      let sink = MemoryByteSink()
      let counts: [Int]
      do {
        let copy = try MovieCopy(movie, to: movie.fileType.isQuickTime ? .mov : .mp4)
        counts = try copy.tracks.map { try $0.samples().count }
        // A small file can say that it has many samples of no bytes.
        guard counts.allSatisfy({ $0 < 10_000 }) else { continue }
        try copy.write(to: sink, layout: layout)
      } catch is MovieError {
        continue
      }
      copies += 1
      let result = try Movie(source: MemoryByteSource(sink.bytes))
      let copied = try result.tracks.map { try $0.samples().count }
      guard result.problems.isEmpty, copied == counts else {
        throw MovieError(.malformed, "the copy has \(copied) samples of \(counts): \(result.problems)")
      }
    }
    return copies
  }
}
