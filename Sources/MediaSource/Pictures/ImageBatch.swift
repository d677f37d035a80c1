import CoreMedia

/// The pictures for some requests, in order of their times, each decoded once.
///
/// Belongs to one thread at a time, never the cooperative pool's.
package final class ImageBatch: Sendable {
  /// A picture, and what it is the answer to.
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

  /// Decodes ahead of whoever asks, on threads of its own.
  package init(_ track: any CodedTrack, _ requests: [ImageRequest]) {
    lanes = ImageLanes(ImagePlan(FrameCore(track), requests)) { FrameCore(track, threads: $0) }
  }

  /// Decodes when asked, on the thread of whoever asks, with a decoder that others use as well.
  package init(_ core: FrameCore, _ requests: [ImageRequest]) { lanes = ImageLanes(ImagePlan(core, requests), core) }

  deinit { lanes.stop() }

  /// The positions of the requests that have not been answered, in order of their times.
  package var rest: [Int] { lanes.rest }

  /// Nil after the last.
  ///
  /// - Throws: `CancellationError`; a later call goes on with the same picture.
  package func answer(_ cancellation: Cancellation) throws -> Answer? { try lanes.answer(cancellation) }
}
