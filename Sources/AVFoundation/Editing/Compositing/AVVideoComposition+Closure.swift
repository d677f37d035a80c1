extension AVVideoComposition {
  /// Creates a composition whose frames a closure composes: the instructions, the size and the frame rate are those of
  /// `init(propertiesOf:)`. Blocks until the asset's tracks are read.
  ///
  ///     let composition = AVMutableVideoComposition(asset: asset) { request in
  ///       guard let frame = request.sourceFrame(byTrackID: track.trackID) else { throw … }
  ///       return filtered(frame, at: request.compositionTime)
  ///     }
  ///
  /// An addition to Apple's interface, in place of the one that takes filters of Core Image.
  ///
  /// - Parameters:
  ///   - pixelFormat: The format of the source frames and of the buffers that the render context makes.
  ///   - compose: Returns a frame: a new buffer of `request.renderContext`, or a source frame, which is stretched to the size of
  ///     the composition if it has another. Called on a thread that makes frames; an error ends the reading with it.
  public convenience init(
    asset: AVAsset, pixelFormat: OSType = kCVPixelFormatType_32BGRA,
    composing compose: @escaping @Sendable (AVAsynchronousVideoCompositionRequest) throws -> CVPixelBuffer
  ) {
    var values = Values(propertiesOf: asset)
    values.makeCompositor = { ClosureCompositor(pixelFormat, compose) }
    self.init(values)
  }
}

/// A compositor that is a closure.
private final class ClosureCompositor: NSObject, AVVideoCompositing {
  private let pixelFormat: OSType
  private let compose: @Sendable (AVAsynchronousVideoCompositionRequest) throws -> CVPixelBuffer

  init(
    _ pixelFormat: OSType,
    _ compose: @escaping @Sendable (AVAsynchronousVideoCompositionRequest) throws -> CVPixelBuffer
  ) {
    (self.pixelFormat, self.compose) = (pixelFormat, compose)
    super.init()
  }

  override convenience init() {
    self.init(kCVPixelFormatType_32BGRA) { _ in throw AVError(.invalidVideoComposition, reason: "it has no closure") }
  }

  var sourcePixelBufferAttributes: [String: any Sendable]? { requiredPixelBufferAttributesForRenderContext }
  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
    [kCVPixelBufferPixelFormatTypeKey as String: pixelFormat]
  }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    do {
      request.finish(withComposedVideoFrame: try compose(request))
    } catch {
      request.finish(with: error)
    }
  }
}
