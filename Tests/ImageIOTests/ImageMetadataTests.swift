import Foundation
import ImageIO
import TestSupport
import Testing

@Suite struct ImageMetadataTests {
  @Test func paths_reachElementsLanguagesAndFields() throws {
    let metadata = CGImageMetadataCreateMutable()
    #expect(CGImageMetadataSetValueWithPath(metadata, nil, "dc:subject" as CFString, ["sea", "sky"] as NSArray))
    #expect(CGImageMetadataSetValueWithPath(metadata, nil, "dc:subject[2]" as CFString, "sand" as NSString))
    #expect(CGImageMetadataSetValueWithPath(metadata, nil, "dc:title[de]" as CFString, "Meer" as NSString))
    #expect(CGImageMetadataSetValueWithPath(metadata, nil, "exif:Flash.RedEyeMode" as CFString, "True" as NSString))
    #expect(!CGImageMetadataSetValueWithPath(metadata, nil, "nobody:knows" as CFString, "x" as NSString))
    func text(_ path: String) -> String? {
      CGImageMetadataCopyStringValueWithPath(metadata, nil, path as CFString) as String?
    }
    #expect(text("dc:subject[1]") == "sky" && text("dc:subject[2]") == "sand" && text("dc:subject[3]") == nil)
    #expect(text("dc:title[de]") == "Meer" && text("exif:Flash.RedEyeMode") == "True")
    #expect(
      CGImageMetadataRemoveTagWithPath(metadata, nil, "dc:subject[0]" as CFString) && text("dc:subject[0]") == "sky")
    #expect(CGImageMetadataRemoveTagWithPath(metadata, nil, "dc:subject" as CFString) && text("dc:subject") == nil)
    #expect(!CGImageMetadataRemoveTagWithPath(metadata, nil, "dc:subject" as CFString))
  }

  @Test func namespaces_areRegisteredOnce() throws {
    let metadata = CGImageMetadataCreateMutable()
    let own = "http://example.com/ns/" as CFString
    #expect(CGImageMetadataRegisterNamespaceForPrefix(metadata, own, "own" as CFString, nil))
    var error: Unmanaged<CFError>?
    #expect(
      !CGImageMetadataRegisterNamespaceForPrefix(metadata, "http://other/" as CFString, "own" as CFString, &error))
    #expect(error?.takeRetainedValue().domain == "kCFErrorDomainCGImageMetadata")
    let tag = try #require(
      CGImageMetadataTagCreate(own, "own" as CFString, "level" as CFString, .string, NSNumber(value: 3)))
    #expect(CGImageMetadataSetTagWithPath(metadata, nil, "own:level" as CFString, tag))
    #expect(
      (CGImageMetadataCopyTags(metadata) as? [CGImageMetadataTag])?.map { CGImageMetadataTagCopyName($0) as String? }
        == ["level"])
  }

  @Test func xmp_comesBackAsItWasWritten_andOthersReadIt() throws {
    let metadata = CGImageMetadataCreateMutable()
    _ = CGImageMetadataSetValueWithPath(metadata, nil, "dc:subject" as CFString, ["a & b", "<c>"] as NSArray)
    _ = CGImageMetadataSetValueWithPath(metadata, nil, "dc:title[x-default]" as CFString, "Title \"1\"" as NSString)
    _ = CGImageMetadataSetValueWithPath(metadata, nil, "xmp:CreatorTool" as CFString, "Reel" as NSString)
    let packet = try #require(CGImageMetadataCreateXMPData(metadata, nil)) as Data
    let folder = try TemporaryFolder()
    try packet.write(to: folder.url("a.xmp"))
    let told = try Oracle.text("exiftool", ["-s", "-XMP:all", folder.file("a.xmp")])
    #expect(told.contains("a & b, <c>") && told.contains("Title \"1\"") && told.contains(": Reel"), "\(told)")
    let read = try #require(CGImageMetadataCreateFromXMPData(packet as CFData))
    func text(_ path: String) -> String? {
      CGImageMetadataCopyStringValueWithPath(read, nil, path as CFString) as String?
    }
    #expect(text("dc:subject[0]") == "a & b" && text("dc:title[x-default]") == "Title \"1\"")
    #expect(text("xmp:CreatorTool") == "Reel")
    for length in 0..<packet.count { _ = CGImageMetadataCreateFromXMPData(packet.prefix(length) as CFData) }
    #expect(CGImageMetadataCreateFromXMPData(Data("<a><b></a>".utf8) as CFData) == nil)
  }

  @Test func metadataOfFiles_areTheirPropertiesAndTheirXMP() throws {
    let folder = try TemporaryFolder()
    let exif: [String: Any] = ["FNumber": 2.8, "UserComment": "hello"]
    try encoded("public.jpeg", [kCGImagePropertyExifDictionary: exif, kCGImagePropertyOrientation: 6])
      .write(to: folder.url("a.jpg"))
    _ = try Oracle.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-XMP-dc:Title=From outside", "-XMP-dc:Subject=one", "-XMP-dc:Subject=two",
        folder.file("a.jpg"),
      ])
    let metadata = try #require(
      CGImageSourceCopyMetadataAtIndex(try opened(Data(contentsOf: folder.url("a.jpg"))), 0, nil))
    func text(_ path: String) -> String? {
      CGImageMetadataCopyStringValueWithPath(metadata, nil, path as CFString) as String?
    }
    #expect(text("exif:FNumber") == "2.8" && text("tiff:Orientation") == "6" && text("exif:UserComment") == "hello")
    #expect(text("dc:title") == "From outside" && text("dc:subject[1]") == "two")
  }

  @Test func matchingProperties_areWrittenWithTheImage() throws {
    let metadata = CGImageMetadataCreateMutable()
    func set(_ dictionary: CFString, _ name: CFString, _ value: CFTypeRef) -> Bool {
      CGImageMetadataSetValueMatchingImageProperty(metadata, dictionary, name, value)
    }
    #expect(set(kCGImagePropertyExifDictionary, kCGImagePropertyExifFNumber, NSNumber(value: 4)))
    #expect(set(kCGImagePropertyTIFFDictionary, kCGImagePropertyTIFFModel, "R1" as NSString))
    #expect(set(kCGImagePropertyIPTCDictionary, kCGImagePropertyIPTCKeywords, ["a", "b"] as NSArray))
    #expect(!set(kCGImagePropertyGIFDictionary, kCGImagePropertyGIFLoopCount, NSNumber(value: 1)))
    #expect(
      CGImageMetadataCopyTagMatchingImageProperty(
        metadata, kCGImagePropertyTIFFDictionary, kCGImagePropertyTIFFModel) != nil)
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImageAndMetadata(destination, gradient(), metadata, nil)
    #expect(CGImageDestinationFinalize(destination))
    let read = try storedProperties(data as Data)
    #expect((read["{Exif}"] as? [String: Any])?["FNumber"] as? Double == 4)
    #expect((read["{TIFF}"] as? [String: Any])?["Model"] as? String == "R1")
    #expect((read["{IPTC}"] as? [String: Any])?["Keywords"] as? [String] == ["a", "b"])
  }

  @Test func copies_haveOtherMetadataAndTheSameImage() throws {
    let exif: [String: Any] = ["FNumber": 2.8]
    let file = encoded("public.jpeg", [kCGImagePropertyExifDictionary: exif])
    let metadata = CGImageMetadataCreateMutable()
    _ = CGImageMetadataSetValueWithPath(metadata, nil, "tiff:Model" as CFString, "R2" as NSString)
    let data = NSMutableData()
    let copy = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
    let options: [CFString: Any] = [
      kCGImageDestinationMetadata: metadata, kCGImageDestinationMergeMetadata: true, kCGImageDestinationOrientation: 8,
    ]
    #expect(CGImageDestinationCopyImageSource(copy, try opened(file), options as CFDictionary, nil))
    let read = try storedProperties(data as Data)
    #expect((read["{Exif}"] as? [String: Any])?["FNumber"] as? Double == 2.8 && read["Orientation"] as? Int == 8)
    #expect((read["{TIFF}"] as? [String: Any])?["Model"] as? String == "R2")
    var error: Unmanaged<CFError>?
    let png = try #require(CGImageDestinationCreateWithData(NSMutableData(), "public.png" as CFString, 1, nil))
    #expect(!CGImageDestinationCopyImageSource(png, try opened(file), nil, &error))
    #expect(error?.takeRetainedValue().localizedFailureReason?.contains("their own type") == true)
  }
}
