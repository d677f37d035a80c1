import AVFoundation
import Foundation
import Testing

/// Settings of encoders that others see in the stream, and those that a codec does not have.
@Suite(.timeLimit(.minutes(10))) struct WriterEncoderTests {
  private func write(
    _ properties: [String: Any], _ codec: AVVideoCodecType = .h264, _ more: [String: Any] = [:], to url: URL,
    _ type: AVFileType = .mov, count: Int = 60, rate: Int32 = 30, width: Int = 128, height: Int = 64
  ) async throws {
    let settings = WrittenMedia.videoSettings(
      [AVVideoCodecKey: codec, AVVideoCompressionPropertiesKey: properties].merging(more) { $1 }, width: width,
      height: height)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for number in 0..<count {
      let time = CMTime(value: Int64(number), timescale: rate)
      await input.appendWhenReady(
        try WrittenMedia.frame(number, at: time, lasting: CMTime(value: 1, timescale: rate)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  /// Returns the reason why an input with settings cannot be added to a QuickTime file; nil if it can.
  private func refusal(_ properties: [String: Any], _ codec: AVVideoCodecType, _ more: [String: Any] = [:]) throws
    -> String?
  {
    let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere"), fileType: .matroska)
    let settings = WrittenMedia.videoSettings(
      [AVVideoCodecKey: codec, AVVideoCompressionPropertiesKey: properties].merging(more) { $1 })
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: settings))
    return (writer.error as? AVError)?.failureReason
  }

  private func keyFrames(_ path: String) throws -> [Int] {
    let flags = try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv=p=0", path])
    return flags.split(separator: "\n").enumerated().compactMap { $1.hasPrefix("K") ? $0 : nil }
  }

  @Test(arguments: [AVVideoH264EntropyModeCAVLC, AVVideoH264EntropyModeCABAC])
  func entropyCoding_isThatOfTheSettings_andTheProfileStays(_ mode: String) async throws {
    let folder = try TemporaryFolder()
    try await write(
      [AVVideoH264EntropyModeKey: mode, AVVideoProfileLevelKey: AVVideoProfileLevelH264MainAutoLevel],
      to: folder.url("out.mov"), count: 3)
    #expect(try Oracle.streams(folder.file("out.mov"), "profile") == ["Main"])
    let headers = try Oracle.text(
      "ffmpeg",
      ["-nostdin", "-i", folder.file("out.mov"), "-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"],
      withErrors: true)
    let flag = headers.split(separator: "\n").first { $0.contains("entropy_coding_mode_flag") }
    #expect(flag?.hasSuffix(mode == AVVideoH264EntropyModeCABAC ? "= 1" : "= 0") == true, "\(flag ?? "none")")
  }

  @Test(arguments: [AVVideoCodecType.h264, .hevc, .vp8, .vp9, .av1]) func keyFrameTime_isKept(_ codec: AVVideoCodecType)
    async throws
  {
    let folder = try TemporaryFolder()
    try await write(
      [AVVideoMaxKeyFrameIntervalDurationKey: 1, AVVideoExpectedSourceFrameRateKey: 30], codec, to: folder.url("out"),
      .matroska, count: 75)
    let places = try keyFrames(folder.file("out"))
    #expect(zip(places, places.dropFirst() + [75]).allSatisfy { $1 - $0 <= 31 }, "\(places)")
    try await write([AVVideoMaxKeyFrameIntervalKey: 10], codec, to: folder.url("frames"), .matroska, count: 35)
    let others = try keyFrames(folder.file("frames"))
    #expect(zip(others, others.dropFirst() + [35]).allSatisfy { $1 - $0 <= 10 }, "\(others)")
  }

  @Test(arguments: [AVVideoCodecType.vp8, .vp9, .av1])
  func constantQuality_bitRateAndQuality_changeTheSize(_ codec: AVVideoCodecType) async throws {
    let folder = try TemporaryFolder()
    func size(_ properties: [String: Any]) async throws -> Int {
      let url = folder.url(UUID().uuidString)
      try await write(properties, codec, to: url, .matroska, count: 20)
      return try Data(contentsOf: url).count
    }
    #expect(try await size([AVVideoConstantRateFactorKey: 5]) > size([AVVideoConstantRateFactorKey: 60]))
    #expect(try await size([AVVideoQualityKey: 1]) > size([AVVideoQualityKey: 0]))
    #expect(try await size([AVVideoAverageBitRateKey: 4_000_000]) > size([AVVideoAverageBitRateKey: 20_000]))
  }

  @Test(arguments: [AVVideoCodecType.h264, .hevc]) func droppableFrames_canBeLeftOut(_ codec: AVVideoCodecType)
    async throws
  {
    let folder = try TemporaryFolder()
    try await write(
      [AVVideoExpectedSourceFrameRateKey: 60, AVVideoAverageNonDroppableFrameRateKey: 20], codec,
      to: folder.url("out.mov"), count: 61, rate: 60)
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<61))
    // Frames that others need: every third, and perhaps one more at the end.
    let bytes = try Oracle.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-skip_frame", "noref", "-i", folder.file("out.mov"), "-fps_mode", "passthrough",
        "-f", "rawvideo", "-pix_fmt", "gray", "-",
      ])
    #expect((21...23).contains(bytes.count / (128 * 64)), "\(bytes.count / (128 * 64))")
  }

  @Test func propertiesThatACodecDoesNotHave_areRefused() throws {
    let baseline = [AVVideoProfileLevelKey: AVVideoProfileLevelH264BaselineAutoLevel]
    let droppable: [String: Any] = [AVVideoAverageNonDroppableFrameRateKey: 30, AVVideoExpectedSourceFrameRateKey: 60]
    for codec in [AVVideoCodecType.vp8, .vp9, .av1] {
      #expect(try refusal([:], codec) == nil)
      #expect(try refusal(baseline, codec)?.contains(AVVideoProfileLevelKey) == true)
      #expect(try refusal(droppable, codec)?.contains(AVVideoAverageNonDroppableFrameRateKey) == true)
      #expect(try refusal([AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC], codec) != nil)
      #expect(try refusal([AVVideoConstantRateFactorKey: 60], codec) == nil)
    }
    #expect(try refusal([AVVideoMaxKeyFrameIntervalDurationKey: -0.1], .h264)?.contains("a negative time") == true)
    #expect(try refusal([AVVideoMaxKeyFrameIntervalDurationKey: 1], .av1)?.contains("without") == true)
    #expect(try refusal([AVVideoConstantRateFactorKey: 60], .h264)?.contains("from 0 to 51") == true)
    #expect(try refusal([AVVideoConstantRateFactorKey: 20], .jpeg) != nil)
    #expect(try refusal(droppable, .h264) == nil)
    #expect(try refusal(droppable.merging(baseline) { $1 }, .h264) != nil)
    #expect(try refusal(droppable.merging([AVVideoAllowFrameReorderingKey: false]) { $1 }, .hevc) != nil)
    #expect(try refusal([AVVideoAverageNonDroppableFrameRateKey: 30], .h264)?.contains("without") == true)
    #expect(
      try refusal([AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC].merging(baseline) { $1 }, .h264) != nil)
  }

  @Test func wideColor_isKeptOrConverted() async throws {
    let folder = try TemporaryFolder()
    func colors(_ settings: [String: Any]) async throws -> [String] {
      let url = folder.url("\(UUID()).mov")
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings(settings))
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      writer.add(input)
      #expect(writer.startWriting(), "\(String(describing: writer.error))")
      writer.startSession(atSourceTime: .zero)
      var made: CVPixelBuffer?
      CVPixelBufferCreate(nil, 128, 64, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &made)
      let buffer = try #require(made)
      for (key, value) in [
        (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020),
        (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
        (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_2020),
      ] {
        CVBufferSetAttachment(buffer, key, value, .shouldPropagate)
      }
      let sample = try CMSampleBuffer(
        imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
        sampleTiming: CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: .zero, decodeTimeStamp: .invalid))
      await input.appendWhenReady(sample)
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      return try Oracle.streams(url.path, "color_space,color_transfer,color_primaries")
    }
    let (wide, narrow) = (["bt2020nc,arib-std-b67,bt2020"], ["bt709,bt709,bt709"])
    #expect(try await colors([:]) == wide)
    #expect(try await colors([AVVideoAllowWideColorKey: true]) == wide)
    #expect(try await colors([AVVideoAllowWideColorKey: false]) == narrow)
    // The properties decide where both are given.
    func properties(_ primaries: String, _ transfer: String, _ matrix: String) -> [String: Any] {
      [
        AVVideoColorPrimariesKey: primaries, AVVideoTransferFunctionKey: transfer, AVVideoYCbCrMatrixKey: matrix,
      ]
    }
    let highDefinition = properties(
      AVVideoColorPrimaries_ITU_R_709_2, AVVideoTransferFunction_ITU_R_709_2, AVVideoYCbCrMatrix_ITU_R_709_2)
    let hlg = properties(
      AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_ITU_R_2100_HLG, AVVideoYCbCrMatrix_ITU_R_2020)
    #expect(
      try await colors([AVVideoAllowWideColorKey: true, AVVideoColorPropertiesKey: highDefinition]) == narrow)
    #expect(try await colors([AVVideoAllowWideColorKey: false, AVVideoColorPropertiesKey: hlg]) == wide)
  }

  /// White frames of 128 by 64 in a square of pixels that are twice as wide as high, or half as wide.
  @Test(arguments: [
    (AVVideoScalingModeResizeAspect, 2, 1, "64,64", [255, 255, 255]),
    (AVVideoScalingModeResizeAspect, 1, 2, "64,64", [0, 255, 0]),
    (AVVideoScalingModeResizeAspectFill, 2, 1, "64,64", [255, 255, 255]),
    (AVVideoScalingModeFit, 2, 1, "64,64", [255, 255, 255]), (AVVideoScalingModeFit, 1, 1, "64,32", [255, 255, 255]),
    (AVVideoScalingModeFit, 1, 2, "64,16", [255, 255, 255]),
  ])
  func scalingModes_countThePixelAspectRatio(
    _ mode: String, _ across: Int, _ down: Int, _ size: String, _ expected: [Int]
  ) async throws {
    let folder = try TemporaryFolder()
    let more: [String: Any] = [
      AVVideoScalingModeKey: mode,
      AVVideoPixelAspectRatioKey: [
        AVVideoPixelAspectRatioHorizontalSpacingKey: across, AVVideoPixelAspectRatioVerticalSpacingKey: down,
      ],
    ]
    let settings = WrittenMedia.videoSettings(more, width: 64, height: 64)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    // The left and right quarters are black, which cutting the sides would leave out.
    let number = 0b0011_1100
    await input.appendWhenReady(
      try WrittenMedia.frame(number, at: .zero, lasting: CMTime(value: 1, timescale: 30)))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.streams(folder.file("out.mov"), "width,height") == [size])
    let height = try #require(Int(size.split(separator: ",")[1]))
    let bytes = try Oracle.raw(folder.file("out.mov"), ["-f", "rawvideo", "-pix_fmt", "gray"])
    // The middle of the frame at the top, halfway and at the bottom.
    let found = [height / 16, height / 2, height - 1 - height / 16].map { Int(bytes[$0 * 64 + 32]) }
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 40 }, "\(found)")
    // Nothing is cut off where the frame has the shape of the square.
    let edge = Int(bytes[height / 2 * 64 + 4])
    #expect(edge < 60, "\(edge)")
  }
}
