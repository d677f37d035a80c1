import MovieFile

/// Reads everything in a possibly damaged file.
public enum MovieExercise {
  /// The result of reading a file.
  public struct Outcome: Sendable {
    /// True if the movie could be opened.
    public var isOpen = false
    public var samples = 0
    /// The number of items in tags of files other than movies.
    public var items = 0
    /// The errors, each with its place.
    public var errors: [MovieError] = []
  }

  /// - Throws: An error other than `MovieError`: a bug of the reader.
  public static func read(_ bytes: [UInt8]) throws -> Outcome {
    var outcome = Outcome()
    let source = MemoryByteSource(bytes)
    func attempt(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as MovieError {
        outcome.errors.append(error)
      }
    }
    try attempt {
      let movie = try Movie(source: source)
      outcome.isOpen = true
      outcome.errors += movie.problems
      for track in movie.tracks {
        try attempt { _ = try track.formatDescriptions() }
        try attempt { _ = try track.timeline().media(at: CMTime(value: 1, timescale: 3)) }
        try attempt {
          let samples = try track.samples()
          outcome.samples += samples.count
          if let problem = samples.problem { outcome.errors.append(problem) }
          try lookUp(samples, in: track, of: movie, attempt)
        }
        try attempt { outcome.errors += try movie.metadata(of: track).problems }
        try attempt { _ = try movie.characteristics(of: track) }
        try attempt { _ = try movie.gapless(of: track) }
      }
      try attempt { outcome.errors += try movie.metadata().problems }
      try attempt { _ = try movie.chapterLists() }
      try attempt {
        // The first pages suffice: a small file can state many samples.
        do {
          try SampleListing(movie.tracks).writeJSON { _ in
            throw Enough()
          }
        } catch is Enough {}
      }
    }
    try attempt {
      var tree = BoxTree(source)
      try tree.walk { entry in if case .problem(let error, _) = entry { outcome.errors.append(error) } }
    }
    return outcome
  }

  /// The first page was written.
  struct Enough: Error {}

  private static func lookUp(
    _ samples: SampleTable, in track: Track, of movie: Movie, _ attempt: (() throws -> Void) throws -> Void
  ) throws {
    guard samples.count > 0 else { return }
    for index in Set([0, samples.count / 2, samples.count - 1]) {
      let sample = try samples[index]
      try attempt { _ = try movie.data(of: sample, in: track) }
      try attempt { _ = try samples.sample(atPresentationTime: sample.presentationTime) }
      try attempt { _ = try samples.sample(rank: samples.rank(of: index)) }
      try attempt { _ = try samples.presentationEnd(rank: index) }
      _ = try samples.sample(atDecodeTime: sample.decodeTime)
      _ = try samples.start(atOrBefore: index)
      _ = try samples.start(after: index, kinds: .randomAccess)
    }
    for time in [Int64.min, -1, 0, .max] {
      try attempt { _ = try samples.sample(atPresentationTime: time) }
      _ = try samples.sample(atDecodeTime: time)
    }
  }
}
