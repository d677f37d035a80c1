import AVFoundation
import Synchronization
import TestSupport
import Testing

/// The end of reading compositions: waiting for a server or for a compositor ends with it.
@Suite(.serialized) struct CompositionCancellationTests {
  private let folder: TemporaryFolder
  private let server: TestServer

  init() throws {
    folder = try TemporaryFolder()
    server = try TestServer(folder)
  }

  /// The byte of the movie from which on the server never answers.
  private static let late = 1_500_000

  /// A composition of a movie of 2 s whose second half never comes.
  private func stalled() throws -> AVMutableComposition {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=2,noise=alls=60:allf=t", "-f", "lavfi", "-i", "sine=r=48000:d=2",
      "-c:v", "libx264", "-preset", "ultrafast", "-qp", "6", "-g", "15", "-c:a", "pcm_s16le", "-movflags", "+faststart",
      folder.file("big.mov"),
    ])
    let composition = AVMutableComposition()
    let asset = AVURLAsset(url: server.url("late/\(Self.late)/big.mov"))
    try composition.insertTimeRange(CMTimeRange(start: .zero, duration: .positiveInfinity), of: asset, at: .zero)
    return composition
  }

  /// True once the server has a request that it does not answer.
  private var isStalled: Bool {
    server.requests.contains { line in
      let start = line.split(separator: "=").last?.split(separator: "-").first.flatMap { Int($0) }
      return start.map { $0 >= Self.late } ?? false
    }
  }

  @Test(arguments: ["frames", "composed", "compositor", "mix", "stored"])
  func cancelReading_wakesAReadThatWaitsForAServer(_ kind: String) throws {
    let composition = try stalled()
    let reader = try AVAssetReader(asset: composition)
    let video = composition.tracks(withMediaType: .video)
    let output: AVAssetReaderOutput
    switch kind {
    case "mix":
      output = AVAssetReaderAudioMixOutput(
        audioTracks: composition.tracks(withMediaType: .audio), audioSettings: nil)
    case "composed", "compositor":
      let composed = AVAssetReaderVideoCompositionOutput(videoTracks: video, videoSettings: nil)
      composed.videoComposition =
        kind == "composed"
        ? AVMutableVideoComposition(propertiesOf: composition)
        : AVMutableVideoComposition(asset: composition) { request in
          guard let id = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: id.int32Value) else {
            throw AVError(.noImageAtTime)
          }
          return frame
        }
      output = composed
    default:
      output = AVAssetReaderTrackOutput(
        track: try #require(video.first),
        outputSettings: kind == "stored" ? nil : pixels(kCVPixelFormatType_420YpCbCr8Planar))
    }
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      while output.copyNextSampleBuffer() != nil {}
      done.signal()
    }
    while !isStalled, reader.status == .reading { sched_yield() }
    reader.cancelReading()
    // A server has 15 s to give something.
    #expect(done.wait(timeout: .now() + 13) == .success)
    #expect(reader.status == .cancelled, "\(reader.error as Any)")
  }

  // MARK: Compositors

  private func video(_ asset: AVAsset) -> AVMutableVideoComposition {
    let video = AVMutableVideoComposition(propertiesOf: asset)
    video.customVideoCompositorClass = KeepingCompositor.self
    return video
  }

  @Test func aRequestThatIsReleased_failsAtOnce_oneThatIsKeptInTime() throws {
    let source = AVURLAsset(url: try NumberedMovie.make(in: folder))
    for (keeps, reason) in [(false, "without an answer"), (true, "within 0.05 s")] {
      KeepingCompositor.shared.withLock { $0 = .init(keeps: keeps) }
      let reader = try AVAssetReader(asset: source)
      let output = AVAssetReaderVideoCompositionOutput(
        videoTracks: source.tracks.filter { $0.mediaType == .video }, videoSettings: nil)
      output.videoComposition = video(source)
      reader.add(output)
      #expect(reader.startReading(), "\(reader.error as Any)")
      let sample = CompositorTimeout.$milliseconds.withValue(keeps ? 50 : 30_000) { output.copyNextSampleBuffer() }
      #expect(sample == nil && reader.status == .failed)
      let error = reader.error as? AVError
      #expect(error?.failureReason?.contains(reason) == true, "\(error as Any)")
    }
  }

  /// The compositor hears of it, on a thread of its own, and makes later images.
  @Test func cancelledImages_reachTheCompositor_whichMakesLaterOnes() throws {
    let source = AVURLAsset(url: try NumberedMovie.make(in: folder))
    let (asked, heard) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    KeepingCompositor.shared.withLock { $0 = .init(keeps: true, asked: asked, heard: heard) }
    let generator = AVAssetImageGenerator(asset: source)
    generator.makeExact()
    generator.videoComposition = video(source)
    func results(_ times: [Int64], _ begun: () -> Void = {}) -> [AVAssetImageGenerator.Result] {
      let results = Mutex<[AVAssetImageGenerator.Result]>([])
      let all = DispatchSemaphore(value: 0)
      generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: ticks($0)) }) { _, _, _, result, _ in
        results.withLock { $0.append(result) }
        all.signal()
      }
      begun()
      for _ in times { all.wait() }
      return results.withLock { $0 }
    }
    let cancelled = results([20, 40]) {
      asked.wait()
      generator.cancelAllCGImageGeneration()
    }
    #expect(cancelled == [.cancelled, .cancelled])
    #expect(heard.wait(timeout: .now() + 300) == .success)
    KeepingCompositor.shared.withLock { $0.keeps = nil }
    #expect(results([20, 40, 60]) == [.succeeded, .succeeded, .succeeded])
    #expect(results([80]) == [.succeeded])
    // One instance for all of them.
    #expect(KeepingCompositor.shared.withLock { $0.instances } == 1)
    #expect(KeepingCompositor.shared.withLock { $0.contexts } == 1)
  }
}

/// A compositor that keeps its requests, lets go of them, or answers with a source frame.
private final class KeepingCompositor: NSObject, AVVideoCompositing {
  struct Shared {
    /// True if requests are kept, false if they are let go of; nil if they are answered.
    var keeps: Bool?
    var asked: DispatchSemaphore?
    var heard: DispatchSemaphore?
    var requests: [AVAsynchronousVideoCompositionRequest] = []
    var instances = 0
    var contexts = 0
  }

  static let shared = Mutex(Shared(keeps: nil))
  let sourcePixelBufferAttributes: [String: any Sendable]? = nil
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [:]

  override init() {
    super.init()
    Self.shared.withLock { $0.instances += 1 }
  }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    Self.shared.withLock { $0.contexts += 1 }
  }

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    let keeps = Self.shared.withLock { shared in
      if shared.keeps == true { shared.requests.append(request) }
      shared.asked?.signal()
      return shared.keeps
    }
    if keeps == nil, let id = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: id.int32Value) {
      request.finish(withComposedVideoFrame: frame)
    }
  }

  func cancelAllPendingVideoCompositionRequests() { Self.shared.withLock { _ = $0.heard?.signal() } }
}
