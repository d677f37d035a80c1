import CoreGraphics
import CoreMedia
import Foundation
import GStreamer
import MediaEngine
import MediaGraph
import MediaSource
import MediaSourceTesting
import MediaTimeline
import TestSupport
import Testing

/// The frames of timelines: the right ones, in the right places.
struct TimelineFramesTests {
  private static let media = Result { try TimelineClips([.fps25, .oneKey30, .variable, .rotated]) }
  var clips: TimelineClips { get throws { try Self.media.get() } }

  func clip(
    _ path: String, _ from: Int64 = 0, _ to: Int64, over scale: Int32 = 25,
    _ change: (inout Timeline.Clip) -> Void = { _ in }
  ) -> Timeline.Item {
    var clip = Timeline.Clip {
      $0.clip = .location(Location(path))
      $0.from = .rational(from, scale)
      $0.to = .rational(to, scale)
    }
    change(&clip)
    return .clip(clip)
  }

  func transition(
    _ kind: Timeline.Transition.Kind, frames: Int64, _ direction: Timeline.Transition.Direction? = nil,
    color: RGBColor = RGBColor()
  ) -> Timeline.Item {
    .transition(
      .init {
        $0.transition = kind
        $0.duration = .rational(frames, 25)
        $0.direction = direction
        $0.color = color
      })
  }

  func timeline(_ items: [Timeline.Item], layers: [[Timeline.Item]] = []) -> Timeline {
    Timeline {
      $0.size = PixelSize(width: TimelineClips.width, height: TimelineClips.height)
      $0.frameRate = FrameRate(25)
      $0.items = items
      $0.layers = layers.map { items in Timeline.Layer { $0.items = items } }
    }
  }

  func frames(_ timeline: Timeline) throws -> [PulledFrame] { try TimelineFrames(RenderPlan(timeline)).all() }

  // MARK: Cuts

