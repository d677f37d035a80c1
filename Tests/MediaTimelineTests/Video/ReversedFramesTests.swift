import CoreMedia
import MediaEngine
import MediaGraph
import MediaSource
import MediaTimeline
import Testing

extension TimelineFramesTests {
  // MARK: Backwards

  /// Frame n of the timeline shows what the source shows just before its end less n frames, at any speed.
  @Test(arguments: [(1, 4), (1, 1), (8, 1)]) func reversedClips_showTheFramesBeforeTheirTimes(
    _ numerator: Int64, _ denominator: Int64
  ) throws {
    for kind in [TimelineClips.Kind.fps25, .oneKey30, .variable] {
      let source = try clips[kind]
      let edit = timeline([
        clip(source.path, 0, 10),
        clip(source.path, 20, 84) {
          $0.reverse = true
          $0.duration = .rational(64 * denominator, Int32(25 * numerator))
        },
      ])
      let frames = try frames(edit)
      #expect(frames.count == 10 + Int(64 * denominator / numerator))
      for (number, frame) in frames.enumerated().dropFirst(10) {
        // Of the time t of the source, the last frame that begins before it.
        let time = (84 * denominator - Int64(number - 10) * numerator, 25 * denominator)
        let expected = source.times.dropLast().lastIndex { $0 * time.1 < time.0 * Int64(source.timescale) } ?? 0
        #expect(try frame.pixels == source.frames[expected], "\(kind), frame \(number)")
      }
    }
  }

  @Test func reversedClips_areTheSameWhenMovedTo_andInTheirLayers() throws {
    let source = try clips[.fps25]
    let edit = timeline([clip(source.path, 10, 40) { $0.reverse = true }])
    let frames = try TimelineFrames(RenderPlan(edit))
    for number in [12, 3, 29, 0] {
      frames.move(to: CMTimeRange(start: CMTime(value: Int64(number), timescale: 25), duration: .positiveInfinity))
      #expect(try frames.next(.init())?.pixels == source.frames[39 - number], "frame \(number)")
    }
    let layer = try LayerFrames(RenderPlan(edit), layer: 0)
    for number in 0..<30 {
      let frame = try #require(try layer.next(.init()))
      #expect(
        frame.time == CMTime(value: Int64(number), timescale: 25) && frame.duration == CMTime(value: 1, timescale: 25))
      #expect(try frame.pixels == source.frames[39 - number])
    }
    #expect(try layer.next(.init()) == nil)
    // A timeline backwards in a timeline.
    let nested = timeline([.clip(.init { ($0.clip, $0.reverse) = (.timeline(edit), true) })])
    #expect(try self.frames(nested).map { try $0.pixels } == Array(source.frames[10..<40]))
  }
  /// Groups of frames are rendered forwards: their borders, speeds and skipped frames show nothing of it.
  @Test(arguments: [1, 2, 3]) func nestedTimelines_areExactInBothDirections_atAnySpeed(_ speed: Int64) throws {
    let source = try clips[.oneKey30]
    let inner = Timeline {
      $0.size = PixelSize(width: TimelineClips.width, height: TimelineClips.height)
      $0.frameRate = FrameRate(30)
      $0.items = [clip(source.path, 0, 90, over: 30)]
    }
    for isReversed in [false, true] {
      var outer = timeline([
        .clip(
          .init {
            ($0.clip, $0.reverse, $0.duration) = (.timeline(inner), isReversed, .rational(90, Int32(30 * speed)))
          })
      ])
      outer.frameRate = FrameRate(30)
      let frames = try frames(outer)
      #expect(frames.count == 90 / Int(speed))
      for (number, frame) in frames.enumerated() {
        let place = number * Int(speed)
        #expect(try frame.pixels == source.frames[isReversed ? 89 - place : place], "frame \(number), \(isReversed)")
      }
    }
  }
}
