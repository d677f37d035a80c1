import AVFoundation
import Foundation
import Testing

/// Limits of bit rates and the speed of encoders, by VideoToolbox's keys.
@Suite(.timeLimit(.minutes(10))) struct WriterRateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes two seconds of noise.
  private func write(_ properties: [String: Any], _ codec: AVVideoCodecType) async throws -> String {
    let name = "\(UUID()).mov"
    let settings = WrittenMedia.videoSettings(
      [AVVideoCodecKey: codec, AVVideoCompressionPropertiesKey: properties], width: 128, height: 64)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: folder.url(name), fileType: .mov)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for number in 0..<60 {
      let time = CMTime(value: Int64(number), timescale: 30)
      let sample = try WrittenMedia.frame(number, at: time, lasting: CMTime(value: 1, timescale: 30))
      fillWithNoise(try #require(sample.imageBuffer))
      await input.appendWhenReady(sample)
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    return folder.file(name)
  }

  private func fillWithNoise(_ frame: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(frame, [])
    let words = UnsafeMutableRawBufferPointer(
      start: CVPixelBufferGetBaseAddress(frame),
      count: CVPixelBufferGetBytesPerRow(frame) * CVPixelBufferGetHeight(frame)
    ).bindMemory(to: UInt64.self)
    for index in words.indices { words[index] = .random(in: 0...UInt64.max) }
    CVPixelBufferUnlockBaseAddress(frame, [])
  }

  /// The most bits of any second.
  private func peak(_ path: String) throws -> Int {
    let sizes = try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "packet=size", "-of", "csv=p=0", path]
    ).split(separator: "\n").compactMap { Int($0.trimmingCharacters(in: CharacterSet(charactersIn: ", "))) }
    #expect(sizes.count == 60)
    return (0...30).map { sizes[$0..<min($0 + 30, sizes.count)].reduce(0, +) * 8 }.max() ?? 0
  }

  @Test(arguments: [AVVideoCodecType.h264, .hevc]) func dataRateLimits_holdForEverySecond(_ codec: AVVideoCodecType)
    async throws
  {
    // An average of as much as the limit, none at all, and a quality that needs far more.
    for more in [[AVVideoAverageBitRateKey: 200_000], [:], [AVVideoQualityKey: 0.9]] as [[String: Any]] {
      let path = try await write(more.merging(["DataRateLimits": [25_000, 1]]) { $1 }, codec)
      #expect(try peak(path) <= 200_000, "\(more)")
    }
    // Noise needs more than that where nothing limits it.
    #expect(try await peak(write([AVVideoAverageBitRateKey: 800_000], codec)) > 400_000)
  }

  @Test(arguments: [AVVideoCodecType.h264, .hevc]) func constantBitRate_isExceededOnlyForItsBuffer(
    _ codec: AVVideoCodecType
  ) async throws {
    let bits = try await peak(write(["ConstantBitRate": 200_000], codec))
    #expect((150_000...320_000).contains(bits), "\(bits)")
  }

  @Test(arguments: ["RealTime", "PrioritizeEncodingSpeedOverQuality"]) func speed_isTheEncodersFasterPreset(
    _ key: String
  ) async throws {
    func lookahead(_ prefersSpeed: Bool) async throws -> Bool {
      let data = try Data(contentsOf: URL(fileURLWithPath: try await write([key: prefersSpeed], .h264)))
      // x264 writes its options into the stream: of the two presets, only the slower one looks ahead by macroblock trees.
      return data.range(of: Data("mbtree=1".utf8)) != nil
    }
    #expect(try await lookahead(false))
    #expect(try await !lookahead(true))
  }
}
