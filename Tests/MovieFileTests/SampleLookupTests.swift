import MovieExercise
import MovieFile
import Testing

/// Lookups by time, rank and sync, compared with a search through all samples.
@Suite struct SampleLookupTests {
  /// The timing of a track's frames.
  struct Pattern: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let count: Int
    /// Duration and composition offset of a sample.
    let times: @Sendable (Int) -> (duration: Int, offset: Int)
    let sync: Int
  }

  static let patterns: [Pattern] = [
    Pattern(testDescription: "all alike", count: 3_000, times: { _ in (10, 0) }, sync: 1),
    Pattern(testDescription: "IBBP", count: 3_001, times: { (10, [10, 30, 0, 0][$0 % 4]) }, sync: 60),
    Pattern(
      testDescription: "B-pyramid with negative offsets", count: 2_000,
      times: { (10, [0, 40, 10, -20, -10][$0 % 5]) }, sync: 250),
    Pattern(testDescription: "uneven durations", count: 1_500, times: { (1 + $0 * 7 % 23, 0) }, sync: 300),
    Pattern(
      testDescription: "everything before the first", count: 2_000, times: { (10, $0 == 0 ? 900_000 : 0) }, sync: 100),
    Pattern(testDescription: "backwards", count: 900, times: { (10, 9_000 - 20 * $0) }, sync: 900),
    Pattern(testDescription: "at the same time", count: 700, times: { ($0 % 3 == 0 ? 0 : 5, 0) }, sync: 7),
    Pattern(testDescription: "one", count: 1, times: { _ in (10, 5) }, sync: 1),
  ]

  private func table(_ pattern: Pattern) throws -> SampleTable {
    let times = (0..<pattern.count).map(pattern.times)
    var track = TrackBytes()
    track.tables = TrackBytes.tables(
      durations: times.map { (1, $0.duration) }, offsets: times.map { (1, $0.offset) },
      sizes: (0..<pattern.count).map { 1 + $0 % 5 },
      sync: stride(from: 1, through: pattern.count, by: pattern.sync).map { $0 })
    return try Movie(source: MemoryByteSource(TrackBytes.movie([track]))).tracks[0].samples()
  }

  @Test(arguments: patterns) func presentation_isThatOfAllSamplesSorted(pattern: Pattern) throws {
    let table = try table(pattern)
    let all = try table.all()
    #expect(all.count == pattern.count)
    let sorted = all.sorted { ($0.presentationTime, $0.index) < ($1.presentationTime, $1.index) }
    for (rank, sample) in sorted.enumerated() where rank % 7 == 0 || rank > sorted.count - 20 {
      #expect(try table.rank(of: sample.index) == rank)
      #expect(try table.sample(rank: rank) == sample.index)
    }
    let first = sorted[0].presentationTime
    #expect(try table.sample(atPresentationTime: first - 1) == nil)
    var generator = Numbers(seed: 1)
    let last = sorted[sorted.count - 1].presentationTime
    for _ in 0..<200 {
      let time = Int64.random(in: first...last + 20, using: &generator)
      let expected = sorted.last { $0.presentationTime <= time }
      #expect(try table.sample(atPresentationTime: time) == expected, "at \(time)")
    }
  }

  @Test(arguments: patterns) func decoding_isInOrder(pattern: Pattern) throws {
    let table = try table(pattern)
    let all = try table.all()
    var generator = Numbers(seed: 2)
    for _ in 0..<200 {
      let time = Int64.random(in: -5...table.decodeEnd + 5, using: &generator)
      #expect(try table.sample(atDecodeTime: time) == all.last { $0.decodeTime <= time }, "at \(time)")
      let index = Int.random(in: all.indices, using: &generator)
      #expect(try table[index] == all[index])
      #expect(try table.start(atOrBefore: index) == all[...index].last { $0.isSync }?.index)
      #expect(try table.start(after: index) == all[(index + 1)...].first { $0.isSync }?.index)
    }
    #expect(try table.start(atOrBefore: -1) == nil)
    #expect(try table.start(after: -1) == 0)
    #expect(try table.start(after: pattern.count) == nil)
  }

  /// The end of the sample that is presented last, of irregular frames: decoded in the order 0, 3, 1, 2, each 100 units
  /// before a frame begins.
  struct End: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The distances of the decode times, the last of which is the table's own.
    let durations: [Int]
    var presentation = [100, 500, 110, 140]
    var mediaDuration = 0
    let end: Int64
  }

  static let ends: [End] = [
    End(testDescription: "the media's", durations: [10, 30, 360, 900], end: 1400),
    End(
      testDescription: "the media's by table and header", durations: [10, 30, 360, 900], mediaDuration: 1300, end: 1400),
    End(
      testDescription: "the header's before the table's", durations: [10, 30, 360, 90_000], mediaDuration: 1300,
      end: 1400),
    End(
      testDescription: "of a header that ends too early", durations: [10, 30, 360, 900], mediaDuration: 40, end: 1400),
    // The decode times end before the last presentation, as where writers take the last one's duration for that of the frame.
    End(testDescription: "of a table that ends too early", durations: [10, 300, 30, 20], end: 800),
    End(
      testDescription: "that of the last sample, decoded last", durations: [10, 30, 10, 20],
      presentation: [100, 140, 110, 500], end: 520),
    End(
      testDescription: "the same in both orders", durations: [10, 30, 360, 900], presentation: [0, 10, 40, 400],
      mediaDuration: 1000, end: 1300),
  ]

  /// The table's durations are those of decoding.
  @Test(arguments: ends) func lastPresentation_endsWithTheMedia(_ expected: End) throws {
    var (decodeTime, offsets) = (0, [(Int, Int)]())
    for (duration, time) in zip(expected.durations, expected.presentation) {
      offsets.append((1, time - decodeTime))
      decodeTime += duration
    }
    var track = TrackBytes()
    track.duration = expected.mediaDuration
    track.tables = TrackBytes.tables(
      durations: expected.durations.map { (1, $0) }, offsets: offsets, sizes: [1, 1, 1, 1])
    let table = try Movie(source: MemoryByteSource(TrackBytes.movie([track]))).tracks[0].samples()
    #expect(
      try (0..<4).map { try table[table.sample(rank: $0)].presentationTime }
        == expected.presentation.sorted().map(Int64.init))
    #expect(table.presentationRange.upperBound == expected.end)
    #expect(try table.presentationEnd(rank: 3) == expected.end)
    #expect(try table.presentationEnd(rank: 0) == expected.presentation.sorted()[1])
    // What is stored stays.
    #expect(try table.all().map(\.duration) == expected.durations.map(Int64.init))
  }
}
