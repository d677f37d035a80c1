import AVFoundation

// Swift 5 takes the attributes of compositors without Sendable, with a warning; Swift 6 wants it, as on Apple's systems.
#if swift(>=6)
  private typealias Attributes = [String: any Sendable]
#else
  private typealias Attributes = [String: Any]
#endif

/// Composes the frames of the movie in a compositor of the program's own.
func compositions(in folder: URL) async throws {
  let asset = AVURLAsset(url: folder.appendingPathComponent("movie.mov"))
  let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: asset)
  composition.customVideoCompositorClass = WhiteCompositor.self
  let generator = AVAssetImageGenerator(asset: asset)
  generator.videoComposition = composition
  let image = try await generator.image(at: .zero).image
  print("compositions:", image.width, brightness(of: image) ?? 0)
}

/// Replaces each frame by a white one.
private final class WhiteCompositor: NSObject, AVVideoCompositing {
  var sourcePixelBufferAttributes: Attributes? {
    [kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]]
  }

  var requiredPixelBufferAttributesForRenderContext: Attributes {
    [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest) {
    guard let frame = asyncVideoCompositionRequest.renderContext.newPixelBuffer() else {
      return asyncVideoCompositionRequest.finish(with: VideoError.failed)
    }
    CVPixelBufferLockBaseAddress(frame, [])
    memset(
      CVPixelBufferGetBaseAddress(frame), 255, CVPixelBufferGetBytesPerRow(frame) * CVPixelBufferGetHeight(frame))
    CVPixelBufferUnlockBaseAddress(frame, [])
    asyncVideoCompositionRequest.finish(withComposedVideoFrame: frame)
  }
}

/// Returns the mean of an image in gray, from 0 to 255.
private func brightness(of image: CGImage) -> UInt8? {
  let context = CGContext(
    data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 1, space: CGColorSpaceCreateDeviceGray(),
    bitmapInfo: CGImageAlphaInfo.none.rawValue)
  context?.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
  return context?.data?.load(as: UInt8.self)
}
