import AVFoundation
import Foundation
import Testing

/// The talk's pixel filter: a program edits the frames that a reader vends in their own memory, and appends them to a
/// writer.
@Suite(.timeLimit(.minutes(10))) struct PixelFilterTests {
  /// Inverts the colours of a frame of four bytes a pixel.
  private func invert(_ sample: CMSampleBuffer) throws {
    let buffer = try #require(sample.imageBuffer)
    #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    for row in 0..<CVPixelBufferGetHeight(buffer) {
      let words = (base + row * CVPixelBufferGetBytesPerRow(buffer)).assumingMemoryBound(to: UInt32.self)
      for x in 0..<CVPixelBufferGetWidth(buffer) { words[x] ^= 0x00ff_ffff }
    }
  }

  @Test func framesEditedInPlace_areWritten_andNoOtherFrameIsChanged() async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try NumberedMovie.make(in: folder))
    let track = try await asset.loadTracks(withMediaType: .video)[0]
    let reader = try AVAssetReader(asset: asset)
    // The second output vends the same frames; the first one's are the program's own.
    let outputs = (0..<2).map { _ in
      AVAssetReaderTrackOutput(track: track, outputSettings: pixels(kCVPixelFormatType_32BGRA))
    }
    #expect(outputs.allSatisfy { $0.alwaysCopiesSampleData })
    for output in outputs { reader.add(output) }
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    writer.add(input)
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    var others: [CMSampleBuffer] = []
    while let sample = outputs[0].copyNextSampleBuffer() {
      try invert(sample)
      await input.appendWhenReady(sample)
      others.append(try #require(outputs[1].copyNextSampleBuffer()))
    }
    #expect(outputs[1].copyNextSampleBuffer() == nil)
    #expect(reader.status == .completed)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == (0..<30).map { 255 - $0 })
    #expect(times.enumerated().allSatisfy { abs($1 - Double($0) / 30) < 0.000_1 })
    for (number, sample) in others.enumerated() {
      let bytes = try #require(sample.imageBuffer).pixels()
      let shown = (0..<8).reduce(0) { $0 | (bytes[(32 * 128 + $1 * 16 + 8) * 4] > 127 ? 1 << $1 : 0) }
      #expect(shown == number)
    }
  }
}
