import AVFoundation
import Testing

/// The segments of composition tracks after edits, with exact times.
@Suite struct CompositionTrackEditingTests {
  // MARK: Inserting

  @Test func ranges_areInsertedOneAfterTheOther() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(150, 450), span(0, 60))
    #expect(track.summary == ["0…300 ← 150…450", "300…360 ← 0…60"])
    #expect(composition.duration == ticks(360) && track.timeRange == span(0, 360))
    let segment = try #require(track.segments.first)
    #expect(segment.sourceURL == SharedClip.movie && !segment.isEmpty)
    #expect(segment.sourceTrackID == (try AVURLAsset.shared.track(.video).trackID))
  }

  @Test func rangeInsideOfAnother_splitsItAndPushesItsRestBack() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 600))
    try track.insertTimeRange(span(0, 60), of: AVURLAsset.shared.track(.video), at: ticks(200))
    #expect(track.summary == ["0…200 ← 0…200", "200…260 ← 0…60", "260…660 ← 200…600"])
  }

  /// An insertion at an end looks at no other segment: with thousands, anything else would take minutes.
  @Test(.timeLimit(.minutes(1))) func thousandsOfInsertions_areQuick() throws {
    let (composition, track) = try AVMutableComposition.ofVideo()
    let source = try AVURLAsset.shared.track(.video)
    for number in 0..<5000 {
      try track.insertTimeRange(span(0, 20), of: source, at: number % 2 == 0 ? .zero : composition.duration)
    }
    #expect(track.segments.count == 5000 && composition.duration == ticks(100_000))
  }

  /// Times whose sum is exact, and others that are rounded when they are added.
  @Test(arguments: [[600, 25, 30_000], [44_100, 90_000, 24_000], [999_983, 44_100, 30_000, 1_000_000_007]])
  func duration_isTheSumOfTheSegments(_ timescales: [Int32]) throws {
    let (composition, track) = try AVMutableComposition.ofVideo()
    let source = try AVURLAsset.shared.track(.video)
    var random = SeededGenerator(state: UInt64(timescales[0]))
    for _ in 0..<200 {
      let scale = timescales.randomElement(using: &random) ?? 600
      let length = CMTime(value: .random(in: 1...Int64(scale / 4), using: &random), timescale: scale)
      let end = composition.duration
      let place = CMTimeMultiplyByFloat64(end, multiplier: .random(in: 0...1, using: &random))
      let time = [.zero, end, place, end + length].randomElement(using: &random) ?? end
      switch Int.random(in: 0..<8, using: &random) {
      case 0: track.removeTimeRange(CMTimeRange(start: place, duration: length))
      case 1: track.insertEmptyTimeRange(CMTimeRange(start: time, duration: length))
      default: try track.insertTimeRange(CMTimeRange(start: .zero, duration: length), of: source, at: time)
      }
      let segments: [AVCompositionTrackSegment] = track.segments
      let sum = segments.reduce(CMTime.zero) { $0 + $1.timeMapping.target.duration }
      #expect(composition.duration == sum)
      #expect(!zip(segments, segments.dropFirst()).contains { $0.isEmpty && $1.isEmpty })
    }
  }

  @Test func timeAfterTheEnd_leavesAGap() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 60))
    try track.insertTimeRange(span(0, 60), of: AVURLAsset.shared.track(.video), at: ticks(100))
    #expect(track.summary == ["0…60 ← 0…60", "60…100 –", "100…160 ← 0…60"])
    #expect(track.segments[1].sourceURL == nil && !track.segments[1].timeMapping.source.start.isValid)
  }

  /// Decision: what the source does not have is an empty segment.
  @Test func rangeBeyondTheSource_endsWithAnEmptySegment() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(500, 900))
    #expect(track.summary == ["0…100 ← 500…600", "100…400 –"])
  }

  @Test func infiniteRange_endsWithTheSource() throws {
    let (_, track) = try AVMutableComposition.ofVideo(CMTimeRange(start: ticks(60), duration: .positiveInfinity))
    #expect(track.summary == ["0…540 ← 60…600"])
  }

  @Test func rangeOutsideOfTheSource_isRefused() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 60))
    let source = try AVURLAsset.shared.track(.video)
    for outside in [span(600, 660), span(-100, 0), CMTimeRange(start: .invalid, duration: ticks(1))] {
      let error = #expect(throws: AVError.self) { try track.insertTimeRange(outside, of: source, at: .zero) }
      #expect(error?.code == .invalidCompositionTrackSegmentSourceStartTime)
    }
    #expect(track.summary == ["0…60 ← 0…60"])
  }

  @Test func trackOfAnotherType_isRefused() throws {
    let (_, track) = try AVMutableComposition.ofVideo()
    let audio = try AVURLAsset.shared.track(.audio)
    let error = #expect(throws: AVError.self) { try track.insertTimeRange(span(0, 60), of: audio, at: .zero) }
    #expect(error?.code == .operationNotSupportedForAsset)
    #expect(error?.failureReason?.contains("'soun'") == true)
  }

  @Test func severalRanges_areInsertedTogetherOrNotAtAll() throws {
    let (_, track) = try AVMutableComposition.ofVideo()
    let source = try AVURLAsset.shared.track(.video)
    let gap = CMTimeRange(start: .invalid, duration: ticks(40))
    try track.insertTimeRanges(
      [span(0, 60), gap, span(300, 360)].map { NSValue(timeRange: $0) }, of: [source, NSNull(), source], at: .zero)
    #expect(track.summary == ["0…60 ← 0…60", "60…100 –", "100…160 ← 300…360"])
    #expect(throws: AVError.self) {
      try track.insertTimeRanges(
        [span(0, 60), span(700, 800)].map { NSValue(timeRange: $0) }, of: [source, source], at: .zero)
    }
    #expect(throws: AVError.self) { try track.insertTimeRanges([], of: [source], at: .zero) }
    #expect(track.segments.count == 3)
  }

  /// Compositions are flattened: no segment refers to another composition.
  @Test func tracksOfCompositions_areInsertedAsTheirSources() throws {
    let (_, inner) = try AVMutableComposition.ofVideo(span(100, 200), span(400, 500))
    inner.scaleTimeRange(span(100, 200), toDuration: ticks(50))
    let (_, outer) = try AVMutableComposition.ofVideo()
    try outer.insertTimeRange(span(50, 125), of: inner, at: .zero)
    #expect(outer.summary == ["0…50 ← 150…200", "50…75 ← 400…450"])
    #expect(outer.segments.allSatisfy { $0.sourceURL == SharedClip.movie })
    // Later edits of the inner composition do not reach the outer one.
    inner.removeTimeRange(span(0, 600))
    #expect(outer.segments.count == 2)
  }

  // MARK: Empty ranges, removal, speed

  @Test func emptyRange_pushesLaterMediaBack() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 120))
    track.insertEmptyTimeRange(span(60, 90))
    #expect(track.summary == ["0…60 ← 0…60", "60…90 –", "90…150 ← 60…120"])
    track.insertEmptyTimeRange(span(90, 100))
    #expect(track.summary == ["0…60 ← 0…60", "60…100 –", "100…160 ← 60…120"])
  }

  @Test func removedRange_closesUpAndLeavesTheTrack() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 120), span(300, 420))
    track.removeTimeRange(span(60, 180))
    #expect(track.summary == ["0…60 ← 0…60", "60…120 ← 360…420"])
    track.removeTimeRange(CMTimeRange(start: .zero, duration: .positiveInfinity))
    #expect(track.summary == [] && composition.tracks.count == 1 && composition.duration == .zero)
  }

  @Test func scaledRange_changesTheSpeedOfWhatIsInside() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 120), span(300, 420))
    track.scaleTimeRange(span(60, 180), toDuration: ticks(60))
    #expect(track.summary == ["0…60 ← 0…60", "60…90 ← 60…120", "90…120 ← 300…360", "120…180 ← 360…420"])
    // A cut inside a fast segment is exact in its source.
    track.removeTimeRange(span(75, 105))
    #expect(track.summary == ["0…60 ← 0…60", "60…75 ← 60…90", "75…90 ← 330…360", "90…150 ← 360…420"])
  }

  @Test func oddSpeeds_endExactlyWhereAsked() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 100), span(100, 200), span(200, 300))
    track.scaleTimeRange(span(0, 300), toDuration: ticks(1001, 30000))
    #expect(track.timeRange.end == ticks(1001, 30000))
    try track.validateSegments(track.segments)
    track.scaleTimeRange(CMTimeRange(start: .zero, end: ticks(1001, 30000)), toDuration: ticks(300))
    #expect(track.summary == ["0…100 ← 0…100", "100…200 ← 100…200", "200…300 ← 200…300"])
  }

  @Test func timesBeforeZero_countAsNone() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 120))
    track.insertEmptyTimeRange(span(-60, 60))
    #expect(track.summary == ["0…60 –", "60…180 ← 0…120"])
    track.insertEmptyTimeRange(span(-60, 0))
    track.removeTimeRange(span(-60, 60))
    #expect(track.summary == ["0…120 ← 0…120"])
  }

  @Test func rangesWithoutTimes_areIgnored() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 120))
    for odd in [CMTimeRange.invalid, CMTimeRange(start: .zero, duration: .indefinite), span(100, 50)] {
      track.insertEmptyTimeRange(odd)
      track.removeTimeRange(odd)
      track.scaleTimeRange(odd, toDuration: ticks(10))
    }
    track.scaleTimeRange(span(0, 60), toDuration: .zero)
    track.scaleTimeRange(span(0, 60), toDuration: .invalid)
    #expect(track.summary == ["0…120 ← 0…120"])
  }

  /// Random edits of times that do not fit each other never leave a gap or an overlap.
  @Test func randomEdits_alwaysLeaveValidSegments() throws {
    var random = SystemRandomNumberGenerator()
    let source = try AVURLAsset.shared.track(.video)
    let scales: [Int32] = [24, 30, 600, 1001, 44100, 48000, 90000, 30000, 24000, 997]
    for _ in 0..<20 {
      let (_, track) = try AVMutableComposition.ofVideo(span(0, 600))
      func time(_ limit: Int64) -> CMTime {
        let scale = scales.randomElement(using: &random) ?? 600
        return ticks(Int64.random(in: 1...limit * Int64(scale) / 10, using: &random), scale)
      }
      for _ in 0..<30 {
        let range = CMTimeRange(start: time(30), duration: time(20))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          try track.insertTimeRange(CMTimeRange(start: time(3), duration: time(8)), of: source, at: time(30))
        case 1: track.insertEmptyTimeRange(range)
        case 2: track.removeTimeRange(CMTimeRange(start: range.start, duration: time(3)))
        default: track.scaleTimeRange(range, toDuration: time(20))
        }
        try track.validateSegments(track.segments)
      }
    }
  }

  /// A cut is no change of speed, whatever times it has.
  @Test func randomCuts_keepTheSpeed() throws {
    var random = SystemRandomNumberGenerator()
    let source = try AVURLAsset.shared.track(.video)
    let scales: [Int32] = [24, 1001, 44100, 90000, 30000, 997, 999_983, 1_000_000_007]
    for _ in 0..<10 {
      let (_, track) = try AVMutableComposition.ofVideo(span(0, 600))
      func time(_ limit: Int64) -> CMTime {
        let scale = scales.randomElement(using: &random) ?? 600
        return ticks(Int64.random(in: 1...limit * Int64(scale) / 10, using: &random), scale)
      }
      for _ in 0..<20 {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try track.insertTimeRange(CMTimeRange(start: time(3), duration: time(5)), of: source, at: time(20))
        case 1: track.insertEmptyTimeRange(CMTimeRange(start: time(20), duration: time(3)))
        default: track.removeTimeRange(CMTimeRange(start: time(20), duration: time(1)))
        }
      }
      for mapping in track.segments.filter({ !$0.isEmpty }).map(\.timeMapping) {
        #expect(mapping.source.duration == mapping.target.duration)
      }
    }
  }

  /// Times with an epoch are on another timeline, and sums beyond the largest time are none.
  @Test func timesOfOtherTimelines_changeNothing() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 120))
    let source = try AVURLAsset.shared.track(.video)
    let epoch = CMTime(value: 60, timescale: 600, flags: .valid, epoch: 1)
    let odd = CMTimeRange(start: epoch, duration: ticks(60))
    track.scaleTimeRange(span(0, 60), toDuration: epoch)
    track.insertEmptyTimeRange(odd)
    track.insertEmptyTimeRange(CMTimeRange(start: .zero, duration: CMTime(value: .max, timescale: 1)))
    track.insertEmptyTimeRange(CMTimeRange(start: .zero, duration: CMTime(value: .max, timescale: 1)))
    track.removeTimeRange(span(120, 240))
    for range in [odd, CMTimeRange(start: .zero, duration: .indefinite), .invalid] {
      composition.scaleTimeRange(range, toDuration: ticks(10))
      composition.removeTimeRange(range)
    }
    #expect(throws: AVError.self) { try track.insertTimeRange(odd, of: source, at: .zero) }
    #expect(throws: AVError.self) { try track.insertTimeRange(span(0, 60), of: source, at: epoch) }
    #expect(throws: AVError.self) { try composition.insertTimeRange(span(0, 60), of: AVURLAsset.shared, at: epoch) }
    let segment = AVCompositionTrackSegment(
      url: SharedClip.movie, trackID: 1, sourceTimeRange: odd, targetTimeRange: span(0, 60))
    #expect(throws: AVError.self) { try track.validateSegments([segment]) }
    track.segments = [segment]
    track.removeTimeRange(CMTimeRange(start: .zero, duration: CMTime(value: .max, timescale: 1)))
    #expect(track.summary == [] || track.summary == ["0…120 ← 0…120"], "\(track.summary)")
    #expect(track.timeRange.duration.isNumeric && track.nominalFrameRate.isFinite)
  }

  @Test func onlyInfiniteRanges_reachToTheEnd() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 120))
    composition.scaleTimeRange(CMTimeRange(start: ticks(60), duration: .indefinite), toDuration: ticks(30))
    #expect(track.summary == ["0…120 ← 0…120"])
    composition.scaleTimeRange(CMTimeRange(start: ticks(60), duration: .positiveInfinity), toDuration: ticks(30))
    #expect(track.summary == ["0…60 ← 0…60", "60…90 ← 60…120"])
  }

  // MARK: Segments

  @Test func storedSegments_makeTheCompositionAnew() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(150, 450))
    track.insertEmptyTimeRange(span(0, 60))
    track.scaleTimeRange(span(60, 360), toDuration: ticks(150))
    let rebuilt = AVMutableComposition()
    let copy = try rebuilt.add(.video)
    copy.segments = track.segments.map { segment in
      guard let url = segment.sourceURL else { return AVCompositionTrackSegment(timeRange: segment.timeMapping.target) }
      return AVCompositionTrackSegment(
        url: url, trackID: segment.sourceTrackID, sourceTimeRange: segment.timeMapping.source,
        targetTimeRange: segment.timeMapping.target)
    }
    #expect(copy.segments == track.segments && copy.summary == ["0…60 –", "60…210 ← 150…450"])
    #expect(copy.naturalSize == CGSize(width: 160, height: 90) && copy.naturalTimeScale == track.naturalTimeScale)
  }

  @Test func missingFile_isReportedWhenItIsUsed() async throws {
    let composition = AVMutableComposition()
    let track = try composition.add(.video)
    let missing = URL(fileURLWithPath: "/nowhere/missing.mp4")
    track.segments = [
      AVCompositionTrackSegment(url: missing, trackID: 1, sourceTimeRange: span(0, 60), targetTimeRange: span(0, 60))
    ]
    #expect(composition.duration == ticks(60) && !composition.isPlayable && track.naturalSize == .zero)
    let error = await #expect(throws: AVError.self) { try await track.load(.formatDescriptions) }
    #expect(error?.description.contains("missing.mp4") == true, "\(error as Any)")
  }

  @Test func segmentOfATrackOfAnotherType_isReportedWhenItIsUsed() throws {
    let composition = AVMutableComposition()
    let track = try composition.add(.video)
    for id in [try AVURLAsset.shared.track(.audio).trackID, 77] {
      track.segments = [
        AVCompositionTrackSegment(
          url: SharedClip.movie, trackID: id, sourceTimeRange: span(0, 60), targetTimeRange: span(0, 60))
      ]
      let error = #expect(throws: AVError.self) { try AVAssetReader(asset: composition) }
      #expect(error?.code == .invalidSourceMedia, "\(error as Any)")
    }
  }

  @Test func segmentsThatDoNotTile_areRefused() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 60))
    func segment(_ source: CMTimeRange, _ target: CMTimeRange) -> AVCompositionTrackSegment {
      AVCompositionTrackSegment(url: SharedClip.movie, trackID: 1, sourceTimeRange: source, targetTimeRange: target)
    }
    let cases: [([AVCompositionTrackSegment], AVError.Code)] = [
      ([segment(span(0, 60), span(10, 70))], .compositionTrackSegmentsNotContiguous),
      (
        [segment(span(0, 60), span(0, 60)), segment(span(0, 60), span(61, 120))],
        .compositionTrackSegmentsNotContiguous
      ),
      ([segment(span(0, 60), span(0, 0))], .invalidCompositionTrackSegmentDuration),
      (
        [segment(CMTimeRange(start: .invalid, duration: ticks(60)), span(0, 60))],
        .invalidCompositionTrackSegmentSourceStartTime
      ),
      ([segment(span(0, 0), span(0, 60))], .invalidCompositionTrackSegmentSourceDuration),
    ]
    for (segments, code) in cases {
      let error = #expect(throws: AVError.self) { try track.validateSegments(segments) }
      #expect(error?.code == code)
      #expect(error?.failureReason?.contains("CMTime(") == false)
      track.segments = segments
      #expect(track.summary == ["0…60 ← 0…60"])
    }
    try track.validateSegments([AVCompositionTrackSegment(timeRange: span(0, 60)), segment(span(0, 60), span(60, 90))])
  }
}
