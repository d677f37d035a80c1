import CoreMedia
import Foundation
import MediaSourceTesting
import Testing

@testable import MediaSource

/// Codecs of older files are decoded everywhere, with the frames and samples of ffmpeg.
@Suite struct OlderCodecTests {
  @Test(
    arguments: [
      ("ffv1.mkv", "-c:v ffv1 -g 6"), ("ffv1.avi", "-c:v ffv1 -level 1 -g 6"),
      ("huffyuv.avi", "-c:v huffyuv -pix_fmt yuv422p"), ("wmv1.asf", "-c:v wmv1 -g 6"),
      ("wmv2.asf", "-c:v wmv2 -g 6"), ("wmv2.avi", "-c:v wmv2 -g 6"), ("msmpeg4.avi", "-c:v msmpeg4 -g 6"),
      ("msmpeg4v2.avi", "-c:v msmpeg4v2 -g 6"), ("cinepak.avi", "-c:v cinepak -pix_fmt rgb24"),
      ("dv.avi", "-c:v dvvideo -s 720x576 -pix_fmt yuv420p"), ("dv.mov", "-c:v dvvideo -s 720x576 -pix_fmt yuv420p"),
      ("cinepak.mov", "-c:v cinepak -pix_fmt rgb24"),
    ])
  func frames_areThoseOfFFmpeg_fromAnyPlace(name: String, options: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=0.8", "-pix_fmt", "yuv420p"]
        + options.split(separator: " ").map(String.init) + [path])
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    let expected = try CodedClips.checksums(path)
    var frames: [DecodedFrame] = []
    for frame in try cursor.frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)) { frames.append(frame) }
    let sums = try frames.map { try $0.checksum }
    #expect(sums == expected)
    for number in [15, 3, 9] where frames.indices.contains(number) {
      #expect(try cursor.frame(at: frames[number].time).checksum == expected[number])
    }
  }

  @Test(
    arguments: [
      ("wavpack.mka", "-c:a wavpack"), ("wavpack.wv", "-c:a wavpack"), ("dts.mka", "-c:a dca -strict -2"),
      ("dts.dts", "-c:a dca -strict -2"),
    ])
  func samples_areThoseOfFFmpeg(name: String, options: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Oracle.make(
      ["-f", "lavfi", "-i", "anoisesrc=r=48000:seed=7:a=0.3:d=1", "-ac", "2"]
        + options.split(separator: " ").map(String.init) + [path])
    let cursor = AudioCursor(try CodedClips.track(path, isVideo: false))
    var bytes = Data()
    for chunk in try cursor.samples(in: CMTimeRange(start: .zero, end: .positiveInfinity)) {
      bytes.append(contentsOf: chunk.bytes)
    }
    let names: [PCMSample: String] = [.s16: "s16le", .s32: "s32le", .f32: "f32le"]
    let expected = try CodedClips.audio(path, #require(names[cursor.format().sampleFormat]))
    #expect(bytes.count == expected.count)
    let isSame = bytes == expected
    #expect(isSame)
  }
}
