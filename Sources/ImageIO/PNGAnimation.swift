import CoreGraphics
import Foundation

/// The images of an animated PNG in memory (Portable Network Graphics, third edition, 11.3.6).
struct PNGAnimation: Sendable {
  /// An image: its place on the canvas, its time, and its part in composing.
  struct Image: Sendable {
    /// The treatment of an image's rectangle before the next image is drawn.
    enum Disposal: UInt8 {
      case keep = 0
      case clear = 1
      case previous = 2
    }

    let (left, top, width, height): (Int, Int, Int, Int)
    /// The time in seconds, as the file states it.
    let delay: Double
    let disposal: Disposal
    /// True if the image lies over the canvas; else it takes its pixels' place.
    let isOver: Bool
    /// The compressed pixels.
    fileprivate(set) var pixels: [Range<Int>] = []

    /// Reads a control chunk; nil if it is damaged, or does not lie on the canvas.
    fileprivate init?(_ bytes: Data, width canvasWidth: Int, height canvasHeight: Int) {
      func number(_ offset: Int, _ count: Int) -> Int {
        bytes.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
      }
      guard bytes.count >= 26 else { return nil }
      (width, height, left, top) = (number(4, 4), number(8, 4), number(12, 4), number(16, 4))
      guard width > 0, height > 0, left + width <= canvasWidth, top + height <= canvasHeight else { return nil }
      let unit = number(22, 2)
      delay = Double(number(20, 2)) / Double(unit == 0 ? 100 : unit)
      disposal = Disposal(rawValue: UInt8(number(24, 1))) ?? .keep
      isOver = number(25, 1) == 1
    }
  }

  let width: Int
  let height: Int
  /// The images whose pixels have come.
  private(set) var images: [Image] = []
  /// The number of repetitions; 0 for no end.
  private(set) var loopCount = 0
  /// The header's fields behind the size, and the chunks that images share: palette, transparency, colours.
  private let kind: Data
  private var shared = Data()

  private static let sharedTypes: Set<String> = ["PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT"]

  /// Reads the chunks of a file, up to the first that is cut off; nil if it is no animated PNG.
  init?(_ data: Data) {
    guard ImageCodec(sniffing: data) == .png, let header = try? ImageCodec.png.header(of: data), data.count >= 33 else {
      return nil
    }
    let data = Data(data)
    (width, height, kind) = (header.width, header.height, data[24..<29])
    // A small file must not ask for much memory: a compressed byte is 1032 at most, of eight pixels each.
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= 1 << 28, pixels <= data.count * 8 * 1032 else { return nil }
    var (isAnimated, current) = (false, Image?.none)
    scan: for chunk in PNGFile.Chunks(data) {
      let (start, end) = (chunk.bytes.startIndex, chunk.bytes.endIndex)
      switch chunk.type {
      case "acTL" where chunk.bytes.count >= 8:
        isAnimated = true
        loopCount = data[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
      case "IDAT":
        // Without the chunk before the pixels, it is a still.
        guard isAnimated else { return nil }
        current?.pixels.append(start..<end)
      case "fdAT" where chunk.bytes.count > 4: current?.pixels.append(start + 4..<end)
      case "fcTL":
        add(&current)
        guard let image = Image(chunk.bytes, width: width, height: height) else { break scan }
        current = image
      case "IEND": break scan
      case _ where Self.sharedTypes.contains(chunk.type) && current?.pixels.isEmpty != false && images.isEmpty:
        shared += data[chunk.range]
      default: break
      }
    }
    add(&current)
    if !isAnimated || images.isEmpty { return nil }
  }

  private mutating func add(_ image: inout Image?) {
    if let image, !image.pixels.isEmpty { images.append(image) }
    image = nil
  }

  /// Returns an image as a PNG file of its own.
  func file(of image: Image, in data: Data) -> Data {
    let data = Data(data)
    func number(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) } }
    let header = PNGFile.chunk("IHDR", number(image.width) + number(image.height) + kind)
    let pixels = image.pixels.reduce(into: Data()) { $0 += data[$1] }
    return data.prefix(8) + header + shared + PNGFile.chunk("IDAT", pixels) + PNGFile.chunk("IEND", Data())
  }

  /// The entries of the file's dictionary.
  var properties: [String: Any] {
    [
      kCGImagePropertyAPNGLoopCount as String: loopCount, kCGImagePropertyAPNGCanvasPixelWidth as String: width,
      kCGImagePropertyAPNGCanvasPixelHeight as String: height,
      kCGImagePropertyAPNGFrameInfoArray as String: images.indices.map { delays(at: $0) },
    ]
  }

  /// The times of an image in seconds. Images that state less than a fiftieth are shown for a tenth, as those of GIF files.
  func delays(at index: Int) -> [String: Any] {
    guard images.indices.contains(index) else { return [:] }
    let delay = images[index].delay
    return [
      kCGImagePropertyAPNGDelayTime as String: delay < 0.02 ? 0.1 : delay,
      kCGImagePropertyAPNGUnclampedDelayTime as String: delay,
    ]
  }
}

