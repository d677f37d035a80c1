import AVFoundation
import Synchronization
import Testing

/// A compositor that shows the frame of the topmost track, and counts what it is asked for.
private final class TopmostCompositor: NSObject, AVVideoCompositing {
  static let contexts = Mutex(0)
  /// The answer of the third frame.
  static let third = Mutex("frame")
  private let count = Mutex(0)

  var sourcePixelBufferAttributes: [String: any Sendable]? {
    [kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_420YpCbCr8Planar]]
  }
  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
    [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar]
  }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    if newRenderContext.size == CGSize(width: 128, height: 64) { Self.contexts.withLock { $0 += 1 } }
  }

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    let isThird = count.withLock { count in
      count += 1
      return count == 3
    }
    switch isThird ? Self.third.withLock({ $0 }) : "frame" {
    case "error": request.finish(with: CocoaError(.featureUnsupported))
    case "cancel": request.finishCancelledRequest()
    case "later":
      DispatchQueue.global().async { self.finish(request) }
    case "twice":
      finish(request)
      request.finish(with: CocoaError(.featureUnsupported))
    default: finish(request)
    }
  }

  private func finish(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let id = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: id.int32Value),
      let made = request.renderContext.newPixelBuffer()
    else { return request.finish(with: CocoaError(.fileNoSuchFile)) }
    copyPixels(frame, made)
    request.finish(withComposedVideoFrame: made)
  }
}

/// A compositor that asks for rows of its own, and for a size that is not the composition's.
private final class AlignedCompositor: NSObject, AVVideoCompositing {
  /// The width and the bytes per row of the last frame.
  static let frame = Mutex((width: 0, rowBytes: 0))
  let sourcePixelBufferAttributes: [String: any Sendable]? = nil
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
    kCVPixelBufferBytesPerRowAlignmentKey as String: 1024, kCVPixelBufferWidthKey as String: 6,
  ]

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let made = request.renderContext.newPixelBuffer() else {
      return request.finish(with: CocoaError(.fileNoSuchFile))
    }
    Self.frame.withLock { $0 = (CVPixelBufferGetWidth(made), CVPixelBufferGetBytesPerRow(made)) }
    request.finish(withComposedVideoFrame: made)
  }
}

/// Copies the planes of a frame.
private func copyPixels(_ source: CVPixelBuffer, _ target: CVPixelBuffer) {
  CVPixelBufferLockBaseAddress(source, .readOnly)
  CVPixelBufferLockBaseAddress(target, [])
  for plane in 0..<CVPixelBufferGetPlaneCount(source) {
    guard let from = CVPixelBufferGetBaseAddressOfPlane(source, plane),
      let to = CVPixelBufferGetBaseAddressOfPlane(target, plane)
    else { continue }
    for row in 0..<CVPixelBufferGetHeightOfPlane(source, plane) {
      memcpy(
        to + row * CVPixelBufferGetBytesPerRowOfPlane(target, plane),
        from + row * CVPixelBufferGetBytesPerRowOfPlane(source, plane), CVPixelBufferGetWidthOfPlane(source, plane))
    }
  }
  CVPixelBufferUnlockBaseAddress(target, [])
  CVPixelBufferUnlockBaseAddress(source, .readOnly)
}

/// Compositors of a program: what they are given, and what their answers become.
@Suite(.serialized) struct CompositorTests {
  private let folder: TemporaryFolder
  private let source: AVURLAsset

  init() throws {
    folder = try TemporaryFolder()
    source = AVURLAsset(url: try NumberedMovie.make(in: folder))
  }

