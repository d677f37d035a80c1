import CoreMedia
import MediaSource

/// Images of a track, made as the image generator makes them. Blocks.
package final class TrackImages {
  private let cursor: FrameCursor
  private let renderer = ImageRenderer()

  package init(_ track: any CodedTrack) { cursor = FrameCursor(track) }

  /// The first image of a call continues at the last frame of the one before.
  package func image(
    for request: ImageRequest, settings: ImageSettings = ImageSettings()
  ) throws -> (image: CGImage, actualTime: CMTime) {
    guard let answer = try ImageScheduler(cursor, [request]).next() else {
      throw DecoderError(.noSample, "no image")
    }
    return try image(answer, settings)
  }

  /// Images for some times, in order of time, with the positions of their requests.
  package func images(for requests: [ImageRequest]) throws -> [(request: Int, image: CGImage)] {
    let scheduler = ImageScheduler(cursor.track, requests)
    var images: [(request: Int, image: CGImage)] = []
    while let answer = try scheduler.next() {
      images.append((answer.request, try image(answer, ImageSettings()).image))
    }
    return images
  }

  private func image(
    _ answer: ImageScheduler.Answer, _ settings: ImageSettings
  ) throws -> (image: CGImage, actualTime: CMTime) {
    let frame = try answer.frame.get()
    let image = try renderer.image(frame.decoded.buffer, frame.decoded.caps, frame.description, settings)
    return (image, frame.choice.actual)
  }
}
