import CoreGraphics
import Foundation
import Testing

/// Returns an image of everything that contexts draw, for visual inspection: gradient, ellipse, dashes, a rotated
/// image, a layer.
func makeTestImage() -> CGImage {
  let context = makeContext(160, 120)
  let colors = [CGColor(red: 0.1, green: 0.2, blue: 0.6, alpha: 1), CGColor(red: 1, green: 0.8, blue: 0.4, alpha: 1)]
  let gradient = CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil)!
  context.drawLinearGradient(
    gradient, start: CGPoint(x: 0, y: 120), end: CGPoint(x: 0, y: 30), options: .drawsAfterEndLocation)
  context.setFillColor(CGColor(red: 1, green: 0.3, blue: 0.1, alpha: 1))
  context.fillEllipse(in: CGRect(x: 100, y: 60, width: 40, height: 40))
  context.setStrokeColor(.white)
  context.setLineWidth(3)
  context.setLineDash(phase: 0, lengths: [8, 4])
  context.stroke(CGRect(x: 8, y: 8, width: 144, height: 104))
  context.setLineDash(phase: 0, lengths: [])
  let checks = makeContext(2, 2)
  checks.setFillColor(gray: 0, alpha: 1)
  checks.fill([CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 1, y: 1, width: 1, height: 1)])
  checks.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
  checks.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
  context.saveGState()
  context.translateBy(x: 50, y: 50)
  context.rotate(by: .pi / 12)
  context.interpolationQuality = .none
  // Green is at the top left of the image.
  context.draw(checks.makeImage()!, in: CGRect(x: -20, y: -20, width: 40, height: 40))
  context.restoreGState()
  context.setAlpha(0.5)
  context.beginTransparencyLayer(auxiliaryInfo: nil)
  context.setFillColor(.white)
  context.addPath(
    CGPath(roundedRect: CGRect(x: 70, y: 20, width: 50, height: 30), cornerWidth: 8, cornerHeight: 8, transform: nil))
  context.fillPath()
  context.fill(CGRect(x: 110, y: 30, width: 30, height: 30))
  context.endTransparencyLayer()
  return context.makeImage()!
}

@Suite("PNG and JPEG in memory")
struct ImageCodecTests {
  private func bytes(_ image: CGImage) -> [UInt8] {
    let context = makeContext(image.width, image.height)
    context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    return Array(UnsafeRawBufferPointer(start: context.data!, count: context.bytesPerRow * context.height))
  }

  @Test("PNG keeps every byte of an opaque picture, and alpha")
  func png() throws {
    let picture = makeTestImage()
    let file = try ImageCodec.png.encode(picture)
    let again = try ImageCodec.png.decode(file)
    #expect(ImageCodec(sniffing: file) == .png)
    #expect(again.width == 160 && again.height == 120 && again.alphaInfo == .last)
    #expect(again.colorSpace?.name == CGColorSpace.sRGB)
    #expect(bytes(again) == bytes(picture))
  }

