import AVFoundation
import Foundation
import Synchronization
import Testing

/// Inputs that are fed unevenly, late, one after the other or in real time: nothing waits for ever, and nothing grows.
@Suite struct WriterReadinessTests {
  private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }

  private func make(_ url: URL, _ type: AVFileType = .mov, _ inputs: AVAssetWriterInput...) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    for input in inputs { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    return writer
  }

  private var video: AVAssetWriterInput {
    AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
  }

  @Test(.timeLimit(.minutes(10))) func inputsThatAreFilledOneAfterTheOther_areWritten() async throws {
    let folder = try TemporaryFolder()
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm))
    let writer = try make(folder.url("out.mov"), .mov, video, audio)
    // A minute of audio, six megabytes, before the first frame; then the frames.
    for second in 0..<60 {
      await audio.appendWhenReady(
        try WrittenMedia.audio(WrittenMedia.ramp(48_000, from: second * 48_000), at: second * 48_000))
    }
    for number in 0..<90 { await video.appendWhenReady(try WrittenMedia.frame(number, at: time(number))) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<90))
    #expect(try Oracle.samples(folder.file("out.mov")) == WrittenMedia.ramp(48_000 * 60))
  }

  @Test(.timeLimit(.minutes(10))) func anInputThatGetsNothing_holdsNoOther() async throws {
    let folder = try TemporaryFolder()
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac))
    let writer = try make(folder.url("out.mp4"), .mp4, video, audio)
    for number in 0..<150 { await video.appendWhenReady(try WrittenMedia.frame(number, at: time(number))) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == (0..<150).map { $0 })
    #expect(try Oracle.streams(folder.file("out.mp4"), "codec_type") == ["video"])
  }

  @Test(.timeLimit(.minutes(10))) func inRealTime_aProgramThatFindsNoRoom_dropsFrames_andKeepsAllAudio() async throws {
    let folder = try TemporaryFolder()
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: WrittenMedia.videoSettings(
        [AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 20_000_000]], width: 1920, height: 1080))
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
    (video.expectsMediaDataInRealTime, audio.expectsMediaDataInRealTime) = (true, true)
    let writer = try make(folder.url("out.mov"), .mov, video, audio)
    let image = try WrittenMedia.image(5, width: 1920, height: 1080)
    let format = try CMVideoFormatDescription(imageBuffer: image)
    var (kept, dropped) = (0, 0)
    // Far faster than any encoder: the program never waits.
    for number in 0..<90 {
      if video.isReadyForMoreMediaData {
        let timing = CMSampleTimingInfo(
          duration: .invalid, presentationTimeStamp: time(number), decodeTimeStamp: .invalid)
        #expect(video.append(try CMSampleBuffer(imageBuffer: image, formatDescription: format, sampleTiming: timing)))
        kept += 1
      } else {
        dropped += 1
      }
      while !audio.isReadyForMoreMediaData { await Task.yield() }
      #expect(audio.append(try WrittenMedia.audio(WrittenMedia.ramp(1600, from: number * 1600), at: number * 1600)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(kept > 0 && dropped > 0)
    #expect(try Oracle.streams(folder.file("out.mov"), "nb_frames").contains("\(kept)"))
    #expect(try Oracle.samples(folder.file("out.mov")) == WrittenMedia.ramp(90 * 1600))
  }

  /// The graph may not run yet: the program waits for nothing.
  @Test(.timeLimit(.minutes(10)), arguments: [48, 480, 4800])
  func aSecondOfAudioInRealTime_findsRoom_inBlocksOfAnyLength(_ length: Int) async throws {
    let folder = try TemporaryFolder()
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
    audio.expectsMediaDataInRealTime = true
    let writer = try make(folder.url("out.mov"), .mov, audio)
    let blocks = try stride(from: 0, to: 48_000, by: length).map {
      try WrittenMedia.audio(WrittenMedia.ramp(length, from: $0), at: $0)
    }
    #expect(blocks.allSatisfy { audio.isReadyForMoreMediaData && audio.append($0) })
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.samples(folder.file("out.mov")) == WrittenMedia.ramp(48_000))
  }

  @Test(.timeLimit(.minutes(10))) func readiness_isObservable() async throws {
    let folder = try TemporaryFolder()
    let video = video
    let changes = Recorded<Bool>()
    let observation = video.observe(\.isReadyForMoreMediaData, options: [.new]) { _, change in
      if let value = change.newValue { changes.add(value) }
    }
    let writer = try make(folder.url("out.mov"), .mov, video)
    for number in 0..<60 { await video.appendWhenReady(try WrittenMedia.frame(number, at: time(number))) }
    await writer.finishWriting()
    observation.invalidate()
    #expect(changes.values.first == true)
    #expect(zip(changes.values, changes.values.dropFirst()).allSatisfy { $0 != $1 })
  }

  /// The guide's cancellation: from another thread, while request blocks run.
  @Test(.timeLimit(.minutes(10)), arguments: 0..<10) func cancellingAtAnyMoment_endsEverything(_ moment: Int)
    async throws
  {
    let folder = try TemporaryFolder()
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac))
    let writer = try make(folder.url("out.mp4"), .mp4, video, audio)
    for (index, input) in [video, audio].enumerated() {
      let queue = DispatchQueue(label: "input \(index)")
      nonisolated(unsafe) var (number, hasLeft) = (0, false)
      input.requestMediaDataWhenReady(on: queue) {
        while !hasLeft, input.isReadyForMoreMediaData {
          let sample =
            index == 0
            ? try? WrittenMedia.frame(number, at: time(number))
            : try? WrittenMedia.audio(WrittenMedia.ramp(1600, from: number * 1600), at: number * 1600)
          guard number < 3000, let sample, input.append(sample) else {
            hasLeft = true
            input.markAsFinished()
            return
          }
          number += 1
        }
      }
    }
    for _ in 0..<moment * moment * 200 { await Task.yield() }
    writer.cancelWriting()
    for input in [video, audio] { #expect(!input.append(try WrittenMedia.frame(0, at: .zero))) }
    #expect(writer.status == .cancelled)
    #expect(folder.names.isEmpty)
    for input in [video, audio] { input.markAsFinished() }
  }
}
