internal import GStreamer

/// The images for some requests, one after the other. Used by one thread at a time, never one of the cooperative pool.
package final class ImageRun: @unchecked Sendable {
  private let batch: ImageBatch
  private let requests: [ImageRequest]
  private let settings: ImageSettings
  private let renderer: ImageRenderer

  package init(_ batch: ImageBatch, _ requests: [ImageRequest], _ settings: ImageSettings, _ renderer: ImageRenderer) {
    (self.batch, self.requests, self.settings, self.renderer) = (batch, requests, settings, renderer)
  }

  /// The positions of the requests without an image, sorted by time.
  package var rest: [Int] { batch.rest }

  /// Returns the next image by time; nil after the last.
  ///
  /// - Throws: `CancellationError`; errors of a single time are in the element.
  package func next(_ cancellation: Cancellation) throws -> ImageReader.Images.Element? {
    guard let answer = try batch.answer(cancellation) else { return nil }
    let result = Result {
      let frame = try answer.frame.get()
      let image = try renderer.image(frame.picture.buffer, frame.picture.caps, frame.description, settings)
      return (image: image, actualTime: frame.choice.actual)
    }
    return .init(request: requests[answer.request], index: answer.request, result: result)
  }
}
