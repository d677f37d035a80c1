import CoreGraphics
import Foundation

extension CGImageSource {
  /// Decodes an image; nil if it is damaged, has not come, or there is none of the index.
  func image(at index: Int) -> CGImage? {
    if let animation { return image(at: index, of: animation) }
    if let frames { return image(at: index, of: frames) }
    return index == 0 ? codec.flatMap { try? $0.decode(data) } : nil
  }

  /// Decodes an image of a GIF file, from the one decoded last if that is before it, else from the first.
  private func image(at index: Int, of animation: GIFAnimation) -> CGImage? {
    guard animation.images.indices.contains(index) else { return nil }
    let (data, known) = content.withLock { ($0.data, $0.decoded) }
    var (decoder, next) = (GIFDecoder(), 0)
    if let known, known.index <= index { (decoder, next) = (known.decoder, known.index + 1) }
    var isWhole = next > index
    while next <= index {
      let bytes = animation.images[next].bytes
      // A damaged image leaves the screen as it is for those after it.
      isWhole = data.withUnsafeBytes { (try? decoder.decode(UnsafeRawBufferPointer(rebasing: $0[bytes]))) ?? false }
      next += 1
    }
    if isWhole { content.withLock { $0.decoded = (decoder, index) } }
    return isWhole ? decoder.image : nil
  }

  func status(of animation: GIFAnimation, isFinal: Bool) -> CGImageSourceStatus {
    if animation.isComplete { return .statusComplete }
    if animation.images.isEmpty, !isFinal { return .statusReadingHeader }
    // Damaged ends of files that are there at once are no reason to wait.
    if !isIncremental { return animation.images.isEmpty ? .statusInvalidData : .statusComplete }
    return isFinal ? .statusUnexpectedEOF : .statusIncomplete
  }
}

extension GIFDecoder {
  /// The screen as an image.
  fileprivate var image: CGImage? {
    guard let screen else { return nil }
    let bytes = canvas.withUnsafeBytes { Data($0) }
    return CGImage(
      width: screen.width, height: screen.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * screen.width,
      space: CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: [CGBitmapInfo(rawValue: CGImageAlphaInfo.first.rawValue), .byteOrder32Little],
      provider: CGDataProvider(data: bytes as CFData)!, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }
}

extension GIFAnimation {
  /// The dictionary of the file.
  var properties: [String: Any] {
    var result: [String: Any] = [
      kCGImagePropertyGIFCanvasPixelWidth as String: screen.width,
      kCGImagePropertyGIFCanvasPixelHeight as String: screen.height,
      kCGImagePropertyGIFHasGlobalColorMap as String: screen.colorCount > 0,
      kCGImagePropertyGIFFrameInfoArray as String: images.map { delays(of: $0) },
    ]
    // Without a count, an animation is played once.
    result[kCGImagePropertyGIFLoopCount as String] = loopCount ?? 1
    return result
  }

  /// The properties of an image; nil if there is none of the index.
  func properties(at index: Int) -> [String: Any]? {
    guard images.indices.contains(index) else { return nil }
    var result: [String: Any] = [
      kCGImagePropertyPixelWidth as String: screen.width, kCGImagePropertyPixelHeight as String: screen.height,
      kCGImagePropertyDepth as String: 8, kCGImagePropertyColorModel as String: kCGImagePropertyColorModelRGB as String,
      kCGImagePropertyGIFDictionary as String: delays(of: images[index]),
    ]
    if images[index].control.isTransparent { result[kCGImagePropertyHasAlpha as String] = true }
    return result
  }

  /// The times of an image in seconds. Apple's frameworks show images for a tenth of a second that state less than two
  /// hundredths, as browsers do.
  private func delays(of image: Image) -> [String: Any] {
    [
      kCGImagePropertyGIFDelayTime as String: Double(image.control.shownDelay) / 100,
      kCGImagePropertyGIFUnclampedDelayTime as String: Double(image.control.delay) / 100,
    ]
  }
}