  @Test func cutInsideGOP_firstFrameIsExact() throws {
    let (a, b) = (try clips[.fps25], try clips[.oneKey30])
    let frames = try frames(timeline([clip(a.path, 17, 20), clip(b.path, 31, 33)]))
    #expect(frames.count == 5)
    for (frame, number) in zip(frames, [17, 18, 19]) { #expect(try frame.pixels == a.frames[number]) }
    // 31 / 25 s is within frame 37 of 30 a second.
    #expect(try frames[3].pixels == b.frames[37])
    #expect(try frames[4].pixels == b.frames[38])
  }

  @Test func speed_showsTheFramesOfTheMappedTimes() throws {
    let a = try clips[.fps25]
    for (speed, step) in [(8, 8.0), (2, 2), (1, 1)] as [(Int64, Double)] {
      let frames = try frames(
        timeline([clip(a.path, 0, 80) { $0.duration = .rational(80 / speed, 25) }]))
      #expect(frames.count == 80 / Int(speed))
      for (number, frame) in frames.enumerated() { #expect(try frame.pixels == a.frames[Int(Double(number) * step)]) }
    }
    let slow = try frames(timeline([clip(a.path, 4, 9) { $0.duration = .rational(20, 25) }]))
    for (number, frame) in slow.enumerated() { #expect(try frame.pixels == a.frames[4 + number / 4]) }
  }

  @Test func lastPartialFrame_endsWithTheTimeline() throws {
    let frames = try frames(timeline([clip(try clips[.fps25].path, 0, 101, over: 1000)]))
    #expect(
      frames.map(\.duration) == [
        CMTime(value: 1, timescale: 25), CMTime(value: 1, timescale: 25), CMTime(value: 21, timescale: 1000),
      ])
  }

  @Test func gap_showsTheBackground() throws {
    var timeline = timeline([
      clip(try clips[.fps25].path, 0, 1), .gap(.init { $0.gap = .rational(2, 25) }), clip(try clips[.fps25].path, 5, 6),
    ])
    timeline.background = Ramp(RGBColor(red: 255, green: 255, blue: 255))
    let frames = try frames(timeline)
    #expect(frames.count == 4)
    let white = [UInt8](repeating: 235, count: 64 * 48) + [UInt8](repeating: 128, count: 64 * 24)
    #expect(try frames[1].pixels == white && frames[2].pixels == white)
    #expect(try frames[3].pixels == clips[.fps25].frames[5])
  }

  @Test func endOfVideo_beforeTheClipsEnd_keepsTheLastFrame() throws {
    let a = try clips[.fps25]
    let frames = try frames(timeline([clip(a.path, 98, 103)]))
    #expect(frames.count == 5)
    for (frame, number) in zip(frames, [98, 99, 99, 99, 99]) { #expect(try frame.pixels == a.frames[number]) }
    let moved = try TimelineFrames(RenderPlan(timeline([clip(a.path, 98, 103)])))
    #expect(try moved.moved(to: CMTime(value: 4, timescale: 25))?.pixels == a.frames[99])
  }

  @Test(arguments: [false, true])
  func aFrameThatStays_isNoted_unlessItStaysForATenthOfASecond(reverse: Bool) throws {
    let a = try clips[.fps25]
    let note = "'\(a.path)' ends at 4s, and the clip at 4.16s: its last frame stays (items[0])"
    for (end, notes) in [(102, []), (104, [note])] as [(Int64, [String])] {
      let plan = try RenderPlan(timeline([clip(a.path, 97, end) { $0.reverse = reverse }]))
      #expect(try TimelineFrames(plan).all().count == Int(end) - 97)
      #expect(plan.notes == notes)
    }
  }

  @Test func aClipBehindTheEndOfItsFile_isAnErrorWithItsPlace() throws {
    let a = try clips[.fps25]
    let edit = try RenderPlan(timeline([clip(a.path, 0, 2), clip(a.path, 125, 130)]))
    let frames = try TimelineFrames(edit)
    for _ in 0..<2 { #expect(try frames.next(Cancellation()) != nil) }
    for error in [
      #expect(throws: MediaError.self) { try frames.next(Cancellation()) },
      #expect(throws: MediaError.self) { try LayerFrames(edit, layer: 0).all() },
    ] {
      #expect(error?.path == a.path && error?.help?.contains("from") == true)
      #expect(
        error?.reason == "it ends at 4s, and the clip begins at 5s (items[1], at 80ms)", "\(error?.reason ?? "")")
    }
  }

  @Test func sourceOfTheCanvasFormat_passesWithoutCopy() throws {
    let frames = try TimelineFrames(RenderPlan(timeline([clip(try clips[.fps25].path, 0, 3)])))
    let frame = try #require(try frames.next(Cancellation()))
    let caps = try #require(try frames.firstCaps())
    #expect(caps.first?["format"]?.string == "I420")
    // A buffer of the decoder's pool has its padding.
    #expect(!frame.buffer.isWritable)
    #expect(frame.buffer.byteCount != TimelineClips.width * TimelineClips.height * 3 / 2)
  }

  @Test func hiddenSource_isNotRead() throws {
    let folder = try TemporaryFolder()
    try Data("no movie".utf8).write(to: folder.url("damaged.mp4"))
    let a = try clips[.fps25]
    let frames = try frames(timeline([clip(folder.file("damaged.mp4"), 0, 3)], layers: [[clip(a.path, 0, 3)]]))
    #expect(try frames.map { try $0.pixels } == Array(a.frames[0..<3]))
  }

  @Test func missingSource_isNamedWithTheTime() throws {
    let a = try clips[.fps25]
    let frames = try TimelineFrames(RenderPlan(timeline([clip(a.path, 0, 2), clip("/nowhere/gone.mp4", 0, 3)])))
    #expect(try frames.next(Cancellation()) != nil)
    #expect(try frames.next(Cancellation()) != nil)
    let error = #expect(throws: MediaError.self) { try frames.next(Cancellation()) }
    #expect(error?.path == "/nowhere/gone.mp4")
    #expect(
      error?.reason.contains("items[1]") == true && error?.reason.contains("80ms") == true, "\(error?.reason ?? "")")
  }

  @Test func sources_areOpenedOneAhead_andClosedBehind() throws {
    let folder = try TemporaryFolder()
    let a = try clips[.fps25]
    let names = (0..<12).map { "\($0).mp4" }
    for name in names { try FileManager.default.copyItem(atPath: a.path, toPath: folder.file(name)) }
    func openFiles() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(folder.path)
          ?? false
      }.count
    }
    let frames = try TimelineFrames(RenderPlan(timeline(names.map { clip(folder.file($0), 3, 8) })))
    var most = 0
    var count = 0
    while let frame = try frames.next(Cancellation()) {
      #expect(try frame.pixels == a.frames[3 + count % 5])
      most = max(most, try openFiles())
      count += 1
    }
    #expect(count == 60)
    // The one that is read, the next, and some that a queue is still closing.
    #expect(most >= 1 && most <= 6, "\(most)")
  }

