internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import MediaGraph

extension ImageRender: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("videoconvert")] }

  /// `videoconvert` passes on the supported formats, which are nearly all, and converts the others.
  func build(_ bin: NodeBin) throws {
    let settings = settings
    let orient = orient
    let work = TransformInstance.Work { stream in
      let session = RenderSession(settings, orient: orient, stream)
      return TransformInstance.Session(setCaps: session.setCaps, process: session.process, finish: {})
    }
    let transform = try TransformInstance.element(
      work, from: Caps("video/x-raw,format={\(StoredFrameFormat.formatNames.joined(separator: ","))}"),
      to: Caps("video/x-raw,format={BGRx,BGRA}"), hasTimes: true)
    try bin.adopt(transform, factory: "swift")
    try bin.filter(bin.add("videoconvert"), transform)
  }

  private var settings: ImageSettings {
    let part: ImageSettings.Aperture =
      switch aperture {
      case .clean: .clean
      case .production: .production
      case .encoded: .encoded
      }
    return ImageSettings(aperture: part, maximumSize: CGSize(width: maxWidth ?? 0, height: maxHeight ?? 0))
  }
}

/// One run of the node. Used by its streaming thread.
private final class RenderSession {
  private let settings: ImageSettings
  private let orient: Bool
  private let stream: TransformOutputStream
  private let renderer = ImageRenderer()
  private var caps: Caps?

  init(_ settings: ImageSettings, orient: Bool, _ stream: TransformOutputStream) {
    (self.settings, self.orient, self.stream) = (settings, orient, stream)
  }

  func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    self.caps = Caps(retaining: caps)
    return true
  }

  func process(_ pointer: UnsafeMutablePointer<GstBuffer>) throws {
    guard let caps else { throw GStreamerError.notMapped("a picture without a format") }
    let buffer = Buffer(retaining: pointer)
    var settings = settings
    if orient { settings.transform = buffer.transform }
    let clean = creel_buffer_crop(pointer).map { crop in
      CGRect(
        x: Int(crop.pointee.x), y: Int(crop.pointee.y), width: Int(crop.pointee.width),
        height: Int(crop.pointee.height))
    }
    let image = try renderer.image(buffer, caps, nil, settings, cleanAperture: clean)
    let hasAlpha = image.alphaInfo == .premultipliedFirst
    // The frame rate is unknown, and the values are those of a display.
    try stream.announce(
      Caps(
        "video/x-raw,format=\(hasAlpha ? "BGRA" : "BGRx"),width=\(image.width),height=\(image.height),"
          + "framerate=0/1,pixel-aspect-ratio=1/1,colorimetry=\(image.colorimetry)"))
    guard image.bytesPerRow == image.width * 4 else { throw GStreamerError.notMapped("an image") }
    // Not from the provider's data, which is a copy itself.
    let result = image.withPixels {
      Buffer(copying: UnsafeRawBufferPointer(start: $0, count: image.bytesPerRow * image.height))
    }
    if hasAlpha {
      try result.withMutableBytes { span in
        span.withUnsafeMutableBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          creel_divide_by_alpha(base.assumingMemoryBound(to: UInt8.self), bytes.count / 4)
        }
      }
    }
    var segment = stream.segment
    let time = CMTime(streamTime(pointer.pointee.pts, in: &segment))
    let duration = CMTime(ClockTime(pointer.pointee.duration))
    stream.begin(pointer, time: time, duration: duration)
    try stream.push(result, at: time, duration: duration)
  }
}

extension CGImage {
  /// GStreamer's name of the colorimetry.
  fileprivate var colorimetry: String {
    switch colorSpace?.name {
    case CGColorSpace.itur_2020: "1:1:4:7"
    case CGColorSpace.itur_2100_PQ: "1:1:14:7"
    case CGColorSpace.itur_2100_HLG: "1:1:15:7"
    default: "sRGB"
    }
  }
}
