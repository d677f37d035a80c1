import MovieExercise
import MovieFile
import Testing

/// Edit lists: the exact mapping of movie time to media time.
@Suite struct TrackTimelineTests {
  private func edit(_ duration: Int64, _ media: Int64?, rate: Double = 1) -> Edit {
    Edit(duration: duration, mediaTime: media, rate: FixedPoint(Int32(rate * 65_536), fractionBits: 16))
  }

  /// Media with 1000 units a second, a movie with 600.
  private func timeline(_ edits: [Edit]?, mediaEnd: Int64 = 10_000) -> TrackTimeline {
    TrackTimeline(edits: edits, mediaEnd: mediaEnd, timescale: 1000, movieTimescale: 600)
  }

  private func media(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }
  private func movie(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 600) }

  @Test func withoutEdits_allMediaAreShown() throws {
    let timeline = timeline(nil)
    #expect(timeline.segments.count == 1)
    #expect(timeline.duration == media(10_000))
    #expect(timeline.movieTime(ofMedia: media(123)) == media(123))
    #expect(timeline.media(at: media(9_999))?.time == media(9_999))
    #expect(timeline.media(at: media(10_000)) == nil)
    #expect(timeline.media(at: media(-1)) == nil)
  }

  @Test func emptyEdit_delaysTheRest() throws {
    let timeline = timeline([edit(300, nil), edit(600, 250)])
    #expect(timeline.duration == movie(900))
    let gap = try #require(timeline.media(at: .zero))
    #expect(gap.segment.source == nil && gap.time == nil)
    // An empty edit of half a second, then the media from 0.25 s on.
    #expect(timeline.media(at: movie(300))?.time == media(250))
    #expect(timeline.movieTime(ofMedia: media(250)) == movie(300))
    // Media times outside of the edit, extrapolated.
    #expect(timeline.movieTime(ofMedia: media(0)) == media(250))
    #expect(timeline.movieTime(ofMedia: media(2_250)) == media(2_500))
  }

  @Test func severalEdits_showStretchesInTheirOrder() throws {
    let timeline = timeline([edit(600, 5_000), edit(600, 1_000), edit(600, 3_000)])
    #expect(timeline.duration == movie(1_800))
    #expect(timeline.media(at: movie(599))?.segment == timeline.segments[0])
    #expect(timeline.media(at: movie(900))?.time == media(1_500))
    #expect(timeline.movieTime(ofMedia: media(5_500)) == media(500))
    #expect(timeline.movieTime(ofMedia: media(1_500)) == media(1_500))
    #expect(timeline.movieTime(ofMedia: media(3_000)) == media(2_000))
    // Between two edits: extrapolated from the one before.
    #expect(timeline.movieTime(ofMedia: media(2_500)) == media(2_500))
    #expect(timeline.movieTime(ofMedia: media(500)) == media(500))
  }

  @Test func stretchInsideAnother_isFoundInTheLongerOne() {
    let timeline = timeline([edit(6_000, 0), edit(600, 2_000)])
    #expect(timeline.movieTime(ofMedia: media(2_500)) == media(10_500))
    #expect(timeline.movieTime(ofMedia: media(4_000)) == media(4_000))
  }

  @Test func repeatedStretch_isShownFirstWhereItComesFirst() {
    let timeline = timeline([edit(600, 1_000), edit(600, 1_000)])
    #expect(timeline.movieTime(ofMedia: media(1_000)) == media(0))
    #expect(timeline.media(at: movie(600))?.time == media(1_000))
  }

  @Test func rate_scalesTheMedia() throws {
    let timeline = timeline([edit(600, 1_000, rate: 2), edit(600, 0, rate: 0.5), edit(600, 7_000, rate: 0)])
    #expect(timeline.segments[0].source == CMTimeRange(start: media(1_000), duration: media(2_000)))
    #expect(timeline.media(at: movie(300))?.time == media(2_000))
    #expect(timeline.movieTime(ofMedia: media(2_000)) == movie(300))
    #expect(timeline.media(at: movie(900))?.time == media(250))
    // A still frame.
    #expect(timeline.media(at: movie(1_200))?.time == media(7_000))
    #expect(timeline.media(at: movie(1_799))?.time == media(7_000))
  }

  @Test func lastEditWithoutLength_goesToTheEnd() {
    let timeline = timeline([edit(0, 512)])
    #expect(timeline.duration == media(10_000 - 512))
    #expect(timeline.movieTime(ofMedia: media(512)) == .zero)
  }

  @Test func samplesThatEditsCutOff_areListedWithTheirTimes() throws {
    var track = TrackBytes()
    track.extra = MovieBytes.box(
      "edts", MovieBytes.full("elst", MovieBytes.u32(2, 300, -1, 0x10000), MovieBytes.u32(60, 200, 0x10000)))
    track.tables = TrackBytes.tables(durations: [(5, 100)], sizes: [1, 2, 3, 4, 5])
    let movie = try Movie(source: MemoryByteSource(TrackBytes.movie([track])))
    #expect(movie.tracks[0].edits == [edit(300, nil), edit(60, 200)])
    let listing = try Listing(movie)
    #expect(
      listing.tracks[0].samples.map(\.pts)
        == ["0.300000000", "0.400000000", "0.500000000", "0.600000000", "0.700000000"])
    #expect(listing.tracks[0].samples.map(\.size) == [1, 2, 3, 4, 5])
  }

  @Test func timesOfOddScales_areExactToNineDecimals() throws {
    var track = TrackBytes()
    (track.timescale, track.duration) = (90_000, 90_000)
    track.extra = MovieBytes.box("edts", MovieBytes.full("elst", MovieBytes.u32(1, 600, 3_003, 0x10000)))
    track.tables = TrackBytes.tables(durations: [(3, 3_003)], sizes: [1, 1, 1])
    let listing = try Listing(Movie(source: MemoryByteSource(TrackBytes.movie([track]))))
    #expect(listing.tracks[0].samples.map(\.pts) == ["-0.033366667", "0.000000000", "0.033366667"])
    #expect(listing.tracks[0].samples[0].duration == "0.033366667")
  }
}
