/// A compositor of a program: composes each frame of a video composition itself.
///
/// One is made for each reader, and one for each image generator and each export session when its `videoComposition` is set, by `init()`:
/// a class that is not final declares it `required`. Its methods are called on one thread at a time, the one that asks for the frame, but
/// for `cancelAllPendingVideoCompositionRequests()`; a request may be finished on any thread, now or later. The next request starts when
/// it is finished: those of an image generator that are made at the same time take turns. The attributes are read once, before the first
/// request.
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

  /// Called before the first request, with the size and the pixel buffers of the frames.
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)

  /// Composes a frame: one of the request's methods that finish it has to be called, once.
  func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)

  /// Called when the frame of the pending request is not needed any more; may be left out. It runs on a queue of its own, also while
  /// `startRequest(_:)` runs: never on the thread that cancels, which does not wait for it. No other request starts before it returns.
  func cancelAllPendingVideoCompositionRequests()
}

extension AVVideoCompositing {
  public func cancelAllPendingVideoCompositionRequests() {}
}
