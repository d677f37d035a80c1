import AVFoundation
import Foundation
import Testing

/// The files that settings make, and the settings that are refused.
@Suite struct WriterSettingsTests {
  private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }

  /// Writes frames with some settings.
  private func write(
    _ settings: [String: Any], to url: URL, _ type: AVFileType = .mov, count: Int = 12, width: Int = 128,
    height: Int = 64, _ configure: (AVAssetWriterInput) -> Void = { _ in }
  ) async throws {
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    configure(input)
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    #expect(writer.canAdd(input))
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for number in 0..<count {
      await input.appendWhenReady(
        try WrittenMedia.frame(number, at: time(number), lasting: time(1), width: width, height: height))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  @Test(arguments: [
    (AVVideoCodecType.h264, AVFileType.mp4, "h264"), (.hevc, .mov, "hevc"), (.jpeg, .mov, "mjpeg"),
    (.proRes422, .mov, "prores"), (.proRes4444, .mov, "prores"), (.av1, .mp4, "av1"), (.vp9, .webM, "vp9"),
    (.vp8, .matroska, "vp8"), (.h264, .transportStream, "h264"), (.h264, .mobile3GPP, "h264"),
  ])
  func everyCodec_isWritten_frameByFrame(_ codec: AVVideoCodecType, _ type: AVFileType, _ name: String) async throws {
    let folder = try TemporaryFolder()
    let settings = WrittenMedia.videoSettings([
      AVVideoCodecKey: codec, AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 1_000_000],
    ])
    try await write(settings, to: folder.url("out"), type)
    #expect(try Oracle.streams(folder.file("out"), "codec_name").allSatisfy { $0.contains(name) })
    let numbers = try Oracle.frames(folder.file("out")).numbers
    #expect(numbers.count == 12)
    // libaom shows a mean of its neighbours instead of the tenth frame.
    #expect(numbers.enumerated().allSatisfy { $0 == $1 || (codec == .av1 && $0 == 10) })
  }

  @Test(arguments: [
    (AVVideoProfileLevelH264Baseline30, "Constrained Baseline", 30), (AVVideoProfileLevelH264Main31, "Main", 31),
    (AVVideoProfileLevelH264High41, "High", 41),
  ])
  func profileAndLevel_areInTheStream(_ value: String, _ profile: String, _ level: Int) async throws {
    let folder = try TemporaryFolder()
    let settings = WrittenMedia.videoSettings([AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: value]])
    try await write(settings, to: folder.url("out.mov"))
    #expect(try Oracle.streams(folder.file("out.mov"), "profile,level") == ["\(profile),\(level)"])
  }

  @Test func aKeyFrameIntervalOfOne_makesAllFramesKeyFrames() async throws {
    let folder = try TemporaryFolder()
    let settings = WrittenMedia.videoSettings([AVVideoCompressionPropertiesKey: [AVVideoMaxKeyFrameIntervalKey: 1.0]])
    try await write(settings, to: folder.url("out.mov"))
    let kinds = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "frame=pict_type", "-of", "csv=p=0", folder.file("out.mov")])
    #expect(kinds.split(separator: "\n").allSatisfy { $0.hasPrefix("I") })
  }

  /// As programs give them that copy what a track says of itself.
  @Test func fractionsOfRatesAndSizes_areLeftOut() async throws {
    let folder = try TemporaryFolder()
    let settings = WrittenMedia.videoSettings([
      AVVideoWidthKey: CGFloat(128.9), AVVideoHeightKey: NSNumber(value: 64.5),
      AVVideoCompressionPropertiesKey: [
        AVVideoAverageBitRateKey: Float(718_289.7), AVVideoMaxKeyFrameIntervalKey: Float(2.97),
        AVVideoExpectedSourceFrameRateKey: Float(29.97),
      ],
    ])
    try await write(settings, to: folder.url("out"))
    #expect(try Oracle.streams(folder.file("out"), "width,height,nb_read_frames") == ["128,64,12"])
    let keys = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "frame=key_frame", "-of", "csv=p=0", folder.file("out")])
    #expect(keys.split(separator: "\n").map { $0.hasPrefix("1") } == (0..<12).map { $0 % 2 == 0 })
  }

  @Test func frameReordering_canBeTurnedOff() async throws {
    let folder = try TemporaryFolder()
    for isAllowed in [true, false] {
      let settings = WrittenMedia.videoSettings([
        AVVideoCompressionPropertiesKey: [AVVideoAllowFrameReorderingKey: isAllowed]
      ])
      try await write(settings, to: folder.url("\(isAllowed)"))
      let frames = try Oracle.streams(folder.file("\(isAllowed)"), "has_b_frames")
      #expect((frames == ["0"]) == !isAllowed)
    }
  }

  @Test func quality_bitRateAndFactor_changeTheSize() async throws {
    let folder = try TemporaryFolder()
    func size(_ properties: [String: Any], _ codec: AVVideoCodecType = .h264) async throws -> Int {
      let name = UUID().uuidString
      try await write(
        WrittenMedia.videoSettings([AVVideoCodecKey: codec, AVVideoCompressionPropertiesKey: properties]),
        to: folder.url(name))
      return try Data(contentsOf: folder.url(name)).count
    }
    #expect(try await size([AVVideoConstantRateFactorKey: 10]) > size([AVVideoConstantRateFactorKey: 45]))
    #expect(try await size([AVVideoAverageBitRateKey: 0]) == size([:]))
    #expect(try await size([AVVideoQualityKey: 1.0], .jpeg) > size([AVVideoQualityKey: 0.1], .jpeg))
    #expect(
      try await size([AVVideoConstantRateFactorKey: 5], .hevc) > size([AVVideoConstantRateFactorKey: 45], .hevc))
  }

  @Test(arguments: [
    (AVVideoScalingModeResize, [255, 255, 255]), (AVVideoScalingModeResizeAspect, [0, 255, 0]),
    (AVVideoScalingModeResizeAspectFill, [255, 255, 255]),
  ])
  func scalingModes_fitFramesOfAnotherShape(_ mode: String, _ expected: [Int]) async throws {
    let folder = try TemporaryFolder()
    // White frames twice as wide as high in a square: top, middle and bottom.
    let settings = WrittenMedia.videoSettings([AVVideoScalingModeKey: mode], width: 64, height: 64)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    await input.appendWhenReady(try WrittenMedia.frame(255, at: .zero, lasting: time(1)))
    await writer.finishWriting()
    #expect(
      try Oracle.streams(folder.file("out.mov"), "width,height,sample_aspect_ratio").allSatisfy {
        $0.hasPrefix("64,64") && ($0.hasSuffix("1:1") || $0.hasSuffix("N/A"))
      })
    let bytes = try Oracle.run(
      "ffmpeg", ["-v", "error", "-i", folder.file("out.mov"), "-f", "rawvideo", "-pix_fmt", "gray", "-"])
    let found = [4, 32, 60].map { Int(bytes[$0 * 64 + 32]) }
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 40 }, "\(found)")
  }

  @Test func fitting_reducesADimension_andNeverEnlarges() async throws {
    let folder = try TemporaryFolder()
    let fit = [AVVideoScalingModeKey: AVVideoScalingModeFit]
    try await write(WrittenMedia.videoSettings(fit, width: 64, height: 64), to: folder.url("small.mov"))
    #expect(try Oracle.streams(folder.file("small.mov"), "width,height") == ["64,32"])
    try await write(WrittenMedia.videoSettings(fit, width: 640, height: 640), to: folder.url("large.mov"))
    #expect(try Oracle.streams(folder.file("large.mov"), "width,height") == ["128,64"])
  }

  @Test func apertureAspectAndColours_areInTheDescription() async throws {
    let folder = try TemporaryFolder()
    let settings = WrittenMedia.videoSettings([
      AVVideoColorPropertiesKey: [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_SMPTE_C,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_601_4,
      ],
      AVVideoCompressionPropertiesKey: [
        AVVideoCleanApertureKey: [
          AVVideoCleanApertureWidthKey: 120, AVVideoCleanApertureHeightKey: 60,
          AVVideoCleanApertureHorizontalOffsetKey: 0, AVVideoCleanApertureVerticalOffsetKey: 0,
        ],
        AVVideoPixelAspectRatioKey: [
          AVVideoPixelAspectRatioHorizontalSpacingKey: 4, AVVideoPixelAspectRatioVerticalSpacingKey: 3,
        ],
      ],
    ])
    try await write(settings, to: folder.url("out.mov"))
    let track = try await AVURLAsset(url: folder.url("out.mov")).loadTracks(withMediaType: .video)[0]
    #expect(try await track.load(.naturalSize) == CGSize(width: 160, height: 60))
    let format = try #require(try await track.load(.formatDescriptions).first)
    let aperture = format.extensions[.cleanAperture]?.propertyListRepresentation as? [String: Any]
    #expect((aperture?["WidthRational"] as? [NSNumber])?.map(\.intValue) == [120, 1])
    #expect(
      try Oracle.streams(folder.file("out.mov"), "sample_aspect_ratio,color_space,color_transfer,color_primaries")
        == ["4:3,smpte170m,bt709,smpte170m"])
  }

  @Test func transforms_languagesAndEnabling_areTheTracks() async throws {
    let folder = try TemporaryFolder()
    try await write(WrittenMedia.videoSettings(), to: folder.url("out.mov")) { input in
      input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0)
      input.extendedLanguageTag = "de-CH"
      input.marksOutputTrackAsEnabled = false
      input.mediaTimeScale = 12_000
    }
    let track = try await AVURLAsset(url: folder.url("out.mov")).loadTracks(withMediaType: .video)[0]
    #expect(
      try await track.load(.preferredTransform) == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0))
    #expect(try await track.load(.extendedLanguageTag) == "de-CH")
    #expect(try await track.load(.languageCode) == "deu")
    #expect(try await !track.load(.isEnabled))
    #expect(try await track.load(.naturalTimeScale) == 12_000)
  }

  @Test func metadataOfTheMovie_areRead() async throws {
    let folder = try TemporaryFolder()
    for type in [AVFileType.mov, .mp4] {
      let url = folder.url(type.rawValue)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
      let writer = try AVAssetWriter(outputURL: url, fileType: type)
      let item = AVMutableMetadataItem()
      item.identifier = .commonIdentifierTitle
      item.value = "Größe" as NSString
      writer.metadata = [item]
      writer.add(input)
      #expect(writer.startWriting(), "\(String(describing: writer.error))")
      writer.startSession(atSourceTime: .zero)
      await input.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(4800), at: 0))
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      let items = try await AVURLAsset(url: url).load(.commonMetadata)
      let title = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle).first
      #expect(try await title?.load(.stringValue) == "Größe")
    }
  }

  @Test func aFileInFragments_isPlayableUpToTheLast() async throws {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: time(100))
    for number in 100..<190 {
      await input.appendWhenReady(try WrittenMedia.frame(number, at: time(number), lasting: time(1)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == Array(100..<190))
    #expect(abs(times[0]) < 0.001 && abs(times[89] - 89.0 / 30) < 0.001)
  }

  @Test func whatAFileCannotHold_isRefused() throws {
    let folder = try TemporaryFolder()
    func can(_ type: AVFileType, _ settings: [String: Any]?, _ media: AVMediaType) throws -> Bool {
      try AVAssetWriter(outputURL: folder.url("x"), fileType: type).canApply(
        outputSettings: settings, forMediaType: media)
    }
    #expect(try can(.mp4, WrittenMedia.videoSettings(), .video))
    #expect(try !can(.wav, WrittenMedia.videoSettings(), .video))
    #expect(try !can(.mp4, WrittenMedia.videoSettings([AVVideoCodecKey: "zzzz"]), .video))
    #expect(try !can(.mp4, WrittenMedia.videoSettings([AVVideoCodecKey: AVVideoCodecType.proRes422]), .video))
    #expect(try !can(.mov, WrittenMedia.videoSettings([String(kCVPixelBufferPixelFormatTypeKey): 1]), .video))
    #expect(try !can(.mov, [AVVideoWidthKey: 64, AVVideoHeightKey: 64], .video))
    #expect(try can(.m4a, WrittenMedia.aac, .audio))
    #expect(try !can(.m4a, WrittenMedia.pcm, .audio))
    #expect(try !can(.wav, WrittenMedia.aac, .audio))
    #expect(try !can(.wav, WrittenMedia.pcm.merging([AVLinearPCMIsBigEndianKey: true]) { $1 }, .audio))
    #expect(try !can(.aiff, WrittenMedia.pcm, .audio))
    #expect(try can(.aiff, WrittenMedia.pcm.merging([AVLinearPCMIsBigEndianKey: true]) { $1 }, .audio))
    #expect(try !can(.aifc, WrittenMedia.pcm.merging([AVLinearPCMBitDepthKey: 24]) { $1 }, .audio))
    let bigFloats: [String: Any] = [
      AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsBigEndianKey: true,
    ]
    #expect(try !can(.matroska, WrittenMedia.pcm.merging(bigFloats) { $1 }, .audio))
    #expect(try !can(.caf, WrittenMedia.pcm.merging([AVLinearPCMIsNonInterleaved: true]) { $1 }, .audio))
    func speech(_ format: AudioFormatID, _ rate: Int) -> [String: Any] {
      [AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: 1]
    }
    #expect(try can(.caf, speech(kAudioFormatAMR, 8000), .audio))
    #expect(try !can(.caf, speech(kAudioFormatAMR_WB, 16_000), .audio))
    #expect(try AVAssetWriter(outputURL: folder.url("x"), fileType: .wav).availableMediaTypes == [.audio])
    #expect(throws: AVError.self) { try AVAssetWriter(outputURL: URL(string: "http://a/b")!, fileType: .mov) }
    #expect(throws: AVError.self) { try AVAssetWriter(outputURL: folder.url("x"), fileType: AVFileType("x")) }
  }

  /// They hold less than other MP4 files.
  @Test func whatApplesVideoFilesCannotHold_isRefused() throws {
    func can(_ type: AVFileType, _ settings: [String: Any], _ media: AVMediaType) throws -> Bool {
      try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere"), fileType: type).canApply(
        outputSettings: settings, forMediaType: media)
    }
    for codec in [AVVideoCodecType.jpeg, .av1, .vp9] {
      let settings = WrittenMedia.videoSettings([AVVideoCodecKey: codec])
      #expect(try can(.mp4, settings, .video) && !can(.m4v, settings, .video), "\(codec.rawValue)")
    }
    for format in [kAudioFormatFLAC, kAudioFormatOpus, kAudioFormatMPEGLayer3] {
      let settings = WrittenMedia.aac.merging([AVFormatIDKey: format]) { $1 }
      #expect(try can(.mp4, settings, .audio) && !can(.m4v, settings, .audio), "\(format)")
    }
    #expect(try can(.m4v, WrittenMedia.videoSettings(), .video) && can(.m4v, WrittenMedia.aac, .audio))
  }

  @Test func aCleanApertureThatIsNotWithinTheFrame_isRefused() throws {
    let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere"), fileType: .mov)
    func can(width: Int, height: Int, x: Double = 0, y: Double = 0) -> Bool {
      let aperture: [String: Any] = [
        AVVideoCleanApertureWidthKey: width, AVVideoCleanApertureHeightKey: height,
        AVVideoCleanApertureHorizontalOffsetKey: x, AVVideoCleanApertureVerticalOffsetKey: y,
      ]
      return writer.canApply(
        outputSettings: WrittenMedia.videoSettings([AVVideoCleanApertureKey: aperture]), forMediaType: .video)
    }
    #expect(can(width: 128, height: 64) && can(width: 120, height: 60, x: 4, y: -2))
    #expect(!can(width: 500, height: 64) && !can(width: 128, height: 65) && !can(width: 120, height: 60, x: 4.5))
    let settings = WrittenMedia.videoSettings([
      AVVideoCleanApertureKey: [AVVideoCleanApertureWidthKey: 500, AVVideoCleanApertureHeightKey: 60]
    ])
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: settings))
    #expect((writer.error as? AVError)?.failureReason?.contains(AVVideoCleanApertureKey) == true)
  }

  @Test(arguments: [
    (AVFileType.wav, 8, false, false, "pcm_u8"), (.wav, 24, false, false, "pcm_s24le"),
    (.wav, 32, true, false, "pcm_f32le"),
    (.aiff, 16, false, true, "pcm_s16be"), (.aiff, 24, false, true, "pcm_s24be"), (.aifc, 32, true, true, "pcm_f32be"),
    (.caf, 16, false, true, "pcm_s16be"), (.caf, 32, false, false, "pcm_s32le"), (.mov, 24, false, true, "pcm_s24be"),
    (.mov, 32, true, false, "pcm_f32le"), (.aifc, 16, false, true, "pcm_s16be"), (.aifc, 16, false, false, "pcm_s16le"),
    (.aifc, 24, false, true, "pcm_s24be"), (.matroska, 16, false, true, "pcm_s16be"),
    (.matroska, 24, false, false, "pcm_s24le"),
  ])
  func everyKindOfPCM_isStored(
    _ type: AVFileType, _ bits: Int, _ isFloat: Bool, _ isBigEndian: Bool, _ name: String
  ) async throws {
    let folder = try TemporaryFolder()
    let settings = WrittenMedia.pcm.merging([
      AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBigEndian,
    ]) { $1 }
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    await input.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(4800), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.streams(folder.file("out"), "codec_name") == [name])
    let samples = try Oracle.samples(folder.file("out"))
    #expect(samples.count == 4800)
    if bits > 8 { #expect(samples == WrittenMedia.ramp(4800)) }
  }

  @Test(arguments: [
    (AVFileType.m4a, kAudioFormatAppleLossless, "alac", true), (.mp4, kAudioFormatFLAC, "flac", true),
    (.mp4, kAudioFormatOpus, "opus", false), (.mp3, kAudioFormatMPEGLayer3, "mp3", false),
    (.caf, kAudioFormatAppleLossless, "alac", true), (.matroska, kAudioFormatFLAC, "flac", true),
  ])
  func everyAudioCodec_isWritten(
    _ type: AVFileType, _ format: AudioFormatID, _ name: String, _ isLossless: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [AVFormatIDKey: format, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1])
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    #expect(writer.canAdd(input))
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    let values = isLossless ? WrittenMedia.ramp(48_000) : WrittenMedia.clicks(48_000, every: 16_000)
    await input.appendWhenReady(try WrittenMedia.audio(values, at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.streams(folder.file("out"), "codec_name").contains(name))
    let samples = try Oracle.samples(folder.file("out"))
    if isLossless {
      #expect(samples == values)
    } else {
      let peak = samples[8000..<24_000].indices.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) }
      #expect(abs((peak ?? 0) - 16_000) <= 1)
    }
  }
}
