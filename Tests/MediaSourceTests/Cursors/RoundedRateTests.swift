import CoreMedia
import Foundation
import Testing

@testable import GStreamer
@testable import MediaSource

/// Files that round the times of a frame rate to their units: times of the rate find its frames, as in a movie that has them exactly.
@Suite struct RoundedRateTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    let container: String
    let numerator: Int32
    let denominator: Int64
    var testDescription: String { "\(numerator)/\(denominator) in \(container)" }

    /// The time of a frame by the rate.
    func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame) * denominator, timescale: numerator) }
  }

  private static let kinds = ["mkv", "flv", "ts"].flatMap { container in
    [(30000, 1001), (24000, 1001), (60, 1), (25, 1)].map {
      Kind(container: container, numerator: $0.0, denominator: $0.1)
    }
  }
  private static let count = 48

  /// Makes a movie that has the times of its rate, copies it to a file of the kind, and returns the copy and the movie's frames.
  /// Flash has none with B-frames: they begin later there.
  private func copy(_ kind: Kind, in folder: TemporaryFolder, _ options: [String] = []) throws -> (
    track: any CodedTrack, frames: [String]
  ) {
    let (movie, path) = (folder.file("exact.mp4"), folder.file("copy.\(kind.container)"))
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=\(kind.numerator)/\(kind.denominator):duration=20",
        "-frames:v", "\(Self.count)", "-pix_fmt", "yuv420p",
      ] + (kind.container == "flv" ? CodedClips.VideoKind.h264NoB : .h264Pyramid).arguments + [movie])
    try Oracle.make(["-i", movie, "-c", "copy"] + options + [path])
    return (try CodedClips.track(path, isVideo: true), try CodedClips.checksums(movie))
  }

  @Test(arguments: kinds) func timesOfTheRateAndStamps_findTheirFrames(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let (track, expected) = try copy(kind, in: folder)
    let cursor = FrameCursor(track)
    let stamps = try cursor.frames(in: .wholeTimeline).map(\.time)
    #expect(stamps.count == Self.count)
    let unit = CMTime(value: 1, timescale: track.timescale)
    for number in stamps.indices {
      let (start, next) = (kind.time(number), kind.time(number + 1))
      let half = CMTime(value: start.value + next.value, timescale: start.timescale * 2)
      // The file may end earlier than the last frame by its rate.
      for time in [start, stamps[number], half] + (number + 1 < stamps.count ? [next - unit] : []) {
        let frame = try cursor.frame(at: time)
        #expect(try frame.checksum == expected[number], "frame \(number) at \(time)")
        // The file's own time.
        #expect(frame.time == stamps[number])
      }
    }
  }

  @Test(arguments: kinds) func images_areThoseOfTheRate_atTheVeryTimes(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let (track, _) = try copy(kind, in: folder)
    let (search, cursor) = (try FrameSearch(track), FrameCursor(track))
    let stamps = try cursor.frames(in: .wholeTimeline).map(\.time)
    for (number, stamp) in stamps.enumerated() {
      for time in [kind.time(number), stamp] {
        let exact = ImageRequest(time, toleranceBefore: .zero, toleranceAfter: .zero)
        let choice = try search.choose(exact, held: nil)
        #expect(choice.shown.start == stamp && choice.actual == time, "frame \(number) at \(time)")
        // Nothing that begins earlier is permitted.
        let later = ImageRequest(time, toleranceBefore: .zero, toleranceAfter: CMTime(value: 1, timescale: 500))
        #expect(try search.choose(later, held: nil).shown.start == stamp, "frame \(number) at \(time), or later")
      }
    }
  }

  @Test(arguments: kinds) func ranges_haveTheFramesThatBeginInThem(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let (track, expected) = try copy(kind, in: folder)
    let cursor = FrameCursor(track)
    for first in 0..<Self.count - 1 {
      let end = min(Self.count, first + 1 + first % 17)
      let range = CMTimeRange(start: kind.time(first), end: kind.time(end))
      #expect(try cursor.frames(in: range).map { try $0.checksum } == Array(expected[first..<end]), "\(first)..<\(end)")
      cursor.move(to: range, .backwards)
      var backwards: [String] = []
      while let frame = try cursor.next() { backwards.append(try frame.checksum) }
      #expect(backwards == expected[first..<end].reversed(), "\(first)..<\(end), backwards")
      #expect(try FrameSearch(track).times(in: range).count == end - first)
    }
  }

  @Test(arguments: kinds) func codedRanges_showTheFramesThatBeginInThem(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let (track, _) = try copy(kind, in: folder)
    let whole = try PacketCursor(track)
    var stamps: [Int64] = []
    while let packet = try whole.next() { stamps.append(packet.sample.presentationTime) }
    stamps.sort()
    for first in 0..<Self.count - 1 {
      let end = min(Self.count, first + 1 + first % 17)
      let cursor = try PacketCursor(track, range: CMTimeRange(start: kind.time(first), end: kind.time(end)))
      var shown: [Int64] = []
      while let packet = try cursor.next() {
        let time = packet.sample.presentationTime
        if packet.segment.media.contains(time) { shown.append(time) }
      }
      #expect(shown.sorted() == Array(stamps[first..<end]), "\(first)..<\(end)")
    }
  }

  /// The last frame may begin less than a unit before the end that is asked for.
  @Test func timesInTheLastUnit_findTheLastFrame() throws {
    let folder = try TemporaryFolder()
    let kind = Kind(container: "mkv", numerator: 30000, denominator: 1001)
    let (track, expected) = try copy(kind, in: folder)
    let cursor = FrameCursor(track)
    let last = try cursor.end() - CMTime(value: 1, timescale: 100_000)
    #expect(try cursor.frame(at: last).checksum == expected.last)
    let frames = try cursor.frames(in: CMTimeRange(start: last, end: .positiveInfinity))
    #expect(try frames.map { try $0.checksum } == expected.suffix(1))
  }

  /// Headers state a rate for variable ones, too.
  @Test func variableRate_isLookedUpByItsStamps() throws {
    let folder = try TemporaryFolder()
    let kind = Kind(container: "mkv", numerator: 30000, denominator: 1001)
    let (track, expected) = try copy(
      kind, in: folder, ["-bsf:v", "setts=pts=PTS+6*mod(PTS*PTS\\,5):dts=DTS"])
    #expect(track.hasRoundedTimes && track.roundedRate(at: 0) == nil)
    let cursor = FrameCursor(track)
    let stamps = try cursor.frames(in: .wholeTimeline).map(\.time)
    for number in 1..<Self.count {
      for time in [kind.time(number), stamps[number] - CMTime(value: 1, timescale: 90000)] {
        let shown = (stamps.firstIndex { $0 > time } ?? Self.count) - 1
        #expect(try cursor.frame(at: time).checksum == expected[shown], "\(time)")
      }
    }
  }
}
