import CoreGraphics
import CoreServices
import Foundation
import ImageIO
import UniformTypeIdentifiers

/// Writes a photo with its place, removes the place without coding it again, makes it smaller, and animates it.
func pictures(in folder: URL) throws {
  let photo = folder.appendingPathComponent("photo.jpg")
  guard let picture = frame(0) else { return }
  print("pictures:", write(picture, latitude: 48.5, longitude: -123.25, to: photo))
  print("pictures:", paths(photo).filter { $0.hasPrefix("exif:GPSL") || $0.hasPrefix("example") }.sorted())
  let data = try Data(contentsOf: photo)
  guard let stripped = stripped(data) else { return }
  let rest = folder.appendingPathComponent("stripped.jpg")
  try stripped.write(to: rest)
  print("pictures:", paths(rest).filter { $0.hasPrefix("exif:GPS") }.count, date(of: rest)?.timeIntervalSince1970 ?? 0)
  print("pictures:", thumbnail(photo, pixels: 16).map { [$0.width, $0.height] } ?? [])

  let pictures = (0..<3).compactMap(frame)
  for type in [UTType.gif, .png] {
    let url = folder.appendingPathComponent("animation." + (type.preferredFilenameExtension ?? ""))
    print("pictures:", animate(pictures, type: type, delay: 0.25, to: url), delays(url), frames(url).map(\.width))
  }
}

private func frame(_ step: Int) -> CGImage? {
  let context = CGContext(
    data: nil, width: 40, height: 20, bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpace(name: CGColorSpace.sRGB)!, bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
  context?.setFillColor(CGColor(red: 0, green: 0.5, blue: 1, alpha: 1))
  context?.fill(CGRectMake(CGFloat(step) * 10, 0, 10, 20))
  return context?.makeImage()
}

private func write(_ image: CGImage, latitude: Double, longitude: Double, to url: URL) -> Bool {
  guard let destination = CGImageDestinationCreateWithURL(url as CFURL, kUTTypeJPEG, 1, nil) else { return false }
  let metadata = CGImageMetadataCreateMutable()
  func set(_ name: CFString, _ value: Any) {
    CGImageMetadataSetValueMatchingImageProperty(metadata, kCGImagePropertyGPSDictionary, name, value as CFTypeRef)
  }
  set(kCGImagePropertyGPSLatitude, abs(latitude))
  set(kCGImagePropertyGPSLatitudeRef, latitude < 0 ? "S" : "N")
  set(kCGImagePropertyGPSLongitude, abs(longitude))
  set(kCGImagePropertyGPSLongitudeRef, longitude < 0 ? "W" : "E")
  let namespace = "http://ns.example.org/1.0/" as CFString
  CGImageMetadataRegisterNamespaceForPrefix(metadata, namespace, "example" as CFString, nil)
  if let tag = CGImageMetadataTagCreate(
    namespace, "example" as CFString, "rating" as CFString, .string, "five" as CFTypeRef)
  {
    CGImageMetadataSetTagWithPath(metadata, nil, "example:rating" as CFString, tag)
  }
  let options: [CFString: Any] = [
    kCGImageDestinationLossyCompressionQuality: 0.9, kCGImageDestinationEmbedThumbnail: true,
    kCGImagePropertyExifDictionary: [kCGImagePropertyExifDateTimeOriginal: "2024:02:29 12:00:00"],
  ]
  CGImageDestinationAddImageAndMetadata(destination, image, metadata, options as CFDictionary)
  return CGImageDestinationFinalize(destination)
}

/// Removes the place without coding the pixels again.
private func stripped(_ data: Data) -> Data? {
  guard let source = CGImageSourceCreateWithData(data as CFData, nil), let type = CGImageSourceGetType(source) else {
    return nil
  }
  let result = NSMutableData()
  guard
    let destination = CGImageDestinationCreateWithData(
      result as CFMutableData, type, CGImageSourceGetCount(source), nil)
  else { return nil }
  var error: Unmanaged<CFError>?
  let options = [kCGImageMetadataShouldExcludeGPS as String: true]
  guard CGImageDestinationCopyImageSource(destination, source, options as CFDictionary, &error) else {
    print(error?.takeRetainedValue().localizedDescription ?? "no reason")
    return nil
  }
  return result as Data
}

private func paths(_ url: URL) -> [String] {
  guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
    let metadata = CGImageSourceCopyMetadataAtIndex(source, 0, nil)
  else { return [] }
  var paths: [String] = []
  let options = [kCGImageMetadataEnumerateRecursively: true] as CFDictionary
  CGImageMetadataEnumerateTagsUsingBlock(metadata, nil, options) { path, tag in
    paths.append("\(path)=\(CGImageMetadataTagCopyValue(tag).map { "\($0)" } ?? "")")
    return true
  }
  return paths
}

private func date(of url: URL) -> Date? {
  guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any],
    let exif = properties[kCGImagePropertyExifDictionary as String] as? [String: Any],
    let text = exif[kCGImagePropertyExifDateTimeOriginal as String] as? String
  else { return nil }
  let formatter = DateFormatter()
  formatter.dateFormat = "yyyy:MM:dd HH:mm:ss"
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  formatter.locale = Locale(identifier: "en_US_POSIX")
  return formatter.date(from: text)
}

