import AVFoundation
import Foundation
import Testing

/// The talk's recording of a game: frames and audio come as they are made, and the program cannot wait for its encoder.
@Suite(.timeLimit(.minutes(10))) struct LiveRecordingTests {
  private static let size = (width: 1280, height: 720)

  private struct Frame {
    weak var buffer: CVPixelBuffer?
  }

  /// Draws bars that show a number.
  private func draw(_ number: Int, into buffer: CVPixelBuffer) throws {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let bar = Self.size.width / 8
    for index in 0..<8 {
      var color: UInt32 = number >> index & 1 == 1 ? 0xffff_ffff : 0xff00_0000
      memset_pattern(base + index * bar * 4, &color, bar)
    }
    for row in 1..<Self.size.height {
      memcpy(base + row * CVPixelBufferGetBytesPerRow(buffer), base, Self.size.width * 4)
    }
  }

  private func memset_pattern(_ base: UnsafeMutableRawPointer, _ color: inout UInt32, _ count: Int) {
    base.assumingMemoryBound(to: UInt32.self).update(repeating: color, count: count)
  }

  @Test func slowEncoder_makesTheProgramDropFrames_keepsAllAudio_andHoldsFewFrames() async throws {
    let folder = try TemporaryFolder()
    // HEVC of this size takes far longer than the program to make a frame.
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: WrittenMedia.videoSettings(
        [AVVideoCodecKey: AVVideoCodecType.hevc], width: Self.size.width, height: Self.size.height))
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
    (video.expectsMediaDataInRealTime, audio.expectsMediaDataInRealTime) = (true, true)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: video,
      sourcePixelBufferAttributes: [String(kCVPixelBufferPixelFormatTypeKey): kCVPixelFormatType_32BGRA])
    let writer = try AVAssetWriter(outputURL: folder.url("game.mov"), fileType: .mov)
    for input in [video, audio] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    let start = CMTime(value: 12_345, timescale: 60)
    writer.startSession(atSourceTime: start)
    let pool = try #require(adaptor.pixelBufferPool)
    var (kept, dropped) = ([Int](), 0)
    var (frames, mostAlive) = ([Frame](), 0)
    // Audio that its input has no room for yet.
    var sound: [CMSampleBuffer] = []
    for tick in 0..<200 {
      // Before the graph has taken two frames, there is room for more of them.
      if tick == 2 {
        let deadline = ContinuousClock.now + .seconds(30)
        while frames.contains(where: { $0.buffer != nil }), .now < deadline {
          try await Task.sleep(for: .milliseconds(1))
        }
        try #require(frames.allSatisfy { $0.buffer == nil }, "the graph takes no frame")
      }
      var made: CVPixelBuffer?
      #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) == kCVReturnSuccess)
      let buffer = try #require(made)
      made = nil
      if video.isReadyForMoreMediaData {
        try draw(tick, into: buffer)
        #expect(adaptor.append(buffer, withPresentationTime: start + CMTime(value: Int64(tick), timescale: 60)))
        kept.append(tick)
        frames.append(Frame(buffer: buffer))
      } else {
        dropped += 1
      }
      mostAlive = max(mostAlive, frames.count { $0.buffer != nil })
      let at = CMTimeConvertScale(start, timescale: 48_000, method: .default).value + Int64(tick) * 800
      sound.append(try WrittenMedia.audio(WrittenMedia.ramp(800, from: tick * 800), at: Int(at)))
      while audio.isReadyForMoreMediaData, !sound.isEmpty { #expect(audio.append(sound.removeFirst())) }
    }
    for block in sound { #expect(await audio.appendWhenReady(block)) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(!kept.isEmpty && dropped > 0 && kept.count + dropped == 200)
    // Those for which the input has room, and those that are being converted.
    #expect(mostAlive <= 16, "\(mostAlive) frames of \(kept.count) were held at once")
    let (numbers, times) = try Oracle.frames(
      folder.file("game.mov"), width: Self.size.width, height: Self.size.height)
    #expect(numbers == kept)
    #expect(zip(times, kept).allSatisfy { abs($0 - Double($1) / 60) < 0.000_1 })
    #expect(try Oracle.samples(folder.file("game.mov")) == WrittenMedia.ramp(200 * 800))
  }
}