  @Test("PNG keeps drawings, which are written without row filters, and writes them in a few bytes")
  func drawing() throws {
    let context = makeContext(400, 300)
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 400, height: 300))
    context.setFillColor(CGColor(red: 0.2, green: 0.4, blue: 0.8, alpha: 1))
    for x in stride(from: 0, to: 400, by: 40) { context.fill(CGRect(x: x, y: 20, width: 20, height: 10 + x / 2)) }
    let picture = try #require(context.makeImage())
    let file = try ImageCodec.png.encode(picture)
    #expect(bytes(try ImageCodec.png.decode(file)) == bytes(picture))
    #expect(file.count < 400 * 300 * 4 / 50)
  }

  @Test("JPEG is close, and closer at higher quality")
  func jpeg() throws {
    let picture = makeTestImage()
    func error(_ quality: Double) throws -> Int {
      let again = try ImageCodec.jpeg.decode(try ImageCodec.jpeg.encode(picture, quality: quality))
      return zip(bytes(again), bytes(picture)).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }
    let (low, high) = (try error(0.2), try error(1))
    #expect(high < low && high < 160 * 120 * 4 * 2)
  }

  @Test("ffmpeg reads what is written, and its pixels are the same", arguments: ImageCodec.allCases)
  func otherPrograms_readTheFile(codec: ImageCodec) throws {
    let picture = makeTestImage()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("reel-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try codec.encode(picture, quality: 1, background: .black).write(to: file)
    if let keep = ProcessInfo.processInfo.environment["REEL_KEEP_PICTURES"] {
      try codec.encode(picture).write(to: URL(fileURLWithPath: keep).appendingPathComponent("picture.\(codec)"))
    }
    let ffmpeg = Process()
    let output = Pipe()
    ffmpeg.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    ffmpeg.arguments = ["-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    ffmpeg.standardOutput = output
    try ffmpeg.run()
    let theirs = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    ffmpeg.waitUntilExit()
    #expect(ffmpeg.terminationStatus == 0)
    let own = bytes(picture)
    #expect(theirs.count == 160 * 120 * 3)
    var worst = 0
    // Behind transparent pixels, formats keep different colours.
    for index in 0..<theirs.count / 3 where own[index * 4 + 3] == 255 {
      for part in 0..<3 { worst = max(worst, abs(Int(theirs[index * 3 + part]) - Int(own[index * 4 + part]))) }
    }
    // JPEG encoders round differently, most at edges of saturated colours.
    #expect(worst <= (codec == .png ? 0 : 24))
  }

  @Test("samples of 16 bits are halved, and no gamma means sRGB")
  func deepPNG() throws {
    // One gray pixel of 0x8080, as other programs write it: without a gamma chunk.
    let file = try #require(
      Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABEAAAAABq7kcWAAAAC0lEQVR4nGNoaAAAAYMBARg1IhUAAAAASUVORK5CYII="))
    let image = try ImageCodec.png.decode(file)
    #expect(image.dataProvider?.data.map { Array($0 as Data).first } == 0x80)
    #expect(Array(bytes(image).prefix(4)) == [0x80, 0x80, 0x80, 0xFF])
  }

  /// Eight by eight pixels of one ink colour, as libjpeg writes them: no cyan, half magenta, full yellow, a quarter
  /// black.
  private static let inks = [
    // No marker of the writing program: values are ink.
    """
    /9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\
    AQEBAQH/wAAUCAAIAAgEQxEATREAWREASxEA/8QAFgABAQEAAAAAAAAAAAAAAAAACgAL/8QAFBABAAAAAAAAAAAA\
    AAAAAAAAAP/aAA4EQwBNAFkASwAAPwDP/R/A/wC//9k=
    """,
    // Adobe's marker: values are inverted ink.
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\
    AQEBAQEBAQEBAQEBAQEBAQEBAQEB/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABcAAAMBAAAAAAAAAAAAAAAAAAQJ\
    Cgv/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/AL+A7P8Az+H/2Q==
    """,
    // Adobe's marker, and cyan, magenta and yellow as luma and chroma.
    """
    /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\
    AQEBAQEBAQEBAQEBAQEBAQEBAQEB/9sAQwEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\
    AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB/8AAFAgACAAIBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAA\
    AAAICf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAK/8QAFBEBAAAAAAAAAAAAAAAA\
    AAAAAP/aAA4EAQACEQMRBAAAPwCPwCqBr2/AD//Z
    """,
  ]

  @Test("ink becomes light, however the file counts it", arguments: inks)
  func cmykJPEG(base64: String) throws {
    let image = try ImageCodec.jpeg.decode(try #require(Data(base64Encoded: base64)))
    #expect(image.alphaInfo == .noneSkipLast && image.colorSpace?.name == CGColorSpace.sRGB)
    for (value, expected) in zip(bytes(image), [191, 95, 0, 255]) { #expect(abs(Int(value) - expected) <= 1) }
  }

  @Test("damaged and lying files are errors, whatever byte is wrong", arguments: ImageCodec.allCases)
  func damage(codec: ImageCodec) throws {
    let file = try codec.encode(makeTestImage())
    for length in 0..<min(file.count, 200) { _ = try? codec.decode(file.prefix(length)) }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var broken = file
      for _ in 0..<3 { broken[Int.random(in: 0..<broken.count, using: &random)] = .random(in: 0...255, using: &random) }
      _ = try? codec.decode(broken)
    }
    #expect(throws: ImageCodecError.self) { try codec.decode(Data()) }
    #expect(throws: ImageCodecError.self) { try codec.decode(Data("nothing".utf8)) }
  }

  @Test("a small file that claims a huge picture gets no memory")
  func hugeClaim() throws {
    let context = makeContext(1, 1)
    var file = try ImageCodec.png.encode(try #require(context.makeImage()))
    // Width and height of the header, and its checksum.
    file.replaceSubrange(16..<24, with: [0, 0, 0x3F, 0xFF, 0, 0, 0x3F, 0xFF])
    #expect(throws: ImageCodecError.self) { try ImageCodec.png.decode(file) }
    var jpeg = try ImageCodec.jpeg.encode(try #require(context.makeImage()))
    let frame = try #require(jpeg.firstRange(of: Data([0xFF, 0xC0])))
    jpeg.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    let error = #expect(throws: ImageCodecError.self) { try ImageCodec.jpeg.decode(jpeg) }
    #expect(error?.description == "65500 by 65500 pixels are more than the file can hold")
  }
}

@Suite("Images")
struct CGImageTests {
  private func image(_ bytes: [UInt8], _ width: Int, _ height: Int, _ row: Int, bits: Int = 24, info: UInt32 = 0)
    -> CGImage?
  {
    CGImage(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bits, bytesPerRow: row,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: info),
      provider: CGDataProvider(data: Data(bytes) as CFData)!, decode: nil, shouldInterpolate: false,
      intent: .defaultIntent)
  }

  @Test("a part is cut out, from the top left, sharing the bytes")
  func cropping() throws {
    let whole = try #require(image(Array(0..<27), 3, 3, 9))
    let part = try #require(whole.cropping(to: CGRect(x: 1.2, y: 1, width: 5, height: 1)))
    #expect(part.width == 2 && part.height == 1 && part.bytesPerRow == 9)
    let context = makeContext(2, 1)
    context.draw(part, in: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(pixel(context, 0, 0) == [12, 13, 14, 255] && pixel(context, 1, 0) == [15, 16, 17, 255])
    #expect(whole.cropping(to: CGRect(x: 3, y: 0, width: 1, height: 1)) == nil)
    #expect(whole.cropping(to: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)) == nil)
    #expect(whole.cropping(to: .infinite)?.width == 3)
  }

  @Test("too few bytes, overlapping rows and unknown layouts give nil")
  func invalid() {
    #expect(image(Array(0..<26), 3, 3, 9) == nil)
    #expect(image(Array(0..<27), 3, 3, 8) == nil)
    #expect(image([], 0, 0, 0) == nil && image([1], .max, .max, .max) == nil && image([1], -1, 1, 3) == nil)
    #expect(image(Array(0..<27), 1, 1, 27, bits: 25) == nil)
  }

  @Test("straight alpha is multiplied when drawn")
  func straightAlpha() throws {
    let straight = try #require(image([200, 100, 50, 128], 1, 1, 4, bits: 32, info: CGImageAlphaInfo.last.rawValue))
    let context = makeContext(1, 1)
    context.draw(straight, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel(context, 0, 0) == [100, 50, 25, 128])
  }

  @Test("a provider's bytes are released once, when the last image goes")
  func release() {
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 4)
    do {
      let provider = CGDataProvider(dataInfo: count, data: bytes, size: 64) { info, data, _ in
        info!.assumingMemoryBound(to: Int.self).pointee += 1
        UnsafeMutableRawPointer(mutating: data).deallocate()
      }
      #expect(provider?.data?.length == 64 && count.pointee == 0)
    }
    #expect(count.pointee == 1)
    count.deallocate()
  }
}

@Suite("Colours")
struct CGColorTests {
  @Test("components, alpha and constants")
  func components() {
    let color = CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
    #expect(color.components == [0.25, 0.5, 0.75, 1] && color.alpha == 1 && color.numberOfComponents == 4)
    #expect(color.copy(alpha: 0.5)?.components == [0.25, 0.5, 0.75, 0.5])
    #expect(
      CGColor.clear.alpha == 0 && CGColor.white.components == [1, 1] && CGColor.black == CGColor(gray: 0, alpha: 1))
    #expect(color == CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1))
  }

  @Test("spaces by name; white stays white between them")
  func spaces() throws {
    #expect(CGColorSpace(name: "nonsense" as CFString) == nil)
    for name in [CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.itur_709, CGColorSpace.itur_2020] {
      let space = try #require(CGColorSpace(name: name))
      #expect(space.name == name && space.numberOfComponents == 3 && space.model == .rgb)
      let white = try #require(
        CGColor(red: 1, green: 1, blue: 1, alpha: 1).converted(to: space, intent: .defaultIntent, options: nil))
      #expect(white.components!.allSatisfy { abs($0 - 1) < 1e-6 })
    }
  }

  @Test("red of sRGB in Display P3 has the published components")
  func conversion() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let red = try #require(
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1).converted(to: p3, intent: .defaultIntent, options: nil))
    for (value, expected) in zip(red.components!, [0.9175, 0.2003, 0.1386]) { #expect(abs(value - expected) < 0.0005) }
  }
}
