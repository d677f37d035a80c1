import CoreMedia
import Foundation
import MediaGraph
import MediaSourceTesting
import MediaTimeline
import TestSupport
import Testing

/// Cuts of one file of which only the frames at the ends are encoded: exact with and without edits.
@Suite struct SmartCutTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Frame n of the clips begins at n · 1001/30000 s.
  private func time(_ frame: Int64) -> MediaTime { .rational(frame * 1001, 30000) }

  @Test(arguments: [
    CodedClips.VideoKind.h264Closed, .h264Open, .h264Pyramid, .h264OneKey, .h264NoB, .hevcClosed, .hevcOpen, .hevc10,
  ])
  func cutInsideGroups_hasItsVeryFrames_withAndWithoutEdits(_ kind: CodedClips.VideoKind) async throws {
    let source = try CodedClips.frames(kind, in: folder)
    let luma = try DecodedLuma(source)
    let path = folder.file("out.mp4")
    let report = try await CopiedMovie.write([CopiedMovie.clip(source, time(7), time(41))], .encode, to: path)
    for ignoresEdits in [false, true] {
      #expect(try DecodedLuma(path, ignoresEdits: ignoresEdits).numbers(in: luma) == Array(7..<41))
    }
    #expect(try Oracle.warnings(path) == "")
    let video = try #require(report.video.first)
    #expect(video.copiedCount + video.encodedCount == 34)
    let stored = Set(try CopiedMovie.packets(source))
    let copied = try CopiedMovie.packets(path).filter(stored.contains).count
    // The first of an open group of HEVC is marked as a beginning.
    let marked = [.hevcOpen, .hevc10].contains(kind) ? 1 : 0
    #expect(copied == video.copiedCount - marked)
    #expect(try CopiedMovie.hasOrderedTimes(path))
    switch kind {
    // Its groups refer to those before, or there is only one: everything is encoded, with the reason.
    case .h264Open:
      #expect(video.copiedCount == 0)
      #expect(video.reasons == ["its groups of pictures are open: frames refer to the group before"])
    case .h264OneKey:
      #expect(video.copiedCount == 0)
      #expect(video.reasons == ["no group of pictures begins in it"])
    // Without B-frames, a group can end anywhere.
    case .h264NoB: #expect(video.encodedCount == 5)
    default: #expect(video.copiedCount > 15)
    }
  }

  /// What an encoder leaves unset in its messages would differ between runs, and tell of the memory of the process.
  @Test(arguments: [CodedClips.VideoKind.h264Closed, .hevcClosed])
  func cutsOfOneFile_haveTheSameBytes(_ kind: CodedClips.VideoKind) async throws {
    let clip = CopiedMovie.clip(try CodedClips.frames(kind, in: folder), time(7), time(41))
    var packets: Set<[String]> = []
    for number in 0..<4 {
      let path = folder.file("\(number).mp4")
      try await CopiedMovie.write([clip], .encode, to: path)
      packets.insert(try CopiedMovie.packets(path))
    }
    #expect(packets.count == 1)
  }

  @Test(arguments: ["mkv", "ts", "mov"], [CodedClips.VideoKind.h264Closed, .hevcOpen])
  func otherContainers_haveTheVeryFrames(_ type: String, _ kind: CodedClips.VideoKind) async throws {
    let source = try CodedClips.frames(kind, in: folder)
    let path = folder.file("out.\(type)")
    try await CopiedMovie.write([CopiedMovie.clip(source, time(7), time(41))], .encode, to: path)
    #expect(try DecodedLuma(path).numbers(in: DecodedLuma(source)) == Array(7..<41))
  }

  @Test(arguments: ["mp4", "mkv"]) func sourcesOfOtherReordering_followEachOther_withTheLargerDelay(_ type: String)
    async throws
  {
    let reordered = try CodedClips.frames(.hevcClosed, in: folder), plain = folder.file("plain.mp4")
    try Oracle.make([
      "-i", reordered, "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
      "log-level=none:bframes=0:keyint=12:min-keyint=12:scenecut=0", plain,
    ])
    let path = folder.file("out.\(type)")
    // The first source's frames come in order, the second's do not.
    let report = try await CopiedMovie.write(
      [CopiedMovie.clip(plain, time(0), time(17)), CopiedMovie.clip(reordered, time(19), time(41))], .encode, to: path)
    #expect(report.video[0].copiedCount > 20)
    #expect(try DecodedLuma(path).numbers(in: DecodedLuma(reordered)) == Array(0..<17) + Array(19..<41))
    let warnings = try Oracle.warnings(path)
    #expect(!warnings.contains("video_delay"), "\(warnings)")
  }

  @Test(arguments: ["mkv", "ts"]) func sourcesOfOtherContainers_areCutToo(_ type: String) async throws {
    let source = try CodedClips.frames(.h264Closed, in: folder)
    let other = folder.file("in.\(type)")
    try Oracle.make(["-i", source, "-c", "copy", other])
    let path = folder.file("out.mp4")
    // Transport streams do not begin at zero, and Matroska rounds its times.
    let report = try await CopiedMovie.write(
      [CopiedMovie.clip(other, .rational(7 * 1001 + 500, 30000), .rational(41 * 1001 - 500, 30000))], .encode, to: path)
    #expect(try DecodedLuma(path).numbers(in: DecodedLuma(source)) == Array(7..<41))
    #expect(report.video[0].copiedCount > 15)
  }

  @Test func cutAtASyncSample_encodesNothingAtItsBeginning() async throws {
    let source = try CodedClips.frames(.h264NoB, in: folder)
    let path = folder.file("out.mp4")
    let report = try await CopiedMovie.write([CopiedMovie.clip(source, time(12), time(29))], .encode, to: path)
    #expect(
      report.lines == [
        "video 0s to 17017/30000s: copied from '\(source)', 17 samples"
      ])
    #expect(try DecodedLuma(path).numbers(in: DecodedLuma(source)) == Array(12..<29))
  }

  @Test func variableRate_keepsItsTimes() async throws {
    let source = folder.file("vfr.mp4")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30:duration=3", "-vf",
        "select='not(eq(mod(n,5),2)+eq(mod(n,7),3))'",
      ]
        + ["-fps_mode", "vfr", "-pix_fmt", "yuv420p"] + CodedClips.VideoKind.h264Closed.arguments + [source])
    let path = folder.file("out.mp4")
    try await CopiedMovie.write([CopiedMovie.clip(source, .milliseconds(500), .milliseconds(2300))], .encode, to: path)
    func times(_ path: String) throws -> [Double] {
      try Oracle.text(
        "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path]
      ).split(separator: "\n").compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
    }
    let expected = try times(source).filter { $0 >= 0.4999 && $0 < 2.2999 }.map { $0 - 0.5 }
    let found = try times(path)
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.00002 })
  }

  @Test func audio_isCopied_andBeginsAtItsSample() async throws {
    let source = folder.file("sound.mp4")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30000/1001:duration=2", "-f", "lavfi", "-i",
        "anoisesrc=duration=2:sample_rate=48000:seed=7:amplitude=0.3", "-pix_fmt", "yuv420p",
      ] + CodedClips.VideoKind.h264Closed.arguments + ["-c:a", "aac", "-aac_pns", "0", source])
    let path = folder.file("out.mp4")
    let report = try await CopiedMovie.write(
      [CopiedMovie.clip(source, .milliseconds(400), .milliseconds(1500))], .encode, to: path)
    #expect(report.audio[0].encodedCount == 0)
    let whole = try CodedClips.audio(source, "s16le"), part = try CodedClips.audio(path, "s16le")
    let expected = whole.subdata(in: 19200 * 2..<72000 * 2)
    // ffmpeg ends with a packet, wherever the edit does.
    let isSame = part.prefix(expected.count) == expected
    #expect(isSame && part.count < expected.count + 2048)
  }

  @Test(arguments: [90, 180, 270], [TimelineCopy.Edges.keep, .encode])
  func turnedFrames_stayTurned(_ angle: Int, _ edges: TimelineCopy.Edges) async throws {
    let flat = try CodedClips.frames(.h264Closed, in: folder), source = folder.file("turned.mp4")
    try Oracle.make(["-i", flat, "-c", "copy", "-metadata:s:v", "rotate=\(angle)", source])
    let path = folder.file("out.mp4")
    try await CopiedMovie.write([CopiedMovie.clip(source, time(7), time(41))], edges, to: path)
    func rotation(_ path: String) throws -> String {
      try Oracle.text(
        "ffprobe", ["-v", "error", "-show_entries", "stream_side_data=rotation", "-of", "csv=p=0", path])
    }
    #expect(try rotation(path) == rotation(source))
    #expect(try DecodedLuma(path).numbers(in: DecodedLuma(flat)) == Array(7..<41))
  }

  @Test func otherCodecs_areCopiedAtSyncSamples_andRenderedElsewhere() async throws {
    let jpeg = try CodedClips.frames(.mjpeg, in: folder, count: 24)
    let report = try await CopiedMovie.write(
      [CopiedMovie.clip(jpeg, time(5), time(17))], .encode, to: folder.file("jpeg.mov"))
    #expect(report.video[0].copiedCount == 12)
    let vp9 = try CodedClips.frames(.vp9, in: folder, count: 24)
    let path = folder.file("out.mp4")
    let other = try await CopiedMovie.write([CopiedMovie.clip(vp9, time(5), time(17))], .encode, to: path)
    #expect(other.video[0].reasons == ["VP9 is not encoded at cuts, only H.264 and HEVC are"])
    #expect(try DecodedLuma(path).numbers(in: DecodedLuma(vp9)) == Array(5..<17))
  }
}
