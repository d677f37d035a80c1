import AVFoundation
import Foundation
import TestSupport
import Testing

/// The program that README.md shows.
@Suite struct ProgramOfTheReadmeTests {
  @Test func everyFrame_isInTheSmallerMovie() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=1", "-c:v", "libx264", "-preset", "ultrafast",
      folder.file("in.mp4"),
    ])
    let asset = AVURLAsset(url: folder.url("in.mp4"))

    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: asset.tracks(withMediaType: .video)[0],
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar])
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: folder.url("small.mp4"), fileType: .mp4)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 640, AVVideoHeightKey: 360])
    writer.add(input)
    guard reader.startReading(), writer.startWriting() else { throw reader.error ?? writer.error! }
    writer.startSession(atSourceTime: .zero)
    try await input.append(contentsOf: output.samples())
    input.markAsFinished()
    await writer.finishWriting()
    #expect(try writer.graph.yaml().contains("use: video.encode.hevc"))

    #expect(writer.status == .completed)
    let facts = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,width,height,nb_read_frames", "-of",
        "csv=p=0", folder.file("small.mp4"),
      ])
    #expect(facts == "hevc,640,360,25")
  }
}
