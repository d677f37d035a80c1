internal import GStreamer
import MediaGraph

extension VideoScale {
  /// `videocrop ! videoscale add-borders ! the size and the shape of pixels`
  func buildFrame(_ bin: NodeBin) throws {
    guard let width, let height else { return }
    let scale = try bin.add("videoscale", scaling)
    let pixel = pixelShape ?? PixelSize(width: 1, height: 1)
    let shape = "pixel-aspect-ratio=(fraction)\(pixel.width)/\(pixel.height)"
    let caps = "video/x-raw(ANY),width=\(width),height=\(height),\(shape)"
    let filter = try bin.add("capsfilter", [("caps", caps)])
    guard fit == .fill else { return try bin.filter(scale, filter) }
    let (entry, crop) = try bin.addCrop()
    try bin.chain(crop, scale, filter)
    try bin.exposeInput(entry.pad("sink"))
    try bin.exposeOutput(filter.pad("src"))
    try crop.pad("sink").addProbe(.events) { info in
      guard let format = info.caps?.first, let own = format["width"]?.int, let ownHeight = format["height"]?.int else {
        return .pass
      }
      // The sides of the whole frame in units of a height and a width of its pixels.
      let frame = (width: width * pixel.width, height: height * pixel.height)
      let edges = Self.edges(of: (own, ownHeight), format.pixelShape, filling: frame)
      for (name, value) in edges { try? info.pad.parent?.set(name, to: "\(value)") }
      return .pass
    }
  }

  /// Returns the pixels to cut off each side, so that what is left has the shape of a frame.
  ///
  /// - Parameter shape: The width and height of a pixel.
  static func edges(
    of size: (width: Int, height: Int), _ shape: (Int, Int), filling frame: (width: Int, height: Int)
  ) -> [(name: String, value: Int)] {
    let (wide, tall) = (size.width * shape.0 * frame.height, size.height * shape.1 * frame.width)
    let width = wide > tall ? max(1, size.width * tall / wide) : size.width
    let height = tall > wide ? max(1, size.height * wide / tall) : size.height
    let (x, y) = (size.width - width, size.height - height)
    return [("left", x / 2), ("right", x - x / 2), ("top", y / 2), ("bottom", y - y / 2)]
  }
}

/// Pixel formats, by GStreamer's names, for elements that make mistakes with others.
enum PixelFormatNames {
  static let colors = [yCbCr, yCbCrWithAlpha, rgb, rgbWithAlpha].joined(separator: ",")
  static let yCbCr =
    "I420,YV12,NV12,NV21,Y42B,Y444,YUY2,UYVY,YVYU,I420_10LE,I422_10LE,Y444_10LE,I420_12LE,I422_12LE,Y444_12LE"
  static let yCbCrWithAlpha = "A420,AYUV,A420_10LE,A422_10LE,A444_10LE"
  static let rgb = "RGB,BGR,RGBx,BGRx,xRGB,xBGR,GBR,GBR_10LE,GBR_12LE"
  static let rgbWithAlpha = "RGBA,BGRA,ARGB,ABGR,GBRA,GBRA_10LE,GBRA_12LE"
  static let grays = "GRAY8,GRAY16_LE,GRAY16_BE"
}

extension NodeBin {
  static var cropElements: [ElementChoice] { ["videoconvert", "capsfilter", "videocrop"].map { ElementChoice($0) } }

  /// Puts in `videoconvert ! some formats ! videocrop`: it cuts v210 at wrong places, and takes formats that it cannot cut.
  func addCrop() throws -> (first: Element, last: Element) {
    let (convert, crop) = (try add("videoconvert"), try add("videocrop"))
    let formats = "{\(PixelFormatNames.colors),\(PixelFormatNames.grays)}"
    try chain(convert, add("capsfilter", [("caps", "video/x-raw,format=\(formats)")]), crop)
    return (convert, crop)
  }
}

extension Structure {
  /// The width and height of a pixel of frames, in common units.
  var pixelShape: (Int, Int) {
    guard case .fraction(let x, let y)? = self["pixel-aspect-ratio"], x > 0, y > 0 else { return (1, 1) }
    return (Int(x), Int(y))
  }
}

extension VideoPixelAspect: ElementNode {
  private var caps: [(name: String, value: String)] {
    [("caps", "video/x-raw,pixel-aspect-ratio=(fraction)\(horizontal)/\(vertical)")]
  }

  var elements: [ElementChoice] { [ElementChoice("capssetter", caps)] }
  func build(_ bin: NodeBin) throws { try bin.filter(bin.add("capssetter", caps)) }
}

extension VideoColorConvert: ElementNode {
  private static let formats =
    "{I420,NV12,YV12,NV21,YUY2,UYVY,Y42B,Y444,AYUV,A420,I420_10LE,P010_10LE,I422_10LE,Y444_10LE,A444_10LE}"

  private var caps: [(name: String, value: String)] {
    [("caps", "video/x-raw,format=\(Self.formats),colorimetry=(string)\(colorimetry)")]
  }

  /// `range:matrix:transfer:primaries`, with GStreamer's numbers.
  private var colorimetry: String { "2:\(matrix.number):\(transfer.number):\(primaries.number)" }

  /// By itself, the element converts the matrix only, and relabels the others.
  private var converter: [(name: String, value: String)] { [("gamma-mode", "remap"), ("primaries-mode", "fast")] }

  var elements: [ElementChoice] { [ElementChoice("videoconvert", converter), ElementChoice("capsfilter", caps)] }

  func build(_ bin: NodeBin) throws {
    let entry = try bin.add("capsfilter")
    // What frames do not say of their colours is as it is wanted, as on the canvas of a timeline.
    try entry.pad("src").replaceCaps { [primaries = primaries.number, transfer = transfer.number] caps in
      caps.completed(primaries: primaries, transfer: transfer)
    }
    try bin.filter(entry, bin.add("videoconvert", converter), bin.add("capsfilter", caps))
  }
}
