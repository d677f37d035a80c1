import CoreMedia
import MediaGraph
import MediaSourceTesting
import MediaTimeline
import TestSupport
import Testing

/// Copies of files whose tracks are not shown from their first sample to their last one: edits play them at other speeds and leave gaps,
/// and tracks begin late.
@Suite struct SourceEditTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A second of 25 frames with audio; the movie's units are milliseconds, and those of its video 1/12800 s.
  private func movie() throws -> String {
    let path = folder.file("in.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=1", "-f", "lavfi", "-i", "sine=r=48000:d=1",
      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "0", "-g", "5", "-c:a", "aac", path,
    ])
    return path
  }

  /// A file whose video begins half a second behind its audio, and the time at which it does.
  private func lateVideo() throws -> (path: String, start: Double) {
    let path = folder.file("late.mkv")
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=r=48000:d=1", "-itsoffset", "0.52", "-f", "lavfi", "-i",
      "testsrc2=size=160x96:rate=25:duration=0.6", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "0", "-g", "5",
      "-c:a", "aac", path,
    ])
    return (path, try #require(times(path).first))
  }

  /// The times of the frames of a file.
  private func times(_ path: String) throws -> [Double] {
    try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path]
    ).split(separator: "\n").compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
  }

  @Test(arguments: [TimelineCopy.Edges.keep, .encode])
  func audioThatAnEditPlaysAtAnotherSpeed_isNotCopied_withTheReason(_ edges: TimelineCopy.Edges) throws {
    let path = try movie()
    try WrittenEdit.write(
      [
        WrittenEdit(duration: 500, mediaTime: 1024, rate: 0.5), WrittenEdit(duration: 500, mediaTime: 13024),
      ], track: 1, in: path)
    let plan = try CopiedMovie.node(
      [CopiedMovie.clip(path, .milliseconds(200), .milliseconds(900))], edges, of: "out.mp4"
    ).plan()
    #expect(plan.audio.first?.obstacle?.hasPrefix("its file plays its audio at another speed (") == true)
    // The part of the second edit alone is played as it is stored.
    let rest = try CopiedMovie.node(
      [CopiedMovie.clip(path, .milliseconds(600), .milliseconds(900))], edges, of: "out.mp4"
    ).plan()
    #expect(rest.audio.count == 1 && rest.audio.first?.obstacle == nil)
  }

  @Test func videoThatBeginsLate_isBlackUntilThen() async throws {
    let (source, start) = try lateVideo()
    let path = folder.file("out.mp4")
    let report = try await CopiedMovie.write(
      [CopiedMovie.clip(source, .milliseconds(100), .milliseconds(900))], .encode, to: path)
    #expect(report.video[0].spans.map(\.treatment) == [.rendered, .copied])
    #expect(report.video[0].spans[0].reason == "its source shows nothing there")
    #expect(abs(report.video[0].spans[1].range.start.seconds - (start - 0.1)) < 0.001)
    let first = report.video[0].spans[0].sampleCount
    let found = try times(path)
    #expect(found[0] == 0 && abs(found[first] - (start - 0.1)) < 0.001, "\(found)")
    #expect(Array(try DecodedLuma(path).numbers(in: DecodedLuma(source))[first...]) == Array(0..<found.count - first))
  }

  @Test func videoThatBeginsLate_andIsCopiedWithEdits_hasAnEmptyOneBefore() async throws {
    let (source, start) = try lateVideo()
    let path = folder.file("out.mp4")
    try await CopiedMovie.write(
      [CopiedMovie.clip(source, .milliseconds(100), .milliseconds(900))], .keep, to: path)
    let edits = try CodedClips.track(path, isVideo: true).edits
    #expect(edits.count == 2 && edits[0].mediaStart == nil, "\(edits)")
    #expect(abs(edits[0].duration.seconds - (start - 0.1)) < 0.001, "\(edits)")
    #expect(abs(edits.reduce(0) { $0 + $1.duration.seconds } - 0.8) < 0.001, "\(edits)")
  }

  /// The gap begins at 190 ms of the copy, between two frames of a timeline of 25 frames a second.
  @Test func gapOfTheSource_isBlackFromItsVeryBeginning() async throws {
    let path = try movie()
    try WrittenEdit.write(
      [
        WrittenEdit(duration: 400, mediaTime: 0), WrittenEdit(duration: 200, mediaTime: -1),
        WrittenEdit(duration: 400, mediaTime: 6400),
      ], track: 0, in: path)
    let copy = folder.file("out.mp4")
    let report = try await CopiedMovie.write(
      [CopiedMovie.clip(path, .milliseconds(210), .milliseconds(900))], .encode, to: copy)
    let gap = try #require(report.video[0].spans.first { $0.treatment == .rendered })
    #expect(gap.range == CMTimeRange(start: CMTime(value: 19, timescale: 100), end: CMTime(value: 39, timescale: 100)))
    let found = try times(copy)
    let first = try #require(found.firstIndex { abs($0 - 0.19) < 0.001 }, "\(found)")
    let frames = try DecodedLuma(copy).frames
    #expect(frames[first].allSatisfy { $0 < 20 } && frames[first - 1].contains { $0 > 40 })
    #expect(found.contains { abs($0 - 0.39) < 0.001 }, "\(found)")
  }
}
