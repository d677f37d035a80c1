import CoreGraphics

/// Returns the size of the image in memory, in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// Returns the display size, in pixels: the attached display dimensions, else the clean aperture, else the encoded
/// size.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  let size = imageBuffer.dictionaryAttachment(kCVImageBufferDisplayDimensionsKey)
  if let width = size?.number(kCVImageBufferDisplayWidthKey), let height = size?.number(kCVImageBufferDisplayHeightKey)
  {
    return CGSize(width: width, height: height)
  }
  return CVImageBufferGetCleanRect(imageBuffer).size
}

/// Returns the clean aperture, in pixels from the lower left corner: the attached one, else the whole image.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  let size = CVImageBufferGetEncodedSize(imageBuffer)
  let aperture = imageBuffer.dictionaryAttachment(kCVImageBufferCleanApertureKey)
  guard
    let aperture, let width = aperture.number(kCVImageBufferCleanApertureWidthKey),
    let height = aperture.number(kCVImageBufferCleanApertureHeightKey)
  else { return CGRect(origin: .zero, size: size) }
  // Offsets are from centre to centre, positive to the right and down.
  let x = (size.width - width) / 2 + (aperture.number(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0)
  let y = (size.height - height) / 2 - (aperture.number(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0)
  return CGRect(x: x, y: y, width: width, height: height)
}

/// Returns true if the first row is the top of the image; always true for pixel buffers.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool {
  true
}

extension CVBuffer {
  fileprivate func dictionaryAttachment(_ key: CFString) -> NSDictionary? {
    guard let value = CVBufferCopyAttachment(self, key, nil) else { return nil }
    return value as? NSDictionary ?? (value as? [AnyHashable: Any]).map { NSDictionary(dictionary: $0) }
  }
}

extension NSDictionary {
  /// Returns a number, or a rational from an array of numerator and denominator.
  fileprivate func number(_ key: CFString) -> CGFloat? {
    let value = self[key]
    if let number = value as? NSNumber { return CGFloat(number.doubleValue) }
    guard let pair = value as? [NSNumber], pair.count == 2, pair[1].doubleValue != 0 else { return nil }
    return CGFloat(pair[0].doubleValue / pair[1].doubleValue)
  }
}
