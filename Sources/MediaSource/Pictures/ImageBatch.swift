import CoreMedia

/// The frames for some requests, sorted by time, each decoded once.
///
/// Used by one thread at a time, never one of the cooperative pool.
package final class ImageBatch: @unchecked Sendable {
  /// A frame, and the request it is for.
  package struct Answer: Sendable {
    /// The position of the request.
    package var request: Int
    package var frame: Result<Frame, any Error>
  }

  package struct Frame: Sendable {
    package var choice: ImageSearch.Choice
    package var picture: PictureDecoder.Picture
    package var description: CMFormatDescription?
  }

  private let lanes: ImageLanes

  /// Creates a batch that decodes ahead on threads of its own.
  package init(_ track: any CodedTrack, _ requests: [ImageRequest]) {
    lanes = ImageLanes(ImagePlan(FrameCore(track), requests)) { FrameCore(track, threads: $0) }
  }

  /// Creates a batch that decodes on demand on the caller's thread, with a shared decoder.
  package init(_ core: FrameCore, _ requests: [ImageRequest]) { lanes = ImageLanes(ImagePlan(core, requests), core) }

  deinit { lanes.stop() }

  /// The positions of the requests without a result, sorted by time.
  package var rest: [Int] { lanes.rest }

  /// Returns the next result; nil after the last.
  ///
  /// - Throws: `CancellationError`; a later call continues with the same frame.
  package func answer(_ cancellation: Cancellation) throws -> Answer? { try lanes.answer(cancellation) }
}
