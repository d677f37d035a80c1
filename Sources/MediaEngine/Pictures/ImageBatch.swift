import CoreMedia

/// The pictures for some requests, in order of their times, each decoded once.
///
/// Belongs to one thread at a time, never the cooperative pool's.
final class ImageBatch: @unchecked Sendable {
  /// A picture, and what it is the answer to.
  struct Answer: Sendable {
    /// The position of the request.
    var request: Int
    var frame: Result<Frame, any Error>
  }

  struct Frame: Sendable {
    var choice: ImageSearch.Choice
    var picture: PictureDecoder.Picture
    var description: CMFormatDescription?
  }

  private let lanes: ImageLanes

  /// Decodes ahead of whoever asks, on threads of its own.
  init(_ track: any CodedTrack, _ requests: [ImageRequest]) {
    lanes = ImageLanes(ImagePlan(FrameCore(track), requests)) { FrameCore(track, threads: $0) }
  }

  /// Decodes when asked, on the thread of whoever asks, with a decoder that others use as well.
  init(_ core: FrameCore, _ requests: [ImageRequest]) { lanes = ImageLanes(ImagePlan(core, requests), core) }

  deinit { lanes.stop() }

  /// The positions of the requests that have not been answered, in order of their times.
  var rest: [Int] { lanes.rest }

  /// Nil after the last.
  ///
  /// - Throws: `CancellationError`; a later call goes on with the same picture.
  func answer(_ cancellation: Cancellation) throws -> Answer? { try lanes.answer(cancellation) }
}
