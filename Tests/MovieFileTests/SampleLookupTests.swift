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
}
