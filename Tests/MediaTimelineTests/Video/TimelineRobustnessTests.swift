import CoreMedia
import Dispatch
import Foundation
import MediaEngine
import MediaGraph
import MediaSource
import MediaTimeline
import TestSupport
import Testing

extension TimelineFramesTests {
  // MARK: Pictures, names and rates

  private func picture(_ name: String, _ filter: String, in folder: TemporaryFolder) throws -> String {
    try Oracle.make(["-f", "lavfi", "-i", filter, "-frames:v", "1", folder.file(name)])
    return folder.file(name)
  }

  private func still(_ path: String, at start: Int64, _ length: Int64) -> Timeline.Item {
    .clip(
      .init { ($0.clip, $0.at, $0.duration) = (.location(Location(path)), .rational(start, 25), .rational(length, 25)) }
    )
  }

  /// A file that is cut short after the first frame cannot be decoded again.
  @Test func aPictureInManyPlaces_isDecodedOnce() throws {
    let folder = try TemporaryFolder()
    let path = try picture("red.png", "color=red:size=64x48", in: folder)
    let layers = (0..<20).map { [still(path, at: Int64($0) * 2, 30)] }
    let frames = try TimelineFrames(RenderPlan(timeline([], layers: layers)))
    let first = try #require(try frames.next(.init())).pixels
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 20)
    for number in 1..<60 { #expect(try frames.next(.init())?.pixels == first, "frame \(number)") }
  }

  @Test func aFormatThatCannotBeRead_isNamedWithItsClip() throws {
    let folder = try TemporaryFolder()
    try Data([0x89, 0x50, 0x4E, 0x47, 1, 2, 3]).write(to: folder.url("no.png"))
    var timeline = Timeline()
    timeline.items = [still(folder.file("no.png"), at: 0, 10)]
    let error = #expect(throws: MediaError.self) { try RenderPlan(timeline) }
    #expect(error?.path == folder.file("no.png") && error?.reason.contains("items[0]") == true, "\(error as Any)")
  }

  @Test func aLayerThatCannotBeDrawn_isNamedWithItsClip() throws {
    let path = try clips[.fps25].path
    let odd = timeline([
      clip(path, 0, 2),
      clip(path, 2, 4) {
        $0.transform = Ramp(Timeline.Transform { ($0.a, $0.b, $0.c, $0.d) = (1e-5, 3e-5, -3e-5, 1e300) })
      },
    ])
    do {
      let count = try frames(odd).count
      // A layer that is too small to be seen may be left out.
      #expect(count == 4)
    } catch let error as MediaError {
      #expect(error.reason.contains("items[1]") && error.path == path, "\(error)")
    }
  }

  /// A nested timeline of pictures alone has no rate: that of the first movie counts.
  @Test func picturesInATimeline_sayNothingOfTheRate() throws {
    let folder = try TemporaryFolder()
    let path = try picture("red.png", "color=red:size=64x48", in: folder)
    let nested = Timeline {
      $0.items = [.clip(.init { ($0.clip, $0.duration) = (.location(Location(path)), .seconds(1)) })]
    }
    var timeline = Timeline()
    timeline.items = [.clip(.init { $0.clip = .timeline(nested) }), clip(try clips[.fps25].path, 0, 10)]
    #expect(try RenderPlan(timeline).frameRate == FrameRate(25))
    timeline.items.removeLast()
    #expect(try RenderPlan(timeline).frameRate == FrameRate(30))
  }

  /// Where a clip is transparent, its fade leaves what is below.
  @Test func fadeOfATransparentClip_keepsItsShape() throws {
    let folder = try TemporaryFolder()
    let shape = "color=red:size=64x48,format=rgba,geq=r=255:g=0:b=0:a='if(lt(X,32),255,0)'"
    let path = try picture("half.png", shape, in: folder)
    let (a, b) = (still(path, at: 0, 10), still(path, at: 0, 10))
    guard case .clip(var second) = b else { return }
    second.at = nil
    let layered = timeline(
      [clip(try clips[.fps25].path, 0, 16)],
      layers: [[a, transition(.fade, frames: 4, color: RGBColor(red: 255, green: 255, blue: 255)), .clip(second)]])
    let below = try frames(timeline([clip(try clips[.fps25].path, 0, 16)]))
    let frames = try frames(layered)
    for number in 7..<10 {
      let (own, plain) = (try frames[number].pixels, try below[number].pixels)
      // The right half is what is below; the left one is on its way to white.
      #expect((33..<64).allSatisfy { own[$0] == plain[$0] }, "frame \(number)")
      #expect(own[10] > 81 + 20, "frame \(number): \(own[10])")
    }
  }

  // MARK: Robustness

  /// At any moment: the call ends, and the next one goes on.
  @Test func cancellationAtAnyMoment_losesNoFrame() throws {
    let path = try clips[.oneKey30].path
    let edit = timeline(
      [clip(path, 0, 40), transition(.crossfade, frames: 10), clip(path, 50, 90)], layers: [[clip(path, 20, 60)]])
    let expected = try frames(edit).map { try $0.pixels }
    for round in 0..<Soak.rounds(6, of: 50) {
      let frames = try TimelineFrames(RenderPlan(edit))
      var (number, cancelled) = (0, 0)
      while number < expected.count {
        let cancellation = Cancellation()
        let isCut = number == round * 7 % expected.count && cancelled == 0
        if isCut { DispatchQueue.global().async { cancellation.cancel() } }
        do {
          guard let frame = try frames.next(cancellation) else { break }
          #expect(try frame.pixels == expected[number], "frame \(number) of round \(round)")
          number += 1
        } catch is CancellationError {
          cancelled += 1
        }
      }
      #expect(number == expected.count)
    }
  }

  /// A source that loses its end while it is rendered is an error with its name, its clip and the time; frames before
  /// it are right.
  @Test func aSourceThatIsTruncatedWhileItIsRendered_isNamed() throws {
    let folder = try TemporaryFolder()
    let own = folder.file("own.mp4")
    try Oracle.make(["-i", try clips[.fps25].path, "-c", "copy", "-movflags", "+faststart", own])
    let frames = try TimelineFrames(RenderPlan(timeline([clip(own, 0, 90)])))
    let first = try #require(try frames.next(.init()))
    #expect(try first.pixels == clips[.fps25].frames[0])
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: own))
    try handle.truncate(atOffset: try handle.seekToEnd() / 2)
    var number = 1
    let error = #expect(throws: MediaError.self) {
      while let frame = try frames.next(.init()) {
        #expect(try frame.pixels == clips[.fps25].frames[number])
        number += 1
      }
    }
    #expect(number < 90 && error?.path == own && error?.reason.contains("items[0]") == true, "\(error as Any)")
  }
}
