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

/// Files that hold the times of frames in units of their own, which no frame of the rate begins at: a frame is shown from the time on
/// that the rate gives it, though its stamp may be rounded up.
struct RoundedTimeTests {
  private static let media = Result { try TimelineClips([.film]) }
  private var film: TimelineClips.Clip { get throws { try Self.media.get()[.film] } }

  /// Copies the film into another container, whose name ends so.
  private func film(in container: String, _ folder: TemporaryFolder) throws -> String {
    let path = folder.file("film.\(container)")
    try Oracle.make(["-i", try film.path, "-c", "copy", path])
    return path
  }

  private func frames(of path: String, from: Int64, to: Int64, reverse: Bool = false) throws -> [PulledFrame] {
    try frames(of: path, .rational(from * 1001, 24000), .rational(to * 1001, 24000), reverse: reverse)
  }

  private func frames(of path: String, _ from: MediaTime, _ to: MediaTime, reverse: Bool) throws -> [PulledFrame] {
    let timeline = Timeline {
      $0.size = PixelSize(width: TimelineClips.width, height: TimelineClips.height)
      $0.frameRate = FrameRate(24000, 1001)
      $0.items = [
        .clip(
          Timeline.Clip {
            $0.clip = .location(Location(path))
            ($0.from, $0.to, $0.reverse) = (from, to, reverse)
          })
      ]
    }
    return try TimelineFrames(RenderPlan(timeline)).all()
  }

  @Test(arguments: ["mkv", "flv", "ts"])
  func timelineOfTheFilesRate_showsEachFrameOnce(container: String) throws {
    let folder = try TemporaryFolder()
    let (path, film) = (try film(in: container, folder), try film)
    let count = Int64(film.frames.count)
    for first in [0, 13] as [Int64] {
      let frames = try frames(of: path, from: first, to: count)
      #expect(frames.count == Int(count - first))
      for (index, frame) in frames.enumerated() {
        #expect(try frame.pixels == film.frames[Int(first) + index], "frame \(index) from \(first) on")
      }
    }
    let reversed = try frames(of: path, from: 0, to: count, reverse: true)
    #expect(reversed.count == Int(count))
    for (index, frame) in reversed.enumerated() {
      #expect(try frame.pixels == film.frames[Int(count) - 1 - index], "frame \(index), backwards")
    }
  }

  /// Readers give stamps, which programs cut at: the timeline counts frames from there.
  @Test(arguments: [false, true]) func clipAtAStamp_showsEachFrameOnce(reverse: Bool) throws {
    let folder = try TemporaryFolder()
    let (path, film) = (try film(in: "mkv", folder), try film)
    for number in 8..<20 {
      // In 24,000,000ths of a second, in which both frames of the rate and milliseconds are whole.
      let stamp = Int64((Double(number) * 1001 / 24).rounded()) * 24_000
      let length: Int64 = 8 * 1_001_000
      let frames =
        reverse
        ? try frames(of: path, .rational(stamp - length, 24_000_000), .rational(stamp, 24_000_000), reverse: true)
        : try frames(of: path, .rational(stamp, 24_000_000), .rational(stamp + length, 24_000_000), reverse: false)
      let expected = reverse ? Array((number - 8..<number).reversed()) : Array(number..<number + 8)
      #expect(try frames.map { try $0.pixels } == expected.map { film.frames[$0] }, "frame \(number)")
    }
  }

  /// The end of a file may be rounded up: what is left of the timeline then is no frame.
  @Test(arguments: [13, 14, 15, 16, 17]) func wholeFile_hasNoFrameMore(count: Int) throws {
    let folder = try TemporaryFolder()
    let (path, film) = (folder.file("film.mkv"), try film)
    try Oracle.make(["-i", film.path, "-c", "copy", "-frames:v", "\(count)", path])
    let timeline = Timeline {
      $0.size = PixelSize(width: TimelineClips.width, height: TimelineClips.height)
      $0.frameRate = FrameRate(24000, 1001)
      $0.items = [.clip(Timeline.Clip { $0.clip = .location(Location(path)) })]
    }
    let frames = try TimelineFrames(RenderPlan(timeline)).all()
    #expect(try frames.map { try $0.pixels } == Array(film.frames.prefix(count)))
  }

  /// The last frame stays, also where the time is in the last unit of the file.
  @Test func timesAroundBothEnds_showTheFramesThere() throws {
    let folder = try TemporaryFolder()
    let (path, film) = (try film(in: "mkv", folder), try film)
    let last = film.frames.count - 1
    // Behind the end of the media.
    let held = try frames(of: path, from: Int64(last), to: Int64(last) + 3)
    #expect(try held.map { try $0.pixels } == Array(repeating: film.frames[last], count: 3))
    // The first frame, backwards, from a time within its first unit on.
    let timeline = Timeline {
      $0.size = PixelSize(width: TimelineClips.width, height: TimelineClips.height)
      $0.frameRate = FrameRate(24000, 1001)
      $0.items = [
        .clip(
          Timeline.Clip {
            $0.clip = .location(Location(path))
            $0.from = .rational(0, 1)
            $0.to = .rational(1001 * 3 * 1000 + 8, 24_000_000)
            $0.reverse = true
          })
      ]
    }
    let reversed = try TimelineFrames(RenderPlan(timeline)).all()
    #expect(try reversed.last?.pixels == film.frames[0])
  }
}
