// A still image gets the time and the place of its capture, and keeps its pixels.

import AVFoundation
import ImageIO
import Testing

private func addMetadata(to jpeg: Data, exposure: Double, latitude: Double) -> Data? {
  guard let source = CGImageSourceCreateWithData(jpeg as NSData, nil), let type = CGImageSourceGetType(source) else {
    return nil
  }
  let result = NSMutableData()
  guard let destination = CGImageDestinationCreateWithData(result, type, 1, nil) else { return nil }
  let properties: [CFString: Any] = [
    kCGImagePropertyExifDictionary: [
      kCGImagePropertyExifDateTimeOriginal: "2024:05:06 07:08:09", kCGImagePropertyExifExposureTime: exposure,
    ] as [CFString: Any],
    kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Reel"] as [CFString: Any],
  ]
  CGImageDestinationAddImageFromSource(destination, source, 0, properties as NSDictionary)
  guard CGImageDestinationFinalize(destination) else { return nil }
  return result as Data
}

@Test func aPhoto_getsExif() throws {
  let canvas = try #require(
    CGContext(
      data: nil, width: 16, height: 8, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
  canvas.setFillColor(CGColor(red: 1, green: 0.5, blue: 0, alpha: 1))
  canvas.fill(CGRect(x: 0, y: 0, width: 16, height: 8))
  let plain = NSMutableData()
  let destination = try #require(CGImageDestinationCreateWithData(plain, "public.jpeg" as NSString, 1, nil))
  CGImageDestinationAddImage(
    destination, try #require(canvas.makeImage()),
    [kCGImageDestinationLossyCompressionQuality: 0.9] as NSDictionary)
  #expect(CGImageDestinationFinalize(destination))

  let photo = try #require(addMetadata(to: plain as Data, exposure: 1.0 / 50, latitude: 47))
  let source = try #require(CGImageSourceCreateWithData(photo as NSData, nil))
  let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
  let exif = try #require(properties[kCGImagePropertyExifDictionary] as? NSDictionary)
  #expect(exif[kCGImagePropertyExifDateTimeOriginal] as? String == "2024:05:06 07:08:09")
  #expect((exif[kCGImagePropertyExifExposureTime] as? NSNumber)?.doubleValue == 0.02)
  #expect(properties[kCGImagePropertyPixelWidth] as? Int == 16)
}
