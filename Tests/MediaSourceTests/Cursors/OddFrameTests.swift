import CoreMedia
import Foundation
import MediaSourceTesting
import TestSupport
import Testing

@testable import MediaSource

/// Frames that decoders of GStreamer refuse, unless they are prepared for them, are those of ffmpeg.
@Suite struct OddFrameTests {
  /// Fields of HEVC are pictures of their own, of which every other one is a top field.
  @Test(arguments: ["mkv", "mp4", "ts"]) func fieldsOfHEVC_areDecoded(ending: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("fields." + ending)
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=1", "-pix_fmt", "yuv420p", "-c:v", "libx265",
      "-x265-params", "log-level=none:interlace=tff:keyint=10", path,
    ])
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    var frames: [DecodedFrame] = []
    for frame in try cursor.frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)) { frames.append(frame) }
    let expected = try CodedClips.checksums(path)
    #expect(expected.count == 25)
    #expect(try frames.map { try $0.checksum } == expected)
    for number in [17, 4] where frames.indices.contains(number) {
      #expect(try cursor.frame(at: frames[number].time).checksum == expected[number])
    }
  }

  /// Frame numbers go on at a recovery point: a decoder with a single thread, as many images in parallel have, must not
  /// stumble over the gap before it.
  @Test(arguments: ["mp4", "mkv", "ts", "avi"]) func recoveryPoints_areDecodedAlone(ending: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("open." + ending)
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=4", "-pix_fmt", "yuv420p", "-c:v", "libx264",
      "-preset", "fast", "-x264-params", "open-gop=1:keyint=12:min-keyint=12:bframes=3:scenecut=0", path,
    ])
    let track = try CodedClips.track(path, isVideo: true)
    let expected = try CodedClips.checksums(path)
    var frames: [DecodedFrame] = []
    for frame in try FrameCursor(track).frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)) {
      frames.append(frame)
    }
    #expect(try frames.map { try $0.checksum } == expected)
    let keys = frames.indices.filter { frames[$0].sample?.isSync == true }
    #expect(keys.count > 6)
    for number in keys.dropFirst() {
      let alone = FrameCursor(track, threads: 1)
      #expect(try alone.frame(at: frames[number].time).checksum == expected[number], "frame \(number)")
    }
  }

  /// FFmpeg's movies flag samples at which a gradual refresh begins: frames after these need what is before them.
  @Test func gradualRefresh_isNoBeginning() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("refresh.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=3", "-pix_fmt", "yuv420p", "-c:v", "libx264",
      "-preset", "fast", "-x264-params", "intra-refresh=1:keyint=20", path,
    ])
    let track = try CodedClips.track(path, isVideo: true)
    let expected = try CodedClips.checksums(path)
    var frames: [DecodedFrame] = []
    for frame in try FrameCursor(track).frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)) {
      frames.append(frame)
    }
    let flagged = frames.indices.filter { frames[$0].sample?.isSync == true }
    #expect(flagged.count > 2)
    for number in flagged.dropFirst().flatMap({ [$0, $0 + 1, $0 + 3] }) where frames.indices.contains(number) {
      #expect(try FrameCursor(track).frame(at: frames[number].time).checksum == expected[number], "frame \(number)")
    }
  }
}
