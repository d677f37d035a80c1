internal import GStreamer

/// The images for some requests, one after the other. Belongs to one thread at a time, never the cooperative pool's.
package final class ImageRun: Sendable {
  private let batch: ImageBatch
  private let requests: [ImageRequest]
  private let settings: ImageSettings
  private let renderer: ImageRenderer

  package init(_ batch: ImageBatch, _ requests: [ImageRequest], _ settings: ImageSettings, _ renderer: ImageRenderer) {
    (self.batch, self.requests, self.settings, self.renderer) = (batch, requests, settings, renderer)
  }

  /// The positions of the requests that have not been answered, in order of their times.
  package var rest: [Int] { batch.rest }

  /// The next image in order of the times; nil after the last.
  ///
  /// - Throws: `CancellationError`; what failed for one time alone is in the element.
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
