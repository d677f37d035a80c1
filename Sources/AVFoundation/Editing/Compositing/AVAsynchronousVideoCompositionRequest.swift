/// A request for one composed frame.
///
/// It is finished by one of the methods `finish(withComposedVideoFrame:)`, `finish(with:)` and `finishCancelledRequest()`, on any
/// thread; the first call counts. One that is released before fails at once; one that is kept and never finished, after 30 s.
///
/// Source: `AVAsynchronousVideoCompositionRequest`.
open class AVAsynchronousVideoCompositionRequest: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  typealias Outcome = Result<CVPixelBuffer, any Error>

  /// The time of the frame in the composition.
  public final let compositionTime: CMTime
  /// The frames that are made.
  public final let renderContext: AVVideoCompositionRenderContext
  /// The instruction of the time.
  public final let videoCompositionInstruction: any AVVideoCompositionInstructionProtocol
  private let frames: [(id: CMPersistentTrackID, frame: CVPixelBuffer)]
  private let answer: RequestAnswer

  init(
    _ time: CMTime, _ context: AVVideoCompositionRenderContext,
    _ instruction: any AVVideoCompositionInstructionProtocol,
    _ frames: [(id: CMPersistentTrackID, frame: CVPixelBuffer)], _ answer: RequestAnswer
  ) {
    (compositionTime, renderContext, videoCompositionInstruction) = (time, context, instruction)
    (self.frames, self.answer) = (frames, answer)
    super.init()
  }

  deinit { answer.give(.failure(UnfinishedRequest())) }

  /// Returns the same object: a request does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The IDs of the tracks that have a frame at the time, `NSNumber` objects.
  open var sourceTrackIDs: [NSNumber] { frames.map { NSNumber(value: $0.id) } }

  /// Returns the frame of a track at the time: unscaled, not turned; nil where the track shows none.
  open func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? {
    frames.first { $0.id == trackID }?.frame
  }

  /// Finishes the request with a frame. One of another size than the render context's is stretched to it.
  open func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) {
    answer.give(.success(composedVideoFrame))
  }

  /// Finishes the request with an error: the reader or image fails with it.
  open func finish(with error: any Error) { answer.give(.failure(error)) }

  /// Finishes a request that is not needed any more.
  open func finishCancelledRequest() { answer.give(.failure(CancellationError())) }
}

/// The answer to a request that a compositor has let go of.
struct UnfinishedRequest: Error {}

/// The answer to a request: the first that is given counts.
typealias RequestAnswer = FirstAnswer<AVAsynchronousVideoCompositionRequest.Outcome>
