import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MediaSource
import MediaTimeline
import Testing

/// The source frames of a layer at their own times.
struct LayerFramesTests {
  private static let media = Result { try TimelineClips([.fps25, .variable]) }

  private func plan(_ clips: [(String, from: Int64, to: Int64, at: Int64, length: Int64)]) throws -> RenderPlan {
    try RenderPlan(
      Timeline {
        $0.size = PixelSize(width: 64, height: 48)
        $0.frameRate = FrameRate(30)
        $0.items = clips.map { clip in
          .clip(
            .init {
              $0.clip = .location(Location(clip.0))
              ($0.from, $0.to) = (.rational(clip.from, 100), .rational(clip.to, 100))
              ($0.at, $0.duration) = (.rational(clip.at, 100), .rational(clip.length, 100))
            })
        }
      })
  }

  @Test func frames_keepTheirTimes_cutAtTheClipsEnds() throws {
    let a = try Self.media.get()[.fps25]
    // From within frame 2 to within frame 5.
    let frames = try LayerFrames(try plan([(a.path, 10, 22, 100, 12)]), layer: 0).all()
    #expect(frames.map(\.time.seconds) == [1, 1.02, 1.06, 1.10])
    #expect(frames.map(\.duration.seconds) == [0.02, 0.04, 0.04, 0.02])
    for (frame, number) in zip(frames, 2...5) { #expect(try frame.pixels == a.frames[number]) }
  }

  @Test func speed_stretchesTheTimes_andGapsGiveNothing() throws {
    let a = try Self.media.get()[.variable]
    let frames = try LayerFrames(try plan([(a.path, 0, 40, 0, 80), (a.path, 0, 20, 200, 10)]), layer: 0).all()
    let times = a.times.map { CMTime(value: $0, timescale: a.timescale) }
    let first = times.filter { $0.seconds < 0.4 }.map { $0.seconds * 2 }
    let second = times.filter { $0.seconds < 0.2 }.map { 2 + $0.seconds / 2 }
    #expect(frames.map { $0.time.seconds } == first + second)
    #expect(frames.last.map { ($0.time + $0.duration).seconds } == 2.1)
  }

  @Test func move_beginsWithTheFrameThatIsShown() throws {
    let a = try Self.media.get()[.fps25]
    let frames = LayerFrames(try plan([(a.path, 0, 100, 0, 100)]), layer: 0)
    let moved = try #require(try frames.moved(to: CMTime(value: 55, timescale: 100)))
    #expect(moved.time == CMTime(value: 13, timescale: 25))
    #expect(try moved.pixels == a.frames[13])
    #expect(try frames.frame(at: CMTime(value: 3, timescale: 100))?.pixels == a.frames[0])
  }
}
