import AVFoundation
import Dispatch
import Foundation
import Synchronization
import Testing

/// The guide's program that re-encodes an asset: a reader and a writer in tandem, two serial queues, a dispatch group,
/// and cancellation from any thread.
@Suite struct TandemTests {
  /// The guide's `RWSampleBufferChannel` and its controller in one; `cancel()` leaves the group once only, which the
  /// guide's does not.
  private final class Reencoding: Sendable {
    let reader: AVAssetReader
    let writer: AVAssetWriter
    private let channels: [Channel]
    private let group = DispatchGroup()
    private let main = DispatchQueue(label: "main")
    private let isCancelled = Mutex(false)

    private final class Channel: @unchecked Sendable {
      // Unchecked, since all but its constants belong to its queue.
      let output: AVAssetReaderOutput
      let input: AVAssetWriterInput
      let queue = DispatchQueue(label: "channel")
      private var isFinished = false

      init(_ output: AVAssetReaderOutput, _ input: AVAssetWriterInput) { (self.output, self.input) = (output, input) }

      func start(_ completion: @escaping @Sendable () -> Void) {
        input.requestMediaDataWhenReady(on: queue) { [self] in
          guard !isFinished else { return }
          var isDone = false
          while input.isReadyForMoreMediaData, !isDone {
            isDone = output.copyNextSampleBuffer().map { !input.append($0) } ?? true
          }
          if isDone { finish(completion) }
        }
      }

      func finish(_ completion: () -> Void) {
        if isFinished { return }
        isFinished = true
        input.markAsFinished()
        completion()
      }
    }

    init(_ asset: AVAsset, to url: URL) async throws {
      reader = try AVAssetReader(asset: asset)
      writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      var channels: [Channel] = []
      if let track = try await asset.loadTracks(withMediaType: .audio).first {
        channels.append(
          Channel(
            AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM]),
            AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)))
      }
      if let track = try await asset.loadTracks(withMediaType: .video).first {
        let format = String(kCVPixelBufferPixelFormatTypeKey)
        channels.append(
          Channel(
            AVAssetReaderTrackOutput(track: track, outputSettings: [format: kCVPixelFormatType_32BGRA]),
            AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())))
      }
      self.channels = channels
      for channel in channels {
        reader.add(channel.output)
        writer.add(channel.input)
        // Before anything can leave it: a program may cancel before it has begun.
        group.enter()
      }
    }

    /// Returns true if the file was written, false if that was cancelled.
    func run() async throws -> Bool {
      guard reader.startReading() else { throw reader.error! }
      guard writer.startWriting() else { throw writer.error! }
      writer.startSession(atSourceTime: .zero)
      for channel in channels {
        channel.start { [group] in group.leave() }
      }
      await withCheckedContinuation { continuation in group.notify(queue: main) { continuation.resume() } }
      if isCancelled.withLock({ $0 }) {
        reader.cancelReading()
        writer.cancelWriting()
        return false
      }
      if reader.status == .failed {
        writer.cancelWriting()
        throw reader.error!
      }
      await writer.finishWriting()
      if writer.status != .completed { throw writer.error! }
      return true
    }

    func cancel() {
      main.async { [self] in
        isCancelled.withLock { $0 = true }
        for channel in channels {
          channel.queue.async { [group] in channel.finish { group.leave() } }
        }
      }
    }
  }

  private static let source = Task<TemporaryFolder, any Error> {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "color=size=128x64:rate=30:duration=4,format=yuv420p,\(NumberedMovie.bars)", "-f", "lavfi",
      "-i",
      "sine=frequency=440:sample_rate=48000:duration=4", "-c:v", "libx264", "-bf", "2", "-c:a", "aac",
      folder.file("in.mp4"),
    ])
    return folder
  }

  @Test(.timeLimit(.minutes(10))) func allFrames_andAllAudio_areReencoded() async throws {
    let (source, folder) = (try await Self.source.value, try TemporaryFolder())
    let work = try await Reencoding(AVURLAsset(url: source.url("in.mp4")), to: folder.url("out.mov"))
    #expect(try await work.run())
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<120))
    let (own, other) = (try Oracle.samples(folder.file("out.mov")), try Oracle.samples(source.file("in.mp4")))
    #expect(abs(own.count - other.count) <= 1024)
    #expect(try Oracle.warnings(folder.file("out.mov")) == "")
  }

  @Test(.timeLimit(.minutes(10)), arguments: 0..<10)
  func cancellingAtAnyMoment_leavesNothing(_ moment: Int) async throws {
    let (source, folder) = (try await Self.source.value, try TemporaryFolder())
    for round in 0..<5 {
      let work = try await Reencoding(AVURLAsset(url: source.url("in.mp4")), to: folder.url("out.mov"))
      let delay = DispatchTimeInterval.milliseconds(moment * 10 + round * 2)
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) { work.cancel() }
      if try await work.run() {
        try FileManager.default.removeItem(at: folder.url("out.mov"))
      } else {
        #expect(work.writer.status == .cancelled)
      }
      #expect(folder.names.isEmpty)
    }
  }
}
