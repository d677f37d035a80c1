import AVFoundation
import Dispatch
import Foundation
import Testing

/// The end of inputs and of writers, as programs that wait for them see it.
@Suite(.timeLimit(.minutes(10))) struct WriterEndTests {
  private let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())

  private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }

  private func started(_ url: URL) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    writer.add(video)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    return writer
  }

  /// Lets everything run that is on a queue, and what that puts there.
  private func drain(_ queue: DispatchQueue) { for _ in 0..<100 { queue.sync {} } }

  @Test func anInputThatIsFinished_takesNoMoreSamples_andSaysSo() async throws {
    let folder = try TemporaryFolder()
    let writer = try started(folder.url("out.mp4"))
    try await video.append(contentsOf: [WrittenMedia.frame(0, at: time(0), lasting: time(1))])
    video.markAsFinished()
    let error = await #expect(throws: AVError.self) {
      try await video.append(contentsOf: [WrittenMedia.frame(1, at: time(1), lasting: time(1))])
    }
    #expect(error?.failureReason?.contains("takes no more samples") == true)
    await writer.finishWriting()
    #expect(writer.status == .completed)
  }

  @Test(arguments: [false, true]) func withoutSamples_theWriterFails_andNamesItsInputs(hasMetadata: Bool) async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(video)
    if hasMetadata {
      // Metadata are no media.
      let item = AVMutableMetadataItem()
      item.identifier = .commonIdentifierTitle
      item.value = "Spring" as NSString
      writer.metadata = [item]
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac))
    }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    await writer.finishWriting()
    #expect(writer.status == .failed && folder.names == [])
    let names = hasMetadata ? "the inputs, of types 'vide', 'soun'" : "the input of type 'vide'"
    #expect((writer.error as? AVError)?.failureReason == "no sample was appended to \(names)")
  }

  @Test(arguments: 0..<20) func anAppendDuringFinishWriting_isWrittenOrRefused(round: Int) async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    let sample = try WrittenMedia.audio(WrittenMedia.ramp(480), at: 0)
    let append = Task.detached { input.append(sample) }
    await writer.finishWriting()
    let isTaken = await append.value
    #expect(writer.status == (isTaken ? .completed : .failed), "\(String(describing: writer.error))")
  }

  @Test(arguments: 0..<10) func aRunThatFails_callsTheRequestOnceMore(round: Int) async throws {
    let folder = try TemporaryFolder()
    // Without a hint, only the run finds out that WAVE does not hold the samples.
    let (_, output) = try AVAssetReader.started(SharedClip.movie, .audio, nil)
    let sample = try #require(output.copyNextSampleBuffer())
    var timing = try sample.sampleTimingInfo(at: 0)
    let writer = try AVAssetWriter(outputURL: folder.url("out.wav"), fileType: .wav)
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
    writer.add(audio)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    let queue = DispatchQueue(label: "request")
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      audio.requestMediaDataWhenReady(on: queue) {
        while audio.isReadyForMoreMediaData {
          // There is no end of samples: the input takes them until the run has failed.
          timing.presentationTimeStamp = timing.presentationTimeStamp + timing.duration
          if let next = try? CMSampleBuffer(copying: sample, withNewTiming: [timing]), audio.append(next) { continue }
          audio.markAsFinished()
          return continuation.resume()
        }
      }
    }
    #expect(writer.status == .failed, "\(String(describing: writer.error))")
  }

  @Test func appendingToAWriterThatWasCancelled_isCancellation() async throws {
    let folder = try TemporaryFolder()
    let writer = try started(folder.url("out.mp4"))
    writer.cancelWriting()
    await #expect(throws: CancellationError.self) {
      try await video.append(contentsOf: [WrittenMedia.frame(0, at: time(0))])
    }
  }

  @Test func afterAFailure_theRequestBlockIsCalledOnceMore() async throws {
    let folder = try TemporaryFolder()
    let writer = try started(folder.url("out.mp4"))
    let (queue, states) = (DispatchQueue(label: "request"), Recorded<AVAssetWriter.Status>())
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      video.requestMediaDataWhenReady(on: queue) {
        states.add(writer.status)
        if writer.status == .writing {
          // A session that is open is not started again at another time.
          writer.startSession(atSourceTime: time(1))
        } else if states.values.count == 2 {
          continuation.resume()
        }
      }
    }
    drain(queue)
    #expect(states.values == [.writing, .failed])
    await writer.finishWriting()
  }

  /// Programs wait for an input to be ready, and look at the result of appending only then.
  @Test func anInputThatCannotBeWritten_isReady_andTakesNothing() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    let refused = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings(width: 0))
    writer.add(video)
    #expect(!video.isReadyForMoreMediaData)
    writer.add(refused)
    #expect(!writer.startWriting() && writer.status == .failed)
    for input in [video, refused] {
      #expect(input.isReadyForMoreMediaData)
      #expect(try !input.append(WrittenMedia.frame(0, at: time(0))))
    }
  }

  @Test func aRequestAfterCancellation_isAnsweredOnce() throws {
    let folder = try TemporaryFolder()
    let writer = try started(folder.url("out.mp4"))
    writer.cancelWriting()
    let (queue, calls) = (DispatchQueue(label: "request"), Recorded<Bool>())
    let video = video
    video.requestMediaDataWhenReady(on: queue) { calls.add(video.isReadyForMoreMediaData) }
    drain(queue)
    #expect(calls.values == [true])
  }

  @Test func aWriterThatIsReleased_endsTheRequestsOfItsInputs() async throws {
    let folder = try TemporaryFolder()
    let (queue, calls) = (DispatchQueue(label: "request"), Recorded<Bool>())
    final class Token: Sendable {}
    var token: Token? = Token()
    weak let captured = token
    do {
      let writer = try started(folder.url("out.mp4"))
      video.requestMediaDataWhenReady(on: queue) { [token] in
        withExtendedLifetime(token) {}
        calls.add(true)
      }
      withExtendedLifetime(writer) {}
    }
    token = nil
    drain(queue)
    #expect(captured == nil)
  }

  @Test func passes_beginWithWriting_andEndWithACallWithoutDescription() async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    let (queue, passes, video) = (DispatchQueue(label: "passes"), Recorded<Bool>(), video)
    writer.add(video)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      video.respondToEachPassDescription(on: queue) {
        passes.add(video.currentPassDescription != nil)
        guard video.currentPassDescription != nil else {
          video.markAsFinished()
          return continuation.resume()
        }
        nonisolated(unsafe) var number = 0
        video.requestMediaDataWhenReady(on: queue) {
          while video.isReadyForMoreMediaData {
            guard number < 12 else { return video.markCurrentPassAsFinished() }
            #expect((try? WrittenMedia.frame(number, at: time(number))).map { video.append($0) } == true)
            number += 1
          }
        }
      }
      drain(queue)
      #expect(passes.values.isEmpty)
      queue.sync {
        // The block waits for the queue until the session is open.
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
      }
    }
    #expect(passes.values == [true, false])
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == Array(0..<12))
  }
}
