/// A compositor of a program: composes each frame of a video composition itself.
///
/// One is made for each reader that renders the composition, by `init()`: a class that is not final declares it `required`. An image
/// generator makes one for all of its blocking requests, one for its other requests, and one for each series. Its methods are called on
/// one thread at a time, the one that asks for the frames, but for `cancelAllPendingVideoCompositionRequests()`; a request may be
/// finished on any thread, now or later.
///
/// In Swift 5 mode, attributes that are declared as `[String: Any]` conform too, with a warning.
///
/// Source: `AVVideoCompositing`.
@preconcurrency public protocol AVVideoCompositing: NSObjectProtocol, Sendable {
  /// Makes a compositor.
  init()

  /// The pixel buffers that it takes: `kCVPixelBufferPixelFormatTypeKey` with a format or a list of formats; nil for frames as they
  /// are decoded.
  @preconcurrency var sourcePixelBufferAttributes: [String: any Sendable]? { get }

  /// The pixel buffers that the render context makes: `kCVPixelBufferPixelFormatTypeKey` with a format or a list of formats, and other
  /// attributes such as `kCVPixelBufferBytesPerRowAlignmentKey`. The size is that of the composition, whatever they say.
  @preconcurrency var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { get }

  /// Hears of the size and the pixel buffers of the frames; called before the first request.
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)

  /// Composes a frame: one of the request's methods that finish it has to be called, once.
  func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)

  /// Hears that frames that were requested are not needed any more; may be left out. Called on a queue of its own, also while
  /// `startRequest(_:)` runs: never on the thread that cancels, which does not wait for it.
  func cancelAllPendingVideoCompositionRequests()
}

extension AVVideoCompositing {
  public func cancelAllPendingVideoCompositionRequests() {}
}