private func thumbnail(_ url: URL, pixels: Int) -> CGImage? {
  let options: [CFString: Any] = [
    kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceShouldCacheImmediately: true,
    kCGImageSourceCreateThumbnailWithTransform: true, kCGImageSourceThumbnailMaxPixelSize: pixels,
  ]
  let source = CGImageSourceCreateWithURL(url as CFURL, [kCGImageSourceShouldCache: false] as CFDictionary)
  return source.flatMap { CGImageSourceCreateThumbnailAtIndex($0, 0, options as CFDictionary) }
}

private func animate(_ images: [CGImage], type: UTType, delay: Double, to url: URL) -> Bool {
  let isGIF = type == .gif
  let key = (isGIF ? kCGImagePropertyGIFDictionary : kCGImagePropertyPNGDictionary) as String
  let loop = (isGIF ? kCGImagePropertyGIFLoopCount : kCGImagePropertyAPNGLoopCount) as String
  let time = (isGIF ? kCGImagePropertyGIFDelayTime : kCGImagePropertyAPNGDelayTime) as String
  guard
    let destination = CGImageDestinationCreateWithURL(
      url as CFURL, type.identifier as CFString, images.count, nil)
  else { return false }
  CGImageDestinationSetProperties(destination, [key: [loop: 0]] as CFDictionary)
  for image in images { CGImageDestinationAddImage(destination, image, [key: [time: delay]] as CFDictionary) }
  return CGImageDestinationFinalize(destination)
}

private func delays(_ url: URL) -> [Double] {
  guard let source = CGImageSourceCreateWithURL(url as CFURL, nil) else { return [] }
  return (0..<CGImageSourceGetCount(source)).map { index in
    guard let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any] else { return 0 }
    let gif = properties[kCGImagePropertyGIFDictionary] as? [CFString: Any]
    let png = properties[kCGImagePropertyPNGDictionary] as? [CFString: Any]
    if let time = gif?[kCGImagePropertyGIFUnclampedDelayTime] as? Double, time > 0 { return time }
    return gif?[kCGImagePropertyGIFDelayTime] as? Double ?? png?[kCGImagePropertyAPNGDelayTime] as? Double ?? 0
  }
}

private func frames(_ url: URL) -> [CGImage] {
  guard let source = CGImageSourceCreateWithURL(url as CFURL, nil) else { return [] }
  return (0..<CGImageSourceGetCount(source)).compactMap { CGImageSourceCreateImageAtIndex(source, $0, nil) }
}
