import AVFoundation
import Foundation
import Testing

/// Frames and audio of known contents through codecs and containers: frame n is frame n at its time, and audio is where
/// it was.
@Suite(.timeLimit(.minutes(10))) struct WriterContainerTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let type: AVFileType
    let video: AVVideoCodecType
    let audio: AudioFormatID
    /// The error of times, in seconds.
    var unit = 0.000_02
    var testDescription: String {
      "\(type.rawValue) \(video.rawValue) \(CMFormatDescription.MediaSubType(rawValue: audio))"
    }
  }

  static let kinds = [
    Kind(type: .mov, video: .h264, audio: kAudioFormatMPEG4AAC),
    Kind(type: .mov, video: .proRes422, audio: kAudioFormatAppleLossless),
    Kind(type: .mov, video: .jpeg, audio: kAudioFormatLinearPCM),
    Kind(type: .mp4, video: .hevc, audio: kAudioFormatFLAC), Kind(type: .mp4, video: .h264, audio: kAudioFormatOpus),
    Kind(type: .mp4, video: .vp9, audio: kAudioFormatMPEG4AAC),
    Kind(type: .m4v, video: .h264, audio: kAudioFormatMPEG4AAC),
    Kind(type: .mobile3GPP, video: .h264, audio: kAudioFormatMPEG4AAC),
    Kind(type: .matroska, video: .h264, audio: kAudioFormatOpus, unit: 0.000_6),
    Kind(type: .matroska, video: .hevc, audio: kAudioFormatFLAC, unit: 0.000_6),
    Kind(type: .matroska, video: .vp8, audio: kAudioFormatLinearPCM, unit: 0.000_6),
    Kind(type: .webM, video: .vp9, audio: kAudioFormatOpus, unit: 0.000_6),
    Kind(type: .transportStream, video: .h264, audio: kAudioFormatMPEG4AAC, unit: 0.000_05),
    Kind(type: .transportStream, video: .hevc, audio: kAudioFormatMPEG4AAC, unit: 0.000_05),
  ]

  private static func audioSettings(_ format: AudioFormatID) -> [String: Any] {
    if format == kAudioFormatLinearPCM { return WrittenMedia.pcm }
    return [AVFormatIDKey: format, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
  }

  @Test(arguments: kinds) func framesAndAudio_areWhereTheyWere(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: WrittenMedia.videoSettings([
        AVVideoCodecKey: kind.video, AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 1_500_000],
      ]))
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.audioSettings(kind.audio))
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: kind.type)
    for input in [video, audio] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    // Frames end half a second before the audio, and the program's clock is far from zero.
    let start = CMTime(value: 7_207_200, timescale: 30_000)
    func time(_ frame: Int) -> CMTime { start + CMTime(value: Int64(frame) * 1001, timescale: 30_000) }
    writer.startSession(atSourceTime: start)
    async let frames: Void = {
      for number in 0..<45 {
        await video.appendWhenReady(
          try WrittenMedia.frame(number, at: time(number), lasting: CMTime(value: 1001, timescale: 30_000)))
      }
      video.markAsFinished()
    }()
    let origin = Int(CMTimeConvertScale(start, timescale: 48_000, method: .default).value)
    for block in 0..<20 {
      let clicks = WrittenMedia.clicks(4800, every: 12_000, from: block * 4800)
      await audio.appendWhenReady(try WrittenMedia.audio(clicks, at: origin + block * 4800))
    }
    audio.markAsFinished()
    try await frames
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let path = folder.file("out")
    let (numbers, times) = try Oracle.frames(path)
    #expect(numbers == Array(0..<45))
    let first = try #require(times.first)
    // Transport streams begin at a time of their own.
    if kind.type != .transportStream { #expect(abs(first) < 0.000_1) }
    let errors = times.enumerated().map { abs($1 - first - Double($0) * 1001 / 30_000) }
    #expect(errors.allSatisfy { $0 < kind.unit }, "\(errors)")
    let samples = try Oracle.samples(path)
    #expect(samples.count >= 96_000 - 2048 && samples.count <= 96_000 + 2048, "\(samples.count)")
    // Players of transport streams do not leave the encoder's priming out.
    let shift = kind.type == .transportStream ? try peak(samples, near: 12_000, within: 4000) - 12_000 : 0
    for place in stride(from: 12_000, to: 90_000, by: 12_000) {
      #expect(abs(try peak(samples, near: place + shift, within: 1000) - place - shift) <= 1)
    }
    #expect(try Oracle.complaints(path) == [])
  }

  /// Returns the place of the loudest sample.
  private func peak(_ samples: [Int16], near place: Int, within distance: Int) throws -> Int {
    let window = max(0, place - distance)..<min(samples.count, place + distance)
    return try #require(window.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) })
  }

  @Test(arguments: [(AVFileType.mp4, 0.000_02), (.matroska, 0.000_6), (.webM, 0.000_6), (.transportStream, 0.000_05)])
  func unevenTimes_areKept(_ type: AVFileType, _ unit: Double) async throws {
    let folder = try TemporaryFolder()
    let places: [Int64] = [0, 17, 50, 52, 120, 400, 404, 777, 1000, 1003, 2500, 2510, 2600, 4000]
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: WrittenMedia.videoSettings([AVVideoCodecKey: type == .webM ? AVVideoCodecType.vp9 : .h264]))
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for (number, place) in places.enumerated() {
      await input.appendWhenReady(try WrittenMedia.frame(number, at: CMTime(value: place, timescale: 1000)))
    }
    await writer.finishWriting()
    let (numbers, times) = try Oracle.frames(folder.file("out"))
    #expect(numbers == Array(places.indices))
    let first = try #require(times.first)
    #expect(zip(times, places).allSatisfy { abs($0 - first - Double($1) / 1000) < unit }, "\(times)")
  }

  @Test(arguments: [AVFileType.mp4, .m4v, .mobile3GPP])
  func everyOrientation_isShownByOthers(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    // The corner in which ffmpeg shows the white quarter of the upper left, and if width and height change.
    let cases: [(CGAffineTransform, corner: Int, isTurned: Bool)] = [
      (.identity, 0, false), (CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0), 1, true),
      (CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 128, ty: 64), 3, false),
      (CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 128), 2, true),
    ]
    for (index, (transform, corner, isTurned)) in cases.enumerated() {
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
      input.transform = transform
      let writer = try AVAssetWriter(outputURL: folder.url("\(index)"), fileType: type)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      await input.appendWhenReady(try quarter())
      await writer.finishWriting()
      let (width, height) = isTurned ? (64, 128) : (128, 64)
      let bytes = try Oracle.raw(folder.file("\(index)"), ["-f", "rawvideo", "-pix_fmt", "gray"])
      #expect(bytes.count == width * height)
      let corners = [(1, 1), (3, 1), (1, 3), (3, 3)].map { bytes[$1 * height / 4 * width + $0 * width / 4] > 127 }
      #expect(corners == (0..<4).map { $0 == corner })
    }
  }

  /// Returns a black frame whose upper left quarter is white.
  private func quarter() throws -> CMSampleBuffer {
    let frame = try WrittenMedia.frame(0b1111, at: .zero, lasting: CMTime(value: 1, timescale: 30))
    let buffer = try #require(frame.imageBuffer)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    for row in 32..<64 {
      let words = (base + row * CVPixelBufferGetBytesPerRow(buffer)).assumingMemoryBound(to: UInt32.self)
      words.update(repeating: 0xff00_0000, count: 128)
    }
    return frame
  }
}
