import CoreGraphics
import Foundation

extension CGImageDestination {
  /// Returns the bytes of an animation, or nil if an image cannot be decoded, or is larger than the first one.
  func animated() -> Data? {
    var images: [(image: CGImage, delay: Double)] = []
    for content in contents {
      guard let image = image(of: content) else { return nil }
      images.append(image)
    }
    return codec == nil ? gif(images) : png(images)
  }

  private var dictionaryKey: String {
    (codec == nil ? kCGImagePropertyGIFDictionary : kCGImagePropertyPNGDictionary) as String
  }

  /// The number of repetitions that the file's properties state. The keys of GIF and PNG have the same texts.
  private var loopCount: Int? {
    let dictionary = properties[dictionaryKey] as? [String: Any]
    return (dictionary?[kCGImagePropertyGIFLoopCount as String] as? NSNumber)?.intValue
  }

  /// Returns an image and its time in seconds: of its properties, else of the source from which it comes.
  private func image(of content: Content) -> (CGImage, Double)? {
    func delay(_ properties: [String: Any]?) -> Double? {
      guard let dictionary = properties?[dictionaryKey] as? [String: Any] else { return nil }
      let time = dictionary[kCGImagePropertyGIFUnclampedDelayTime as String]
      return ((time ?? dictionary[kCGImagePropertyGIFDelayTime as String]) as? NSNumber)?.doubleValue
    }
    switch content {
    case .image(let image, let own, _):
      return Self.fitting(image, properties.merging(own) { $1 }).map { ($0, delay(own) ?? delay(properties) ?? 0) }
    case .source(let source, let index, let own):
      let known = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [String: Any]
      guard let image = source.image(at: index).flatMap({ Self.fitting($0, properties.merging(own) { $1 }) }) else {
        return nil
      }
      return (image, delay(own) ?? delay(properties) ?? delay(known) ?? 0)
    }
  }

  private func gif(_ images: [(image: CGImage, delay: Double)]) -> Data? {
    guard let first = images.first?.image,
      var encoder = GIFEncoder(width: first.width, height: first.height, loopCount: loopCount)
    else { return nil }
    for (image, delay) in images {
      // In hundredths of a second, of which sixteen bits hold eleven minutes.
      let time = delay.isFinite ? min(max(0, (delay * 100).rounded()), 65_535) : 0
      guard encoder.add(image, delay: Int(time)) else { return nil }
    }
    return encoder.finish()
  }

  private func png(_ images: [(image: CGImage, delay: Double)]) -> Data? {
    // All images have the pixels of the header.
    let channels = images.contains { $0.image.hasAlpha } ? 4 : 3
    var animation: APNGFile?
    for (image, delay) in images {
      guard let file = try? ImageCodec.png.encode(image, channels: channels) else { return nil }
      if animation == nil { animation = APNGFile(file, loopCount: loopCount ?? 1) }
      guard animation?.add(file, delay: delay) == true else { return nil }
    }
    guard let file = animation?.finish(), case .image(_, let own, let metadata)? = contents.first else {
      return animation?.finish()
    }
    let merged = properties.merging((metadata?.imageProperties ?? [:]).merging(own) { $1 }) { $1 }
    return rewritten(file, ExifBlock(), merged, XMPChange(writing: metadata?.tags ?? [], merged))
  }
}

extension CGImage {
  fileprivate var hasAlpha: Bool {
    switch alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast: false
    default: true
    }
  }
}
