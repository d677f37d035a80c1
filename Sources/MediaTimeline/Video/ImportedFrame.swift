package import GStreamer
import CGStreamer
internal import CReel
package import CoreGraphics
internal import CoreMedia
internal import MediaGraph
internal import MediaSource

/// A frame in the layout and the colours of a canvas, ready to be drawn. May be used from any thread.
package final class ImportedFrame: Sendable {
  package let width: Int
  package let height: Int
  /// The width of a pixel over its height.
  package let pixelAspectRatio: Double
  package let hasAlpha: Bool
  let planar: PlanarFrame
  /// The buffer of an opaque frame that already had the canvas' format; nil for other ones.
  let buffer: Buffer?

  fileprivate init(_ planar: PlanarFrame, pixelAspectRatio: Double, buffer: Buffer?) {
    (self.planar, self.pixelAspectRatio, self.buffer) = (planar, pixelAspectRatio, buffer)
    (width, height, hasAlpha) = (planar.width, planar.height, !planar.alphas.isEmpty)
  }
}

/// Converts frames to the layout, the matrix and the range of a canvas; frames that have them already are only mapped. Interlaced frames
/// become progressive.
///
/// Belongs to one thread at a time.
package final class FrameImporter {
  private let canvas: CanvasFormat
  private var last: (caps: Caps, route: Route)?
  private let fields = FieldInterpolator()

  private enum Route {
    /// Frames that are drawn as they are.
    case asIs(GstVideoInfo)
    case converted(VideoConverter, GstVideoInfo)
    /// Frames with alpha; those of other primaries or another transfer function are converted before.
    case premultiplied(StoredFrameFormat, VideoConverter?)
  }

  package init(_ canvas: CanvasFormat) { self.canvas = canvas }

  /// - Throws: `DecoderError` with `unsupported` for frames that cannot be converted, such as those of another dynamic range.
  package func frame(_ buffer: Buffer, _ caps: Caps) throws -> ImportedFrame {
    let (buffer, caps) = try fields.progressive(buffer, caps)
    let route: Route
    if let last, last.caps === caps || last.caps == caps {
      route = last.route
    } else {
      route = try self.route(from: caps)
      last = (caps, route)
    }
    switch route {
    case .asIs(let info):
      return ImportedFrame(try PlanarFrame(buffer, info), pixelAspectRatio: info.pixelAspectRatio, buffer: buffer)
    case .converted(let converter, let info):
      let converted = try converter.convert(buffer)
      return ImportedFrame(
        try PlanarFrame(converted, info), pixelAspectRatio: info.pixelAspectRatio, buffer: converted)
    case .premultiplied(let format, let converter):
      let area = FrameAttributes.Area(x: 0, y: 0, width: format.width, height: format.height)
      let pixels = try format.pixels(converter?.convert(buffer) ?? buffer, area)
      var info = GstVideoInfo()
      gst_video_info_from_caps(&info, caps.caps)
      return try frame(
        pixels.bytes, bytesPerRow: format.width * 4, width: format.width, height: format.height,
        pixelAspectRatio: info.pixelAspectRatio)
    }
  }

  /// A picture as a frame of square pixels; opaque if all of its pixels are.
  package func frame(_ image: CGImage) throws -> ImportedFrame {
    try checkRange(.standard)
    let (width, height) = (image.width, image.height)
    guard (1...16384).contains(width), (1...16384).contains(height),
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
        space: canvas.pictureSpace,
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue),
      let data = context.data
    else { throw DecoderError(.unsupported, "a picture of \(width)x\(height) pixels has no room") }
    context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    return try withExtendedLifetime(context) {
      try frame(
        data.assumingMemoryBound(to: UInt8.self), bytesPerRow: context.bytesPerRow, width: width, height: height,
        pixelAspectRatio: 1)
    }
  }

  /// A frame of one colour with the alpha of another frame.
  func frame(tinting frame: ImportedFrame, _ color: RGBColor) throws -> ImportedFrame {
    guard let alpha = frame.planar.alphas.first else {
      return ImportedFrame(
        PlanarFrame(color, width: frame.width, height: frame.height, like: canvas),
        pixelAspectRatio: frame.pixelAspectRatio, buffer: nil)
    }
    let parts = [color.blue, color.green, color.red, 255].map { UInt32($0) }
    var pixels = [UInt8](repeating: 0, count: frame.width * frame.height * 4)
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let weight = UInt32(alpha.data[y * alpha.stride + x]), place = (y * frame.width + x) * 4
        for (index, part) in parts.enumerated() { pixels[place + index] = UInt8((part * weight + 127) / 255) }
      }
    }
    return try pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { throw DecoderError(.unsupported, "a frame has no pixels") }
      return try self.frame(
        base, bytesPerRow: frame.width * 4, width: frame.width, height: frame.height,
        pixelAspectRatio: frame.pixelAspectRatio)
    }
  }

  // MARK: Conversion

  private func checkRange(_ own: CanvasColor.DynamicRange) throws {
    let wanted = canvas.color.dynamicRange
    guard own == wanted else {
      throw DecoderError(
        .unsupported, "frames of \(own.rawValue) cannot be drawn on a canvas of \(wanted.rawValue)",
        cause: "tone mapping is not done; use sources of one dynamic range")
    }
  }

  private func route(from caps: Caps) throws -> Route {
    var info = GstVideoInfo()
    guard caps.isFixed, gst_video_info_from_caps(&info, caps.caps) != 0 else { throw GStreamerError.badCaps(caps.text) }
    guard info.width <= 16384, info.height <= 16384 else {
      throw DecoderError(
        .unsupported, "a frame of \(info.width)x\(info.height) pixels is too large to be drawn",
        cause: "a side has at most 16384 pixels")
    }
    try checkRange(CanvasColor(info).dynamicRange)
    if info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0 {
      if canvas.hasPrimariesAndTransfer(of: info) { return .premultiplied(try StoredFrameFormat(caps, nil), nil) }
      // Before colours are multiplied by alpha: a transfer function is none of products.
      let target = canvas.alphaCaps(like: info)
      let converter = try VideoConverter(from: canvas.completed(caps), to: target, convertsColors: true)
      return .premultiplied(try StoredFrameFormat(converter.caps, nil), converter)
    }
    if canvas.draws(info) { return .asIs(info) }
    let target = canvas.caps(like: info)
    var targetInfo = GstVideoInfo()
    guard gst_video_info_from_caps(&targetInfo, target.caps) != 0 else { throw GStreamerError.badCaps(target.text) }
    let isConverted = !canvas.hasPrimariesAndTransfer(of: info)
    let source = isConverted ? canvas.completed(caps) : caps
    return .converted(
      try VideoConverter(from: source, to: target, convertsColors: isConverted), targetInfo)
  }

  /// - Parameter pixels: Bytes blue, green, red, alpha, premultiplied.
  private func frame(
    _ pixels: UnsafePointer<UInt8>, bytesPerRow: Int, width: Int, height: Int, pixelAspectRatio: Double
  ) throws -> ImportedFrame {
    let hasAlpha = (0..<height).contains { y in
      let row = pixels + y * bytesPerRow
      return (0..<width).contains { row[4 * $0 + 3] != 255 }
    }
    let planar = PlanarFrame(width: width, height: height, like: canvas, hasAlpha: true)
    let weights = canvas.color.matrix
    var matrix = CReelColorMatrix()
    func set(_ tuple: inout (Float, Float, Float), _ values: [Double]) {
      tuple = (Float(values[0]), Float(values[1]), Float(values[2]))
    }
    set(&matrix.red, weights.red)
    set(&matrix.green, weights.green)
    set(&matrix.blue, weights.blue)
    set(&matrix.offset, weights.offset)
    let chroma = planar.planes.count > 2 ? Array(planar.planes[1...2]) : [planar.planes[1], planar.planes[1]]
    var (luma, alpha, chromaAlpha) = (planar.planes[0], planar.alphas[0], planar.alphas[1])
    guard
      creel_planes_of_bgra(
        pixels, bytesPerRow, &matrix, canvas.chromaSite.x < 1, &luma, chroma, &alpha, &chromaAlpha)
    else { throw DecoderError(.unsupported, "memory is short for a picture of \(width)x\(height) pixels") }
    return ImportedFrame(hasAlpha ? planar : planar.opaque(), pixelAspectRatio: pixelAspectRatio, buffer: nil)
  }
}

