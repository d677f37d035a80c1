import AVFoundation
import Testing

/// Frames of a track output are those of ffmpeg, bit for bit, at their exact times.
@Suite struct TrackOutputFrameTests {
  @Test(arguments: ["mp4", "mkv", "ts", "avi", "flv", "mov"])
  func framesOfAnyContainer_areThoseOfFFmpeg(_ container: String) throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make("numbers.\(container)", in: folder)
    let expected = try Oracle.raw(
      url.path, ["-map", "0:v:0", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p"])
    let (reader, output) = try AVAssetReader.started(
      url, .video, pixels(kCVPixelFormatType_420YpCbCr8Planar))
    let frames = output.all()
    #expect(reader.status == .completed && reader.error == nil)
    let bytes = try frames.flatMap { try #require($0.imageBuffer).pixels() }
    #expect(frames.count == 30 && bytes == expected)
  }

  @Test func framesHaveTheirExactTimes() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let (_, output) = try AVAssetReader.started(url, .video, pixels(kCVPixelFormatType_32BGRA))
    let frames = output.all()
    #expect(frames.map(\.presentationTimeStamp) == (0..<30).map { NumberedMovie.time(Double($0)) })
    #expect(frames.allSatisfy { $0.duration == CMTime(value: 1, timescale: 30) && $0.numSamples == 1 })
  }

  @Test(arguments: [
    (kCVPixelFormatType_32BGRA, "bgra", 4), (kCVPixelFormatType_32RGBA, "rgba", 4),
    (kCVPixelFormatType_32ARGB, "argb", 4), (kCVPixelFormatType_24RGB, "rgb24", 3),
    (kCVPixelFormatType_422YpCbCr8, "uyvy422", 2), (kCVPixelFormatType_422YpCbCr8_yuvs, "yuyv422", 2),
    (kCVPixelFormatType_OneComponent8, "gray", 1),
  ])
  func convertedFrames_areNearThoseOfFFmpeg(_ format: OSType, _ name: String, _ size: Int) throws {
    let (_, output) = try AVAssetReader.started(SharedMedia.movie, .video, pixels(format))
    let frame = try #require(output.copyNextSampleBuffer()?.imageBuffer)
    #expect(CVPixelBufferGetPixelFormatType(frame) == format)
    let bytes = try frame.pixels(bytesPerPixel: size)
    let expected = try Oracle.raw(
      SharedMedia.movie.path,
      ["-frames:v", "1", "-sws_flags", "accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", name])
    #expect(bytes.count == expected.count)
    // At edges chroma is interpolated in other ways.
    let alike = zip(bytes, expected).count { abs(Int($0) - Int($1)) <= 6 }
    #expect(alike > bytes.count * 8 / 10, "\(alike) of \(bytes.count)")
  }

  @Test(arguments: [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_422YpCbCr10, kCVPixelFormatType_4444AYpCbCr16, kCVPixelFormatType_64ARGB,
    kCVPixelFormatType_16Gray,
  ])
  func everyFormat_isTheOneThatWasAskedFor(_ format: OSType) throws {
    let (reader, output) = try AVAssetReader.started(SharedMedia.movie, .video, pixels(format))
    let sample = try #require(output.copyNextSampleBuffer(), "\(reader.error as Any)")
    #expect(CVPixelBufferGetPixelFormatType(try #require(sample.imageBuffer)) == format)
    #expect(sample.formatDescription?.mediaSubType.rawValue == format)
  }

  @Test func rangesOfValues_areConverted() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    func darkest(_ url: URL, _ format: OSType) throws -> UInt8? {
      let (_, output) = try AVAssetReader.started(url, .video, pixels(format))
      let frame = try #require(output.copyNextSampleBuffer()?.imageBuffer)
      return try frame.pixels(bytesPerPixel: 1).prefix(128 * 64).min()
    }
    // The first frame is black.
    #expect(try darkest(url, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) == 16)
    #expect(try darkest(url, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange) == 0)
    #expect(try darkest(url, kCVPixelFormatType_OneComponent8) == 0)
    let full = folder.url("full.mov")
    try Oracle.make([
      "-i", url.path, "-vf", "scale=out_range=pc", "-c:v", "mjpeg", "-q:v", "1", "-pix_fmt", "yuvj420p", full.path,
    ])
    let (same, scaled) = (
      try darkest(full, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange) ?? 99,
      try darkest(full, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) ?? 99
    )
    #expect(same < 3 && 14...18 ~= scaled, "\(same), \(scaled)")
  }

  @Test func widthAndHeight_stretch() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let (reader, output) = try AVAssetReader.started(
      url, .video, pixels(kCVPixelFormatType_32BGRA, width: 64, height: 96))
    let frames = try output.all().map { try #require($0.imageBuffer) }
    #expect(frames.allSatisfy { CVPixelBufferGetWidth($0) == 64 && CVPixelBufferGetHeight($0) == 96 })
    #expect(try frames.map { try number($0) } == Array(0..<30), "\(reader.error as Any)")
    let (_, wide) = try AVAssetReader.started(url, .video, pixels(kCVPixelFormatType_32BGRA, width: 256))
    let frame = try #require(wide.copyNextSampleBuffer()?.imageBuffer)
    #expect(CVPixelBufferGetWidth(frame) == 256 && CVPixelBufferGetHeight(frame) == 64)
  }

  /// The number that a frame of a numbered movie shows, in BGRA.
  private func number(_ frame: CVPixelBuffer) throws -> Int {
    let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
    let bytes = try frame.pixels()
    return (0..<8).reduce(0) { number, bar in
      let x = (bar * 2 + 1) * width / 16
      return number | (bytes[(height / 2 * width + x) * 4 + 1] > 127 ? 1 << bar : 0)
    }
  }

  @Test func timeRange_beginsWithTheFrameThatIsShown() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let (reader, output) = try AVAssetReader.started(url, .video, pixels(kCVPixelFormatType_32BGRA)) { reader, _ in
      reader.timeRange = CMTimeRange(start: NumberedMovie.time(12.5), end: NumberedMovie.time(17))
    }
    #expect(try output.all().map { try number(#require($0.imageBuffer)) } == [12, 13, 14, 15, 16])
    #expect(reader.status == .completed)
  }

  // MARK: Memory

  @Test func frames_areThePrograms_whoChangesThem() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    func frames(changing: Bool) throws -> [[UInt8]] {
      let asset = AVURLAsset(url: url)
      let reader = try AVAssetReader(asset: asset)
      // Two outputs share a decoder: what one program writes, the other must not see.
      let outputs = (0..<2).map { _ in
        AVAssetReaderTrackOutput(
          track: asset.tracks[0], outputSettings: pixels(kCVPixelFormatType_420YpCbCr8Planar))
      }
      for output in outputs { reader.add(output) }
      #expect(reader.startReading())
      var result: [[UInt8]] = []
      while let frame = outputs[0].copyNextSampleBuffer()?.imageBuffer {
        if changing {
          CVPixelBufferLockBaseAddress(frame, [])
          let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(frame, 0))
          memset(luma, 0x80, CVPixelBufferGetBytesPerRowOfPlane(frame, 0) * 64)
          CVPixelBufferUnlockBaseAddress(frame, [])
        }
        result.append(try #require(outputs[1].copyNextSampleBuffer()?.imageBuffer).pixels())
      }
      return result
    }
    let expected = try frames(changing: false)
    #expect(try frames(changing: true) == expected && expected.count == 30)
  }
}
