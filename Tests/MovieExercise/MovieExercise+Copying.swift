import MovieFile

extension MovieExercise {
  /// Copies a possibly damaged movie, in one piece and in fragments, and reads the copies.
  ///
  /// - Returns: The number of copies.
  /// - Throws: An error other than `MovieError`, or a description of what is wrong with a copy: either is a bug.
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
        // A small file can state many samples of no bytes.
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
