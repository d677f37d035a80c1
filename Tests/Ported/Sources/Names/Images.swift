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
  try metadata(of: image)
  animation()
}

/// Tags that are written as XMP.
private func metadata(of image: CGImage) throws {
  let metadata = CGImageMetadataCreateMutable()
  CGImageMetadataSetValueWithPath(metadata, nil, "dc:title[de]" as CFString, "Meer" as CFString)
  guard let data = CFDataCreateMutable(nil, 0),
    let destination = CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil)
  else { return }
  CGImageDestinationAddImageAndMetadata(destination, image, metadata, nil)
  guard CGImageDestinationFinalize(destination), let source = CGImageSourceCreateWithData(data, nil),
    let read = CGImageSourceCopyMetadataAtIndex(source, 0, nil)
  else { return }
  print("images:", CGImageMetadataCopyStringValueWithPath(read, nil, "dc:title[de]" as CFString) ?? "none")
}

/// An animation of one frame.
private func animation() {
  guard let data = Data(base64Encoded: "R0lGODlhAQABAIAAAP8AAP///yH5BAEUAAAALAAAAAABAAEAAAICRAEAOw=="),
    let source = CGImageSourceCreateWithData(data as CFData, nil)
  else { return }
  let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
  let gif = properties?[kCGImagePropertyGIFDictionary] as? [CFString: Any]
  print(
    "images:", CGImageSourceGetType(source) ?? "none", CGImageSourceGetCount(source),
    gif?[kCGImagePropertyGIFDelayTime] as? Double ?? 0, CGImageSourceCreateImageAtIndex(source, 0, nil)?.width ?? 0)
}
