import Foundation
import ImageIO
import TestSupport
import Testing

func gradient(_ width: Int = 200, _ height: Int = 120) -> CGImage {
  let context = CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)!
  for x in 0..<width {
    context.setFillColor(red: CGFloat(x) / CGFloat(width), green: 0.5, blue: 1 - CGFloat(x) / CGFloat(width), alpha: 1)
    context.fill(CGRect(x: x, y: 0, width: 1, height: height))
  }
  return context.makeImage()!
}

func encoded(_ type: String, _ properties: [CFString: Any] = [:], image: CGImage = gradient()) -> Data {
  let data = NSMutableData()
  let destination = CGImageDestinationCreateWithData(data, type as CFString, 1, nil)!
  CGImageDestinationAddImage(destination, image, properties as CFDictionary)
  #expect(CGImageDestinationFinalize(destination))
  return data as Data
}

func opened(_ data: Data) throws -> CGImageSource { try #require(CGImageSourceCreateWithData(data as CFData, nil)) }

func storedProperties(_ data: Data) throws -> [String: Any] {
  try #require(CGImageSourceCopyPropertiesAtIndex(try opened(data), 0, nil) as? [String: Any])
}

@Suite struct ImageSourceTests {
  @Test(arguments: ["public.jpeg", "public.png"]) func incrementalSource_growsUntilItIsComplete(type: String) throws {
    let file = encoded(type)
    let source = CGImageSourceCreateIncremental(nil)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader && CGImageSourceGetCount(source) == 0)
    #expect(CGImageSourceGetType(source) == nil && CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    CGImageSourceUpdateData(source, file.prefix(20) as CFData, false)
    #expect(CGImageSourceGetType(source) as String? == type && CGImageSourceGetStatus(source) == .statusReadingHeader)
    CGImageSourceUpdateData(source, file.prefix(file.count - 40) as CFData, false)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusIncomplete)
    let known = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any]
    #expect(known?["PixelWidth"] as? Int == 200)
    CGImageSourceUpdateDataProvider(source, try #require(CGDataProvider(data: file as CFData)), true)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.height == 120)
    CGImageSourceUpdateData(source, Data() as CFData, false)
    #expect(CGImageSourceGetStatus(source) == .statusComplete, "nothing comes after the end")
  }

  @Test func truncatedStreams_endUnexpectedly_andWordsAreNoImage() {
    let file = encoded("public.jpeg")
    let source = CGImageSourceCreateIncremental(nil)
    CGImageSourceUpdateData(source, file.prefix(file.count - 40) as CFData, true)
    #expect(CGImageSourceGetStatus(source) == .statusUnexpectedEOF)
    let words = CGImageSourceCreateIncremental(nil)
    CGImageSourceUpdateData(words, Data("no image at all".utf8) as CFData, true)
    #expect(CGImageSourceGetStatus(words) == .statusUnknownType)
  }

  @Test func wholeFiles_haveAMainImageAndNothingBesideIt() throws {
    let source = try opened(encoded("public.png"))
    #expect(
      CGImageSourceGetPrimaryImageIndex(source) == 0 && CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 1) == .statusUnknownType)
    #expect(CGImageSourceCopyAuxiliaryDataInfoAtIndex(source, 0, kCGImageAuxiliaryDataTypeDepth) == nil)
    CGImageSourceRemoveCacheAtIndex(source, 0)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.utType as String? == "public.png")
  }

  @Test func subsampling_dividesTheSides() throws {
    let options = [kCGImageSourceSubsampleFactor: 4] as CFDictionary
    let image = try #require(CGImageSourceCreateImageAtIndex(try opened(encoded("public.jpeg")), 0, options))
    #expect((image.width, image.height) == (50, 30))
  }

  @Test func pngProperties_areThoseOfTheChunks() throws {
    let folder = try TemporaryFolder()
    try encoded("public.png", [kCGImagePropertyPNGDictionary: ["Title": "Grün <1>", "Author": "Reel"]])
      .write(to: folder.url("a.png"))
    let told = try Oracle.text("exiftool", ["-s", "-Title", "-Author", "-BitDepth", folder.file("a.png")])
    #expect(told.contains(": Grün <1>") && told.contains(": Reel") && told.contains(": 8"), "\(told)")
    let png = try #require(try storedProperties(Data(contentsOf: folder.url("a.png")))["{PNG}"] as? [String: Any])
    #expect(png["Title"] as? String == "Grün <1>" && png["Author"] as? String == "Reel")
    #expect(png["InterlaceType"] as? Int == 0)
    _ = try Oracle.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-PNG:Comment=from outside", "-PNG:PixelsPerUnitX=2835",
        "-PNG:PixelsPerUnitY=2835", "-PNG:PixelUnits=meters", folder.file("a.png"),
      ])
    let other = try #require(try storedProperties(Data(contentsOf: folder.url("a.png")))["{PNG}"] as? [String: Any])
    #expect(other["Comment"] as? String == "from outside" && other["Title"] as? String == "Grün <1>")
    #expect(other["XPixelsPerMeter"] as? Int == 2835)
  }

  @Test func jfifAndColourModel_areTold() throws {
    let jfif = try #require(try storedProperties(encoded("public.jpeg"))["{JFIF}"] as? [String: Any])
    #expect((jfif["JFIFVersion"] as? [Int])?.first == 1 && jfif["IsProgressive"] as? Bool == false)
  }

  @Test func orientations_haveTheNumbersOfExif() {
    #expect(CGImagePropertyOrientation.up.rawValue == 1 && CGImagePropertyOrientation.downMirrored.rawValue == 4)
    #expect(CGImagePropertyOrientation.leftMirrored.rawValue == 5 && CGImagePropertyOrientation.right.rawValue == 6)
    #expect(CGImagePropertyOrientation.rightMirrored.rawValue == 7 && CGImagePropertyOrientation.left.rawValue == 8)
  }
}
