import Testing

@testable import MediaSource

/// The requested ranges of a remote file.
@Suite struct ReadAheadTests {
  private let k: Int64 = 1 << 10
  private let m: Int64 = 1 << 20

  private func plan(_ size: Int64) -> ReadAhead { ReadAhead(size: size, first: 0..<256 * k) }

  @Test func whatIsThere_isNotAskedFor() {
    var plan = plan(10 * m)
    #expect(plan.read(at: 0) == .init(part: 0..<256 * k))
    #expect(plan.read(at: 256 * k - 1) == .init(part: 0..<256 * k))
  }

  @Test func readingOn_getsLargerParts_andTheNextOneAhead() {
    var plan = plan(100 * m)
    let first = plan.read(at: 256 * k)
    #expect(first.part == 256 * k..<768 * k)
    #expect(first.asked == [256 * k..<768 * k, 768 * k..<1792 * k])
    #expect(plan.read(at: 300 * k).asked == [])
    #expect(plan.read(at: 768 * k).asked == [1792 * k..<1792 * k + 2 * m])
    #expect(plan.read(at: 1792 * k).asked == [1792 * k + 2 * m..<1792 * k + 6 * m])
    #expect(plan.read(at: 1792 * k + 2 * m).asked == [1792 * k + 6 * m..<1792 * k + 10 * m])
  }

  @Test func readingAnywhere_getsSmallParts() {
    var plan = plan(100 * m)
    #expect(plan.read(at: 50 * m + 5).asked == [50 * m..<50 * m + 256 * k])
    #expect(plan.read(at: 20 * m + 300 * k).asked == [20 * m + 256 * k..<20 * m + 512 * k])
  }

  @Test func end_isTheEnd() {
    var plan = plan(300 * k)
    #expect(plan.read(at: 299 * k) == .init(part: 256 * k..<300 * k, asked: [256 * k..<300 * k]))
  }

  @Test func part_endsWhereAnotherBegins() {
    var plan = plan(10 * m)
    _ = plan.read(at: 512 * k)
    #expect(plan.read(at: 300 * k).part == 256 * k..<512 * k)
  }

  /// Tracks that are far apart have a read-ahead each.
  @Test func twoReaders_areBothAhead() {
    var plan = plan(100 * m)
    var asked: [Range<Int64>] = []
    for step in Int64(0)..<200 {
      for start in [0, 50 * m] { asked += plan.read(at: start + step * 64 * k).asked }
    }
    for start in [0, 50 * m] {
      let parts = asked.filter { $0.lowerBound >= start && $0.lowerBound < start + 40 * m }
      #expect(parts.count < 10)
      for (part, next) in zip(parts, parts.dropFirst()) { #expect(part.upperBound == next.lowerBound) }
    }
  }

  @Test func oldParts_areDropped_andNoneOverlap() {
    var plan = plan(1000 * m)
    var (kept, dropped): (Set<Range<Int64>>, Int) = ([0..<256 * k], 0)
    for number in 0..<400 {
      // All parts of a file in random order, and some of them consecutively.
      let place = Int64(number / 4 * 7919 % 1000) * m + Int64(number % 4) * 300 * k
      let step = plan.read(at: place)
      #expect(step.part.contains(place))
      kept.formUnion(step.asked)
      dropped += step.dropped.count
      for part in step.dropped { #expect(kept.remove(part) != nil) }
      #expect(kept == Set(plan.parts))
      #expect(plan.parts.dropFirst(2).reduce(0) { $0 + Int64($1.count) } <= ReadAhead.keptBytes)
      let sorted = plan.parts.sorted { $0.lowerBound < $1.lowerBound }
      for (part, next) in zip(sorted, sorted.dropFirst()) { #expect(part.upperBound <= next.lowerBound) }
    }
    #expect(dropped > 100)
  }

  @Test func whatDidNotCome_isAskedForAgain() {
    var plan = plan(10 * m)
    let part = plan.read(at: 5 * m).part
    plan.forget(part)
    #expect(plan.read(at: 5 * m).asked == [part])
  }
}
