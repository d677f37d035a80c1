import CoreMedia
import Foundation
import MediaSourceTesting
import Testing

@testable import MediaSource

/// The last frame of irregular ones lasts to the end of the media, also where others are decoded after it.
@Suite struct LastFrameTests {
  /// Makes frames with ffmpeg at 0, 0.01, 0.04, 0.09 s and so on, the last of which lasts a second.
  private func make(_ name: String, _ codec: String, in folder: TemporaryFolder) throws -> String {
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc=size=128x96:rate=1:duration=10", "-vf", "settb=1/1000,setpts=N*N*10", "-fps_mode",
        "vfr", "-enc_time_base", "1/1000", "-pix_fmt", "yuv420p", "-c:v", codec, "-bf", "3",
      ] + (codec == "libx265" ? ["-x265-params", "log-level=none"] : []) + [folder.file(name)])
    return folder.file(name)
  }

  /// Expects that the frames are ffmpeg's and follow each other up to an end, and that the last is found up to there.
  private func expectFrames(of path: String, until end: Double) throws {
    let track = try CodedClips.track(path, isVideo: true)
    let cursor = FrameCursor(track)
    let frames = try cursor.frames(in: .wholeTimeline)
    let sums = try CodedClips.checksums(path)
    #expect(try frames.map { try $0.checksum } == sums)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time + $0.duration == $1.time })
    let last = try #require(frames.last)
    #expect(abs((last.time + last.duration).seconds - end) < 0.0015, "\((last.time + last.duration).seconds)")
    #expect(try cursor.end() == last.time + last.duration)
    let search = try FrameSearch(track)
    for time in [last.time, last.time + CMTimeMultiplyByRatio(last.duration, multiplier: 1, divisor: 2)] {
      let request = ImageRequest(time, toleranceBefore: .zero, toleranceAfter: .zero)
      #expect(try search.choose(request, held: nil).sample == last.sample)
      #expect(try cursor.frame(at: time).checksum == sums.last)
    }
    #expect(try search.times(in: .wholeTimeline).last.map { $0.end } == last.time + last.duration)
  }

  @Test(arguments: ["mp4", "mov", "mkv"], ["libx264", "libx265"])
  func lastFrame_endsWithWhatFFmpegWrites(container: String, codec: String) throws {
    let folder = try TemporaryFolder()
    let path = try make("a.\(container)", codec, in: folder)
    let length = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
    let end = try #require(Double(length.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(abs(end - 1.81) < 0.0015)
    try expectFrames(of: path, until: end)
  }

  /// Decode times are those of the frames in their order, 400 ms before: as Reel writes them, and others who know the end.
  @Test(arguments: [("a.mp4", 1.81), ("delay_moov.mp4", 1.81), ("empty_moov.mp4", 2.21)])
  func lastFrame_endsWithTheDurationsOfTheTable(name: String, end: Double) throws {
    let folder = try TemporaryFolder()
    let base = try make("base.mkv", "libx265", in: folder)
    let kind = name.split(separator: ".")[0]
    try Oracle.make(
      [
        "-i", base, "-c", "copy", "-bsf:v", "setts=pts=PTS:dts=N*N*10-400:duration=1000", "-video_track_timescale",
        "1000",
      ]
        + (kind == "a" ? [] : ["-movflags", "frag_keyframe+\(kind)"]) + [folder.file(name)])
    try expectFrames(of: folder.file(name), until: end)
  }

  /// A movie's edit says how long the last frame is held, whatever the table says.
  @Test func lastFrame_isHeldUntilTheEditEnds() throws {
    let folder = try TemporaryFolder()
    let path = try make("a.mp4", "libx265", in: folder)
    let start = try #require(try CodedClips.track(path, isVideo: true).edits[0].mediaStart)
    try WrittenEdit.write([WrittenEdit(duration: 3000, mediaTime: Int(start))], track: 0, in: path)
    try expectFrames(of: path, until: 3)
  }
}
