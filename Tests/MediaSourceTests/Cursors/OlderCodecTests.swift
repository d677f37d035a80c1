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
      ("cinepak.mov", "-c:v cinepak -pix_fmt rgb24"), ("ffv1-10.avi", "-c:v ffv1 -level 3 -g 6 -pix_fmt yuv420p10le"),
      ("ffv1.mov", "-c:v ffv1 -level 3 -g 6"), ("huffyuv.mkv", "-c:v huffyuv -pix_fmt yuv422p"),
      ("wmv1.avi", "-c:v wmv1 -g 6"), ("wmv2.mkv", "-c:v wmv2 -g 6"), ("theora.ogv", "-c:v libtheora -q:v 8 -g 6"),
      ("theora.mkv", "-c:v libtheora -q:v 8 -g 6"),
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

  /// The configuration of decoders goes with the format: no demuxer is needed.
  @Test(arguments: ["ffv1.avi", "ffv1.mkv", "huffyuv.avi", "huffyuv.mkv", "wmv1.avi", "wmv2.mkv", "theora.ogv"])
  func files_areReadByPosition(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    let codec = name.hasPrefix("theora") ? "libtheora" : String(name.prefix { $0 != "." })
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.2", "-pix_fmt",
      codec == "huffyuv" ? "yuv422p" : "yuv420p", "-c:v", codec, path,
    ])
    let container = try OpenedMedia(path: path).container
    #expect(container is InterleavedContainer)
    #expect(container.isReadByTables)
  }

  /// The shape of pixels that a container states overrides that of the stream (ISO/IEC 14496-12, clause 12.1.4): H.263
  /// of this size has wide pixels by itself.
  @Test func statedPixelShape_overridesTheStream() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("h263.3gp")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=176x144:rate=25:duration=0.2,setsar=1", "-pix_fmt", "yuv420p", "-c:v", "h263",
      path,
    ])
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    let frame = try #require(
      try cursor.frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)).first)
    #expect(frame.caps.text.contains("pixel-aspect-ratio=(fraction)1/1"))
  }

  @Test(
    arguments: [
      ("wavpack.mka", "-c:a wavpack"), ("wavpack.wv", "-c:a wavpack"), ("dts.mka", "-c:a dca -strict -2"),
      ("dts.dts", "-c:a dca -strict -2"), ("flac.ogg", "-c:a flac -sample_fmt s16"),
      ("flac24.ogg", "-c:a flac -sample_fmt s32 -bits_per_raw_sample 24"),
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
