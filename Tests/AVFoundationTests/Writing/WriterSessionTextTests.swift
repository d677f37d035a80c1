import AVFoundation
import Foundation
import Testing

/// Captions and timecode are shown as far as their sessions are.
@Suite struct WriterSessionTextTests {
  private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }
  private func range(_ frames: Range<Int>) -> CMTimeRange {
    CMTimeRange(start: time(frames.lowerBound), end: time(frames.upperBound))
  }

  private func appendFrames(_ frames: Range<Int>, to video: AVAssetWriterInput) async throws {
    for number in frames { await video.appendWhenReady(try WrittenMedia.frame(number, at: time(number))) }
  }

  @Test(arguments: [AVFileType.mov, .mp4]) func captions_areCutByTheirSessions(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    let text = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let captions = AVAssetWriterInputCaptionAdaptor(assetWriterInput: text)
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    for input in [video, text] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: time(30))
    for (words, frames) in [("before", 3..<9), ("early", 15..<33), ("late", 50..<110)] {
      #expect(captions.append(AVCaption(words, timeRange: range(frames))))
    }
    try await appendFrames(30..<60, to: video)
    writer.endSession(atSourceTime: time(60))
    writer.startSession(atSourceTime: time(90))
    #expect(captions.append(AVCaption("second", timeRange: range(105..<140))))
    // The end of its session is known only after the last caption.
    text.markAsFinished()
    try await appendFrames(90..<120, to: video)
    writer.endSession(atSourceTime: time(120))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let lines = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "s:0", "-show_entries", "packet=pts_time,duration_time,size", "-of",
        "csv=p=0", folder.file("out"),
      ])
    // Samples without text have two bytes.
    let shown = lines.split(separator: "\n").map { $0.split(separator: ",") }.filter { $0.count > 2 && $0[2] != "2" }
    let times = shown.map { [Double($0[0]) ?? -1, Double($0[1]) ?? -1] }
    let expected = [[0, 0.1], [0.667, 0.333], [1.5, 0.5]]
    try #require(times.count == expected.count, "\(lines)")
    #expect(zip(times.joined(), expected.joined()).allSatisfy { abs($0 - $1) < 0.002 }, "\(lines)")
    #expect(abs(try await AVURLAsset(url: folder.url("out")).load(.duration).seconds - 2) < 0.002)
  }

  @Test func timecodeFromBeforeTheSession_countsOnUpToItsStart() async throws {
    let folder = try TemporaryFolder()
    let format = try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: time(1), frameQuanta: 30, flags: [.twentyFourHourMax])
    // One hour.
    let bytes: [UInt8] = [0, 1, 0xa5, 0xe0]
    let block = try CMBlockBuffer(length: 4)
    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    let sample = try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(duration: time(90), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
      ], sampleSizes: [4])
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let timecode = AVAssetWriterInput(mediaType: .timecode, outputSettings: nil, sourceFormatHint: format)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    for input in [video, timecode] { writer.add(input) }
    video.addTrackAssociation(withTrackOf: timecode, type: AVAssetTrack.AssociationType.timecode.rawValue)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: time(12))
    #expect(timecode.append(sample))
    timecode.markAsFinished()
    try await appendFrames(12..<42, to: video)
    writer.endSession(atSourceTime: time(42))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try WrittenMedia.startTimecode(of: folder.file("out.mov")) == "01:00:00:12")
    let asset = AVURLAsset(url: folder.url("out.mov"))
    #expect(try await asset.load(.duration) == time(30))
  }
}
