import AVFoundation
import Foundation
import Testing

/// Calls that are not allowed, or come at the wrong moment: an error, and no file.
@Suite struct WriterMisuseTests {
  private func reason(_ error: (any Error)?) -> String { (error as NSError?)?.localizedFailureReason ?? "" }

  @Test func cancelledWriter_doesNotStart() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()))
    writer.cancelWriting()
    #expect(!writer.startWriting() && writer.status == .cancelled)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func sampleWithANegativeDuration_makesTheWriterFail() async throws {
    let folder = try TemporaryFolder()
    let (writer, input) = try started(WrittenMedia.videoSettings(), .video, folder.url("out.mp4"))
    let frame = try WrittenMedia.frame(1, at: .zero, lasting: CMTime(value: -1, timescale: 25))
    #expect(!input.append(frame))
    #expect(writer.status == .failed && reason(writer.error).contains("negative duration"))
    writer.cancelWriting()
  }

  /// Without speakers, nothing says how to mix them.
  @Test(arguments: [
    (12, 2, "12 channels without speakers cannot be mixed to 2"), (6, 1, "6 channels without speakers"),
    (2, 12, "2 channels cannot become 12"), (64, 2, "at most 63 channels, not 64"),
  ])
  func channelsThatCannotBeMixed_areRefused(_ count: Int, _ encoded: Int, _ cause: String) throws {
    let folder = try TemporaryFolder()
    let settings = WrittenMedia.pcm.merging([AVNumberOfChannelsKey: encoded]) { $1 }
    let sample = try WrittenMedia.audio(WrittenMedia.ramp(count * 100), at: 0, channels: count)
    let hinted = AVAssetWriterInput(
      mediaType: .audio, outputSettings: settings, sourceFormatHint: sample.formatDescription)
    let other = try AVAssetWriter(outputURL: folder.url("other.wav"), fileType: .wav)
    #expect(!other.canAdd(hinted))
    other.add(hinted)
    #expect(other.status == .failed && reason(other.error).contains(cause), "\(reason(other.error))")
    // Without a hint, the first sample tells.
    let writer = try AVAssetWriter(outputURL: folder.url("out.wav"), fileType: .wav)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    writer.add(input)
    #expect(writer.startWriting(), "\(reason(writer.error))")
    writer.startSession(atSourceTime: .zero)
    #expect(!input.append(sample))
    #expect(writer.status == .failed && reason(writer.error).contains(cause), "\(reason(writer.error))")
    writer.cancelWriting()
  }

  @Test func moreThan63Channels_areNoSetting() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.wav"), fileType: .wav)
    let settings = WrittenMedia.pcm.merging([AVNumberOfChannelsKey: 64]) { $1 }
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    #expect(!writer.canAdd(input))
    writer.add(input)
    #expect(!writer.startWriting() && reason(writer.error).contains("is 64; there are at most 63 channels"))
  }

  /// Times that a program can make and no file can have: after the end of all timelines, and without units.
  static let unstorable: [(CMTime, String)] = [
    (CMTime(value: .max, timescale: 1), "9223372036854775807/1 s"),
    (CMTime(value: 5, timescale: 0, flags: .valid, epoch: 0), "5/0 s"),
    (CMTime(value: 1, timescale: -600, flags: .valid, epoch: 0), "1/-600 s"),
  ]

  @Test func timesWithoutUnits_areNoOptions() throws {
    let folder = try TemporaryFolder()
    let options: [(String, ReferenceWritableKeyPath<AVAssetWriter, CMTime>)] = [
      ("movieFragmentInterval", \.movieFragmentInterval),
      ("initialMovieFragmentInterval", \.initialMovieFragmentInterval),
      ("initialSegmentStartTime", \.initialSegmentStartTime),
    ]
    for (name, option) in options {
      for timescale in [-600, 0] as [Int32] {
        let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
        writer[keyPath: option] = CMTime(value: 1, timescale: timescale, flags: .valid, epoch: 0)
        #expect(writer.status == .failed && reason(writer.error).hasPrefix("\(name) is a "), "\(reason(writer.error))")
      }
    }
  }

  @Test(arguments: unstorable) func frameAtATimeThatNoFileHas_failsAtItsAppend(_ time: CMTime, _ name: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let (writer, input) = try started(WrittenMedia.videoSettings(), .video, folder.url("out.mp4"))
    for number in 0..<2 {
      await input.appendWhenReady(try WrittenMedia.frame(number, at: CMTime(value: Int64(number), timescale: 25)))
    }
    #expect(try !input.append(WrittenMedia.frame(2, at: time)))
    #expect(writer.status == .failed)
    #expect(reason(writer.error).contains("inputs[0] has the time \(name), which is"), "\(reason(writer.error))")
    // The frames before it are kept.
    await writer.finishWriting()
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == [0, 1])
  }

  @Test(arguments: unstorable) func audioAtATimeThatNoFileHas_failsAtItsAppend(_ time: CMTime, _ name: String) throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    let inputs = [
      AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()),
      AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm),
    ]
    for input in inputs { writer.add(input) }
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let block = try WrittenMedia.audio(WrittenMedia.ramp(480), at: 0)
    let timing = try block.sampleTimingInfos().map {
      CMSampleTimingInfo(duration: $0.duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
    }
    #expect(try !inputs[1].append(CMSampleBuffer(copying: block, withNewTiming: timing)))
    #expect(writer.status == .failed)
    #expect(reason(writer.error).contains("inputs[1] has the time \(name), which is"), "\(reason(writer.error))")
    writer.cancelWriting()
  }

  @Test(arguments: unstorable) func sessionAtATimeThatNoFileHas_makesTheWriterFail(_ time: CMTime, _ name: String)
    throws
  {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: time)
    #expect(writer.status == .failed && reason(writer.error).contains(name), "\(reason(writer.error))")
    #expect(try !input.append(WrittenMedia.frame(1, at: time)))
    writer.cancelWriting()
  }

  @Test func pixelFormatThatNoEncoderTakes_failsAtItsAppend() async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for number in 0..<5 {
      await input.appendWhenReady(try WrittenMedia.frame(number, at: CMTime(value: Int64(number), timescale: 30)))
    }
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, 128, 64, kCVPixelFormatType_64RGBAHalf, nil, &made)
    #expect(!adaptor.append(try #require(made), withPresentationTime: CMTime(value: 5, timescale: 30)))
    #expect(writer.status == .failed && writer.error is AVError)
    #expect(reason(writer.error).contains("RGhA") && reason(writer.error).contains("BGRA"))
    // The samples before it are kept.
    await writer.finishWriting()
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == Array(0..<5))
  }

  @Test func metadataItemWithoutAValue_isRefusedWithTheWayToSetOne() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()))
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    let value: Any = "Spring"
    item.value = value as? NSCopying & NSObjectProtocol
    writer.metadata = [item]
    #expect(!writer.startWriting() && reason(writer.error).contains("'common/title' without a value"))
    #expect(reason(writer.error).contains("(value as AnyObject) as? NSCopying & NSObjectProtocol"))
    item.value = (value as AnyObject) as? NSCopying & NSObjectProtocol
    #expect(item.stringValue == "Spring")
  }

  @Test func audioInAnInputOfText_makesTheWriterFail() throws {
    let folder = try TemporaryFolder()
    let (writer, input) = try started(nil, .subtitle, folder.url("out.mp4"))
    #expect(try !input.append(WrittenMedia.audio(WrittenMedia.ramp(480), at: 0)))
    #expect(writer.status == .failed && reason(writer.error).contains("of type 'soun'"))
    writer.cancelWriting()
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e9]) func audioWithoutARate_isRefusedAtItsAppend(_ rate: Double) throws {
    let folder = try TemporaryFolder()
    let (writer, input) = try started(WrittenMedia.aac, .audio, folder.url("out.mp4"))
    #expect(!input.append(try audio(rate: rate, bytes: 2048)))
    let expected = "the mSampleRate of its format is \(rate); give it one from 1 to 768000"
    #expect(writer.status == .failed && reason(writer.error).contains(expected), "\(reason(writer.error))")
    #expect(reason(writer.error).hasPrefix("a sample of the input of type 'soun' cannot be encoded"))
    writer.cancelWriting()
  }

  @Test(arguments: [1, 3, 100, 2047, 2049]) func audioWithoutTheDataOfItsFrames_isRefusedAtItsAppend(
    _ count: Int
  ) throws {
    let folder = try TemporaryFolder()
    let (writer, input) = try started(WrittenMedia.aac, .audio, folder.url("out.mp4"))
    #expect(!input.append(try audio(rate: 48_000, bytes: count)))
    let expected =
      "has 1024 frames of 2 bytes, and its data buffer has \(count) bytes; give it as many as the frames have"
    #expect(writer.status == .failed && reason(writer.error).contains(expected), "\(reason(writer.error))")
    writer.cancelWriting()
  }

  private func started(
    _ settings: [String: Any]?, _ type: AVMediaType, _ url: URL
  ) throws -> (AVAssetWriter, AVAssetWriterInput) {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let input = AVAssetWriterInput(mediaType: type, outputSettings: settings)
    writer.add(input)
    #expect(writer.startWriting(), "\(reason(writer.error))")
    writer.startSession(atSourceTime: .zero)
    return (writer, input)
  }

  /// Returns 1024 frames of one channel of 16 bits over some bytes.
  private func audio(rate: Double, bytes: Int) throws -> CMSampleBuffer {
    let stream = AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2, mFramesPerPacket: 1,
      mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
    let block = try CMBlockBuffer(length: bytes)
    try Data(count: bytes).withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    return try CMSampleBuffer(
      dataBuffer: block,
      formatDescription: CMFormatDescription(
        audioStreamBasicDescription: stream, layoutSize: 0, layout: nil, magicCookie: nil),
      numSamples: 1024, presentationTimeStamp: .zero, packetDescriptions: [])
  }

  @Test(arguments: [1, 3999, 1_000_000, Int(Int32.max)]) func ratesToWhichNothingIsConverted_areNoSetting(
    _ rate: Int
  ) throws {
    let folder = try TemporaryFolder()
    for format in [kAudioFormatMPEG4AAC, kAudioFormatLinearPCM, kAudioFormatAppleLossless] {
      let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
      let settings: [String: Any] = [AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: 1]
      #expect(!writer.canApply(outputSettings: settings, forMediaType: .audio))
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: settings))
      #expect(!writer.startWriting())
      let expected = "AVSampleRateKey is \(Double(rate)); rates are from 4000 to 768000"
      #expect(reason(writer.error).contains(expected), "\(reason(writer.error))")
    }
  }

  @Test(arguments: [
    (
      kAudioFormatAppleLossless, AVFileType.m4a, [176_400, 192_000],
      "Apple Lossless takes sample rates of 4000 to 96000 Hz"
    ),
    (kAudioFormatMPEG4AAC, .m4a, [5000, 47_000, 176_400, 192_000], "88200 and 96000 Hz"),
    (kAudioFormatMPEGLayer3, .mp3, [22_050, 96_000], "MP3 takes sample rates of 32000, 44100 and 48000 Hz"),
    (kAudioFormatOpus, .mp4, [44_100, 96_000], "Opus takes sample rates of 8000, 12000, 16000, 24000 and 48000 Hz"),
    (kAudioFormatAMR, .amr, [16_000], "AMR takes a sample rate of 8000 Hz"),
  ])
  func ratesThatAnEncoderDoesNotTake_areNoSetting(
    _ format: AudioFormatID, _ type: AVFileType, _ rates: [Int], _ limit: String
  ) throws {
    for rate in rates {
      let settings: [String: Any] = [AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: 1]
      let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere"), fileType: type)
      #expect(!writer.canApply(outputSettings: settings, forMediaType: .audio))
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: settings))
      #expect(!writer.startWriting())
      let said = reason(writer.error)
      #expect(said.contains("AVSampleRateKey is \(Double(rate)): the encoder of ") && said.contains(limit), "\(said)")
    }
  }

  @Test(arguments: [
    (AVVideoCodecType.hevc, 2, 2, "at least 16x16"), (.hevc, 15, 17, "at least 16x16"),
    (.hevc, 4097, 3, "at least 16x16"), (.hevc, 16_384, 16, "at least 32 pixels a side"),
    (.hevc, 16, 16_384, "at least 32 pixels a side"), (.av1, 3, 3, "at least 4x4"), (.vp8, 16_384, 16, "at most 16383"),
  ])
  func sizesThatAnEncoderDoesNotTake_areNoSetting(
    _ codec: AVVideoCodecType, _ width: Int, _ height: Int, _ limit: String
  ) throws {
    let folder = try TemporaryFolder()
    let settings = WrittenMedia.videoSettings([AVVideoCodecKey: codec], width: width, height: height)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mkv"), fileType: .matroska)
    #expect(!writer.canApply(outputSettings: settings, forMediaType: .video))
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: settings))
    #expect(!writer.startWriting())
    let expected = "are \(width) and \(height): the encoder of '\(codec.rawValue)' takes frames of \(limit)"
    #expect(reason(writer.error).contains(expected), "\(reason(writer.error))")
  }

  /// Without a size in the settings, the first frame tells.
  @Test func frameThatAnEncoderDoesNotTake_isRefusedAtItsAppend() throws {
    let folder = try TemporaryFolder()
    let (writer, input) = try started([AVVideoCodecKey: AVVideoCodecType.hevc], .video, folder.url("out.mp4"))
    #expect(!input.append(try WrittenMedia.frame(1, at: .zero, width: 8, height: 8)))
    #expect(reason(writer.error).contains("takes frames of at least 16x16 pixels"), "\(reason(writer.error))")
    writer.cancelWriting()
  }

  @Test func sizesAtTheLimitsOfAnEncoder_areWritten() async throws {
    for (codec, width, height) in [
      (AVVideoCodecType.hevc, 16, 16), (.hevc, 4208, 16), (.hevc, 4210, 32), (.av1, 4, 4), (.vp8, 16_383, 2),
    ] {
      let folder = try TemporaryFolder()
      let settings = WrittenMedia.videoSettings([AVVideoCodecKey: codec], width: width, height: height)
      let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: .matroska)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      writer.add(input)
      #expect(writer.startWriting(), "\(reason(writer.error))")
      writer.startSession(atSourceTime: .zero)
      for number in 0..<3 {
        await input.appendWhenReady(try WrittenMedia.frame(1, at: CMTime(value: Int64(number), timescale: 25)))
      }
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(codec) \(width)x\(height): \(reason(writer.error))")
    }
  }

  @Test func sizeBeyondAllEncoders_isNoSetting() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    let settings = WrittenMedia.videoSettings(width: .max, height: .max)
    #expect(!writer.canApply(outputSettings: settings, forMediaType: .video))
  }

  /// Stored PCM comes in batches, of which a range of the reader leaves out the ends.
  @Test func storedPCMOfARange_isCutToTheSample() async throws {
    let folder = try TemporaryFolder()
    let values = WrittenMedia.ramp(48_000)
    try values.withUnsafeBytes { try Data($0).write(to: folder.url("in.raw")) }
    try Oracle.make(["-f", "s16le", "-ar", "48000", "-ac", "1", "-i", folder.file("in.raw"), folder.file("in.wav")])
    let asset = AVURLAsset(url: folder.url("in.wav"))
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = CMTimeRange(
      start: CMTime(value: 4801, timescale: 48_000), duration: CMTime(value: 20_011, timescale: 48_000))
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: folder.url("out.wav"), fileType: .wav)
    let hint = try #require(track.formatDescriptions.first as? CMFormatDescription)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: hint)
    writer.add(input)
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: reader.timeRange.start)
    try await input.append(contentsOf: output.samples())
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(reason(writer.error))")
    let written = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", folder.file("out.wav"), "-f", "s16le", "-"])
    let samples = [UInt8](written).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    let isEqual = samples.elementsEqual(values[4801..<24_812])
    #expect(isEqual, "\(samples.count) samples, from \(samples.first ?? 0)")
  }
}
