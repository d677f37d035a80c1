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
    let (_, output) = try AVAssetReader.started(SharedClip.movie, .video, pixels(format))
    let frame = try #require(output.copyNextSampleBuffer()?.imageBuffer)
    #expect(CVPixelBufferGetPixelFormatType(frame) == format)
    let bytes = try frame.pixels(bytesPerPixel: size)
    let expected = try Oracle.raw(
      SharedClip.movie.path,
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
    let (reader, output) = try AVAssetReader.started(SharedClip.movie, .video, pixels(format))
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

  /// Samples of two bytes and packed ones: the first luma and chroma of gray, in units of their depth.
  @Test func rangesOfValues_areConvertedInDeepFormats() throws {
    let folder = try TemporaryFolder()
    let (full, limited) = (folder.url("full.mov"), folder.url("limited.mp4"))
    let picture = ["-f", "lavfi", "-i", "color=0x7e7e7e:s=64x48:r=5:d=0.4"]
    try Oracle.make(picture + ["-c:v", "mjpeg", "-q:v", "1", "-pix_fmt", "yuvj422p", full.path])
    try Oracle.make(picture + ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p", limited.path])
    func bytes(_ url: URL, _ format: OSType, _ bytesPerPixel: Int = 2) throws -> [UInt8] {
      let (reader, output) = try AVAssetReader.started(url, .video, pixels(format))
      let sample = try #require(output.copyNextSampleBuffer(), "\(reader.error as Any)")
      return try #require(sample.imageBuffer).pixels(bytesPerPixel: bytesPerPixel)
    }
    func luma(_ url: URL) throws -> Double {
      let raw = try Oracle.raw(url.path, ["-frames:v", "1", "-f", "rawvideo"])
      return Double(try #require(raw.first))
    }
    func isNear(_ value: Int, _ wanted: Double) -> Bool { abs(Double(value) - wanted) <= 1 }
    // From 0 to 255 to 64 to 940.
    let wanted = try 64 + luma(full) * 876 / 255
    let packed = try bytes(full, kCVPixelFormatType_422YpCbCr10).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(
      isNear(packed >> 10 & 0x3ff, wanted) && [0, 20].allSatisfy { isNear(packed >> $0 & 0x3ff, 512) },
      "\(packed >> 10 & 0x3ff), \(wanted)")
    let planes = try bytes(full, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    let words = planes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }.map { Int($0) >> 6 }
    #expect(words.prefix(64 * 24).allSatisfy { isNear($0, wanted) }, "\(words.prefix(4)), \(wanted)")
    #expect(words.suffix(64 * 12).allSatisfy { isNear($0, 512) })
    // From 16 to 235 to 0 to 255, and the byte behind it.
    let gray = try bytes(limited, kCVPixelFormatType_16Gray)
    let high = try (luma(limited) - 16) * 65535 / 219 / 256
    #expect(
      stride(from: 0, to: gray.count, by: 2).allSatisfy { isNear(Int(gray[$0]), high) }, "\(gray.prefix(4)), \(high)")
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

  @Test(arguments: [true, false]) func nothingIsCopied_whereSamplesMayBeShared(_ copies: Bool) throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let reader = try AVAssetReader(asset: asset)
    // As decoded, from one decoder.
    let outputs = (0..<2).map { _ in AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:]) }
    for output in outputs {
      output.alwaysCopiesSampleData = copies
      reader.add(output)
    }
    #expect(reader.startReading())
    for _ in 0..<30 {
      let frames = try outputs.map { try #require($0.copyNextSampleBuffer()?.imageBuffer) }
      for frame in frames { CVPixelBufferLockBaseAddress(frame, .readOnly) }
      let places = frames.map { CVPixelBufferGetBaseAddressOfPlane($0, 0) }
      #expect((places[0] == places[1]) != copies)
      for frame in frames { CVPixelBufferUnlockBaseAddress(frame, .readOnly) }
    }
  }

  @Test func oddSizes_keepAllPixels() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "nullsrc=size=97x61:rate=25:duration=0.4,format=yuv444p,geq=random(1)*219+16:X+N:Y+N",
      "-c:v", "libx264", "-pix_fmt", "yuv444p", "-qp",
      "0",
      folder.file("a.mp4"),
    ])
    let (reader, output) = try AVAssetReader.started(
      folder.url("a.mp4"), .video, pixels(kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange))
    let frames = try output.all().map { try #require($0.imageBuffer) }
    #expect(reader.status == .completed && frames.count == 10, "\(reader.error as Any)")
    #expect(frames.allSatisfy { CVPixelBufferGetWidth($0) == 97 && CVPixelBufferGetHeight($0) == 61 })
    let expected = try Oracle.raw(folder.file("a.mp4"), ["-f", "rawvideo", "-pix_fmt", "nv24"])
    #expect(try frames.flatMap { try $0.pixels() } == expected)
  }

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
