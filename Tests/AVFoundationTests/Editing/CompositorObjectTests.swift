import AVFoundation
import Synchronization
import Testing

/// A compositor that gives source frames as they are, and keeps the context and the number of its requests.
private final class CountingCompositor: NSObject, AVVideoCompositing {
  let count = Mutex(0)
  let context = Mutex<AVVideoCompositionRenderContext?>(nil)
  let sourcePixelBufferAttributes: [String: any Sendable]? = nil
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [:]

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    context.withLock { $0 = newRenderContext }
  }

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    count.withLock { $0 += 1 }
    guard let id = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: id.int32Value) else {
      return request.finish(with: CocoaError(.fileNoSuchFile))
    }
    request.finish(withComposedVideoFrame: frame)
  }
}

/// The compositors of readers and of image generators: the very objects that compose.
@Suite(.timeLimit(.minutes(10))) struct CompositorObjectTests {
  private let folder: TemporaryFolder
  private let source: AVURLAsset
  private let video: AVMutableVideoComposition

  init() throws {
    folder = try TemporaryFolder()
    source = AVURLAsset(url: try NumberedMovie.make(in: folder))
    video = AVMutableVideoComposition(propertiesOf: source)
  }

  @Test func readersCompositor_isTheObjectThatComposes() throws {
    let reader = try AVAssetReader(asset: source)
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: [try source.track(.video)], videoSettings: nil)
    output.videoComposition = video
    #expect(output.customVideoCompositor == nil)
    video.customVideoCompositorClass = CountingCompositor.self
    // The output keeps a copy.
    #expect(output.customVideoCompositor == nil)
    output.videoComposition = video
    let compositor = try #require(output.customVideoCompositor as? CountingCompositor)
    reader.add(output)
    reader.timeRange = span(0, 100)
    #expect(reader.startReading() && output.all().count == 5, "\(reader.error as Any)")
    #expect(compositor.count.withLock { $0 } == 5 && output.customVideoCompositor === compositor)
  }

  @Test func generatorsCompositor_isTheObjectThatComposes_ofEveryRequest() async throws {
    let generator = AVAssetImageGenerator(asset: source)
    #expect(generator.customVideoCompositor == nil)
    video.customVideoCompositorClass = CountingCompositor.self
    generator.videoComposition = video
    let compositor = try #require(generator.customVideoCompositor as? CountingCompositor)
    _ = try generator.copyCGImage(at: .zero, actualTime: nil)
    _ = try await generator.image(at: ticks(40))
    for await result in generator.images(for: [ticks(80), ticks(120)]) { _ = try result.image }
    #expect(compositor.count.withLock { $0 } == 4 && generator.customVideoCompositor === compositor)
    generator.videoComposition = video
    let other = try #require(generator.customVideoCompositor)
    #expect(other !== compositor)
    generator.videoComposition = nil
    #expect(generator.customVideoCompositor == nil)
  }

  /// An immutable composition is its own copy, but each time it is set it gets a new compositor.
  @Test func theSameCompositionSetAgain_makesImagesWithTheNewCompositor() throws {
    let generator = AVAssetImageGenerator(asset: source)
    video.customVideoCompositorClass = CountingCompositor.self
    let fixed = try #require(video.copy() as? AVVideoComposition)
    var compositors: [CountingCompositor] = []
    for _ in 0..<2 {
      generator.videoComposition = fixed
      compositors.append(try #require(generator.customVideoCompositor as? CountingCompositor))
      _ = try generator.copyCGImage(at: ticks(40), actualTime: nil)
    }
    #expect(compositors[0] !== compositors[1])
    #expect(compositors.map { $0.count.withLock { $0 } } == [1, 1])
  }

  @Test func renderContext_hasSquarePixelsWithoutEdges() throws {
    let generator = AVAssetImageGenerator(asset: source)
    video.customVideoCompositorClass = CountingCompositor.self
    generator.videoComposition = video
    _ = try generator.copyCGImage(at: .zero, actualTime: nil)
    let compositor = try #require(generator.customVideoCompositor as? CountingCompositor)
    let context = try #require(compositor.context.withLock { $0 })
    #expect(context.pixelAspectRatio == AVPixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1))
    #expect(context.edgeWidths == AVEdgeWidths(left: 0, top: 0, right: 0, bottom: 0))
    #expect(context.highQualityRendering)
  }
}
