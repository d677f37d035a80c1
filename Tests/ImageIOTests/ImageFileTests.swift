import Foundation
import ImageIO
import Testing

private func makeImage(_ width: Int = 24, _ height: Int = 16) -> CGImage {
  let context = CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)!
  context.setFillColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
  context.fill(CGRect(x: 0, y: 0, width: width, height: height))
  // Red in the corner that is stored first.
  context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
  context.fill(CGRect(x: 0, y: height / 2, width: width / 2, height: height - height / 2))
  return context.makeImage()!
}

private func file(_ type: String, _ properties: [CFString: Any] = [:]) -> Data {
  let data = NSMutableData()
  let destination = CGImageDestinationCreateWithData(data, type as CFString, 1, nil)!
  CGImageDestinationAddImage(destination, makeImage(), properties as CFDictionary)
  #expect(CGImageDestinationFinalize(destination))
  #expect(!CGImageDestinationFinalize(destination), "a destination is written once")
  return data as Data
}

private func properties(_ data: Data) -> [String: Any] {
  CGImageSourceCreateWithData(data as CFData, nil).flatMap { CGImageSourceCopyPropertiesAtIndex($0, 0, nil) }
    as? [String: Any] ?? [:]
}

private nonisolated(unsafe) let camera: [CFString: Any] = [
  kCGImagePropertyOrientation: 6,
  kCGImagePropertyTIFFDictionary: [
    kCGImagePropertyTIFFMake as String: "Reel", kCGImagePropertyTIFFModel as String: "R1",
  ],
  kCGImagePropertyExifDictionary: [
    kCGImagePropertyExifExposureTime as String: 1.0 / 60, kCGImagePropertyExifFNumber as String: 2.8,
    kCGImagePropertyExifISOSpeedRatings as String: [400], kCGImagePropertyExifExposureBiasValue as String: -0.5,
    kCGImagePropertyExifDateTimeOriginal as String: "2024:05:06 07:08:09",
    kCGImagePropertyExifUserComment as String: "hello", kCGImagePropertyExifExifVersion as String: [2, 3, 1],
    kCGImagePropertyExifLensSpecification as String: [24.0, 70.0, 2.8, 2.8],
  ] as [String: Any],
  kCGImagePropertyGPSDictionary: [
    kCGImagePropertyGPSLatitude as String: 48.858222, kCGImagePropertyGPSLatitudeRef as String: "N",
    kCGImagePropertyGPSTimeStamp as String: "12:34:56",
  ] as [String: Any],
]

@Suite("Image files and their properties")
struct ImageFileTests {
  @Test("properties come back as they were written", arguments: ["public.jpeg", "public.png"])
  func roundTrip(type: String) throws {
    let read = properties(file(type, camera))
    #expect(read["PixelWidth"] as? Int == 24 && read["PixelHeight"] as? Int == 16 && read["Orientation"] as? Int == 6)
    #expect(read["ColorModel"] as? String == "RGB" && read["Depth"] as? Int == 8 && read["HasAlpha"] == nil)
    let tiff = try #require(read[kCGImagePropertyTIFFDictionary as String] as? [String: Any])
    #expect(tiff["Make"] as? String == "Reel" && tiff["Orientation"] as? Int == 6)
    let exif = try #require(read[kCGImagePropertyExifDictionary as String] as? [String: Any])
    #expect(exif["ExposureTime"] as? Double == 1.0 / 60 && exif["FNumber"] as? Double == 2.8)
    #expect(exif["ISOSpeedRatings"] as? [Int] == [400] && exif["ExposureBiasValue"] as? Double == -0.5)
    #expect(exif["UserComment"] as? String == "hello" && exif["ExifVersion"] as? [Int] == [2, 3, 1])
    #expect(exif["LensSpecification"] as? [Double] == [24, 70, 2.8, 2.8])
    let gps = try #require(read[kCGImagePropertyGPSDictionary as String] as? [String: Any])
    #expect(abs((gps["Latitude"] as? Double ?? 0) - 48.858222) < 1e-9 && gps["TimeStamp"] as? String == "12:34:56")
  }

