import AVFoundation
import Foundation
import TestSupport
import Testing

/// The programs that README.md shows.
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

  @Test func edit_isThreeSecondsOfFrames_ofWhichTheFirstIsBlack() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "color=white:s=64x48:r=25:d=4", "-c:v", "libx264", "-preset", "ultrafast",
      folder.file("in.mp4"),
    ])
    let asset = AVURLAsset(url: folder.url("in.mp4"))

    let movie = AVMutableComposition()
    let track = movie.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
    let clip = asset.tracks(withMediaType: .video)[0]
    let second = CMTime(value: 1, timescale: 1)
    try track.insertTimeRange(CMTimeRange(start: .zero, duration: second), of: clip, at: .zero)
    try track.insertTimeRange(
      CMTimeRange(start: CMTime(value: 3, timescale: 1), duration: second), of: clip, at: second)
    track.scaleTimeRange(CMTimeRange(start: second, duration: second), toDuration: CMTime(value: 2, timescale: 1))

    let fade = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    fade.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: CMTimeRange(start: .zero, duration: second))
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: movie.duration)
    instruction.layerInstructions = [fade]
    let pictures = AVMutableVideoComposition(propertiesOf: movie)
    pictures.instructions = [instruction]

    let frames = AVAssetReaderVideoCompositionOutput(
      videoTracks: movie.tracks(withMediaType: .video), videoSettings: nil)
    frames.videoComposition = pictures
    let render = try AVAssetReader(asset: movie)
    render.add(frames)
    guard render.startReading() else { throw render.error! }
    var times: [CMTime] = []
    var firstLuma: UInt8?
    while let sample = frames.copyNextSampleBuffer() {
      if let buffer = sample.imageBuffer, firstLuma == nil {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        firstLuma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)?.load(as: UInt8.self)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      }
      times.append(sample.presentationTimeStamp)
    }
    // The rate is that of the media: the slow second has as many frames a second as the other.
    let step = pictures.frameDuration
    #expect(times == (0..<times.count).map { CMTimeMultiply(step, multiplier: Int32($0)) } && firstLuma == 16)
    #expect(times.last.map { $0 + step == CMTime(value: 3, timescale: 1) } == true, "\(times.count) of \(step)")
  }
}
