import Foundation
import ImageIO
import TestSupport
import Testing

@Suite struct ImageDestinationTests {
  @Test func iptc_isReadByOthers_andSurvivesOtherChanges() throws {
    let folder = try TemporaryFolder()
    let iptc: [String: Any] = [
      "ObjectName": "A title", "Keywords": ["sea", "Küste"], "Byline": ["Ada"], "City": "Kiel",
      "Caption/Abstract": "Waves", "Country/PrimaryLocationName": "Germany", "DateCreated": "20260102",
    ]
    let file = encoded("public.jpeg", [kCGImagePropertyIPTCDictionary: iptc])
    try file.write(to: folder.url("a.jpg"))
    let told = try Oracle.text(
      "exiftool", ["-s", "-IPTC:ObjectName", "-IPTC:Keywords", "-IPTC:By-line", "-IPTC:City", folder.file("a.jpg")])
    for text in [": A title", "sea, Küste", ": Ada", ": Kiel"] { #expect(told.contains(text), "\(told)") }
    let read = try #require(try storedProperties(file)["{IPTC}"] as? [String: Any])
    #expect(read["Keywords"] as? [String] == ["sea", "Küste"] && read["Byline"] as? [String] == ["Ada"])
    #expect(read["Caption/Abstract"] as? String == "Waves" && read["DateCreated"] as? String == "20260102")

    let data = NSMutableData()
    let copy = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
    let changes: [CFString: Any] = [
      kCGImagePropertyIPTCDictionary: ["City": NSNull(), "Headline": "News"] as [String: Any],
      kCGImagePropertyOrientation: 3,
    ]
    CGImageDestinationAddImageFromSource(copy, try opened(file), 0, changes as CFDictionary)
    #expect(CGImageDestinationFinalize(copy))
    let changed = try #require(try storedProperties(data as Data)["{IPTC}"] as? [String: Any])
    #expect(changed["City"] == nil && changed["Headline"] as? String == "News")
    #expect(changed["ObjectName"] as? String == "A title")
    #expect(try storedProperties(data as Data)["Orientation"] as? Int == 3)
  }

  @Test func applesNotes_areRead_andOthersReadThem() throws {
    let folder = try TemporaryFolder()
    let identifier = "9C8F1B6E-0000-4D52-9A55-5D3B1C9C1F11"
    let file = encoded(
      "public.jpeg", [kCGImagePropertyMakerAppleDictionary: ["17": identifier, "4": 1] as [String: Any]])
    try file.write(to: folder.url("live.jpg"))
    let told = try Oracle.text("exiftool", ["-s", "-Apple:all", folder.file("live.jpg")])
    #expect(told.contains(identifier), "\(told)")
    let notes = try #require(try storedProperties(file)["{MakerApple}"] as? [String: Any])
    #expect(notes["17"] as? String == identifier && notes["4"] as? Int == 1)
  }

  @Test func embeddedThumbnail_isTakenUnlessTheImageIsAskedFor() throws {
    let folder = try TemporaryFolder()
    let large = gradient(640, 400)
    let file = encoded("public.jpeg", [kCGImageDestinationEmbedThumbnail: true], image: large)
    try file.write(to: folder.url("a.jpg"))
    #expect(try Oracle.run("exiftool", ["-b", "-ThumbnailImage", folder.file("a.jpg")]).starts(with: [0xFF, 0xD8]))
    let source = try opened(file)
    let own = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, nil))
    #expect((own.width, own.height) == (160, 100))
    let made = CGImageSourceCreateThumbnailAtIndex(
      source, 0,
      [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 320] as CFDictionary)
    #expect(made?.width == 320)
    let without = try #require(CGImageSourceCreateWithData(encoded("public.jpeg", image: large) as CFData, nil))
    #expect(CGImageSourceCreateThumbnailAtIndex(without, 0, nil) == nil)
  }

  @Test func placesAreLeftOut_andLargeImagesScaled() throws {
    let gps: [String: Any] = ["Latitude": 54.3, "LatitudeRef": "N"]
    let file = encoded("public.jpeg", [kCGImagePropertyGPSDictionary: gps])
    #expect(try storedProperties(file)["{GPS}"] != nil)
    let data = NSMutableData()
    let copy = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
    let options: [CFString: Any] = [
      kCGImageMetadataShouldExcludeGPS: true, kCGImageDestinationImageMaxPixelSize: 50,
      kCGImageDestinationOptimizeColorForSharing: true,
    ]
    CGImageDestinationAddImageFromSource(copy, try opened(file), 0, options as CFDictionary)
    #expect(CGImageDestinationFinalize(copy))
    let read = try storedProperties(data as Data)
    #expect(read["{GPS}"] == nil && read["PixelWidth"] as? Int == 50 && read["PixelHeight"] as? Int == 30)
  }

  @Test func auxiliaryData_makeTheDestinationFail() throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, gradient(), nil)
    CGImageDestinationAddAuxiliaryDataInfo(destination, kCGImageAuxiliaryDataTypeDepth, [:] as CFDictionary)
    #expect(!CGImageDestinationFinalize(destination) && data.length == 0)
  }

  @Test func consumers_getTheBytes() throws {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let destination = try #require(CGImageDestinationCreateWithDataConsumer(consumer, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, gradient(), nil)
    #expect(CGImageDestinationFinalize(destination) && (data as Data).starts(with: [0x89, 0x50]))

    let taken = NSMutableData()
    var callbacks = CGDataConsumerCallbacks(
      putBytes: { info, bytes, count in
        // In small steps, as pipes do.
        let part = min(count, 100)
        Unmanaged<NSMutableData>.fromOpaque(info!).takeUnretainedValue().append(bytes, length: part)
        return part
      }, releaseConsumer: nil)
    let steps = try #require(CGDataConsumer(info: Unmanaged.passUnretained(taken).toOpaque(), cbks: &callbacks))
    let second = try #require(CGImageDestinationCreateWithDataConsumer(steps, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(second, gradient(), nil)
    #expect(CGImageDestinationFinalize(second) && taken as Data == data as Data)
    #expect(CGImageDestinationCreateWithDataConsumer(consumer, "public.heic" as CFString, 1, nil) == nil)
  }
}
