import MovieFile
import Testing

@testable import MediaSource

/// Iterating a track by time equals its table, without its length.
@Suite struct TrackTimeTests {
  @Test(arguments: [CodedClips.VideoKind.h264Open, .h264Pyramid, .vp8])
  func walk_givesAllSamplesInBothOrders(kind: CodedClips.VideoKind) throws {
    let folder = try TemporaryFolder()
    let track = try CodedClips.track(CodedClips.frames(kind, in: folder), isVideo: true)
    var decoded: [CodedSample] = []
    var next = try track.firstSample()
    while let sample = next {
      decoded.append(sample)
      next = try track.sample(after: sample)
    }
    #expect(decoded.map(\.index) == Array(0..<track.count))

    var shown: [Int64] = []
    var time = Int64.min
    while let sample = try track.sample(shownAfter: time) {
      shown.append(sample.presentationTime)
      time = sample.presentationTime
    }
    #expect(shown == decoded.map(\.presentationTime).sorted())

    let length = try #require(try track.length())
    let last = try #require(decoded.last)
    #expect(length.sampleCount == decoded.count)
    #expect(length.decodeEnd == last.decodeTime + last.duration)
    #expect(length.presentationEnd > last.presentationTime)
  }

  @Test func syncSample_isTheLastThatIsShownBefore() throws {
    let folder = try TemporaryFolder()
    let track = try CodedClips.track(CodedClips.frames(.h264Open, in: folder), isVideo: true)
    let samples = try (0..<track.count).map { try track.sample($0) }
    for sample in samples {
      let time = sample.presentationTime
      let expected = samples.filter { $0.isSync && $0.presentationTime <= time }.map(\.presentationTime).max()
      #expect(try track.syncSample(shownAtOrBefore: time)?.presentationTime == expected, "\(time)")
    }
    let first = try #require(samples.map(\.presentationTime).min())
    #expect(try track.syncSample(shownAtOrBefore: first - 1) == nil)
    #expect(try track.sample(shownAt: first - 1) == nil)
  }
}