  @Test func twentyLayers_areDrawnFromOneDecoderEach() throws {
    let a = try clips[.fps25]
    let layers = (0..<20).map { number in
      [
        clip(a.path, Int64(number), Int64(number) + 2) {
          $0.transform = Ramp(
            Timeline.Transform {
              ($0.a, $0.d, $0.x, $0.y) = (1, 1, Double(number % 5 * 12), Double(number / 5 * 12))
            })
          $0.crop = Ramp(Timeline.Crop { ($0.width, $0.height) = (12, 12) })
        }
      ]
    }
    let frames = try frames(timeline([], layers: layers))
    #expect(frames.count == 2)
    for (offset, frame) in frames.enumerated() {
      let pixels = try frame.pixels
      for y in 0..<48 {
        for x in 0..<60 {
          let number = y / 12 * 5 + x / 12
          #expect(pixels[y * 64 + x] == a.frames[number + offset][y % 12 * 64 + x % 12])
        }
      }
    }
  }

  @Test func cancelledCall_isContinuedByTheNext() throws {
    let a = try clips[.fps25]
    let frames = try TimelineFrames(RenderPlan(timeline([clip(a.path, 30, 34)])))
    let cancelled = Cancellation()
    cancelled.cancel()
    #expect(throws: CancellationError.self) { try frames.next(cancelled) }
    #expect(try frames.all().map { try $0.pixels } == Array(a.frames[30..<34]))
  }

  // MARK: Orientation, fit, crop

  @Test func rotatedMovie_isUpright_unlessUnfitted() throws {
    let rotated = try clips[.rotated]
    let upright = try frames(timeline([clip(rotated.path, 7, 8)]))
    #expect(try upright[0].pixels == rotated.frames[7])
    let stored = try frames(timeline([clip(rotated.path, 7, 8) { $0.fit = .none }]))
    #expect(try stored[0].pixels != rotated.frames[7])
  }

  @Test func transformAndCrop_placeAPartOfTheFrame() throws {
    let a = try clips[.fps25]
    let frames = try frames(
      timeline([
        clip(a.path, 0, 1) {
          $0.crop = Ramp(
            Timeline.Crop {
              ($0.x, $0.y, $0.width, $0.height) = (8, 4, 16, 12)
            })
          $0.transform = Ramp(Timeline.Transform { ($0.x, $0.y) = (10, 6) })
        }
      ]))
    let pixels = try frames[0].pixels
    for y in 0..<48 {
      for x in 0..<64 {
        let isSeen = (18..<34).contains(x) && (10..<22).contains(y)
        #expect(pixels[y * 64 + x] == (isSeen ? a.frames[0][(y - 6) * 64 + x - 10] : 16))
      }
    }
  }

  // MARK: Transitions

  @Test func push_movesBothByTheSameWay() throws {
    let (a, b) = (try clips[.fps25], try clips[.oneKey30])
    let frames = try frames(
      timeline([clip(a.path, 0, 8), transition(.push, frames: 8), clip(b.path, 0, 8)]))
    #expect(frames.count == 8)
    // At half, the left half is the right half of the first.
    let (pixels, second) = (try frames[4].pixels, b.frames[4 * 30 / 25])
    for y in 0..<48 {
      for x in 0..<64 {
        #expect(pixels[y * 64 + x] == (x < 32 ? a.frames[4][y * 64 + x + 32] : second[y * 64 + x - 32]))
      }
    }
  }

  @Test(arguments: [Timeline.Transition.Direction.left, .right, .up, .down])
  func wipe_uncoversBehindABorder(_ direction: Timeline.Transition.Direction) throws {
    let (a, b) = (try clips[.fps25], try clips[.oneKey30])
    let frames = try frames(
      timeline([clip(a.path, 0, 8), transition(.wipe, frames: 8, direction), clip(b.path, 0, 8)]))
    let (pixels, second) = (try frames[2].pixels, b.frames[2 * 30 / 25])
    for y in 0..<48 {
      for x in 0..<64 {
        let isSecond =
          switch direction {
          case .right: x < 16
          case .left: x >= 48
          case .down: y < 12
          case .up: y >= 36
          }
        #expect(pixels[y * 64 + x] == (isSecond ? second : a.frames[2])[y * 64 + x])
      }
    }
  }

