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
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
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
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    #expect(try !input.append(WrittenMedia.audio(WrittenMedia.ramp(480), at: 0)))
    #expect(writer.status == .failed && reason(writer.error).contains("of type 'soun'"))
    writer.cancelWriting()
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
