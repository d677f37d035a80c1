import AVFoundation
import Foundation
import Testing

/// Channel layouts of settings: the speakers of the file's channels.
@Suite(.timeLimit(.minutes(10))) struct WriterLayoutTests {
  private func layout(_ tag: AudioChannelLayoutTag) -> Data {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    return withUnsafeBytes(of: &layout) { Data($0) }
  }

  private func settings(_ format: AudioFormatID, _ tag: AudioChannelLayoutTag) -> [String: Any] {
    var settings: [String: Any] =
      format == kAudioFormatLinearPCM ? WrittenMedia.pcm : [AVFormatIDKey: format, AVSampleRateKey: 48_000]
    settings[AVNumberOfChannelsKey] = nil
    settings[AVChannelLayoutKey] = layout(tag)
    return settings
  }

  @Test(arguments: [
    (kAudioFormatMPEG4AAC, AVFileType.m4a, kAudioChannelLayoutTag_MPEG_5_1_D, 6, "5.1"),
    (kAudioFormatMPEG4AAC, .m4a, kAudioChannelLayoutTag_MPEG_5_1_A, 6, "5.1"),
    (kAudioFormatMPEG4AAC, .m4a, kAudioChannelLayoutTag_MPEG_5_0_D, 5, "5.0"),
    (kAudioFormatMPEG4AAC, .m4a, kAudioChannelLayoutTag_MPEG_4_0_B, 4, "4.0"),
    (kAudioFormatFLAC, .mp4, kAudioChannelLayoutTag_Quadraphonic, 4, "quad"),
    (kAudioFormatOpus, .mp4, kAudioChannelLayoutTag_MPEG_5_1_D, 6, "5.1"),
    (kAudioFormatOpus, .mp4, kAudioChannelLayoutTag_MPEG_7_1_C, 8, "7.1"),
    (kAudioFormatFLAC, .matroska, kAudioChannelLayoutTag_MPEG_4_0_A, 4, "4.0"),
    (kAudioFormatLinearPCM, .wav, kAudioChannelLayoutTag_Quadraphonic, 4, "quad"),
    (kAudioFormatLinearPCM, .wav, kAudioChannelLayoutTag_MPEG_4_0_A, 4, "4.0"),
    (kAudioFormatLinearPCM, .mov, kAudioChannelLayoutTag_MPEG_5_1_A, 6, "5.1"),
    (kAudioFormatLinearPCM, .caf, kAudioChannelLayoutTag_DVD_10, 4, "3.1"),
  ])
  func speakersOfALayout_areInTheFile(
    _ format: AudioFormatID, _ type: AVFileType, _ tag: AudioChannelLayoutTag, _ count: Int, _ name: String
  ) async throws {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings(format, tag))
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    let frame = (0..<count).map { Int16(($0 + 1) * 1000) }
    let values = (0..<4800).flatMap { _ in frame }
    await input.appendWhenReady(try WrittenMedia.audio(values, at: 0, channels: count))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.streams(folder.file("out"), "channels,channel_layout") == ["\(count),\(name)"])
  }

  @Test func layoutsThatAreNotStoredAsTheyAre_areRefused() throws {
    func refusal(_ format: AudioFormatID, _ tag: AudioChannelLayoutTag, _ type: AVFileType) throws -> String? {
      let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere"), fileType: type)
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: settings(format, tag)))
      return (writer.error as? AVError)?.failureReason
    }
    // Left, right, surround left and right, centre, LFE.
    #expect(try refusal(kAudioFormatLinearPCM, kAudioChannelLayoutTag_MPEG_5_1_B, .wav)?.contains("order") == true)
    #expect(try refusal(kAudioFormatMPEG4AAC, kAudioChannelLayoutTag_MPEG_5_1_B, .m4a) == nil)
    #expect(try refusal(kAudioFormatMPEG4AAC, kAudioChannelLayoutTag_MPEG_7_1_C, .m4a)?.contains("encoder") == true)
    #expect(try refusal(kAudioFormatMPEGLayer3, kAudioChannelLayoutTag_MPEG_5_1_A, .mp3)?.contains("encoder") == true)
    #expect(
      try refusal(kAudioFormatAppleLossless, kAudioChannelLayoutTag_MPEG_5_1_A, .m4a)?.contains(
        "6, more than the encoder takes") == true)
    #expect(try refusal(kAudioFormatAppleLossless, kAudioChannelLayoutTag_Stereo, .m4a) == nil)
    #expect(try refusal(kAudioFormatMPEG4AAC, kAudioChannelLayoutTag_Stereo, .m4a) == nil)
    #expect(try refusal(kAudioFormatMPEG4AAC, kAudioChannelLayoutTag_Mono, .m4a) == nil)
    // Left and right of the centre, which family 1 of Opus does not have (RFC 7845, section 5.1.1.2).
    for tag in [kAudioChannelLayoutTag_MPEG_7_1_A, kAudioChannelLayoutTag_MPEG_4_0_A] {
      #expect(try refusal(kAudioFormatOpus, tag, .mp4)?.contains("speakers that the encoder does not have") == true)
    }
    let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere"), fileType: .m4a)
    // The surround speakers of 5.1 are those at the back, or at the sides where nothing is at the back.
    var sides = AudioChannelLayout()
    (sides.mChannelLayoutTag, sides.mChannelBitmap) = (
      kAudioChannelLayoutTag_UseChannelBitmap, AudioChannelBitmap(rawValue: 0x60f)
    )
    let surround = WrittenMedia.aac.merging([
      AVNumberOfChannelsKey: 6, AVChannelLayoutKey: withUnsafeBytes(of: &sides) { Data($0) },
    ]) { $1 }
    #expect(writer.canApply(outputSettings: surround, forMediaType: .audio))
    let eight = WrittenMedia.aac.merging([AVNumberOfChannelsKey: 8]) { $1 }
    #expect(!writer.canApply(outputSettings: eight, forMediaType: .audio))
  }

  /// Writes a tenth of a second, of which all frames are alike, and returns the first of the file's.
  private func written(
    _ frame: [Int16], of tag: AudioChannelLayoutTag?, isPlanar: Bool = false, _ settings: [String: Any],
    _ type: AVFileType
  ) async throws -> [Int16] {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    await input.appendWhenReady(try audio(frame, of: tag, isPlanar: isPlanar))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let bytes = try Oracle.raw(folder.file("out"), ["-f", "s16le"])
    let found = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    #expect(found.count == 4800 * frame.count)
    return Array(found.prefix(frame.count))
  }

  private func audio(_ frame: [Int16], of tag: AudioChannelLayoutTag?, isPlanar: Bool) throws -> CMSampleBuffer {
    let values =
      isPlanar
      ? frame.flatMap { [Int16](repeating: $0, count: 4800) }
      : [[Int16]](repeating: frame, count: 4800).flatMap { $0 }
    let size = UInt32(isPlanar ? 2 : 2 * frame.count)
    let stream = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        | (isPlanar ? kAudioFormatFlagIsNonInterleaved : 0),
      mBytesPerPacket: size, mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: UInt32(frame.count),
      mBitsPerChannel: 16, mReserved: 0)
    let block = try CMBlockBuffer(length: values.count * 2)
    try values.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    return try CMSampleBuffer(
      dataBuffer: block,
      formatDescription: CMFormatDescription(
        audioStreamBasicDescription: stream, layout: tag.map { ManagedAudioChannelLayout(tag: $0) }),
      numSamples: 4800,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: 48_000), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
      ],
      sampleSizes: isPlanar ? [] : [Int(size)])
  }

  /// The channels of the source are centre, left, right, and then surround left and right, and LFE.
  @Test(arguments: [false, true]) func channelsInAnotherOrder_goToTheirSpeakers(isPlanar: Bool) async throws {
    let (six, three): ([Int16], [Int16]) = ([3000, 1000, 2000, 5000, 6000, 4000], [3000, 1000, 2000])
    let (sixTag, threeTag) = (kAudioChannelLayoutTag_MPEG_5_1_D, kAudioChannelLayoutTag_MPEG_3_0_B)
    for tag in [sixTag, kAudioChannelLayoutTag_MPEG_5_1_A] {
      let found = try await written(six, of: sixTag, isPlanar: isPlanar, settings(kAudioFormatFLAC, tag), .matroska)
      #expect(found == [1000, 2000, 3000, 4000, 5000, 6000])
    }
    let plain = WrittenMedia.pcm.merging([AVNumberOfChannelsKey: 6]) { $1 }
    #expect(
      try await written(six, of: sixTag, isPlanar: isPlanar, plain, .wav) == [1000, 2000, 3000, 4000, 5000, 6000])
    #expect(
      try await written(three, of: threeTag, isPlanar: isPlanar, settings(kAudioFormatFLAC, threeTag), .mp4)
        == [1000, 2000, 3000])
  }

  @Test(arguments: [
    kAudioChannelLayoutTag_MPEG_3_0_A, kAudioChannelLayoutTag_MPEG_4_0_A, kAudioChannelLayoutTag_MPEG_5_1_A,
    kAudioChannelLayoutTag_MPEG_7_1_A,
  ])
  func channelsWithoutSpeakers_goOneToOneIntoALayoutOfAsMany(_ tag: AudioChannelLayoutTag) async throws {
    let frame = (1...Int16(tag & 0xff)).map { $0 * 1000 }
    #expect(try await written(frame, of: nil, settings(kAudioFormatLinearPCM, tag), .wav) == frame)
  }

  /// The front left and right of stereo are those of quadraphony; the rear ones get some of them.
  @Test func audioOfFewerChannels_goesToItsSpeakers() async throws {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(
      mediaType: .audio, outputSettings: settings(kAudioFormatLinearPCM, kAudioChannelLayoutTag_Quadraphonic))
    let writer = try AVAssetWriter(outputURL: folder.url("out.wav"), fileType: .wav)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    let values = [[Int16]](repeating: [1000, 2000], count: 4800).flatMap { $0 }
    await input.appendWhenReady(try WrittenMedia.audio(values, at: 0, channels: 2))
    await writer.finishWriting()
    let bytes = try Oracle.raw(folder.file("out.wav"), ["-f", "s16le"])
    let found = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    #expect(found.count == 4 * 4800 && Array(found.prefix(2)) == [1000, 2000])
  }
}
