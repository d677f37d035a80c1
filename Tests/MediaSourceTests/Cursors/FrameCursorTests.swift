import CoreMedia
import Foundation
import Testing

@testable import GStreamer
@testable import MediaSource

/// Every picture is the one that a linear decode gives, bit for bit, whatever was decoded before it.
@Suite struct FrameCursorTests {
  @Test(arguments: CodedClips.VideoKind.allCases)
  func everyFrame_inRandomOrder_equalsLinearDecode(_ kind: CodedClips.VideoKind) async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder)
    let expected = try CodedClips.checksums(path)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    let end = try cursor.end()
    #expect(expected.count == 48)
    var linear: [DecodedFrame] = []
    for frame in try cursor.frames(in: CMTimeRange(start: .zero, end: end)) { linear.append(frame) }
    #expect(try linear.map { try $0.checksum } == expected)
    // Each picture follows the one before without a gap.
    for (frame, next) in zip(linear, linear.dropFirst()) { #expect(frame.time + frame.duration == next.time) }
    var generator = SeededGenerator(state: 42)
    for number in linear.indices.shuffled(using: &generator) {
      let frame = try cursor.frame(at: linear[number].time)
      #expect(try frame.checksum == expected[number], "frame \(number) of \(kind)")
      #expect(frame.time == linear[number].time && frame.duration == linear[number].duration)
    }
  }

  @Test func framesAreShown_untilTheNextOne() async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.h264Open, in: folder, count: 20)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    let expected = try CodedClips.checksums(path)
    for number in [0, 1, 9, 10, 19] {
      let start = CMTime(value: Int64(number) * 1001, timescale: 30000)
      let last = start + CMTime(value: 1000, timescale: 30000)
      let frames = [try cursor.frame(at: start), try cursor.frame(at: last)]
      #expect(frames.map(\.time) == [start, start])
      #expect(try frames.map { try $0.checksum } == [expected[number], expected[number]])
    }
  }

  @Test func range_beginsWithTheFrameThatIsShownAtItsStart() async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.h264Pyramid, in: folder)
    let expected = try CodedClips.checksums(path)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    // Half into frame 13, up to the very start of frame 31.
    let range = CMTimeRange(
      start: CMTime(value: 27 * 1001, timescale: 60000), end: CMTime(value: 31 * 1001, timescale: 30000))
    var frames: [DecodedFrame] = []
    for frame in try cursor.frames(in: range) { frames.append(frame) }
    #expect(try frames.map { try $0.checksum } == Array(expected[13..<31]))
    #expect(frames.map(\.time) == (13..<31).map { CMTime(value: $0 * 1001, timescale: 30000) })
  }

  @Test func framesOneAfterTheOther_areThoseOfTheRange() async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.hevcOpen, in: folder, count: 30)
    let expected = try CodedClips.checksums(path)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    var sums: [String] = []
    for number in 0..<30 {
      sums.append(try cursor.frame(at: CMTime(value: Int64(number) * 1001, timescale: 30000)).checksum)
    }
    #expect(sums == expected)
  }

  @Test(arguments: ["avdec_h264", "avdec_h265", "avdec_vp9", "avdec_prores"])
  func decoderThreads_workOnFrames_andAreFew(_ element: String) throws {
    let caps = [
      "avdec_h264": "video/x-h264,stream-format=byte-stream,alignment=au",
      "avdec_h265": "video/x-h265,stream-format=byte-stream,alignment=au", "avdec_vp9": "video/x-vp9",
      "avdec_prores": "video/x-prores,variant=hq,width=64,height=64",
    ]
    let format = CodedFormat(try Caps(try #require(caps[element])))
    let session = try DecoderSession(#require(format))
    #expect(session.element.factoryName == element)
    let kind = try session.element.get("thread-type")
    #expect(kind == "Frame")
    let threads = try session.element.get("max-threads").flatMap { Int($0) }
    #expect(threads.map { (2...4).contains($0) } == true)
    #expect(try session.element.get("max-errors") == "0")
  }

  @Test func cancelledRequest_ends() async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.h264OneKey, in: folder)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: CancellationError.self) { try cursor.frame(at: CMTime(value: 1, timescale: 1), cancellation) }
    // The cursor goes on as if nothing had been.
    #expect(try cursor.frame(at: .zero).sample?.index == 0)
  }
}
