import AVFoundation
import Testing

/// Images of compositions' tracks: of the frame that is presented at a time.
@Suite struct CompositionImageTests {
  private let folder: TemporaryFolder
  private let composition = AVMutableComposition()
  private let track: AVMutableCompositionTrack

  /// Frames 15 to 24 of a movie of 30 numbered ones, then frames 0 to 4 at half the speed, a gap of five frames, and
  /// frames 20 on.
  init() throws {
    folder = try TemporaryFolder()
    track = try composition.add(.video)
    let source = try AVURLAsset(url: NumberedMovie.make(in: folder)).track(.video)
    try track.insertTimeRange(span(300, 500), of: source, at: .zero)
    try track.insertTimeRange(span(0, 100), of: source, at: ticks(200))
    track.scaleTimeRange(span(200, 300), toDuration: ticks(200))
    try track.insertTimeRange(span(400, 600), of: source, at: ticks(500))
  }

  private func exact() -> AVAssetImageGenerator {
    let generator = AVAssetImageGenerator(asset: composition)
    generator.makeExact()
    return generator
  }

  private func number(_ time: Int64, _ generator: AVAssetImageGenerator) throws -> (Int, CMTime) {
    var actual = CMTime.invalid
    let image = try generator.copyCGImage(at: ticks(time), actualTime: &actual)
    return (NumberedMovie.number(image), actual)
  }

  @Test func exactRequests_giveTheFrameOfTheSegment() throws {
    let generator = exact()
    for (time, expected) in [(0, 15), (19, 15), (20, 16), (199, 24), (200, 0), (239, 0), (240, 1), (399, 4), (500, 20)]
    {
      let (found, actual) = try number(Int64(time), generator)
      #expect(found == expected && actual == ticks(Int64(time)), "\(time): \(found) at \(actual.seconds)")
    }
    expectNoImage { try generator.copyCGImage(at: ticks(450), actualTime: nil) }
    expectNoImage { try generator.copyCGImage(at: ticks(700), actualTime: nil) }
  }

  /// A segment may end inside of a frame, and between the ticks of its source.
  @Test func coarseTimescales_keepTheLastFrame() throws {
    let url = try NumberedMovie.make("coarse.mov", in: folder, options: ["-video_track_timescale", "30"])
    let coarse = AVMutableComposition()
    try coarse.insertTimeRange(span(0, 190), of: AVURLAsset(url: url), at: .zero)
    let generator = AVAssetImageGenerator(asset: coarse)
    generator.makeExact()
    #expect(try number(179, generator).0 == 8 && number(181, generator).0 == 9 && number(189, generator).0 == 9)
    generator.requestedTimeToleranceBefore = .positiveInfinity
    #expect(try number(300, generator).0 == 9)
  }

  @Test func tolerances_reachIntoTheNeighbours() throws {
    let generator = exact()
    generator.requestedTimeToleranceBefore = .positiveInfinity
    #expect(try number(450, generator).0 == 4 && number(700, generator).0 == 29)
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .positiveInfinity
    #expect(try number(450, generator) == (20, ticks(500)))
  }

  @Test func severalTimes_areAnsweredInTheirOrder() async throws {
    let calls = await exact().calls([ticks(500), ticks(210), ticks(450), ticks(20)])
    #expect(calls.map(\.number) == [16, 0, nil, 20])
    #expect(calls.map(\.requested) == [ticks(20), ticks(210), ticks(450), ticks(500)])
  }

  /// Decision: the generator sees edits that were made before a request.
  @Test func edits_concernTheNextRequest() throws {
    let generator = exact()
    #expect(try number(0, generator).0 == 15)
    track.removeTimeRange(span(0, 40))
    #expect(try number(0, generator).0 == 17)
    let empty = AVMutableComposition()
    let late = AVAssetImageGenerator(asset: empty)
    late.makeExact()
    expectNoImage { try late.copyCGImage(at: .zero, actualTime: nil) }
    try empty.insertTimeRange(span(0, 100), of: composition, at: .zero)
    #expect(try number(0, late).0 == 17)
  }

  @Test func timesBehindASegment_haveTheTimeOfItsLastFrame() throws {
    let generator = exact()
    generator.requestedTimeToleranceBefore = .positiveInfinity
    for time in [700, 900] as [Int64] { #expect(try number(time, generator) == (29, ticks(680))) }
    generator.requestedTimeToleranceBefore = ticks(10)
    #expect(try number(705, generator) == (29, ticks(680)))
  }

  /// Frame 20 is a key frame, and presented up to 120.
  @Test func finiteTolerances_giveTheFrameThatBeginsWithin() throws {
    let generator = exact()
    generator.requestedTimeToleranceBefore = ticks(6)
    generator.requestedTimeToleranceAfter = ticks(6)
    #expect(try number(103, generator) == (20, ticks(100)) && number(120, generator) == (21, ticks(120)))
    #expect(try number(96, generator) == (20, ticks(100)) && number(90, generator) == (19, ticks(80)))
  }

  /// A frame that began before a segment is presented from its start on.
  @Test func finiteTolerances_countAFrameFromTheStartOfItsSegment() throws {
    track.removeTimeRange(span(0, 10))
    let generator = exact()
    generator.requestedTimeToleranceBefore = ticks(6)
    #expect(try number(3, generator) == (15, .zero) && number(10, generator) == (16, ticks(10)))
  }

  @Test func segmentPastTheSourcesEnd_showsTheLastFrame() throws {
    let segment = try #require(track.segments.last { !$0.isEmpty })
    let url = try #require(segment.sourceURL)
    track.segments = [
      AVCompositionTrackSegment(
        url: url, trackID: segment.sourceTrackID, sourceTimeRange: span(500, 900), targetTimeRange: span(0, 400))
    ]
    let generator = exact()
    for (time, expected) in [(79, 28), (99, 29), (100, 29), (250, 29), (399, 29)] {
      #expect(try number(Int64(time), generator) == (expected, ticks(Int64(time))), "\(time)")
    }
    generator.requestedTimeToleranceBefore = .positiveInfinity
    for time in [250, 400] as [Int64] { #expect(try number(time, generator) == (29, ticks(80))) }
  }

  @Test func timeBeforeAVideoComposition_isSaidToBe() throws {
    let generator = exact()
    generator.videoComposition = AVMutableVideoComposition(propertiesOf: composition)
    let error = #expect(throws: AVError.self) { try generator.copyCGImage(at: ticks(-1), actualTime: nil) }
    #expect(error?.failureReason?.contains("before the beginning") == true, "\(error as Any)")
  }
}
