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
    let crop = try bin.add("videocrop")
    try bin.filter(crop, scale, filter)
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
  func build(_ bin: NodeBin) throws { try bin.filter(bin.add("videoconvert", converter), bin.add("capsfilter", caps)) }
}