  @Test func slide_movesInOverTheFirst() throws {
    let (a, b) = (try clips[.fps25], try clips[.oneKey30])
    let frames = try frames(
      timeline([clip(a.path, 0, 8), transition(.slide, frames: 8, .down), clip(b.path, 0, 8)]))
    let (pixels, second) = (try frames[2].pixels, b.frames[2 * 30 / 25])
    for y in 0..<48 {
      for x in 0..<64 { #expect(pixels[y * 64 + x] == (y < 12 ? second[(y + 36) * 64 + x] : a.frames[2][y * 64 + x])) }
    }
  }

  @Test func fade_goesThroughItsColor() throws {
    let (a, b) = (try clips[.fps25], try clips[.oneKey30])
    let frames = try frames(
      timeline([
        clip(a.path, 0, 8), transition(.fade, frames: 8, color: RGBColor(red: 255, green: 255, blue: 255)),
        clip(b.path, 0, 8),
      ]))
    let white = [Double](repeating: 235, count: 64 * 48) + [Double](repeating: 128, count: 64 * 24)
    func mixed(_ frame: [UInt8], _ part: Double) -> [Double] {
      zip(frame, white).map { Double($0) * (1 - part) + $1 * part }
    }
    #expect(difference(try frames[2].pixels, mixed(a.frames[2], 0.5)) <= 0.51)
    #expect(difference(try frames[4].pixels, white) == 0)
    #expect(difference(try frames[6].pixels, mixed(b.frames[7], 0.5)) <= 0.51)
  }

  // MARK: Other sources

  @Test func picture_isAClipOfAnyLength_andItsAlphaShowsWhatIsBelow() throws {
    let folder = try TemporaryFolder()
    // A red square of half its opacity in the middle.
    try Oracle.make([
      "-f", "lavfi", "-i",
      "nullsrc=size=64x48,format=rgba,geq=r=255:g=0:b=0:a='if(between(X,16,47)*between(Y,12,35),128,0)'",
      "-frames:v", "1", folder.file("red.png"),
    ])
    let a = try clips[.fps25]
    let frames = try frames(
      timeline([clip(a.path, 0, 5)], layers: [[clip(folder.file("red.png"), 0, 5)]]))
    #expect(frames.count == 5)
    for (number, frame) in frames.enumerated() {
      let pixels = try frame.pixels
      var expected = a.frames[number].map(Double.init)
      // Red of ITU-R BT.601 in the limited range.
      let red = [81.48, 90.2, 240]
      for y in 12..<36 {
        for x in 16..<48 {
          expected[y * 64 + x] += (red[0] - expected[y * 64 + x]) * 128 / 255
          guard x % 2 == 0, y % 2 == 0 else { continue }
          for plane in 0...1 {
            let index = 64 * 48 + plane * 32 * 24 + y / 2 * 32 + x / 2
            expected[index] += (red[plane + 1] - expected[index]) * 128 / 255
          }
        }
      }
      // Where chroma is mixed at the square's border, the picture decides.
      for y in 0..<24 {
        for plane in 0...1 {
          for x in [7, 8, 24] {
            let index = 64 * 48 + plane * 32 * 24 + y * 32 + x
            expected[index] = Double(pixels[index])
          }
        }
      }
      #expect(difference(pixels, expected) <= 1.01, "frame \(number)")
    }
  }

  @Test func tenBits_stayTenBits_andBecomeEightBesideEight() throws {
    let folder = try TemporaryFolder()
    let deep = folder.file("deep.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i",
      "nullsrc=size=64x48:rate=25:duration=1,format=yuv420p10le,geq=lum='64+N*9+X*5':cb=512:cr=300",
      "-colorspace", "smpte170m", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
      "lossless=1:log-level=none",
      deep,
    ])
    let alone = try frames(timeline([clip(deep, 3, 5)]))
    #expect(alone[0].caps.first?["format"]?.string == "I420_10LE")
    func luma(_ x: Int, _ number: Int) -> Int { 64 + number * 9 + x * 5 }
    let pixels = try alone[1].pixels
    for x in 0..<64 { #expect(Int(pixels[2 * x]) | Int(pixels[2 * x + 1]) << 8 == luma(x, 4)) }
    let mixed = try frames(timeline([clip(deep, 3, 4), clip(try clips[.fps25].path, 0, 1)]))
    #expect(mixed[0].caps.first?["format"]?.string == "I420")
    let narrow = try mixed[0].pixels
    for x in 0..<64 { #expect(abs(Double(narrow[x]) - Double(luma(x, 3)) / 4) <= 1) }
    #expect(try mixed[1].pixels == clips[.fps25].frames[0])
  }

  @Test func otherMatrixAndRange_becomeTheCanvas() throws {
    let folder = try TemporaryFolder()
    for (name, matrix, range) in [("sd", "smpte170m", "tv"), ("hd", "bt709", "tv"), ("full", "bt709", "pc")] {
      try Oracle.make([
        "-f", "lavfi", "-i", "color=0x30A040:size=64x48:rate=25:duration=0.2,format=rgb24",
        "-vf", "scale=out_color_matrix=\(matrix):out_range=\(range),format=yuv420p", "-colorspace", matrix,
        "-color_range", range, "-c:v", "libx264", "-qp", "0", folder.file("\(name).mp4"),
      ])
    }
    let frames = try frames(
      timeline([
        clip(folder.file("hd.mp4"), 0, 1), clip(folder.file("sd.mp4"), 0, 1), clip(folder.file("full.mp4"), 0, 1),
      ])
    )
    let first = try frames[0].pixels
    for frame in frames[1...] { #expect(difference(try frame.pixels, first) <= 2) }
  }

  @Test func timelineInATimeline_showsItsFrames() throws {
    let (a, b) = (try clips[.fps25], try clips[.oneKey30])
    let inner = timeline([clip(a.path, 10, 14), clip(b.path, 0, 5)])
    let outer = timeline([
      .clip(
        .init {
          $0.clip = .timeline(inner)
          $0.from = .rational(2, 25)
          $0.to = .rational(6, 25)
        })
    ])
    let frames = try frames(outer)
    #expect(try frames.map { try $0.pixels } == [a.frames[12], a.frames[13], b.frames[0], b.frames[1]])
  }

  @Test func seekOfATimelineInATimeline_isNotCancelledByTheSeek() throws {
    let a = try clips[.fps25]
    let inner = timeline([clip(a.path, 0, 90)])
    let frames = try TimelineFrames(RenderPlan(timeline([.clip(.init { $0.clip = .timeline(inner) })])))
    for number in [40, 3, 70, 12, 88, 0, 55, 21, 63, 5] {
      #expect(try frames.moved(to: CMTime(value: Int64(number), timescale: 25))?.pixels == a.frames[number])
    }
  }

  @Test func frameAtTheEnd_isNotMade() throws {
    let a = try clips[.fps25]
    let frames = try TimelineFrames(RenderPlan(timeline([clip(a.path, 0, 2), clip("/nowhere/gone.mp4", 0, 3)])))
    frames.move(to: CMTimeRange(start: .zero, end: CMTime(value: 2, timescale: 25)))
    #expect(try frames.all().count == 2)
    #expect(try frames.next(Cancellation()) == nil)
  }

  /// Frame n has a luma of 16 + 2n.
  @Test func convertedSource_atASpeed_showsEachFrame() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "nullsrc=size=64x48:rate=25:duration=4,format=yuv422p,geq=lum=16+2*N:cb=128:cr=128",
      "-colorspace", "smpte170m", "-c:v", "libx264", "-qp", "0", folder.file("wide.mp4"),
    ])
    for speed in [2, 4, 5, 8] {
      let frames = try frames(
        timeline([clip(folder.file("wide.mp4"), 0, 80) { $0.duration = .rational(80 / Int64(speed), 25) }]))
      let shown = try frames.map { Int(try $0.pixels[0]) }
      #expect(shown == (0..<80 / speed).map { 16 + 2 * $0 * speed })
    }
  }

