import AVFoundation
import Foundation
import MediaEngine
import MediaGraph
import Testing

/// Rates, sizes, channels and times of every kind, and the writer's graph with other ends.
@Suite struct WriterFormatTests {
  private func write(
    _ samples: [CMSampleBuffer], _ type: AVMediaType, _ settings: [String: Any], to url: URL,
    _ fileType: AVFileType = .mov, from start: CMTime = .zero
  ) async throws {
    let input = AVAssetWriterInput(mediaType: type, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: start)
    try await input.append(contentsOf: samples)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  /// Returns the times of frames as ratios, without rounding.
  private func times(_ path: String) throws -> [CMTime] {
    let lines = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "frame=pts:stream=time_base", "-of", "csv=p=0", path]
    ).split(separator: "\n").map { $0.filter { $0.isNumber || "-/".contains($0) } }
    let base = lines.compactMap { line in line.contains("/") ? line.split(separator: "/").last : nil }.first
    let scale = try #require(base.flatMap { Int32($0) })
    return lines.compactMap { Int64($0) }.map { CMTime(value: $0, timescale: scale) }
  }

  @Test(arguments: [(25, 1), (24_000, 1001), (30_000, 1001), (60, 1), (120, 1)])
  func everyFrameRate_isExact(_ count: Int32, _ seconds: Int64) async throws {
    let folder = try TemporaryFolder()
    let expected = (0..<40).map { CMTime(value: Int64($0) * seconds, timescale: count) }
    let frames = try expected.enumerated().map { try WrittenMedia.frame($0, at: $1) }
    try await write(frames, .video, WrittenMedia.videoSettings(), to: folder.url("out.mov"))
    #expect(try times(folder.file("out.mov")) == expected)
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<40))
  }

  @Test(arguments: [(30, 1), (24_000, 1001), (50, 1)], [Int64(0), 7])
  func aFirstFrameAtAWholeSecond_leavesTheUnitsToTheNextOne(_ rate: (Int32, Int64), _ start: Int64) async throws {
    let folder = try TemporaryFolder()
    let first = CMTime(value: start, timescale: 1)
    let expected = (0..<40).map { $0 == 0 ? CMTime.zero : CMTime(value: Int64($0) * rate.1, timescale: rate.0) }
    let frames = try expected.enumerated().map { try WrittenMedia.frame($0, at: first + $1) }
    #expect(frames[0].presentationTimeStamp.timescale == 1)
    try await write(frames, .video, WrittenMedia.videoSettings(), to: folder.url("out.mov"), from: first)
    #expect(try times(folder.file("out.mov")) == expected)
  }

  @Test func unevenTimes_areKept() async throws {
    let folder = try TemporaryFolder()
    let places: [Int64] = [0, 17, 50, 51, 120, 400, 401, 402, 777, 1000, 1003, 2500, 2510, 2600, 4000]
    let expected = places.map { CMTime(value: $0, timescale: 1000) }
    for codec in [AVVideoCodecType.h264, .hevc] {
      let frames = try expected.enumerated().map { try WrittenMedia.frame($0, at: $1) }
      let url = folder.url(codec.rawValue)
      try await write(frames, .video, WrittenMedia.videoSettings([AVVideoCodecKey: codec]), to: url)
      #expect(try times(url.path) == expected)
    }
  }

  @Test func aSessionBeforeZero_isWritten() async throws {
    let folder = try TemporaryFolder()
    let frames = try (0..<20).map { try WrittenMedia.frame($0, at: CMTime(value: Int64($0) - 50, timescale: 30)) }
    let start = CMTime(value: -50, timescale: 30)
    try await write(frames, .video, WrittenMedia.videoSettings(), to: folder.url("out.mov"), from: start)
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == Array(0..<20) && times.first == 0)
  }

  @Test func oddSizes_areWritten() async throws {
    let folder = try TemporaryFolder()
    let frame = try WrittenMedia.frame(3, at: .zero, width: 97, height: 61)
    for (codec, size) in [(AVVideoCodecType.h264, "96,60"), (.jpeg, "97,61"), (.proRes422, "97,61")] {
      let url = folder.url(codec.rawValue)
      try await write(
        [frame], .video, [AVVideoCodecKey: codec, AVVideoWidthKey: 97, AVVideoHeightKey: 61], to: url)
      #expect(try Oracle.streams(url.path, "width,height") == [size])
    }
  }

  @Test func everyOrientation_comesBack() async throws {
    let folder = try TemporaryFolder()
    let matrices: [(Double, Double, Double, Double, Double, Double)] = [
      (1, 0, 0, 1, 0, 0), (0, 1, -1, 0, 64, 0), (-1, 0, 0, -1, 128, 64), (0, -1, 1, 0, 0, 128), (-1, 0, 0, 1, 128, 0),
      (0, 1, 1, 0, 0, 0), (1, 0, 0, -1, 0, 64), (0, -1, -1, 0, 64, 128),
    ]
    for (index, m) in matrices.enumerated() {
      let transform = CGAffineTransform(a: m.0, b: m.1, c: m.2, d: m.3, tx: m.4, ty: m.5)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
      input.transform = transform
      let writer = try AVAssetWriter(outputURL: folder.url("\(index).mov"), fileType: .mov)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      try await input.append(contentsOf: [WrittenMedia.frame(1, at: .zero)])
      await writer.finishWriting()
      let track = try await AVURLAsset(url: folder.url("\(index).mov")).loadTracks(withMediaType: .video)[0]
      #expect(try await track.load(.preferredTransform) == transform)
    }
  }

  @Test(arguments: [8000, 11_025, 44_100, 96_000, 192_000])
  func everySampleRate_isExact(_ rate: Int) async throws {
    let folder = try TemporaryFolder()
    let values = WrittenMedia.ramp(rate / 2)
    try await write(
      [try WrittenMedia.audio(values, at: 0, rate: rate)], .audio,
      WrittenMedia.pcm.merging([AVSampleRateKey: rate]) { $1 }, to: folder.url("out.wav"), .wav)
    #expect(try Oracle.samples(folder.file("out.wav"), rate: rate) == values)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func channels_keepTheirOrder(_ channels: Int) async throws {
    let folder = try TemporaryFolder()
    // Each channel has a value of its own.
    let frame = (0..<channels).map { Int16(($0 + 1) * 1000) }
    let values = (0..<2400).flatMap { _ in frame }
    var settings = WrittenMedia.pcm
    settings[AVNumberOfChannelsKey] = channels
    try await write(
      [try WrittenMedia.audio(values, at: 0, channels: channels)], .audio, settings, to: folder.url("out.wav"), .wav)
    let bytes = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", folder.file("out.wav"), "-f", "s16le", "-"])
    let found = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    #expect(found == values)
  }

  @Test func planarFloats_areInterleaved() async throws {
    let folder = try TemporaryFolder()
    let stream = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32,
      mReserved: 0)
    let planes = [Float](repeating: 0.25, count: 480) + [Float](repeating: -0.5, count: 480)
    let block = try CMBlockBuffer(length: planes.count * 4)
    try planes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    let sample = try CMSampleBuffer(
      dataBuffer: block,
      formatDescription: CMFormatDescription(
        audioStreamBasicDescription: stream, layoutSize: 0, layout: nil, magicCookie: nil),
      numSamples: 480, presentationTimeStamp: .zero, packetDescriptions: [])
    var settings = WrittenMedia.pcm
    (settings[AVNumberOfChannelsKey], settings[AVLinearPCMIsFloatKey], settings[AVLinearPCMBitDepthKey]) = (2, true, 32)
    try await write([sample], .audio, settings, to: folder.url("out.wav"), .wav)
    let bytes = try Oracle.run("ffmpeg", ["-v", "error", "-i", folder.file("out.wav"), "-f", "f32le", "-"])
    let found = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(found == (0..<480).flatMap { _ in [Float(0.25), -0.5] })
  }

  @Test func theGraph_withAnotherSource_runs() async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0)
    writer.add(input)
    let text = try writer.graph.yaml().replacing(
      "{ use: swift.video }", with: "{ use: test.video, with: { size: 128x64, duration: 10f } }")
    let (graph, problems) = DescriptionLoader().load(text: text, path: "graph.yaml")
    #expect(problems.isEmpty, "\(problems) \(text)")
    _ = try await graph.run()
    let counts = try Oracle.streams(folder.file("out.mov"), "nb_read_frames")
    #expect(counts.count == 1 && counts[0].hasPrefix("10"))
  }

  @Test func manyWriters_leaveTheirFilesAlone() async throws {
    let folder = try TemporaryFolder()
    func round(_ number: Int) async throws {
      let frames = try (0..<5).map { try WrittenMedia.frame($0, at: CMTime(value: Int64($0), timescale: 30)) }
      let url = folder.url("\(number).mov")
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      try await input.append(contentsOf: frames)
      if number % 3 == 0 { writer.cancelWriting() } else { await writer.finishWriting() }
    }
    weak var forgotten: AVAssetWriter?
    do {
      let writer = try AVAssetWriter(outputURL: folder.url("never.mov"), fileType: .mov)
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()))
      #expect(writer.startWriting())
      forgotten = writer
    }
    #expect(forgotten == nil)
    for number in 0..<12 { try await round(number) }
    #expect(folder.names.count == 8)
  }

  @Test(arguments: [
    (kAudioFormatAMR, 8_000, AVFileType.amr, "amr_nb,8000,1"), (kAudioFormatAMR_WB, 16_000, .amr, "amr_wb,16000,1"),
    (kAudioFormatAMR, 8_000, .mobile3GPP, "amr_nb,8000,1"), (kAudioFormatAMR_WB, 16_000, .mobile3GPP, "amr_wb,16000,1"),
  ])
  func speech_isWrittenToItsLastSample(
    _ format: AudioFormatID, _ rate: Int, _ type: AVFileType, _ stream: String
  ) async throws {
    let folder = try TemporaryFolder()
    // A tone that begins late, and no whole number of packets.
    let count = rate + 77
    let tone = (0..<count).map { place in
      place < rate / 2 ? Int16(0) : Int16(9_000 * sin(Double(place) * 2 * .pi * 440 / Double(rate)))
    }
    let url = folder.url("out")
    try await write(
      [WrittenMedia.audio(tone, at: 0, rate: rate)], .audio, [AVFormatIDKey: format, AVSampleRateKey: rate], to: url,
      type)
    #expect(try Oracle.streams(url.path, "codec_name,sample_rate,channels") == [stream])
    let decoded = try Oracle.samples(url.path, rate: rate)
    #expect(decoded.count >= count - (type == .amr ? 0 : 80) && decoded.count < count + rate / 50)
    let begin = try #require(decoded.firstIndex { abs(Int($0)) > 2_000 })
    #expect(abs(begin - rate / 2) < rate / 50, "the tone begins at \(begin)")
    let last = try #require(decoded.lastIndex { abs(Int($0)) > 2_000 })
    #expect(last > count - rate / 100, "the tone ends at \(last) of \(count)")
  }

  @Test func strategiesAndAlgorithms_areApples_orRefused() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    func applies(_ key: String, _ value: Any) -> Bool {
      let settings: [String: Any] = [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, key: value]
      return writer.canApply(outputSettings: settings, forMediaType: .audio)
    }
    for strategy in [
      AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage,
      AVAudioBitRateStrategy_VariableConstrained, AVAudioBitRateStrategy_Variable,
    ] { #expect(applies(AVEncoderBitRateStrategyKey, strategy)) }
    #expect(!applies(AVEncoderBitRateStrategyKey, "Constant") && !applies(AVEncoderBitRateStrategyKey, 0))
    #expect(applies(AVSampleRateConverterAlgorithmKey, AVSampleRateConverterAlgorithm_Mastering))
    #expect(!applies(AVSampleRateConverterAlgorithmKey, "Linear"))
    #expect(applies(AVEncoderAudioQualityForVBRKey, AVAudioQuality.high.rawValue))
    #expect(!applies(AVEncoderAudioQualityForVBRKey, 3))
  }

  @Test func speechOfOtherRates_andHEAAC_areRefusedWithReasons() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    for settings: [String: Any] in [
      [AVFormatIDKey: kAudioFormatMPEG4AAC_HE, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2],
      [AVFormatIDKey: kAudioFormatAMR, AVSampleRateKey: 16_000],
      [AVFormatIDKey: kAudioFormatAMR, AVNumberOfChannelsKey: 2],
    ] {
      #expect(!writer.canApply(outputSettings: settings, forMediaType: .audio))
    }
    writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC_HE]))
    #expect((writer.error as? AVError)?.failureReason?.contains("HE-AAC") == true)
  }

  @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (8_000, 48_000), (96_000, 11_025)])
  func audioOfAnotherRate_keepsItsLength(_ from: Int, _ to: Int) async throws {
    let folder = try TemporaryFolder()
    let count = from / 2 + 7
    let blocks = try stride(from: 0, to: count, by: 1000).map {
      try WrittenMedia.audio(WrittenMedia.ramp(min(1000, count - $0), from: $0), at: $0, rate: from)
    }
    var settings = WrittenMedia.pcm
    settings[AVSampleRateKey] = to
    try await write(blocks, .audio, settings, to: folder.url("out.wav"), .wav)
    #expect(try Oracle.samples(folder.file("out.wav"), rate: to).count == (2 * count * to + from) / (2 * from))
  }
}
