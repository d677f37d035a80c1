import AVFoundation
import Foundation
import Testing

/// Channels and rates through codecs: a tone a channel, which comes back in its channel.
@Suite(.timeLimit(.minutes(10))) struct WriterSoundTests {
  /// The tone of a channel, in hertz.
  private static func tone(_ channel: Int) -> Double { 300 + 170 * Double(channel) }

  /// Returns a second and a half of tones, interleaved.
  private static func tones(_ channels: Int, rate: Int = 48_000) -> [Int16] {
    (0..<rate * 3 / 2).flatMap { frame in
      (0..<channels).map { Int16(8000 * sin(2 * .pi * tone($0) * Double(frame) / Double(rate))) }
    }
  }

  private func write(
    _ values: [Int16], channels: Int, rate: Int = 48_000, _ settings: [String: Any], _ type: AVFileType, to url: URL
  ) async throws {
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    #expect(writer.canAdd(input))
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    await input.appendWhenReady(try WrittenMedia.audio(values, at: 0, rate: rate, channels: channels))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  /// Returns the channel whose tone is the loudest in each channel of a file.
  private func channels(_ path: String, _ count: Int, rate: Int = 48_000) throws -> [Int] {
    let bytes = try Oracle.raw(path, ["-map", "0:a", "-f", "s16le", "-c:a", "pcm_s16le"])
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    // An eighth of a second in the middle.
    let frames = rate / 2..<rate * 5 / 8
    try #require(samples.count >= frames.upperBound * count)
    return (0..<count).map { channel in
      let powers = (0..<count).map { other in
        var (real, imaginary) = (0.0, 0.0)
        for frame in frames {
          let phase = 2 * .pi * Self.tone(other) * Double(frame) / Double(rate)
          let value = Double(samples[frame * count + channel])
          (real, imaginary) = (real + value * cos(phase), imaginary + value * sin(phase))
        }
        return real * real + imaginary * imaginary
      }
      return powers.indices.max { powers[$0] < powers[$1] } ?? -1
    }
  }

  @Test(arguments: [
    (kAudioFormatMPEG4AAC, AVFileType.m4a, 6), (kAudioFormatFLAC, .mp4, 8), (kAudioFormatOpus, .mp4, 6),
    (kAudioFormatLinearPCM, .mov, 8), (kAudioFormatLinearPCM, .caf, 8), (kAudioFormatLinearPCM, .matroska, 8),
  ])
  func eachTone_isInItsChannel(_ format: AudioFormatID, _ type: AVFileType, _ most: Int) async throws {
    let folder = try TemporaryFolder()
    // 7 channels have no usual speakers in all formats; 5 of Opus come back in another order, also from ffmpeg's
    // encoder.
    let counts = format == kAudioFormatOpus ? [1, 2, 3, 4, 6] : [1, 2, 3, 4, 5, 6, 8]
    for count in counts where count <= most {
      var settings: [String: Any] = [
        AVFormatIDKey: format, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: count,
        AVEncoderBitRatePerChannelKey: 64_000,
      ]
      if format == kAudioFormatLinearPCM {
        settings = WrittenMedia.pcm.merging([AVNumberOfChannelsKey: count]) { $1 }
      }
      let url = folder.url("\(count)")
      try await write(Self.tones(count), channels: count, settings, type, to: url)
      #expect(try Oracle.streams(url.path, "channels") == ["\(count)"], "\(format) \(count)")
      // LFE channels have low tones only: lossy codecs may leave the others out.
      let found = try channels(url.path, count)
      let isLossy = format == kAudioFormatMPEG4AAC || format == kAudioFormatOpus
      let low = isLossy ? [3: 2, 6: 3, 8: 3][count] : nil
      #expect(found.enumerated().allSatisfy { $0 == $1 || $0 == low }, "\(count): \(found)")
    }
  }

  /// Encoders get audio as it comes, or of the rate that is the nearest to it.
  @Test(arguments: [
    (kAudioFormatOpus, AVFileType.matroska, 44_100, "48000"), (kAudioFormatMPEG4AAC, .m4a, 192_000, "96000"),
    (kAudioFormatMPEGLayer3, .mp3, 96_000, "48000"),
  ])
  func withoutARateInTheSettings_itIsTheNearest(
    _ format: AudioFormatID, _ type: AVFileType, _ rate: Int, _ nearest: String
  ) async throws {
    let folder = try TemporaryFolder()
    let settings: [String: Any] = [AVFormatIDKey: format, AVNumberOfChannelsKey: 1]
    try await write(Self.tones(1, rate: rate), channels: 1, rate: rate, settings, type, to: folder.url("out"))
    #expect(try Oracle.streams(folder.file("out"), "sample_rate") == [nearest])
  }

  @Test(arguments: [
    (kAudioFormatMPEG4AAC, AVFileType.m4a, 8000), (kAudioFormatMPEG4AAC, .m4a, 22_050),
    (kAudioFormatMPEG4AAC, .m4a, 96_000), (kAudioFormatAppleLossless, .m4a, 44_100),
    (kAudioFormatAppleLossless, .m4a, 96_000), (kAudioFormatFLAC, .mp4, 8000), (kAudioFormatFLAC, .mp4, 192_000),
    (kAudioFormatLinearPCM, .mov, 192_000), (kAudioFormatLinearPCM, .mov, 11_025),
  ])
  func everyRate_isKept(_ format: AudioFormatID, _ type: AVFileType, _ rate: Int) async throws {
    let folder = try TemporaryFolder()
    var settings: [String: Any] = [AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: 1]
    if format == kAudioFormatLinearPCM { settings = WrittenMedia.pcm.merging([AVSampleRateKey: rate]) { $1 } }
    if format == kAudioFormatMPEG4AAC { settings[AVEncoderBitRateKey] = 64_000 }
    let values = Self.tones(1, rate: rate)
    try await write(values, channels: 1, rate: rate, settings, type, to: folder.url("out"))
    #expect(try Oracle.streams(folder.file("out"), "sample_rate") == ["\(rate)"])
    let samples = try Oracle.samples(folder.file("out"), rate: rate)
    guard format == kAudioFormatMPEG4AAC else { return #expect(samples == values) }
    #expect(abs(samples.count - values.count) < 1024)
    // Where the two agree best.
    let window = rate / 2..<rate / 2 + 2048
    func product(_ shift: Int) -> Double {
      window.reduce(0) { $0 + Double(values[$1]) * Double(samples[$1 + shift]) }
    }
    #expect((-30...30).max { product($0) < product($1) } == 0)
  }
}