/// The canvas of an animated PNG, on which its images are drawn one after the other.
struct PNGCanvas: Sendable {
  private let width: Int
  private let height: Int
  /// Red, green, blue and straight alpha.
  private var pixels: [UInt8]
  /// The image drawn last, and what it covered if that comes back.
  private var last: PNGAnimation.Image?
  private var saved: [UInt8] = []

  init(_ animation: PNGAnimation) {
    (width, height) = (animation.width, animation.height)
    pixels = [UInt8](repeating: 0, count: 4 * width * height)
  }

  /// Draws the next image of an animation, decoded, or nil if it is damaged.
  mutating func draw(_ image: PNGAnimation.Image, _ decoded: CGImage?) {
    if let last {
      switch last.disposal {
      case .keep: break
      case .clear: forEachRow(of: last) { pixels, place, _ in pixels.update(repeating: 0, in: place) }
      case .previous: pixels = saved
      }
    }
    if image.disposal == .previous { saved = pixels }
    last = image
    guard let source = decoded?.straightPixels(), source.count == 4 * image.width * image.height else { return }
    forEachRow(of: image) { pixels, place, row in
      for (index, from) in zip(
        stride(from: place.lowerBound, to: place.upperBound, by: 4),
        stride(from: 4 * image.width * row, to: source.count, by: 4))
      {
        Self.put(source, from, pixels, index, isOver: image.isOver)
      }
    }
  }

  private mutating func forEachRow(
    of image: PNGAnimation.Image, _ body: (UnsafeMutableBufferPointer<UInt8>, Range<Int>, Int) -> Void
  ) {
    let width = width
    pixels.withUnsafeMutableBufferPointer { pixels in
      for row in 0..<image.height {
        let start = 4 * ((image.top + row) * width + image.left)
        body(pixels, start..<start + 4 * image.width, row)
      }
    }
  }

  private static func put(
    _ source: [UInt8], _ from: Int, _ target: UnsafeMutableBufferPointer<UInt8>, _ index: Int, isOver: Bool
  ) {
    let (alpha, below) = (Int(source[from + 3]), Int(target[index + 3]))
    if !isOver || alpha == 255 || below == 0 {
      for part in 0..<4 { target[index + part] = source[from + part] }
      return
    }
    guard alpha > 0 else { return }
    // Straight alpha: colours count by their shares of the sum.
    let rest = below * (255 - alpha)
    let sum = 255 * alpha + rest
    for part in 0..<3 {
      let value = Int(source[from + part]) * 255 * alpha + Int(target[index + part]) * rest
      target[index + part] = UInt8((value + sum / 2) / sum)
    }
    target[index + 3] = UInt8((sum + 127) / 255)
  }

  /// The canvas as an image.
  var image: CGImage? {
    CGImage(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
      space: CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
      provider: CGDataProvider(data: Data(pixels) as CFData)!, decode: nil, shouldInterpolate: true,
      intent: .defaultIntent)
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  fileprivate func update(repeating value: UInt8, in places: Range<Int>) {
    for place in places { self[place] = value }
  }
}

extension CGImageSource {
  /// Decodes an image of an animated PNG, from the one drawn last if that is before it, else from the first.
  func image(at index: Int, of animation: PNGAnimation) -> CGImage? {
    guard animation.images.indices.contains(index) else { return nil }
    let (data, known) = content.withLock { ($0.data, $0.drawn) }
    let start = known.flatMap { $0.index <= index ? $0 : nil }
    var (canvas, next) = (start?.canvas ?? PNGCanvas(animation), start.map { $0.index + 1 } ?? 0)
    var isWhole = true
    while next <= index {
      let image = animation.images[next]
      let decoded = try? ImageCodec.png.decode(animation.file(of: image, in: data))
      canvas.draw(image, decoded)
      isWhole = decoded != nil
      next += 1
    }
    if isWhole { content.withLock { $0.drawn = (canvas, index) } }
    return isWhole ? canvas.image : nil
  }
}
