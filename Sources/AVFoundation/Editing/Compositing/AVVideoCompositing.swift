/// A compositor of a program: composes each frame of a video composition itself.
///
/// One is made for each reader or image generator that renders the composition, by `init()`: a class that is not final declares it
/// `required`. Its methods are called on one thread at a time; a request may be finished on any thread, now or later.
///
/// Source: `AVVideoCompositing`.
public protocol AVVideoCompositing: NSObjectProtocol, Sendable {
  /// Makes a compositor.
  init()

  /// The pixel buffers that it takes: `kCVPixelBufferPixelFormatTypeKey` with a format or a list of formats; nil for frames as they
  /// are decoded.
  var sourcePixelBufferAttributes: [String: any Sendable]? { get }

  /// The pixel buffers that the render context makes: `kCVPixelBufferPixelFormatTypeKey` with a format or a list of formats.
  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { get }

  /// Hears of the size and the pixel buffers of the frames; called before the first request.
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)

  /// Composes a frame: one of the request's methods that finish it has to be called, once.
  func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)

  /// Hears that frames that were requested are not needed any more; may be left out.
  func cancelAllPendingVideoCompositionRequests()
}

extension AVVideoCompositing {
  public func cancelAllPendingVideoCompositionRequests() {}
}
