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
    #expect(try refusal(kAudioFormatMPEG4AAC, kAudioChannelLayoutTag_Stereo, .m4a) == nil)
    #expect(try refusal(kAudioFormatMPEG4AAC, kAudioChannelLayoutTag_Mono, .m4a) == nil)
    let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere"), fileType: .m4a)
    let eight = WrittenMedia.aac.merging([AVNumberOfChannelsKey: 8]) { $1 }
    #expect(!writer.canApply(outputSettings: eight, forMediaType: .audio))
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
