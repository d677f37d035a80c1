import AVFoundation
import Foundation
import TestSupport
import Testing

/// The end of movies whose frames come without durations, as a pixel buffer adaptor's do.
@Suite struct WriterDurationTests {
  /// A frame lasts until the next one, and the last one as long as that before it, also where it is not the last in
  /// decoding order.
  @Test(arguments: [
    (AVFileType.mov, Array(0..<30), 30), (.matroska, Array(0..<30), 30),
    (.mp4, [0, 1, 3, 4, 8, 9, 10, 13, 14, 16, 19], 22),
    (.matroska, [0, 1, 3, 4, 8, 9, 10, 13, 14, 16, 19], 22),
  ])
  func lastFrame_lastsAsLongAsTheOneBefore(type: AVFileType, frames: [Int], end: Int) async throws {
    for reorders in [true, false] {
      let folder = try TemporaryFolder()
      let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
      let settings = WrittenMedia.videoSettings([
        AVVideoCompressionPropertiesKey: [AVVideoAllowFrameReorderingKey: reorders]
      ])
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: nil)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for frame in frames {
        while !input.isReadyForMoreMediaData { await Task.yield() }
        #expect(
          adaptor.append(
            try WrittenMedia.image(frame), withPresentationTime: CMTime(value: Int64(frame), timescale: 30)))
      }
      input.markAsFinished()
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      let path = folder.url("out").path
      let length = try Oracle.text(
        "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
      let seconds = try #require(Double(length.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(abs(seconds - Double(end) / 30) < 0.001, "\(type) \(reorders)")
      let asset = AVURLAsset(url: folder.url("out"))
      let duration = try await asset.load(.duration)
      #expect(
        CMTimeConvertScale(duration, timescale: 1000, method: .default).value == Int64((Double(end) / 0.03).rounded()))
      let times = try Oracle.text(
        "ffprobe", ["-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path])
      #expect(times.split { "\n,".contains($0) }.compactMap { Double($0).map { Int(($0 * 30).rounded()) } } == frames)
    }
  }

  /// Some encoders take no frames without a rate, and are told one; a rate that the program expects is no duration either.
  @Test(arguments: [AVVideoCodecType.h264, .hevc, .av1, .vp9, .vp8], [2, 10, 60])
  func lastFrame_lastsAsLongAsTheOneBefore_inEveryCodec(codec: AVVideoCodecType, rate: Int32) async throws {
    for expected in [nil, 30] {
      let folder = try TemporaryFolder()
      let type = codec == .vp8 ? AVFileType.matroska : .mp4
      let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
      let properties = expected.map { [AVVideoExpectedSourceFrameRateKey: $0] } ?? [:]
      let settings = WrittenMedia.videoSettings([
        AVVideoCodecKey: codec, AVVideoCompressionPropertiesKey: properties,
      ])
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: nil)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for frame in 0..<10 {
        while !input.isReadyForMoreMediaData { await Task.yield() }
        let time = CMTime(value: Int64(frame), timescale: rate)
        #expect(adaptor.append(try WrittenMedia.image(frame), withPresentationTime: time))
      }
      input.markAsFinished()
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      let duration = try await AVURLAsset(url: folder.url("out")).load(.duration)
      #expect(abs(duration.seconds - 10 / Double(rate)) < 0.001, "expecting \(expected ?? 0): \(duration.seconds) s")
    }
  }

  /// x265 states decoding times from memory that it never set, if it gets fewer than three frames: files of the same
  /// frames would differ from run to run.
  @Test(arguments: [AVFileType.mp4, .matroska], [1, 2])
  func fewFramesOfHEVC_areWhereTheyWere(type: AVFileType, count: Int) async throws {
    for _ in 0..<8 {
      let folder = try TemporaryFolder()
      let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
      let settings = WrittenMedia.videoSettings([AVVideoCodecKey: AVVideoCodecType.hevc])
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for number in 0..<count {
        await input.appendWhenReady(try WrittenMedia.frame(number, at: CMTime(value: Int64(number), timescale: 25)))
      }
      // Without markAsFinished(): the writer ends the input.
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      let times = try Oracle.text(
        "ffprobe", ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", folder.file("out")])
      #expect(times.split { "\n,".contains($0) }.compactMap { Double($0) } == [0, 0.04].prefix(count).map(\.self))
    }
  }
}
