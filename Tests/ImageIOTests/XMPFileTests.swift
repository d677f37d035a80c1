import Foundation
import ImageIO
import TestSupport
import Testing

/// XMP packets in files, judged by exiftool.
@Suite struct XMPFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Titles in two languages, a list, a structure, and tags that belong into the Exif block.
  private func metadata() -> CGMutableImageMetadata {
    let metadata = CGImageMetadataCreateMutable()
    func set(_ path: String, _ value: CFTypeRef) {
      #expect(CGImageMetadataSetValueWithPath(metadata, nil, path as CFString, value), "\(path)")
    }
    set("dc:title[x-default]", "Sea" as NSString)
    set("dc:title[de]", "Meer" as NSString)
    set("dc:subject", ["waves", "a & b"] as NSArray)
    set("xmp:CreatorTool", "Reel" as NSString)
    set("exif:Flash.Fired", "True" as NSString)
    set("tiff:Model", "R1" as NSString)
    set("exif:FNumber", "2.8" as NSString)
    return metadata
  }

  private func file(_ type: String, _ metadata: CGImageMetadata?, _ options: [CFString: Any] = [:]) throws -> Data {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
    CGImageDestinationAddImageAndMetadata(destination, gradient(), metadata, options as CFDictionary)
    #expect(CGImageDestinationFinalize(destination))
    return data as Data
  }

  private func told(_ data: Data, _ arguments: String...) throws -> String {
    try data.write(to: folder.url("told"))
    return try Oracle.text("exiftool", ["-s", "-G1", "-a", "-charset", "utf8"] + arguments + [folder.file("told")])
  }

  private func text(_ data: Data, _ path: String) throws -> String? {
    try CGImageSourceCopyMetadataAtIndex(opened(data), 0, nil).flatMap {
      CGImageMetadataCopyStringValueWithPath($0, nil, path as CFString) as String?
    }
  }

  private static let types = ["public.jpeg", "public.png"]

  @Test(arguments: types) func tags_areWritten_andReadByOthers(type: String) throws {
    let file = try file(type, metadata())
    let lines = try told(file, "-XMP:all", "-EXIF:all").split(separator: "\n").map {
      $0.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "]" || $0 == "[" }).joined(separator: " ")
    }
    for line in [
      "XMP-dc Title Sea", "XMP-dc Title-de Meer", "XMP-dc Subject waves, a & b", "XMP-xmp CreatorTool Reel",
      "XMP-exif FlashFired True", "IFD0 Model R1", "ExifIFD FNumber 2.8",
    ] { #expect(lines.contains(line), "\(line): \(lines)") }
    // What the Exif block has is not said twice.
    #expect(!lines.contains { $0.hasPrefix("XMP-tiff") || $0.hasPrefix("XMP-exif FNumber") }, "\(lines)")
    let faults = try told(file, "-validate", "-warning", "-error")
    // Of JPEG it misses tags of Exif that no metadata ask for.
    #expect(faults.split(separator: "\n").dropFirst().allSatisfy { $0.contains("Missing required JPEG") }, "\(faults)")
    #expect(try text(file, "dc:title[de]") == "Meer" && text(file, "dc:subject[1]") == "a & b")
    #expect(try text(file, "exif:Flash.Fired") == "True")
    #expect(CGImageSourceCreateImageAtIndex(try opened(file), 0, nil)?.width == 200)
  }

  @Test(arguments: types) func copies_keepTheImage_andReplaceOrMergeTags(type: String) throws {
    let original = try file(type, metadata())
    let other = CGImageMetadataCreateMutable()
    _ = CGImageMetadataSetValueWithPath(other, nil, "dc:rights[x-default]" as CFString, "mine" as NSString)
    func copy(_ options: [CFString: Any]) throws -> Data {
      let data = NSMutableData()
      let copy = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
      #expect(CGImageDestinationCopyImageSource(copy, try opened(original), options as CFDictionary, nil))
      return data as Data
    }
    let merged = try copy([
      kCGImageDestinationMetadata: other, kCGImageDestinationMergeMetadata: true, kCGImageDestinationOrientation: 6,
      kCGImageDestinationDateTime: "2026:01:02 03:04:05",
    ])
    #expect(try text(merged, "dc:rights") == "mine" && text(merged, "dc:title[de]") == "Meer")
    #expect(try storedProperties(merged)["Orientation"] as? Int == 6)
    #expect((try storedProperties(merged)["{TIFF}"] as? [String: Any])?["DateTime"] as? String == "2026:01:02 03:04:05")
    let replaced = try copy([kCGImageDestinationMetadata: other])
    #expect(try text(replaced, "dc:rights") == "mine" && text(replaced, "dc:title") == nil)
    #expect(try text(replaced, "exif:FNumber") == nil)
    let without = try copy([kCGImageMetadataShouldExcludeXMP: true])
    #expect(try told(without, "-XMP:all").isEmpty && text(without, "exif:FNumber") == "2.8")
    for data in [merged, replaced, without] {
      try original.write(to: folder.url("a"))
      try data.write(to: folder.url("b"))
      func pixels(_ name: String) throws -> Data {
        try Oracle.run(
          "ffmpeg",
          ["-v", "error", "-noautorotate", "-i", folder.file(name), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
      }
      #expect(try pixels("a") == pixels("b"))
    }
  }

  @Test(arguments: types) func changedProperties_changeThePacketToo(type: String) throws {
    let original = try file(type, metadata())
    try original.write(to: folder.url("a"))
    _ = try Oracle.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-XMP-tiff:Orientation#=1", "-XMP-xmp:ModifyDate=2020:01:01 00:00:00",
        "-XMP-exif:GPSLatitude=54.3", folder.file("a"),
      ])
    let data = NSMutableData()
    let copy = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
    let changes: [CFString: Any] = [
      kCGImagePropertyOrientation: 8, kCGImageMetadataShouldExcludeGPS: true,
      kCGImagePropertyTIFFDictionary: ["DateTime": "2026:01:02 03:04:05"],
    ]
    CGImageDestinationAddImageFromSource(
      copy, try opened(Data(contentsOf: folder.url("a"))), 0, changes as CFDictionary)
    #expect(CGImageDestinationFinalize(copy))
    let lines = try told(data as Data, "-n", "-XMP:all", "-IFD0:Orientation")
    let compact = lines.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(compact.contains { $0.contains("XMP-tiff") && $0.hasSuffix("Orientation : 8") }, "\(lines)")
    #expect(compact.contains { $0.contains("IFD0") && $0.hasSuffix("Orientation : 8") }, "\(lines)")
    #expect(compact.contains { $0.hasSuffix("ModifyDate : 2026:01:02 03:04:05") }, "\(lines)")
    #expect(!lines.contains("GPS") && lines.contains("Title-de"), "\(lines)")
  }

  @Test func otherTypes_getThePacketOfTheSource() throws {
    let data = NSMutableData()
    let png = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImageFromSource(png, try opened(file("public.jpeg", metadata())), 0, nil)
    #expect(CGImageDestinationFinalize(png))
    #expect(try told(data as Data, "-XMP:all").contains("Meer"))
    // Twice in a row, one packet is left.
    let again = NSMutableData()
    let copy = try #require(CGImageDestinationCreateWithData(again, "public.png" as CFString, 1, nil))
    let options: [CFString: Any] = [kCGImageDestinationMetadata: metadata()]
    #expect(CGImageDestinationCopyImageSource(copy, try opened(data as Data), options as CFDictionary, nil))
    let text = String(decoding: again as Data, as: UTF8.self)
    #expect(text.components(separatedBy: "XML:com.adobe.xmp").count == 2)
  }

  @Test(arguments: types) func largePackets_areWritten_andReadByOthers(type: String) throws {
    let metadata = metadata()
    // More than two segments of a JPEG hold, with what XML escapes.
    let long = String(repeating: "<sea> & sky, ", count: 15_000)
    #expect(CGImageMetadataSetValueWithPath(metadata, nil, "dc:source" as CFString, long as NSString))
    let file = try file(type, metadata)
    #expect(try text(file, "dc:source") == long && text(file, "dc:title[de]") == "Meer")
    try file.write(to: folder.url("large"))
    func exiftool(_ arguments: String...) throws -> String {
      String(decoding: try Oracle.run("exiftool", arguments + [folder.file("large")]), as: UTF8.self)
    }
    #expect(try exiftool("-b", "-XMP-dc:Source") == long)
    #expect(try exiftool("-s3", "-XMP-dc:Title") == "Sea\n")
    #expect(try exiftool("-s3", "-warning", "-error") == "")
    // Without the large one, nothing of it stays.
    let small = NSMutableData()
    let copy = try #require(CGImageDestinationCreateWithData(small, type as CFString, 1, nil))
    let replaced: [CFString: Any] = [kCGImageDestinationMetadata: self.metadata()]
    #expect(CGImageDestinationCopyImageSource(copy, try opened(file), replaced as CFDictionary, nil))
    #expect(small.length < file.count - long.utf8.count)
    #expect(try text(small as Data, "dc:source") == nil && text(small as Data, "dc:title[de]") == "Meer")
  }

  @Test func packetsOfMoreThanIsRead_areRefusedByJPEG() throws {
    let metadata = CGImageMetadataCreateMutable()
    let long = String(repeating: "x", count: 1 << 22)
    _ = CGImageMetadataSetValueWithPath(metadata, nil, "dc:source" as CFString, long as NSString)
    let jpeg = try #require(CGImageDestinationCreateWithData(NSMutableData(), "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImageAndMetadata(jpeg, gradient(), metadata, nil)
    #expect(!CGImageDestinationFinalize(jpeg))
  }

  @Test func enumeration_goesIntoParts_ifItIsAsked() {
    let metadata = metadata()
    func paths(_ root: String? = nil, _ options: [CFString: Any]? = nil) -> [String] {
      var paths: [String] = []
      CGImageMetadataEnumerateTagsUsingBlock(metadata, root as CFString?, options as CFDictionary?) { path, _ in
        paths.append("\(path)")
        return paths.count < 7
      }
      return paths
    }
    #expect(paths().prefix(3) == ["dc:title", "dc:subject", "xmp:CreatorTool"])
    #expect(paths("dc:subject") == ["dc:subject[0]", "dc:subject[1]"] && paths("dc:source") == [])
    // The block ends it at the seventh.
    #expect(
      paths(nil, [kCGImageMetadataEnumerateRecursively: true]) == [
        "dc:title", "dc:title[de]", "dc:title[x-default]", "dc:subject", "dc:subject[0]", "dc:subject[1]",
        "xmp:CreatorTool",
      ])
  }
}
