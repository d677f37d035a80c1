import Foundation
import ImageIO
import TestSupport
import Testing

@Suite struct GIFSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func animation(_ options: [String] = []) throws -> Data {
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc2=size=64x38:rate=10:duration=0.6"] + options + [folder.file("a.gif")])
    return try Data(contentsOf: folder.url("a.gif"))
  }

  private func pixels(_ image: CGImage?) throws -> Data { try #require(image?.dataProvider?.data) as Data }

  @Test func images_areThoseOfFFmpeg_inAnyOrder() throws {
    let source = try opened(animation())
    let expected = try Oracle.run(
      "ffmpeg",
      ["-v", "error", "-i", folder.file("a.gif"), "-f", "rawvideo", "-pix_fmt", "bgra", "-vsync", "passthrough", "-"])
    let size = 64 * 38 * 4
    try #require(CGImageSourceGetCount(source) == 6 && expected.count == 6 * size, "\(expected.count)")
    #expect(CGImageSourceGetType(source) as String? == "com.compuserve.gif")
    for index in [0, 1, 2, 5, 3, 3, 0] {
      let image = CGImageSourceCreateImageAtIndex(source, index, nil)
      #expect(try pixels(image) == expected[(index * size)..<((index + 1) * size)], "image \(index)")
      CGImageSourceRemoveCacheAtIndex(source, index)
    }
    #expect(CGImageSourceCreateImageAtIndex(source, 6, nil) == nil)
    #expect(CGImageSourceCreateImageAtIndex(source, -1, nil) == nil)
    let small = CGImageSourceCreateThumbnailAtIndex(
      source, 4,
      [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 30] as CFDictionary)
    #expect(small?.width == 30)
  }

  @Test func properties_haveTimesAndLoops() throws {
    let file = try animation(["-loop", "3", "-final_delay", "50"])
    let source = try opened(file)
    let whole = try #require(CGImageSourceCopyProperties(source, nil) as? [String: Any])
    let gif = try #require(whole["{GIF}"] as? [String: Any])
    #expect(gif["LoopCount"] as? Int == 3 && gif["CanvasPixelWidth"] as? Int == 64)
    #expect(gif["HasGlobalColorMap"] as? Bool == true && (gif["FrameInfo"] as? [Any])?.count == 6)
    func delays(_ index: Int) -> [Double?] {
      let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [String: Any]
      let gif = properties?["{GIF}"] as? [String: Any]
      return [gif?["DelayTime"] as? Double, gif?["UnclampedDelayTime"] as? Double]
    }
    #expect(delays(0) == [0.1, 0.1] && delays(5) == [0.5, 0.5] && delays(6) == [nil, nil])
    // exiftool sums what the file states.
    #expect(try Oracle.text("exiftool", ["-s3", "-n", "-Duration", folder.file("a.gif")]) == "1")
    let once = try opened(animation(["-loop", "-1"]))
    let properties = CGImageSourceCopyProperties(once, nil) as? [String: Any]
    #expect((properties?["{GIF}"] as? [String: Any])?["LoopCount"] as? Int == 1)
  }

  @Test func shortTimes_areShownForATenth() throws {
    var file = try animation()
    let control = try #require(file.firstRange(of: Data([0x21, 0xf9, 4])))
    (file[control.upperBound + 1], file[control.upperBound + 2]) = (1, 0)
    let properties = CGImageSourceCopyPropertiesAtIndex(try opened(file), 0, nil) as? [String: Any]
    let gif = properties?["{GIF}"] as? [String: Any]
    #expect(gif?["DelayTime"] as? Double == 0.1 && gif?["UnclampedDelayTime"] as? Double == 0.01)
  }

  @Test func incrementalSources_growByImages() throws {
    let file = try animation()
    let source = CGImageSourceCreateIncremental(nil)
    CGImageSourceUpdateData(source, file.prefix(20) as CFData, false)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader && CGImageSourceGetCount(source) == 0)
    CGImageSourceUpdateData(source, file.prefix(file.count - 20) as CFData, false)
    let count = CGImageSourceGetCount(source)
    #expect((1..<6).contains(count) && CGImageSourceGetStatus(source) == .statusIncomplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
    let first = try pixels(CGImageSourceCreateImageAtIndex(source, 0, nil))
    CGImageSourceUpdateData(source, file as CFData, true)
    #expect(CGImageSourceGetStatus(source) == .statusComplete && CGImageSourceGetCount(source) == 6)
    #expect(try pixels(CGImageSourceCreateImageAtIndex(source, 0, nil)) == first)
  }

  @Test func anImage_isWrittenToOtherTypes() throws {
    let source = try opened(animation())
    let data = NSMutableData()
    let png = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImageFromSource(png, source, 4, nil)
    #expect(CGImageDestinationFinalize(png))
    try (data as Data).write(to: folder.url("a.png"))
    func frame(_ arguments: [String]) throws -> Data {
      try Oracle.run("ffmpeg", ["-v", "error"] + arguments + ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    }
    let expected = try frame(["-i", folder.file("a.gif"), "-vf", "select=eq(n\\,4)"])
    #expect(try frame(["-i", folder.file("a.png")]) == expected)
  }
}
