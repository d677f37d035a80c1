import AVFoundation

/// A picture with properties, written and read.
func images() throws {
  guard
    let context = CGContext(
      data: nil, width: 32, height: 16, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
  else { return }
  context.setShadow(offset: CGSize(width: 2, height: 2), blur: 0, color: .white)
  context.setAllowsAntialiasing(false)
  context.fill(CGRectMake(4, 4, 8, 8))
  guard let image = context.makeImage(), let data = CFDataCreateMutable(nil, 0),
    let destination = CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil)
  else { return }
  let properties: [CFString: Any] = [
    kCGImagePropertyOrientation: CGImagePropertyOrientation.right.rawValue,
    kCGImagePropertyIPTCDictionary: [kCGImagePropertyIPTCKeywords as String: ["sea", "sky"]],
    kCGImagePropertyMakerAppleDictionary: ["17": "identifier"], kCGImageDestinationEmbedThumbnail: true,
  ]
  CGImageDestinationAddImage(destination, image, properties as CFDictionary)
  print("images:", CGImageDestinationFinalize(destination))
  let source = CGImageSourceCreateIncremental(nil)
  CGImageSourceUpdateData(source, data, true)
  let read = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
  let iptc = read?[kCGImagePropertyIPTCDictionary] as? [String: Any]
  let notes = read?[kCGImagePropertyMakerAppleDictionary] as? [String: Any]
  print(
    "images:", CGImageSourceGetStatus(source) == .statusComplete, read?[kCGImagePropertyOrientation] as? Int ?? 0,
    iptc?["Keywords"] as? [String] ?? [], notes?["17"] as? String ?? "")
  print("images:", CGImageSourceCreateImageAtIndex(source, 0, nil)?.utType ?? "none")
}