extension GstVideoInfo {
  var pixelAspectRatio: Double { par_n > 0 && par_d > 0 ? Double(par_n) / Double(par_d) : 1 }
}

extension CanvasFormat {
  /// The caps of a source for a conversion of colours: what it does not say is that of the canvas.
  fileprivate func completed(_ source: Caps) -> Caps {
    source.completed(primaries: info.colorimetry.primaries.rawValue, transfer: info.colorimetry.transfer.rawValue)
  }

  /// The caps of frames with alpha in this format's primaries and transfer function.
  fileprivate func alphaCaps(like source: GstVideoInfo) -> Caps {
    var target = GstVideoInfo()
    gst_video_info_set_format(&target, GST_VIDEO_FORMAT_BGRA, guint(source.width), guint(source.height))
    target.colorimetry = info.colorimetry
    (target.colorimetry.range, target.colorimetry.matrix) = (GST_VIDEO_COLOR_RANGE_0_255, GST_VIDEO_COLOR_MATRIX_RGB)
    (target.par_n, target.par_d, target.fps_n, target.fps_d) = (source.par_n, source.par_d, source.fps_n, source.fps_d)
    return Caps(adopting: gst_video_info_to_caps(&target))
  }

  /// The caps of this format for frames of another one: of their size, pixels and rate.
  fileprivate func caps(like source: GstVideoInfo) -> Caps {
    var target = GstVideoInfo()
    gst_video_info_set_format(&target, info.finfo.pointee.format, guint(source.width), guint(source.height))
    (target.colorimetry, target.chroma_site) = (info.colorimetry, info.chroma_site)
    (target.par_n, target.par_d, target.fps_n, target.fps_d) = (source.par_n, source.par_d, source.fps_n, source.fps_d)
    return Caps(adopting: gst_video_info_to_caps(&target))
  }
}
