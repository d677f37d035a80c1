import Foundation
import ImageIO
import TestSupport
import Testing

/// Animations that are written, and animated PNGs that are read, judged by ffmpeg.
@Suite struct AnimationFileTests {
  private static let gif = "com.compuserve.gif"
  private static let png = "public.png"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A picture of bars, with a transparent part if it is asked for.
  private func picture(_ step: Int, colors: Int = 8, transparent: Bool = false, width: Int = 60, height: Int = 40)
    throws -> CGImage
  {
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let color = (x + y * 7 + step * 5) % colors
        let place = 4 * (y * width + x)
        (bytes[place], bytes[place + 1], bytes[place + 2]) = (
          UInt8(color * 3 % 256), UInt8(color / 90 * 50), UInt8(255 - color % 256)
        )
        bytes[place + 3] = transparent && x < 20 ? 0 : 255
        if bytes[place + 3] == 0 { (bytes[place], bytes[place + 1], bytes[place + 2]) = (0, 0, 0) }
      }
    }
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let provider = try #require(CGDataProvider(data: Data(bytes) as CFData))
    return try #require(
      CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
        space: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
        provider: provider, decode: nil, shouldInterpolate: false,
        intent: .defaultIntent))
  }

  private func pixels(_ image: CGImage?) throws -> Data { try #require(image?.dataProvider?.data) as Data }

  private func write(
    _ images: [CGImage], _ type: String, delays: [Double] = [], loops: Int? = nil, count: Int? = nil
  ) throws -> Data? {
    let data = NSMutableData()
    let destination = try #require(
      CGImageDestinationCreateWithData(data, type as CFString, count ?? images.count, nil))
    let key = (type == Self.gif ? kCGImagePropertyGIFDictionary : kCGImagePropertyPNGDictionary) as String
    if let loops {
      CGImageDestinationSetProperties(
        destination, [key: [kCGImagePropertyGIFLoopCount as String: loops]] as CFDictionary)
    }
    for (index, image) in images.enumerated() {
      let delay = delays.isEmpty ? 0.1 : delays[index]
      CGImageDestinationAddImage(
        destination, image, [key: [kCGImagePropertyGIFDelayTime as String: delay]] as CFDictionary)
    }
    return CGImageDestinationFinalize(destination) ? data as Data : nil
  }

  /// The frames of a file by ffmpeg.
  private func frames(_ file: Data, _ name: String, format: String = "rgba") throws -> Data {
    try file.write(to: folder.url(name))
    return try Oracle.run(
      "ffmpeg",
      ["-v", "error", "-i", folder.file(name), "-f", "rawvideo", "-pix_fmt", format, "-fps_mode", "passthrough", "-"])
  }

  @Test(arguments: [gif, png]) func fewColours_areWrittenAsTheyAre(type: String) throws {
    let images = try (0..<4).map { try picture($0, colors: 200) }
    let file = try #require(try write(images, type, delays: [0.1, 0.25, 0.5, 1], loops: 3))
    let expected = try images.map { try pixels($0) }.reduce(Data(), +)
    #expect(try frames(file, type == Self.gif ? "a.gif" : "a.png") == expected)
    let source = try opened(file)
    #expect(CGImageSourceGetCount(source) == 4 && CGImageSourceGetType(source) as String? == type)
    let key = type == Self.gif ? "{GIF}" : "{PNG}"
    let whole = CGImageSourceCopyProperties(source, nil) as? [String: Any]
    let animation = try #require(whole?[key] as? [String: Any])
    #expect(animation["LoopCount"] as? Int == 3 && animation["CanvasPixelWidth"] as? Int == 60)
    let delays = (0..<4).map { index in
      let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [String: Any]
      return (properties?[key] as? [String: Any])?["DelayTime"] as? Double
    }
    #expect(delays == [0.1, 0.25, 0.5, 1])
    let stamps = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0",
        folder.file(type == Self.gif ? "a.gif" : "a.png"),
      ])
    #expect(stamps.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) } == [0, 0.1, 0.35, 0.85])
  }

  @Test(arguments: [gif, png]) func transparentPlaces_doNotShowTheImageBefore(type: String) throws {
    let images = [try picture(0), try picture(1, transparent: true), try picture(2)]
    let file = try #require(try write(images, type))
    let name = type == Self.gif ? "t.gif" : "t.png"
    let told = [UInt8](try frames(file, name))
    let size = 4 * 60 * 40
    try #require(told.count == 3 * size)
    let (second, expected) = (Array(told[size..<2 * size]), [UInt8](try pixels(images[1])))
    #expect(stride(from: 3, to: size, by: 4).allSatisfy { second[$0] == expected[$0] })
    #expect(
      stride(from: 0, to: size, by: 4).allSatisfy {
        expected[$0 + 3] == 0 || second[$0..<$0 + 3] == expected[$0..<$0 + 3]
      })
    #expect(Array(told[(2 * size)...]) == [UInt8](try pixels(images[2])))
  }

  @Test func manyColours_areReducedInGIFs() throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "mandelbrot=size=160x120", "-frames:v", "1", "-pix_fmt", "rgb24", folder.file("m.png"),
    ])
    let source = try opened(Data(contentsOf: folder.url("m.png")))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let file = try #require(try write([image], Self.gif))
    let (told, expected) = (
      try frames(file, "m.gif", format: "rgb24"),
      try frames(Data(contentsOf: folder.url("m.png")), "n.png", format: "rgb24")
    )
    try #require(told.count == expected.count)
    var squares = 0.0
    for (value, other) in zip(told, expected) { squares += pow(Double(value) - Double(other), 2) }
    let ratio: Double = 10 * log10(65025 * Double(told.count) / squares)
    #expect(ratio > 32, "\(ratio) dB")
    var colours: Set<[UInt8]> = []
    for start in stride(from: 0, to: told.count, by: 3) { colours.insert(Array(told[start..<start + 3])) }
    #expect(colours.count <= 256)
  }

  @Test func largeNoise_fillsTheTableOfCodes() throws {
    var bytes = Data(count: 300 * 300)
    var state: UInt32 = 1
    for index in bytes.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      bytes[index] = UInt8(state >> 24)
    }
    let provider = try #require(CGDataProvider(data: bytes as CFData))
    let image = try #require(
      CGImage(
        width: 300, height: 300, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 300,
        space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [],
        provider: provider,
        decode: nil, shouldInterpolate: false, intent: .defaultIntent))
    let file = try #require(try write([image], Self.gif))
    #expect(try frames(file, "noise.gif", format: "gray") == bytes)
  }

  @Test func destinations_wantAllTheirImages_ofTheFirstOnesSize() throws {
    let image = try picture(0)
    #expect(try write([image], Self.gif, count: 2) == nil && write([image], Self.png, count: 2) == nil)
    let large = try picture(0, width: 61)
    #expect(try write([image, large], Self.gif) == nil && write([image, large], Self.png) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.jpeg" as CFString, 2, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), Self.gif as CFString, -1, nil) == nil)
    #expect((CGImageDestinationCopyTypeIdentifiers() as? [String])?.contains(Self.gif) == true)
  }

  @Test func countOfZero_takesAllImagesThatAreAdded() throws {
    let images = try (0..<3).map { try picture($0) }
    for type in [Self.gif, Self.png] {
      #expect(try CGImageSourceGetCount(opened(#require(try write(images, type, count: 0)))) == 3)
      #expect(try write(Array(images.prefix(1)), type, count: 0) == write(Array(images.prefix(1)), type))
      #expect(try write([], type, count: 0) == nil)
    }
    let jpeg = try #require(try write(images, "public.jpeg", count: 0))
    #expect(try CGImageSourceGetCount(opened(jpeg)) == 1)
  }

  @Test func animatedPNGs_haveFFmpegsFrames_inAnyOrder() throws {
    // ffmpeg writes the rectangles that change, with all ways of disposal.
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=4:duration=2", "-pix_fmt", "rgba", "-plays", "0", "-f", "apng",
      folder.file("made.png"),
    ])
    let file = try Data(contentsOf: folder.url("made.png"))
    let expected = try frames(file, "made.png")
    let size = 4 * 64 * 48
    let source = try opened(file)
    try #require(CGImageSourceGetCount(source) == 8 && expected.count == 8 * size)
    for index in [0, 3, 7, 2, 2, 5] {
      #expect(
        try pixels(CGImageSourceCreateImageAtIndex(source, index, nil))
          == expected[(index * size)..<((index + 1) * size)], "image \(index)")
      CGImageSourceRemoveCacheAtIndex(source, index)
    }
    let whole = CGImageSourceCopyProperties(source, nil) as? [String: Any]
    #expect((whole?["{PNG}"] as? [String: Any])?["LoopCount"] as? Int == 0)
    #expect(
      CGImageSourceCreateImageAtIndex(source, 8, nil) == nil
        && CGImageSourceCopyPropertiesAtIndex(source, 8, nil) == nil)
    // Without its end, a file has the images that are there.
    let cut = try opened(file.prefix(file.count / 2))
    #expect((1..<8).contains(CGImageSourceGetCount(cut)))
  }

  @Test func imagesOfAnAnimation_keepTheirTimes() throws {
    let images = try (0..<3).map { try picture($0) }
    let source = try opened(try #require(try write(images, Self.gif, delays: [0.2, 0.3, 0.4])))
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, Self.gif as CFString, 2, nil))
    for index in 1..<3 { CGImageDestinationAddImageFromSource(destination, source, index, nil) }
    #expect(CGImageDestinationFinalize(destination))
    let copy = try opened(data as Data)
    #expect(try frames(data as Data, "copy.gif") == pixels(images[1]) + pixels(images[2]))
    let first = CGImageSourceCopyPropertiesAtIndex(copy, 0, nil) as? [String: Any]
    #expect((first?["{GIF}"] as? [String: Any])?["DelayTime"] as? Double == 0.3)
  }
}