  // MARK: Fades of layers

  @Test func fadeOfAHalfOpaqueLayer_leavesWhatIsBelowItsPart() throws {
    let (a, b) = (try clips[.fps25], try clips[.oneKey30])
    let fade = transition(.fade, frames: 8, color: RGBColor(red: 255, green: 255, blue: 255))
    let frames = try frames(
      timeline(
        [clip(a.path, 0, 8)],
        layers: [[clip(b.path, 0, 8) { $0.opacity = Ramp(0.5) }, fade, clip(b.path, 0, 8) { $0.opacity = Ramp(0.5) }]]))
    let white = [Double](repeating: 235, count: 64 * 48) + [Double](repeating: 128, count: 64 * 24)
    for (number, part) in [(2, 0.5), (4, 1.0)] {
      let above = zip(b.frames[number * 30 / 25], white).map { Double($0) * (1 - part) + $1 * part }
      let expected = zip(a.frames[number], above).map { Double($0) / 2 + $1 / 2 }
      #expect(difference(try frames[number].pixels, expected) <= 1.01, "frame \(number)")
    }
  }

  @Test func fadeOfAnUpperLayer_fillsTheClipAlone_whereNothingIsBelow() throws {
    let b = try clips[.oneKey30]
    func shifted(_ clip: inout Timeline.Clip) { clip.transform = Ramp(Timeline.Transform { ($0.x, $0.y) = (32, 0) }) }
    let fade = transition(.fade, frames: 8, color: RGBColor(red: 255, green: 255, blue: 255))
    let frames = try frames(
      timeline([], layers: [[clip(b.path, 0, 8, shifted), fade, clip(b.path, 0, 8, shifted)]]))
    let pixels = try frames[4].pixels
    #expect(pixels[10] == 16 && pixels[50] == 235)
  }
}