  @Test("a JPEG's Exif is merged without compressing the picture again")
  func merging() throws {
    let original = file("public.jpeg", camera)
    let data = NSMutableData()
    let source = try #require(CGImageSourceCreateWithData(original as CFData, nil))
    let destination = try #require(CGImageDestinationCreateWithData(data, CGImageSourceGetType(source)!, 1, nil))
    let changes: [CFString: Any] = [
      kCGImagePropertyExifDictionary: [
        kCGImagePropertyExifFNumber as String: 4, kCGImagePropertyExifUserComment as String: NSNull(),
      ] as [String: Any],
      kCGImagePropertyGPSDictionary: NSNull(),
    ]
    CGImageDestinationAddImageFromSource(destination, source, 0, changes as CFDictionary)
    #expect(CGImageDestinationFinalize(destination))
    let merged = data as Data
    let exif = try #require(properties(merged)["{Exif}"] as? [String: Any])
    #expect(exif["FNumber"] as? Double == 4 && exif["ExposureTime"] as? Double == 1.0 / 60)
    #expect(exif["UserComment"] == nil && properties(merged)["{GPS}"] == nil)
    #expect((properties(merged)["{TIFF}"] as? [String: Any])?["Model"] as? String == "R1")
    // From the first table on, every byte is the same.
    let scan = Data([0xFF, 0xDB])
    let tail = original[try #require(original.range(of: scan)).lowerBound...]
    #expect(merged.suffix(tail.count) == tail)
  }

  @Test("ffprobe finds the size and the orientation that was written")
  func otherPrograms_readTheFile() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("reel-\(UUID().uuidString).jpg")
    defer { try? FileManager.default.removeItem(at: url) }
    let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, makeImage(), camera as CFDictionary)
    #expect(CGImageDestinationFinalize(destination))
    let probe = Process()
    let output = Pipe()
    probe.executableURL = URL(fileURLWithPath: "/usr/bin/ffprobe")
    probe.arguments = ["-v", "error", "-show_frames", "-of", "flat", url.path]
    probe.standardOutput = output
    try probe.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    probe.waitUntilExit()
    #expect(text.contains("width=24") && text.contains("height=16"))
    #expect(text.contains("Make=\"Reel\"") && text.contains("1:60 "), "\(text)")
  }

  @Test("a thumbnail is small, and upright if asked", arguments: 1...8)
  func thumbnail(orientation: Int) throws {
    let data = file("public.png", [kCGImagePropertyOrientation: orientation])
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let options =
      [
        kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 12,
        kCGImageSourceCreateThumbnailWithTransform: true,
      ] as CFDictionary
    let image = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
    #expect((image.width, image.height) == (orientation > 4 ? (8, 12) : (12, 8)))
    // The corner at which Exif's orientation puts the first row and the first column.
    let corner = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0), (1, 1), (0, 1)][orientation - 1]
    let (x, y) = (corner.0 * (image.width - 1), corner.1 * (image.height - 1))
    let bytes = try #require(image.dataProvider?.data as Data?)
    let start = y * image.bytesPerRow + x * 4
    #expect(Array(bytes[start..<start + 3]) == [0, 0, 255], "red, as bytes B, G, R")
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
  }

  @Test("damaged files and senseless properties are refused or ignored")
  func hostile() {
    #expect(CGImageSourceCreateWithData(Data() as CFData, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.tiff" as CFString, 1, nil) == nil)
    let nonsense: [CFString: Any] = [
      kCGImagePropertyOrientation: -3,
      kCGImagePropertyExifDictionary: [
        "FNumber": Double.nan, "ExposureTime": 1e300, "ISOSpeedRatings": "many", "SubjectArea": [1e99],
        "UserComment": 3, "ExposureBiasValue": -Double.infinity, "Unknown": 1,
      ] as [String: Any],
      kCGImagePropertyGPSDictionary: ["Latitude": 1000, "TimeStamp": "x:y"] as [String: Any],
    ]
    #expect(properties(file("public.jpeg", nonsense))["{Exif}"] == nil)

    var random = SystemRandomNumberGenerator()
    for type in ["public.jpeg", "public.png"] {
      let good = file(type, camera)
      for length in 0..<min(good.count, 700) { _ = properties(good.prefix(length)) }
      for _ in 0..<500 {
        var broken = good
        for _ in 0..<4 {
          broken[Int.random(in: 0..<min(broken.count, 700), using: &random)] = .random(in: 0...255, using: &random)
        }
        _ = properties(broken)
        guard let source = CGImageSourceCreateWithData(broken as CFData, nil),
          let destination = CGImageDestinationCreateWithData(NSMutableData(), "public.jpeg" as CFString, 1, nil)
        else { continue }
        CGImageDestinationAddImageFromSource(destination, source, 0, camera as CFDictionary)
        _ = CGImageDestinationFinalize(destination)
      }
    }
  }

  @Test("properties that do not fit into a segment are an error, not a broken file")
  func tooLarge() throws {
    let comment = [kCGImagePropertyExifDictionary: ["UserComment": String(repeating: "x", count: 70_000)]]
    let destination = try #require(CGImageDestinationCreateWithData(NSMutableData(), "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, makeImage(), comment as CFDictionary)
    #expect(!CGImageDestinationFinalize(destination))
  }
}