  private func reader(
    _ asset: AVAsset, _ video: AVVideoComposition
  ) throws -> (reader: AVAssetReader, output: AVAssetReaderVideoCompositionOutput) {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.tracks.filter { $0.mediaType == .video }, videoSettings: nil)
    output.videoComposition = video
    reader.add(output)
    return (reader, output)
  }

  private func custom(_ asset: AVAsset) -> AVMutableVideoComposition {
    let video = AVMutableVideoComposition(propertiesOf: asset)
    video.customVideoCompositorClass = TopmostCompositor.self
    return video
  }

  @Test(arguments: ["frame", "later", "twice"])
  func compositor_composesEachFrame(_ answer: String) throws {
    TopmostCompositor.third.withLock { $0 = answer }
    TopmostCompositor.contexts.withLock { $0 = 0 }
    let (reader, output) = try reader(source, custom(source))
    reader.timeRange = span(100, 300)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    #expect(try samples.map { try NumberedMovie.number(#require($0.imageBuffer)) } == Array(5..<15))
    #expect(samples.map(\.presentationTimeStamp) == (5..<15).map { ticks($0 * 20) })
    #expect(TopmostCompositor.contexts.withLock { $0 } == 1)
  }

  @Test(arguments: ["error", "cancel"])
  func errorsOfTheCompositor_endTheReadingWithTheTime(_ answer: String) throws {
    TopmostCompositor.third.withLock { $0 = answer }
    let (reader, output) = try reader(source, custom(source))
    #expect(reader.startReading() && output.all().count == 2 && reader.status == .failed)
    let error = reader.error as? AVError
    #expect(error?.failureReason?.contains("TopmostCompositor") == true, "\(error as Any)")
    #expect(error?.failureReason?.contains("0.067") == true, "\(error as Any)")
  }

  @Test func renderContext_makesTheBuffersThatTheCompositorAsksFor() throws {
    let video = AVMutableVideoComposition(propertiesOf: source)
    video.customVideoCompositorClass = AlignedCompositor.self
    let (reader, output) = try reader(source, video)
    #expect(reader.startReading() && output.copyNextSampleBuffer() != nil, "\(reader.error as Any)")
    #expect(AlignedCompositor.frame.withLock { $0 } == (width: 128, rowBytes: 1024))
  }

  /// An instruction may be of any class, and may name the tracks that it needs.
  @Test func closures_composeFramesOfTheTracksThatHaveOne() throws {
    let composition = AVMutableComposition()
    let (first, second) = (try composition.add(.video), try composition.add(.video))
    try first.insertTimeRange(span(0, 100), of: source.track(.video), at: .zero)
    try second.insertTimeRange(span(200, 300), of: source.track(.video), at: ticks(60))
    let seen = Mutex<[[Int32]]>([])
    let video = AVMutableVideoComposition(asset: composition, pixelFormat: kCVPixelFormatType_420YpCbCr8Planar) {
      request in
      let ids = request.sourceTrackIDs.map(\.int32Value)
      seen.withLock { $0.append(ids) }
      guard let id = ids.last, let frame = request.sourceFrame(byTrackID: id) else { throw AVError(.noImageAtTime) }
      return frame
    }
    let (reader, output) = try reader(composition, video)
    #expect(reader.startReading(), "\(reader.error as Any)")
    #expect(
      try output.all().map { try NumberedMovie.number(#require($0.imageBuffer)) } == [0, 1, 2, 10, 11, 12, 13, 14])
    let (a, b) = (first.trackID, second.trackID)
    #expect(seen.withLock { $0 } == [[a], [a], [a], [a, b], [a, b], [b], [b], [b]])
  }

  @Test(arguments: [true, false]) func framesOfACompositor_areCopiedIfAsked(_ copies: Bool) throws {
    let given = Mutex<[CVPixelBuffer]>([])
    let video = AVMutableVideoComposition(asset: source, pixelFormat: kCVPixelFormatType_420YpCbCr8Planar) { request in
      guard let id = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: id.int32Value) else {
        throw AVError(.noImageAtTime)
      }
      given.withLock { $0.append(frame) }
      return frame
    }
    let (reader, output) = try reader(source, video)
    output.alwaysCopiesSampleData = copies
    #expect(reader.startReading(), "\(reader.error as Any)")
    let sample = try #require(output.copyNextSampleBuffer()?.imageBuffer)
    let frame = try #require(given.withLock { $0 }.first)
    CVPixelBufferLockBaseAddress(sample, .readOnly)
    CVPixelBufferLockBaseAddress(frame, .readOnly)
    let isShared = CVPixelBufferGetBaseAddressOfPlane(sample, 0) == CVPixelBufferGetBaseAddressOfPlane(frame, 0)
    CVPixelBufferUnlockBaseAddress(sample, .readOnly)
    CVPixelBufferUnlockBaseAddress(frame, .readOnly)
    #expect(isShared == !copies)
    #expect(NumberedMovie.number(sample) == 0)
  }

  /// One track has one size: Apple's header promises it of frames that are passed through.
  @Test func framesOfAnotherSize_areStretchedToTheRenderSize() throws {
    let id = try source.track(.video).trackID
    let video = AVMutableVideoComposition.showing(id, of: source)
    video.renderSize = CGSize(width: 256, height: 96)
    video.instructions = [OwnInstruction(span(0, 300), passing: id), OwnInstruction(span(300, 600))]
    let (reader, output) = try reader(source, video)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let frames = try output.all().map { try #require($0.imageBuffer) }
    #expect(frames.map { NumberedMovie.number($0) } == Array(0..<30))
    #expect(frames.allSatisfy { CVImageBufferGetEncodedSize($0) == video.renderSize })
    #expect(frames.allSatisfy { CVBufferCopyAttachment($0, kCVImageBufferPixelAspectRatioKey, nil) == nil })
  }

  @Test func instructionsOfOtherClasses_needACompositor() throws {
    let video = AVMutableVideoComposition(propertiesOf: source)
    video.instructions = [OwnInstruction(span(0, 600))]
    let (refused, _) = try reader(source, video)
    #expect(!refused.startReading())
    #expect((refused.error as? AVError)?.failureReason?.contains("OwnInstruction") == true)
    TopmostCompositor.third.withLock { $0 = "frame" }
    video.customVideoCompositorClass = TopmostCompositor.self
    let (reader, output) = try reader(source, video)
    #expect(reader.startReading() && output.all().count == 30)
  }

  @Test func cancelledReader_doesNotWaitForItsCompositor() throws {
    let asked = DispatchSemaphore(value: 0)
    let video = AVMutableVideoComposition(propertiesOf: source)
    video.customVideoCompositorClass = SleepingCompositor.self
    SleepingCompositor.asked.withLock { $0 = asked }
    let (reader, output) = try reader(source, video)
    #expect(reader.startReading())
    DispatchQueue.global().async {
      asked.wait()
      reader.cancelReading()
    }
    #expect(output.copyNextSampleBuffer() == nil && reader.status == .cancelled)
  }
}

extension AVMutableVideoComposition {
  /// A composition whose closure gives the frames of a track as they are.
  static func showing(_ id: CMPersistentTrackID, of asset: AVAsset) -> AVMutableVideoComposition {
    AVMutableVideoComposition(asset: asset, pixelFormat: kCVPixelFormatType_420YpCbCr8Planar) { request in
      guard let frame = request.sourceFrame(byTrackID: id) else { throw AVError(.noImageAtTime) }
      return frame
    }
  }
}

/// An instruction of the program's own.
final class OwnInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  let timeRange: CMTimeRange
  let enablePostProcessing = false
  let containsTweening = false
  let requiredSourceTrackIDs: [NSValue]? = nil
  let passthroughTrackID: CMPersistentTrackID

  init(_ range: CMTimeRange, passing id: CMPersistentTrackID = kCMPersistentTrackID_Invalid) {
    (timeRange, passthroughTrackID) = (range, id)
  }
}

/// A compositor that never answers.
private final class SleepingCompositor: NSObject, AVVideoCompositing {
  static let asked = Mutex<DispatchSemaphore?>(nil)
  private let requests = Mutex<[AVAsynchronousVideoCompositionRequest]>([])
  let sourcePixelBufferAttributes: [String: any Sendable]? = nil
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [:]

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    requests.withLock { $0.append(request) }
    Self.asked.withLock { _ = $0?.signal() }
  }
}
